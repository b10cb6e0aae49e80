package mcperr

import (
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
	"github.com/toolerr/toolerr/middleware/validate"
)

// Options say how errors are told. The zero Options and the nil ones work. They
// are not changed after they are given away.
type Options struct {
	// Boundary converts every failure into an *errkit.Error. Nil:
	// [standard.Boundary], which reports to [slog.Default]; that writes to
	// standard error, which is safe over stdio.
	Boundary *middleware.Boundary

	// Codec renders errors. Nil: one with Carry, so that the whole error is in
	// _meta["io.github.toolerr/error"], for client programs.
	Codec *dialect.Codec

	// Structured puts the canonical JSON into structuredContent too, for tools
	// without an output schema.
	Structured bool

	// ProtocolValidation says invalid input as -32602 to peers that speak
	// 2025-06-18 or older, which knew no better (SEP-1303).
	ProtocolValidation bool

	// UnknownTool makes a call of an unknown tool a result with isError, which
	// the model sees, instead of -32602 (SEP-2145).
	UnknownTool bool

	// ToolError says the errors of tools as toolError:v1, and questions to the
	// user as needsInput:v1.
	ToolError bool

	// Format says which blocks such a result has, where the call has no argument
	// "format" that does (Tool Error Responses, Format Gating).
	Format toolerror.Format

	// Validate checks the input of typed tools that [Handler] wraps, after the
	// SDK has; its error is told as any other. Nil: their struct tags are
	// checked (see package middleware/validate).
	Validate func(input any) error
}

// setup is what a server's calls share.
type setup struct {
	Options
	codec *dialect.Codec
	tags  validate.Validator
}

func newSetup(o *Options) *setup {
	if o == nil {
		o = &Options{}
	}
	s := &setup{Options: *o, codec: o.Codec}
	if s.Boundary == nil {
		s.Boundary = standard.Boundary()
	}
	if s.codec == nil {
		s.codec = &dialect.Codec{Carry: true}
	}
	return s
}
