package mcperr

import (
	"context"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
)

// Options configure [Middleware]. The zero Options are valid. They must not be changed after the
// call.
type Options struct {
	// Boundary converts every failure into an *errkit.Error. Nil: [standard.Boundary], which
	// reports to [slog.Default] and so to standard error, which does not disturb a server on
	// stdio. Its Validate validates the input of typed tools that [Handler] wraps, after the SDK
	// has validated it by the schema; see [Handler] for validate tags.
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

	// ProtocolValidation renders invalid input as -32602 for clients up to revision 2025-06-18
	// (SEP-1303).
	ProtocolValidation bool

	// UnknownTool renders a call of an unknown tool as a result with isError, which the model
	// reads, instead of -32602 (SEP-2145).
	UnknownTool bool

	// ToolError renders the errors of tools as toolError:v1, and needed input as needsInput:v1.
	ToolError bool

	// FoldErrors renders the JSON-RPC errors that handlers return, and that of an unknown tool, as
	// results with isError: some clients show a model no JSON-RPC error.
	FoldErrors bool

	// Key names the member of _meta that has the idempotency key of a call, such as
	// "com.example/idempotency-key", for the tools of mcptool.Add and the handlers that [Handler] and
	// [Raw] wrap. "": calls have no keys.
	Key string

	// Keys decide what a call with the key of an earlier one does. Nil: it waits for the answer of
	// one that is running. The caller is [idempotency.WithPrincipal], the user of the SDK's
	// auth.TokenInfo, the credentials in the headers, or the session.
	Keys *idempotency.Keys

	// Timeout is the time after which the context of a tool is canceled and its call is answered
	// with Timeout, even if the handler continues. 0: no timeout.
	Timeout time.Duration

	// Tool returns the options of a tool, and nil for a tool that has these. In its options a nil
	// Boundary and a nil Ref are those of the server, and Tool is not called. It is called for
	// each call of a tool. If Tool is nil or panics, the tool has these options.
	Tool func(name string) *Options

	// Ref returns the reference of a failure, such as the id of its trace. If it is nil, panics or
	// returns "", the reference is that of the boundary; see [middleware.Boundary].
	Ref func(context.Context) string

	// Format selects the content blocks of toolError:v1 for calls without an argument "format"
	// (Tool Error Responses, Format Gating).
	Format toolerror.Format
}

// server returns the server that has the options, nil for none.
func (o *Options) server() *mcpserver.Server {
	if o == nil {
		return nil
	}
	s := &mcpserver.Server{
		Boundary: o.Boundary, Codec: o.Codec, Structured: o.Structured, Drafts: o.Drafts,
		ProtocolValidation: o.ProtocolValidation, UnknownTool: o.UnknownTool, ToolError: o.ToolError,
		FoldErrors: o.FoldErrors, Timeout: o.Timeout, Ref: o.Ref, Format: o.Format,
	}
	s.Codec.Carry = !o.NoCarry
	if tool := o.Tool; tool != nil {
		s.Tool = func(name string) *mcpserver.Server { return tool(name).server() }
	}
	return s
}
