package mcperr

import (
	"cmp"
	"context"
	"log/slog"
	"reflect"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcpserver"
	requests "github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/mapping"
)

// RetryOptions configure [Retry]. The zero RetryOptions are valid.
type RetryOptions struct {
	Attempts int           // of one call, with the first; 0: 3
	Base     time.Duration // before the second attempt, if the server names no time; then doubled; 0: 200 ms
	MaxWait  time.Duration // a call that must wait longer is not repeated; 0: 30 s

	// Idempotent reports whether making a call of a tool twice has the effect of making it once.
	// Nil: if the tool, which the session has listed, has the annotation readOnlyHint or
	// idempotentHint.
	Idempotent func(tool string) bool

	// OnRetry is called before each wait.
	OnRetry func(ctx context.Context, method string, err error, wait time.Duration)
}

// Retry returns a sending middleware for a client that repeats failed calls:
//   - if the server's error allows it; or, where it has no retry, if it names a time to wait or
//     its kind allows it (see package mapping; a kind that is only a guess from a text does not);
//   - and if the error states that the call had no effect, or the call is idempotent: everything
//     but a tool that may have effects (SEP-3313).
//
// It waits for the time that the server names, and returns the last result or error if that is
// longer than MaxWait, if the context ends, or after the last attempt.
//
// If a server's list has changed so that its cursor is not valid any more, and the server asks for
// it (restart in the draft error registry of MCP), the list starts again: the result is the first
// page.
//
// Over HTTP, use a [ClientTransport], without which the time to wait is not known.
func Retry(o *RetryOptions) mcp.Middleware {
	r := &retrier{RetryOptions: *cmp.Or(o, new(RetryOptions))}
	r.Base = cmp.Or(max(r.Base, 0), 200*time.Millisecond)
	return r.middleware
}

type retrier struct {
	RetryOptions
	listed listed[mcp.ClientSession]
}

func (r *retrier) middleware(next mcp.MethodHandler) mcp.MethodHandler {
	var table *mapping.Table
	policy := requests.Repeat{Attempts: r.Attempts, Base: r.Base, MaxWait: r.MaxWait}
	return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
		for attempt := 1; ; attempt++ {
			res, err = next(ctx, method, req)
			if err == nil {
				r.listed.remember(req, res)
			}
			failed := errorOf(res, err)
			if failed == nil || !isClientCall(method) {
				return res, err
			}
			e := errkit.From(failed)
			repeatable := func() bool { return r.idempotent(method, req) }
			if cursor, old := cursorOf(req, e); attempt == 1 && old != "" {
				cursor.SetString("")
				defer cursor.SetString(old) // it is the caller's
				continue
			}
			if !requests.MayRepeat(e, e.RetryAfter > 0 || table.RetryOf(e) == errkit.Allowed, repeatable) {
				return res, err
			}
			repeat, _ := policy.Wait(ctx, e, attempt, func(wait time.Duration) {
				if r.OnRetry != nil {
					r.OnRetry(ctx, method, failed, wait)
				}
			})
			if !repeat {
				return res, err
			}
		}
	}
}

// cursorOf returns the cursor in the params of a request, and its value, if the server asks to
// start the list again.
func cursorOf(req mcp.Request, e *errkit.Error) (cursor reflect.Value, value string) {
	restart := slices.ContainsFunc(e.Details, func(a slog.Attr) bool {
		return a.Key == "restart" && a.Value.String() == "true"
	})
	params := reflect.ValueOf(req.GetParams())
	if e.Kind != errkit.FailedPrecondition || !restart || params.Kind() != reflect.Pointer || params.IsNil() {
		return cursor, ""
	}
	if cursor = params.Elem().FieldByName("Cursor"); !cursor.IsValid() {
		return cursor, ""
	}
	return cursor, cursor.String()
}

// idempotent reports whether a call may be repeated if the kind of its error allows that.
func (r *retrier) idempotent(method string, req mcp.Request) bool {
	if method != mcpserver.CallTool {
		return true
	}
	params, ok := req.GetParams().(*mcp.CallToolParams)
	if !ok || params == nil {
		return false
	}
	if r.Idempotent != nil {
		return r.Idempotent(params.Name)
	}
	return repeatable(r.listed.of(req)[params.Name]) == errkit.RepeatableYes
}
