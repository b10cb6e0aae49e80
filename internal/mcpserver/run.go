package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/toolerr/toolerr/errkit"
)

// ErrGoexit is the error of a handler that called runtime.Goexit.
var ErrGoexit = errors.New("mcp: the handler called runtime.Goexit")

// RunWithin runs a handler in a goroutine, so that there is a response if it calls runtime.Goexit:
// ErrGoexit. After the time d the error is errkit.Timeout, also if the handler ignores its
// context; it continues, and its result is discarded. If d is 0 there is no bound. A panic is that
// of the call c.
func RunWithin[R any](
	ctx context.Context, c *Call, d time.Duration, handler func(context.Context) (R, error),
) (none R, _ error) {
	outer := ctx
	var expired <-chan struct{}
	if d > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, d, errkit.Timeout)
		defer cancel()
		expired = ctx.Done()
	}
	type response struct {
		result R
		err    error
	}
	done := make(chan response, 1)
	go func() {
		r := response{err: ErrGoexit}
		defer func() {
			if v := recover(); v != nil {
				r = response{err: c.HandlePanic(outer, v)}
			}
			done <- r
		}()
		result, err := handler(ctx)
		r = response{result, err}
	}()
	select {
	case r := <-done:
		return r.result, r.err
	case <-expired:
	}
	select {
	case r := <-done: // in time, or because of the timeout
		return r.result, r.err
	default:
		return none, context.Cause(ctx)
	}
}

// HandlePanic is Handle for a recovered panic. It must be called from the deferred function.
//
// Unlike [middleware.Boundary.HandlePanic] it returns an error for http.ErrAbortHandler, too:
// above a handler of MCP there is not always an HTTP server that recovers it, and then it would
// terminate the process.
func (c *Call) HandlePanic(ctx context.Context, v any) error {
	if v == http.ErrAbortHandler {
		v = fmt.Errorf("mcp: %w", http.ErrAbortHandler)
	}
	return c.Boundary.HandlePanic(c.WithFacts(ctx), v)
}
