package mcperr

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/mapping"
)

// RetryOptions configure [Retry]. The zero RetryOptions are valid.
type RetryOptions struct {
	Attempts int           // of one call, with the first; 0: 3
	Base     time.Duration // before the second attempt, if the server names no time; doubled for each further one; 0: 200 ms
	MaxWait  time.Duration // a call that must wait longer is not repeated; 0: 30 s

	// Idempotent reports whether a call of a tool may be repeated without the server's advice. Nil: if the tool, which the
	// session has listed, has the annotation readOnlyHint or idempotentHint.
	Idempotent func(tool string) bool

	// OnRetry is called before each wait.
	OnRetry func(ctx context.Context, method string, err error, wait time.Duration)
}

// Retry returns a sending middleware for a client that repeats failed calls:
//   - if the server's error allows it explicitly, whatever is called;
//   - if the kind of the error allows it (see package mapping) and the call is idempotent: everything but a tool that may have
//     effects. A kind that is only a guess from a text does not.
//
// It waits for the time that the server names, and returns the last result or error if that is longer than MaxWait, if the context
// ends, or after the last attempt.
func Retry(o *RetryOptions) mcp.Middleware {
	r := &retrier{}
	if o != nil {
		r.RetryOptions = *o
	}
	if r.Attempts <= 0 {
		r.Attempts = 3
	}
	if r.Base <= 0 {
		r.Base = 200 * time.Millisecond
	}
	if r.MaxWait <= 0 {
		r.MaxWait = 30 * time.Second
	}
	return r.middleware
}

type retrier struct {
	RetryOptions
	listed listed[mcp.ClientSession, bool] // whether a tool is idempotent
}

func (r *retrier) middleware(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
		for attempt := 1; ; attempt++ {
			res, err = next(ctx, method, req)
			if list, ok := res.(*mcp.ListToolsResult); ok && err == nil {
				r.remember(req, list)
			}
			if attempt >= r.Attempts || !isClientCall(method) {
				return res, err
			}
			failed := errorOf(res, err)
			if failed == nil || !r.mayRepeat(method, req, errkit.From(failed)) {
				return res, err
			}
			wait := r.wait(errkit.From(failed), attempt)
			if deadline, ok := ctx.Deadline(); wait > r.MaxWait || ok && time.Until(deadline) < wait {
				return res, err
			}
			if r.OnRetry != nil {
				r.OnRetry(ctx, method, failed, wait)
			}
			timer := time.NewTimer(wait)
			select {
			case <-timer.C:
			case <-ctx.Done():
				timer.Stop()
				return res, err
			}
		}
	}
}

// mayRepeat reports whether a failed call may be repeated.
func (r *retrier) mayRepeat(method string, req mcp.Request, e *errkit.Error) bool {
	if e.Peer != nil && (e.Retry == errkit.Allowed || e.Peer.Retry == errkit.Allowed) {
		return true
	}
	var table *mapping.Table
	return table.RetryOf(e) == errkit.Allowed && r.idempotent(method, req)
}

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
	session, _ := req.GetSession().(*mcp.ClientSession)
	return r.listed.find(session, params.Name)
}

// remember records which of the tools that a session listed are idempotent.
func (r *retrier) remember(req mcp.Request, page *mcp.ListToolsResult) {
	session, _ := req.GetSession().(*mcp.ClientSession)
	params, _ := req.GetParams().(*mcp.ListToolsParams)
	r.listed.remember(session, page, params, func(t *mcp.Tool) bool {
		return t.Annotations != nil && (t.Annotations.ReadOnlyHint || t.Annotations.IdempotentHint)
	})
}

// wait returns the time before the next attempt: that of the server, or a random part of the doubled base.
func (r *retrier) wait(e *errkit.Error, attempt int) time.Duration {
	if e.RetryAfter > 0 {
		return e.RetryAfter
	}
	most := r.Base << min(attempt-1, 16)
	if most <= 0 || most > r.MaxWait {
		most = r.MaxWait
	}
	return most/2 + rand.N(most/2+1)
}
