package mcpgoerr

import (
	"cmp"
	"context"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
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
		return serveText(ctx, call, r.Header, run, finishContents) //toolerr:public rendered by the call
	}
}

// prompt is the middleware for prompts.
func (c *config) prompt(next server.PromptHandlerFunc) server.PromptHandlerFunc {
	return func(ctx context.Context, r mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		call := c.newCall(mcp.MethodPromptsGet, "prompt", r.Params.Name)
		call.Texts = r.Params.Arguments
		run := func(ctx context.Context) (*mcp.GetPromptResult, error) { return next(ctx, r) }
		return serveText(ctx, call, r.Header, run, finishPrompt) //toolerr:public rendered by the call
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
			c.err.Store(new(err))
			c.Decoded.Store(true)
			err = errkit.From(err) // the server calls Error, which may panic for a nil pointer
		}
		return out, err
	}
}

// Options configure [WithMiddleware] and the functions that wrap handlers. The zero Options are
// valid. They must not be changed after the call.
type Options struct {
	// Boundary converts every failure into an *errkit.Error. Nil: [standard.Boundary], which
	// reports to [slog.Default].
	Boundary *middleware.Boundary

	// Codec renders errors. Its Carry is ignored, see NoCarry.
	Codec dialect.Codec

	// NoCarry leaves out _meta["io.github.toolerr/error"], from which client programs decode all
	// public fields.
	NoCarry bool

	// Structured writes the canonical JSON as structuredContent, for tools without an output
	// schema.
	Structured bool

	// Drafts writes what open proposals for MCP define: the code -32023 (SEP-3304), and a
	// ToolFailure in _meta of errors with a Ref (SEP-3313). Clients that do not know them ignore
	// the latter.
	Drafts bool

	// ToolError renders the errors of tools as toolError:v1, and needed input as needsInput:v1.
	ToolError bool

	// Format selects the content blocks of toolError:v1 for calls without an argument "format"
	// (Tool Error Responses, Format Gating).
	Format toolerror.Format

	// Timeout is the time after which the context of a tool is canceled and its call is answered
	// with Timeout, even if the handler continues. 0: no timeout. A tool that runs as a task has
	// none: its client cancels it.
	Timeout time.Duration

	// Tool returns the options of a tool, and nil for a tool that has these. In its options a nil
	// Boundary and a nil Ref are those of the server, and Tool is not called. It is called for
	// each call of a tool. If Tool is nil or panics, the tool has these options.
	Tool func(name string) *Options

	// Key names the member of _meta that has the idempotency key of a call, such as
	// "com.example/idempotency-key", for the tools of [Add]. "": calls have no keys.
	Key string

	// Keys decide what a call with the key of an earlier one does. Nil: it waits for the answer of
	// one that is running. The caller is [idempotency.WithPrincipal], or known by the credentials
	// in the headers or by the session; the client of a server on stdio is not known.
	Keys *idempotency.Keys

	// Ref returns the reference of a failure, such as the id of its trace. If it is nil, panics or
	// returns "", the reference is that of the boundary; see [middleware.Boundary].
	Ref func(context.Context) string
}

// server returns the server that has the options, nil for none.
func (o *Options) server() *mcpserver.Server {
	if o == nil {
		return nil
	}
	s := &mcpserver.Server{
		Boundary: o.Boundary, Codec: o.Codec, Structured: o.Structured, Drafts: o.Drafts,
		ToolError: o.ToolError, Timeout: o.Timeout, Ref: o.Ref, Format: o.Format,
	}
	s.Codec.Carry = !o.NoCarry
	if tool := o.Tool; tool != nil {
		s.Tool = func(name string) *mcpserver.Server { return tool(name).server() }
	}
	return s
}

// config is what all calls of a server share.
type config struct {
	*mcpserver.Server
	mcp  *server.MCPServer // nil: that of the context
	key  string            // the member of _meta that has the key of a call
	keys *idempotency.Keys
}

func newConfig(o *Options, s *server.MCPServer) *config {
	o = cmp.Or(o, new(Options))
	keys := cmp.Or(o.Keys, new(idempotency.Keys))
	return &config{Server: mcpserver.NewServer(o.server()), mcp: s, key: o.Key, keys: keys}
}
