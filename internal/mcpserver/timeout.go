package mcpserver

import (
	"context"
	"errors"
	"time"

	"github.com/toolerr/toolerr/errkit"
)

// ErrGoexit is the error of a handler that called runtime.Goexit.
var ErrGoexit = errors.New("mcp: the handler called runtime.Goexit")

// RunWithin runs the handler of a call in a goroutine, so that there is a response if it calls runtime.Goexit: ErrGoexit. After
// the time d the error is errkit.Timeout, also if the handler ignores its context; it continues, and its result is discarded. If
// d is 0 there is no bound. The error of a panic is that of panicked, which is called in the deferred function of the goroutine.
func RunWithin[R any](ctx context.Context, d time.Duration, handler func(context.Context) (R, error), panicked func(v any) error) (R, error) {
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
				r = response{err: panicked(v)}
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
		var none R
		return none, context.Cause(ctx)
	}
}
