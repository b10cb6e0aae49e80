package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
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
	var r struct {
		result R
		err    error
		ended  sync.WaitGroup
	}
	outer := ctx
	var done chan struct{} // nil: there is no bound
	if d > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, d, errkit.Timeout)
		defer cancel()
		done = make(chan struct{})
	}
	r.err = ErrGoexit
	r.ended.Add(1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				r.err = c.HandlePanic(outer, v)
			}
			if r.ended.Done(); done != nil {
				close(done)
			}
		}()
		r.result, r.err = handler(ctx)
	}()
	if done == nil {
		r.ended.Wait()
		return r.result, r.err
	}
	select {
	case <-done:
	case <-ctx.Done():
		select {
		case <-done: // in time, or because of the timeout
		default:
			return none, context.Cause(ctx)
		}
	}
	return r.result, r.err
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
