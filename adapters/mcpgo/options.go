package mcpgoerr

import (
	"context"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

// Options configure [WithMiddleware] and the functions that wrap handlers. The zero Options are valid. They must not be changed
// after the call.
type Options struct {
	// Boundary converts every failure into an *errkit.Error. Nil: [standard.Boundary], which reports to [slog.Default].
	Boundary *middleware.Boundary

	// Codec renders errors. Its Carry is ignored, see NoCarry.
	Codec dialect.Codec

	// NoCarry leaves out _meta["io.github.toolerr/error"], from which client programs decode all public fields.
	NoCarry bool

	// Structured writes the canonical JSON as structuredContent, for tools without an output schema.
	Structured bool

	// Drafts writes what open proposals for MCP define: the code -32023 (SEP-3304), and a ToolFailure in _meta of errors with
	// a Ref (SEP-3313). Clients that do not know them ignore the latter.
	Drafts bool

	// ToolError renders the errors of tools as toolError:v1, and needed input as needsInput:v1.
	ToolError bool

	// Format selects the content blocks of toolError:v1 for calls without an argument "format" (Tool Error Responses,
	// Format Gating).
	Format toolerror.Format

	// Timeout is the time after which the context of a tool is canceled and its call is answered with Timeout, even if the
	// handler continues. 0: no timeout. A tool that runs as a task has none: its client cancels it.
	Timeout time.Duration

	// Tool returns the options of a tool, and nil for a tool that has these. In its options a nil Boundary and a nil Ref are those of
	// the server, and Tool is not called. It is called for each call of a tool. If Tool is nil or panics, the tool has these options.
	Tool func(name string) *Options

	// Ref returns the reference of a failure, such as the id of its trace. If it is nil, panics or returns "", the reference is that
	// of the boundary; see [middleware.Boundary].
	Ref func(context.Context) string
}

// config is Options with all defaults.
type config struct {
	Options
	renderer mcpserver.Renderer
	server   *server.MCPServer // nil: that of the context
}

func newConfig(o *Options, s *server.MCPServer) *config {
	var own Options
	if o != nil {
		own = *o
	}
	if own.Boundary == nil {
		own.Boundary = standard.Boundary()
	}
	return configure(own, s)
}

// configure returns the configuration of options with a Boundary.
func configure(o Options, s *server.MCPServer) *config {
	c := &config{Options: o, server: s, renderer: mcpserver.Renderer{
		Codec: o.Codec, Structured: o.Structured, Drafts: o.Drafts, ToolError: o.ToolError, Format: o.Format,
	}}
	c.renderer.Codec.Carry = !o.NoCarry
	return c
}

// forTool returns the configuration of a tool.
func (c *config) forTool(name string) *config {
	o := mcpserver.CallOption(c.Tool, name)
	if o == nil {
		return c
	}
	own := *o
	if own.Boundary == nil {
		own.Boundary = c.Boundary
	}
	if own.Ref == nil {
		own.Ref = c.Ref
	}
	return configure(own, c.server)
}

// withFacts returns a context with the facts of a request, for the report.
func (c *config) withFacts(ctx context.Context, method mcp.MCPMethod, key, name string) context.Context {
	ctx = middleware.WithRef(ctx, mcpserver.CallOption(c.Ref, ctx))
	return middleware.WithAttrs(mcpserver.WithFacts(ctx, c.renderer.Codec.Table, string(method), key, name), clientFacts(ctx)...)
}

// handle passes an error to the boundary.
func (c *config) handle(ctx context.Context, err error) *errkit.Error {
	return errkit.From(c.Boundary.Handle(ctx, err))
}

// handlePanic is handle for the value of a panic. It must be called from the deferred function.
func (c *config) handlePanic(ctx context.Context, v any) *errkit.Error {
	return errkit.From(mcpserver.HandlePanic(ctx, c.Boundary, v))
}
