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

	// ToolError renders the errors of tools as toolError:v1, and needed input as needsInput:v1.
	ToolError bool

	// Format selects the content blocks of toolError:v1 for calls without an argument "format" (Tool Error Responses,
	// Format Gating).
	Format toolerror.Format

	// Timeout bounds each call of a tool, which then fails with errkit.Timeout, also if its handler ignores its context. 0:
	// calls have no bound. A tool that runs as a task has none.
	Timeout time.Duration

	// Tools has the options of single tools by name, which replace these. A nil Boundary in them is that of these.
	Tools map[string]*Options
}

// config is Options with all defaults.
type config struct {
	boundary *middleware.Boundary
	renderer mcpserver.Renderer
	timeout  time.Duration
	tools    map[string]*config
	server   *server.MCPServer // nil: that of the context
}

func newConfig(o *Options, s *server.MCPServer) *config {
	if o == nil {
		o = &Options{}
	}
	b := o.Boundary
	if b == nil {
		b = standard.Boundary()
	}
	c := o.config(b, s)
	c.tools = make(map[string]*config, len(o.Tools))
	for name, t := range o.Tools {
		if t != nil {
			c.tools[name] = t.config(b, s)
		}
	}
	return c
}

func (o *Options) config(b *middleware.Boundary, s *server.MCPServer) *config {
	if o.Boundary != nil {
		b = o.Boundary
	}
	c := &config{server: s, boundary: b, timeout: o.Timeout, renderer: mcpserver.Renderer{
		Codec: o.Codec, Structured: o.Structured, ToolError: o.ToolError, Format: o.Format,
	}}
	c.renderer.Codec.Carry = !o.NoCarry
	return c
}

// forTool returns the config for a tool.
func (c *config) forTool(name string) *config {
	if t := c.tools[name]; t != nil {
		return t
	}
	return c
}

// withFacts returns a context with the facts of a request, for the report.
func (c *config) withFacts(ctx context.Context, method mcp.MCPMethod, key, name string) context.Context {
	return mcpserver.WithFacts(ctx, c.renderer.Codec.Table, string(method), key, name)
}

// handle passes an error to the boundary.
func (c *config) handle(ctx context.Context, err error) *errkit.Error {
	return errkit.From(c.boundary.Handle(ctx, err))
}

// handlePanic is handle for the value of a panic. It must be called from the deferred function.
func (c *config) handlePanic(ctx context.Context, v any) *errkit.Error {
	return errkit.From(mcpserver.HandlePanic(ctx, c.boundary, v))
}
