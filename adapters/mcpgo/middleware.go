package mcpgoerr

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/toolerr/toolerr/internal/language"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/middleware"
)

// WithMiddleware returns an option that adds middleware for tools, resources and prompts, and a hook that renders the results of
// the server's own validation. It comes before other options that add middleware, so that their errors are rendered, too, and
// after [server.WithHooks], which would remove the hook; the hooks that the server has then cannot fail it. [server.WithRecovery]
// is not needed; if it came first, it would send the values of panics. Nil options are the zero Options.
func WithMiddleware(o *Options) server.ServerOption {
	return func(s *server.MCPServer) {
		c := newConfig(o, s)
		server.WithToolHandlerMiddleware(c.tool)(s)
		server.WithResourceHandlerMiddleware(c.resource)(s)
		server.WithPromptHandlerMiddleware(c.prompt)(s)
		hooks := s.GetHooks()
		if hooks == nil {
			hooks = &server.Hooks{}
			server.WithHooks(hooks)(s)
		}
		c.guardHooks(hooks)
		hooks.AddAfterCallTool(c.afterCall)
	}
}

// resource is the middleware for resources and their templates.
func (c *config) resource(next server.ResourceHandlerFunc) server.ResourceHandlerFunc {
	return func(ctx context.Context, r mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
		call := &request{config: c, method: mcp.MethodResourcesRead, key: "resource", name: r.Params.URI, uri: r.Params.URI}
		return serve(language.FromHeader(ctx, r.Header), call, func(ctx context.Context) ([]mcp.ResourceContents, error) {
			contents, err := next(ctx, r)
			if err == nil {
				err = checkContents(contents)
			}
			return contents, err
		})
	}
}

// prompt is the middleware for prompts.
func (c *config) prompt(next server.PromptHandlerFunc) server.PromptHandlerFunc {
	return func(ctx context.Context, r mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		call := &request{config: c, method: mcp.MethodPromptsGet, key: "prompt", name: r.Params.Name, arguments: r.Params.Arguments}
		ctx = middleware.WithInput(language.FromHeader(ctx, r.Header), func() middleware.Input { return mcpserver.PromptInput(r.Params.Arguments) })
		return serve(ctx, call, func(ctx context.Context) (*mcp.GetPromptResult, error) {
			res, err := next(ctx, r)
			if err == nil {
				err = checkPrompt(res)
			}
			return res, err
		})
	}
}
