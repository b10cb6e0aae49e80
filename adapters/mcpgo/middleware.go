package mcpgoerr

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

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
	return func(ctx context.Context, r mcp.ReadResourceRequest) (contents []mcp.ResourceContents, err error) {
		call := request{config: c, method: mcp.MethodResourcesRead, key: "resource", name: r.Params.URI, uri: r.Params.URI}
		defer func() {
			if v := recover(); v != nil {
				contents, err = nil, call.handlePanic(ctx, v)
			}
		}()
		contents, err = next(ctx, r)
		if err == nil {
			err = checkContents(contents)
		}
		if err != nil {
			return nil, call.fail(ctx, err)
		}
		return contents, nil
	}
}

// prompt is the middleware for prompts.
func (c *config) prompt(next server.PromptHandlerFunc) server.PromptHandlerFunc {
	return func(ctx context.Context, r mcp.GetPromptRequest) (res *mcp.GetPromptResult, err error) {
		call := request{config: c, method: mcp.MethodPromptsGet, key: "prompt", name: r.Params.Name}
		ctx = middleware.WithInput(ctx, func() middleware.Input { return mcpserver.PromptInput(r.Params.Arguments) })
		defer func() {
			if v := recover(); v != nil {
				res, err = nil, call.handlePanic(ctx, v)
			}
		}()
		res, err = next(ctx, r)
		if err == nil {
			err = checkPrompt(res)
		}
		if err != nil {
			call.arguments, _ = json.Marshal(r.Params.Arguments) // texts, which have JSON
			return nil, call.fail(ctx, err)
		}
		return res, nil
	}
}
