package mcpserver

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// RunWithin runs the handler of a call for at most d, and returns errkit.Timeout after that, also if the handler ignores its
// context. Then the handler continues in the background: its result is discarded, and a panic of it is reported. A panic or
// runtime.Goexit of the handler is an error that b has handled. If d is 0 the handler runs in this goroutine, without a bound.
func RunWithin[R any](ctx context.Context, b *middleware.Boundary, d time.Duration, handler func(context.Context) (R, error)) (R, error) {
	if d <= 0 {
		return handler(ctx)
	}
	late := &errkit.Error{Kind: errkit.Timeout, Stage: errkit.Execution}
	ctx, cancel := context.WithTimeoutCause(ctx, d, late)
	defer cancel()
	type returned struct {
		res R
		err error
	}
	var none R
	var abandoned atomic.Bool
	results := make(chan returned, 1)
	ended := b.Go(ctx, func(ctx context.Context) error {
		res, err := handler(ctx)
		if !abandoned.Load() {
			results <- returned{res, err}
		}
		return nil
	})
	select {
	case err := <-ended:
		if err != nil {
			return none, err
		}
		r := <-results
		return r.res, r.err
	case <-ctx.Done():
		abandoned.Store(true)
		return none, context.Cause(ctx)
	}
}
