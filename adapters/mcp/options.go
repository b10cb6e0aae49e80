package mcperr

import (
	"context"
	"sync"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

// Options configure [Middleware]. The zero Options are valid. They must not be changed after the call.
type Options struct {
	// Boundary converts every failure into an *errkit.Error. Nil: [standard.Boundary], which reports to [slog.Default]
	// and so to standard error, which does not disturb a server on stdio. Its Validate validates the input of typed tools
	// that [Handler] wraps, after the SDK has validated it by the schema.
	Boundary *middleware.Boundary

	// Codec renders errors. Its Carry is ignored, see NoCarry.
	Codec dialect.Codec

	// NoCarry leaves out _meta["io.github.toolerr/error"], from which client programs decode all public fields.
	NoCarry bool

	// Structured writes the canonical JSON as structuredContent, for tools without an output schema.
	Structured bool

	// ProtocolValidation renders invalid input as -32602 for clients up to revision 2025-06-18 (SEP-1303).
	ProtocolValidation bool

	// UnknownTool renders a call of an unknown tool as a result with isError, which the model reads, instead of -32602
	// (SEP-2145).
	UnknownTool bool

	// ToolError renders the errors of tools as toolError:v1, and needed input as needsInput:v1.
	ToolError bool

	// FoldErrors renders the JSON-RPC errors that handlers return, and that of an unknown tool, as results with isError: some
	// clients show a model no JSON-RPC error.
	FoldErrors bool

	// Timeout is the time after which the context of a tool is canceled and its call is answered with Timeout, even if the
	// handler continues. 0: no timeout.
	Timeout time.Duration

	// Tool returns the options of a tool, and nil for a tool that has these. Its own Tool is not called. It must return the same
	// pointer for the same options. Nil: all tools have these options.
	Tool func(name string) *Options

	// Ref returns the reference of a failure, such as the id of its trace, and "" for a new one.
	Ref func(context.Context) string

	// Format selects the content blocks of toolError:v1 for calls without an argument "format" (Tool Error Responses,
	// Format Gating).
	Format toolerror.Format
}

// config is Options with all defaults.
type config struct {
	Options
	renderer mcpserver.Renderer
	listed   *tools
	byTool   sync.Map // *Options to *config
}

// forTool returns the configuration of a tool.
func (c *config) forTool(name string) *config {
	o := mcpserver.CallOption(c.Tool, name)
	if o == nil {
		return c
	}
	if known, ok := c.byTool.Load(o); ok {
		return known.(*config)
	}
	own := newConfig(o)
	own.listed = c.listed
	known, _ := c.byTool.LoadOrStore(o, own)
	return known.(*config)
}

func newConfig(o *Options) *config {
	if o == nil {
		o = &Options{}
	}
	c := &config{Options: *o, listed: new(tools), renderer: mcpserver.Renderer{
		Codec: o.Codec, Structured: o.Structured, ProtocolValidation: o.ProtocolValidation, ToolError: o.ToolError, Format: o.Format,
	}}
	c.renderer.Codec.Carry = !o.NoCarry
	if c.Boundary == nil {
		c.Boundary = standard.Boundary()
	}
	return c
}
