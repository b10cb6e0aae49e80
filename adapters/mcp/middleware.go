package mcperr

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
)

// Middleware returns a receiving middleware that renders the errors of tools, resources, prompts
// and completions. Nil options are the zero Options.
//
// The errors of what a program sends are unchanged: [ClientMiddleware] is the middleware for a
// client. A server with tools that change may add it as a sending middleware, too, so that it
// forgets the descriptions that sessions listed:
//
//	m := mcperr.Middleware(nil)
//	server.AddSendingMiddleware(m)
//	server.AddReceivingMiddleware(m)
//
// Middleware that is added later gets the *errkit.Error of a failed call from
// [mcp.CallToolResult.GetError].
func Middleware(o *Options) mcp.Middleware { return newConfig(o).middleware }

// config is what all requests of a server share.
type config struct {
	server *mcpserver.Server
	listed listed[mcp.ServerSession]
	key    string // the member of _meta that has the key of a call
	keys   *idempotency.Keys
}

func newConfig(o *Options) *config {
	o = cmp.Or(o, new(Options))
	keys := cmp.Or(o.Keys, new(idempotency.Keys))
	return &config{server: mcpserver.NewServer(o.server()), key: o.Key, keys: keys}
}

func (c *config) middleware(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if sent(method, req) {
			if method == toolsChanged {
				c.listed.clear()
			}
			return next(ctx, method, req)
		}
		outer := requestOf(ctx)
		if outer != nil && outer.Method == method && outer.req.GetSession() == req.GetSession() {
			return next(ctx, method, req) // the middleware was added twice
		}
		r := c.newRequest(method, req, next)
		if extra := req.GetExtra(); extra != nil {
			ctx = header.WithLanguageOf(ctx, extra.Header)
		}
		return mcpserver.Serve(ctx, &r.Call, functions)
	}
}

const toolsChanged = "notifications/tools/list_changed"

// sent reports whether a request is one that the program sends, so that the middleware is a
// sending one.
func sent(method string, req mcp.Request) bool {
	switch method {
	case mcpserver.Elicit, mcpserver.Sample, mcpserver.ListRoots:
		return true
	case "notifications/initialized", "notifications/roots/list_changed",
		"notifications/progress", "notifications/cancelled": // of clients
	default:
		if strings.HasPrefix(method, "notifications/") {
			return true
		}
	}
	_, client := req.GetSession().(*mcp.ClientSession)
	return client
}

// UserInput returns what the user entered in the form that an error with [errkit.Needs] asked for
// in an earlier round of the same call. It is nil if there was no form. Tools and prompts have the
// same input in their arguments, as far as their schema has these names; resources have no
// arguments. The map is for reading only.
func UserInput(ctx context.Context) map[string]any { return mcpserver.UserInput(ctx) }

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
	// "com.example/idempotency-key", for the tools of mcptool.Add and the handlers that [Handler]
	// and [Raw] wrap. "": calls have no keys.
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
