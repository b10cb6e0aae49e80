package middleware

import (
	"context"
	"errors"
	"net/http"
	"runtime"
)

var errGoexit = errors.New("middleware: the goroutine ended by runtime.Goexit")

// Go calls f in a new goroutine as [Boundary.Run] does: a panic is converted to an error and does not exit the program,
// unless Repanic is set. The channel receives the result of Run and is closed. It need not be read, because the error is
// reported in any case; a handler that returns the error does not report it again.
//
// A panic of http.ErrAbortHandler is converted, too, because no HTTP server would recover it. If the goroutine ends by
// runtime.Goexit, the error is Internal.
//
// In a group of goroutines, call Run:
//
//	group.Go(func() error { return b.Run(ctx, work) })
func (b *Boundary) Go(ctx context.Context, f func(context.Context) error) <-chan error {
	done := make(chan error, 1)
	go func() {
		defer close(done)
		err := errGoexit // until f returns
		defer b.finish(ctx, &err, done)
		err = f(ctx)
	}()
	return done
}

// finish sends the result of a goroutine. It must be deferred, because Goexit calls only deferred functions.
func (b *Boundary) finish(ctx context.Context, err *error, done chan<- error) {
	switch v := recover(); {
	case v == http.ErrAbortHandler:
		var stack [maxFrames]uintptr
		n := runtime.Callers(1, stack[:])
		*err = b.report(ctx, newPanicError(v, stack[:n]))
		if b != nil && b.Repanic {
			panic(v)
		}
	case v != nil:
		*err = b.HandlePanic(ctx, v)
	default:
		*err = b.Handle(ctx, *err)
	}
	done <- *err
}
