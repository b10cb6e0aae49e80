package mcperr

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/middleware"
)

// The errors of the SDK, most of which it reports only as a text. rpc.go has those that are
// JSON-RPC errors.

// find visits the chain of an error. rpc is a JSON-RPC error of the handler; peer reports that an
// uncoded error is that of a call that this program made to another server.
func find(err error) (v mcpserver.Verdict, rpc *jsonrpc.Error, peer bool) {
	v = mcpserver.Find(err, func(err error) bool {
		switch e := err.(type) {
		case *jsonrpc.Error:
			if !peer && e != nil { // a nil pointer is an uncoded error
				rpc = e
			}
		case interface{ Unwrap() error }:
			// The text that sessions of the SDK write. A handler may use it, too, for an error
			// that is coded below.
			peer = peer || strings.HasPrefix(errchain.Text(err), `calling "`)
		}
		return rpc != nil
	})
	return v, rpc, peer
}

// Convert converts the errors of the SDK. A JSON-RPC error is returned unwrapped, because the SDK
// does not unwrap it.
func (r *request) Convert(ctx context.Context, err error) (mcpserver.Verdict, error) {
	r.meta, r.structured = nil, nil
	if result, ok := err.(*resultError); ok {
		r.meta, r.structured, err = result.meta, result.structured, result.error
	}
	return r.convert(ctx, err, true)
}

// handle is Handle for an error of a handler, which is not one of the SDK whatever its text is.
func (r *request) handle(ctx context.Context, err error) error {
	v, err := r.convert(ctx, err, false)
	return r.HandleAs(ctx, v, err)
}

// convert is Convert for an error that the SDK may have made, or that a handler returned.
func (r *request) convert(ctx context.Context, err error, bySDK bool) (mcpserver.Verdict, error) {
	v, rpc, peer := find(err)
	if rpc != nil {
		if e := r.fromRPC(ctx, rpc); e != nil {
			return mcpserver.Coded, e
		}
		if text := err.Error(); slices.Contains(ownTexts[:], text) {
			rpc = &jsonrpc.Error{Code: rpc.Code, Message: text, Data: rpc.Data}
		}
		return v, rpc
	}
	if v == mcpserver.Coded {
		return v, err
	}
	if bySDK {
		if e := r.fromText(ctx, err); e != nil {
			return mcpserver.Coded, e
		}
	}
	if e := unsupportedByClient(err); e != nil {
		return mcpserver.Coded, e
	}
	if peer {
		return mcpserver.Coded, FromError(err)
	}
	return v, err
}

// fromText converts the errors that the SDK reports only as a text, and returns nil for all
// others. The text may contain the input, so that it becomes the cause.
func (r *request) fromText(ctx context.Context, err error) *errkit.Error {
	text := err.Error()
	switch {
	case strings.HasPrefix(text, "multi-round-trip: "): // the client did not send what the handler asked for
		return &errkit.Error{Kind: errkit.InputRequired, Err: err}
	case text == "the server is busy, retry later":
		return &errkit.Error{Kind: errkit.Unavailable, Stage: errkit.Execution, Retry: errkit.Allowed, Err: err}
	case slices.Contains(ownTexts[:], text):
		public := errkit.Text(text)
		return &errkit.Error{Kind: errkit.InvalidRequest, Stage: errkit.BeforeCall, Message: public, Err: err}
	case r.Method != mcpserver.CallTool:
	case strings.HasPrefix(text, `validating "arguments": `):
		return r.invalidInput(ctx, text)
	case strings.HasPrefix(text, "validating tool output: "), strings.HasPrefix(text, "marshaling output: "):
		return &errkit.Error{Kind: errkit.OutputInvalid, Err: err}
	default:
		// The SDK returns the error of decoding the arguments into a tool's type as it is. A
		// handler may return such an error, too, about another document.
		if mismatch, ok := err.(*json.UnmarshalTypeError); ok {
			ctx, _ = r.Blame(ctx, mismatch)
			return middleware.JSON(ctx, mismatch)
		}
	}
	return nil
}

// ownTexts are the texts of the SDK that contain nothing of a handler.
var ownTexts = [...]string{
	"invalid params: missing required 'ref' field",
	"invalid params: missing required 'argument.name' field",
	"invalid params: missing required 'notifications' field",
	`invalid params: "params" must be be provided`,
	`duplicate "initialize" received`,
	`duplicate "notifications/initialized" received`,
	`missing required "params"`,
}

// clientFeatures are what a handler asks of a client. The name is that in the texts of the SDK.
var clientFeatures = [...]struct{ method, name string }{
	{mcpserver.Elicit, "elicitation"},
	{mcpserver.Sample, "CreateMessage"},
	{mcpserver.ListRoots, "roots"},
}

// unsupportedByClient returns the error for a request of the handler that the client does not
// support, and nil for any other.
func unsupportedByClient(err error) *errkit.Error {
	rpc, _ := errors.AsType[*jsonrpc.Error](err)
	for _, f := range clientFeatures {
		called := errchain.Any(err, func(err error) bool {
			return strings.HasPrefix(err.Error(), `calling "`+f.method+`": `)
		})
		refused := errchain.Any(err, func(err error) bool {
			rest, ok := strings.CutPrefix(err.Error(), "client does not support ")
			return ok && (called || strings.HasSuffix(rest, f.name))
		})
		if refused || called && rpc != nil && rpc.Code == jsonrpc.CodeMethodNotFound {
			return mcpserver.Unsupported(f.method, err)
		}
	}
	return nil
}

// invalidInput returns the error for arguments that the SDK rejected by the schema, with a text.
// If the text mentions no fault that the schema finds, which the session listed, the tool has
// changed since.
func (r *request) invalidInput(ctx context.Context, text string) *errkit.Error {
	t := r.description(ctx)
	if t == nil {
		return &errkit.Error{Kind: errkit.InvalidInput}
	}
	e := mcpserver.InvalidInput(t.InputSchema, r.Arguments, true)
	if !slices.ContainsFunc(e.Fields, func(f errkit.Field) bool { return mentions(text, f.Path) }) {
		if now := r.list(ctx); now != nil && now != t {
			return mcpserver.InvalidInput(now.InputSchema, r.Arguments, true)
		}
	}
	return e
}

// mentions reports whether a text of the SDK may be about the value at a path: it has the name of
// the innermost member.
func mentions(text, path string) bool {
	for i := strings.LastIndexByte(path, '/'); i >= 0; i = strings.LastIndexByte(path, '/') {
		if _, err := strconv.Atoi(path[i+1:]); err != nil {
			return strings.Contains(text, pointer.Unescape(path[i+1:]))
		}
		path = path[:i] // without the index of an item
	}
	return true
}
