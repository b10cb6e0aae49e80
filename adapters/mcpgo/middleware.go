package mcpgoerr

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/mcpserver"
)

// WithMiddleware returns an option that adds middleware for tools, resources and prompts, and a
// hook that renders the results of the server's own validation. It comes before other options that
// add middleware, so that their errors are rendered, too, and after [server.WithHooks], which
// would remove the hook; the hooks that the server has then cannot fail it. [server.WithRecovery]
// is not needed; if it came first, it would send the values of panics. Nil options are the zero
// Options.
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

// tool is the middleware for tools.
func (c *config) tool(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		call := c.newToolCall(ctx, r)
		if r.Params.Task != nil {
			call.task = runsAsTask(call.tool(ctx))
		}
		call.Unbounded = call.task
		run := func(ctx context.Context) (*mcp.CallToolResult, error) { return next(ctx, r) }
		h := mcpserver.Handler[*mcp.CallToolResult]{Run: run, Finish: call.finish, Respond: call.respond}
		return serve(ctx, call, r.Header, h) //toolerr:public rendered by the call
	}
}

// resource is the middleware for resources and their templates.
func (c *config) resource(next server.ResourceHandlerFunc) server.ResourceHandlerFunc {
	return func(ctx context.Context, r mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
		call := c.newCall(mcp.MethodResourcesRead, "resource", r.Params.URI)
		run := func(ctx context.Context) ([]mcp.ResourceContents, error) { return next(ctx, r) }
		return serveText(ctx, call, r.Header, run, finishContents)
	}
}

// prompt is the middleware for prompts.
func (c *config) prompt(next server.PromptHandlerFunc) server.PromptHandlerFunc {
	return func(ctx context.Context, r mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		call := c.newCall(mcp.MethodPromptsGet, "prompt", r.Params.Name)
		call.Texts = r.Params.Arguments
		run := func(ctx context.Context) (*mcp.GetPromptResult, error) { return next(ctx, r) }
		return serveText(ctx, call, r.Header, run, finishPrompt)
	}
}

// afterCall replaces the results of the server's own validation, which runs outside of all
// middleware. The server sends the result after its hooks. A text of a handler is an
// encodedContent, if it starts in the same way.
func (c *config) afterCall(ctx context.Context, _ any, r *mcp.CallToolRequest, result any) {
	res, ok := result.(*mcp.CallToolResult)
	if !ok || res == nil || !res.IsError || r == nil {
		return
	}
	failed := c.newToolCall(ctx, *r)
	err := failed.ownError(ctx, onlyText(res))
	if err == nil {
		return
	}
	ctx = header.WithLanguageOf(ctx, r.Header)
	if rendered, err := failed.respond(ctx, failed.Handle(ctx, err)); err == nil {
		*res = *rendered
	}
}

// Structured wraps a handler for [mcp.NewStructuredToolHandler], so that its errors are rendered
// as those of other handlers:
//
//	s.AddTool(tool, mcp.NewStructuredToolHandler(mcpgoerr.Structured(ring)))
func Structured[In, Out any](h mcp.StructuredToolHandlerFunc[In, Out]) mcp.StructuredToolHandlerFunc[In, Out] {
	return func(ctx context.Context, r mcp.CallToolRequest, in In) (Out, error) {
		out, err := h(ctx, r, in)
		if c, ok := ctx.Value(callKey{}).(*call); ok && err != nil {
			returned := err
			c.err.Store(&returned)
			c.Decoded.Store(true)
			err = errkit.From(err) // the server calls Error, which may panic for a nil pointer
		}
		return out, err
	}
}
