package mcperr

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/middleware"
)

// fromText converts the errors that the SDK reports only as a text, and returns nil for all others. The text may contain the
// input, so that it becomes the cause.
func (r *request) fromText(ctx context.Context, err error) *errkit.Error {
	text := err.Error()
	switch {
	case strings.HasPrefix(text, "multi-round-trip: "): // the client did not provide the input that the handler asked for
		return &errkit.Error{Kind: errkit.InputRequired, Err: err}
	case text == "the server is busy, retry later":
		return &errkit.Error{Kind: errkit.Unavailable, Stage: errkit.Execution, Retry: errkit.Allowed, Err: err}
	case slices.Contains(ownTexts[:], text):
		return &errkit.Error{Kind: errkit.InvalidRequest, Stage: errkit.BeforeCall, Message: errkit.Text(text), Err: err}
	case r.method != mcpserver.CallTool:
		return nil
	case strings.HasPrefix(text, `validating "arguments": `):
		return r.invalidInput(ctx, text)
	case strings.HasPrefix(text, "validating tool output: "), strings.HasPrefix(text, "marshaling output: "):
		return &errkit.Error{Kind: errkit.OutputInvalid, Err: err}
	}
	// The SDK returns the error of decoding the arguments into a tool's type as it is. A handler may return such an error,
	// too, about another document.
	if mismatch, ok := err.(*json.UnmarshalTypeError); ok {
		ctx, _ = mcpserver.Blame(ctx, mismatch, r.evidence(ctx))
		return middleware.JSON(ctx, mismatch)
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

// ownText returns the JSON-RPC error in err, with the text of err if that is one of the SDK's own.
func ownText(err error, rpc *jsonrpc.Error) *jsonrpc.Error {
	if text := err.Error(); slices.Contains(ownTexts[:], text) {
		return &jsonrpc.Error{Code: rpc.Code, Message: text, Data: rpc.Data}
	}
	return rpc
}

// clientFeatures are what a handler asks of a client.
var clientFeatures = [...]struct {
	method, name string // name is that in the texts of the SDK
	sentence     errkit.Text
}{
	{"elicitation/create", "elicitation", "The client does not support elicitation."},
	{"sampling/createMessage", "CreateMessage", "The client does not support sampling."},
	{"roots/list", "roots", "The client does not support roots."},
}

// unsupportedByClient returns the error for a request of the handler that the client does not support, and nil for any other.
func unsupportedByClient(err error) error {
	rpc, _ := errors.AsType[*jsonrpc.Error](err)
	for _, f := range clientFeatures {
		called := errchain.Any(err, func(err error) bool { return strings.HasPrefix(err.Error(), `calling "`+f.method+`": `) })
		refused := errchain.Any(err, func(err error) bool {
			rest, ok := strings.CutPrefix(err.Error(), "client does not support ")
			return ok && (called || strings.HasSuffix(rest, f.name))
		})
		if refused || called && rpc != nil && rpc.Code == jsonrpc.CodeMethodNotFound {
			return &errkit.Error{Kind: errkit.Unsupported, Message: f.sentence, Err: err}
		}
	}
	return nil
}
