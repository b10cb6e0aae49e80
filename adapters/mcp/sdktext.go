package mcperr

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/toolerr/toolerr/errkit"
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
	case r.method != mcpserver.CallTool:
		return nil
	case strings.HasPrefix(text, `validating "arguments": `):
		t := r.description(ctx)
		if t == nil {
			return &errkit.Error{Kind: errkit.InvalidInput}
		}
		return mcpserver.InvalidInput(t.InputSchema, r.arguments())
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
