package middleware

import (
	"context"
	"errors"
	"net/http"
	"runtime"
)

var errGoexit = errors.New("middleware: the goroutine ended by runtime.Goexit")

// Go calls f in a goroutine of its own, as [Boundary.Run] does in its caller's:
// a panic in it becomes an error and does not end the program, unless Repanic
// says that it should. The channel gives the outcome once, nil or an
// *errkit.Error, and is closed after it. Nobody has to read it: the error is
// reported in any case. A handler that reads it may return the error; it is not
// reported again.
//
// A panic of http.ErrAbortHandler is like any other there, since no HTTP server
// would catch it. A goroutine that ends by runtime.Goexit gives Internal.
//
// For a group of goroutines, give Run to the group:
//
//	group.Go(func() error { return b.Run(ctx, work) })
func (b *Boundary) Go(ctx context.Context, f func(context.Context) error) <-chan error {
	done := make(chan error, 1)
	go func() {
		defer close(done)
		err := errGoexit // as long as f did not return
		defer b.settle(ctx, &err, done)
		err = f(ctx)
	}()
	return done
}

// settle is deferred, so that it is there when the goroutine ends by Goexit.
func (b *Boundary) settle(ctx context.Context, err *error, done chan<- error) {
	switch v := recover(); {
	case v == http.ErrAbortHandler:
		var stack [maxFrames]uintptr
		n := runtime.Callers(1, stack[:])
		*err = b.report(ctx, newFault(v, stack[:n]))
		if b != nil && b.Repanic {
			panic(v)
		}
	case v != nil:
		*err = b.Recovered(ctx, v)
	default:
		*err = b.Normal(ctx, *err)
	}
	done <- *err
}
