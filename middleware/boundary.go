package middleware

import (
	"context"
	"errors"
	"net/http"
	"runtime"

	"github.com/toolerr/toolerr/errkit"
)

// A Boundary makes one *errkit.Error of whatever goes wrong behind it. The zero
// Boundary and the nil one work. A Boundary that is in use must not be changed;
// it may be used by many goroutines at once.
//
// An error becomes
//   - what its author coded, if somebody did (see [errkit.From]);
//   - [errkit.Internal] if it was a panic, with a [*Panic] as the cause;
//   - what the first of Classify says that knows it;
//   - [errkit.Timeout] or [errkit.Canceled] if it is a context error;
//   - else Internal, with the error as the cause.
//
// Neither a returned error nor a sentinel is ever written to: what has to be
// different is different in a copy.
type Boundary struct {
	// Classify are asked in order for a kind for an error that nobody coded.
	Classify []Classifier

	// Report is called once for each error, before the answer is made, with the
	// whole chain of causes and a Ref. The error is for reading only. Facts
	// about the call are in [Attrs] of the context. A Report that panics spoils
	// no answer. Nil: nothing is reported, and no Ref is made.
	Report func(context.Context, *errkit.Error)

	// Pass names the foreign errors that mean something to the protocol at
	// hand: they come back untouched and unreported. Nil: there are none.
	Pass func(error) bool

	// Relay lets errors that a peer sent through as they are. Otherwise they
	// become UpstreamFailed: a peer's 401 or 429 is not ours.
	Relay bool

	// Repanic lets a panic go on up, with its own value, after the report: for
	// programs that would rather end than go on in an unknown state.
	Repanic bool
}

// A Classifier knows what one sort of uncoded error means, and returns nil for
// all others. It is given the error as it was returned, so it must look through
// the chain. The Err of its answer may stay empty: the Boundary sets it. A
// Classifier that panics knows nothing.
type Classifier func(ctx context.Context, err error) *errkit.Error

// Run calls f and returns nil or an *errkit.Error, never a nil one; or, as it
// is, an error that Pass names. It allocates nothing where f does not fail.
//
// A panic of [http.ErrAbortHandler] goes on up: it asks the HTTP server to end
// the connection. So does [runtime.Goexit].
func (b *Boundary) Run(ctx context.Context, f func(context.Context) error) error {
	err := b.call(ctx, f)
	switch err {
	case nil:
		return nil
	case errUnfinished:
		return b.Recovered(ctx, new(runtime.PanicNilError))
	}
	return b.Normal(ctx, err) // what Recovered made stays as it is
}

// errUnfinished stands for a call that did not return, though recover knows of
// no panic: after a panic(nil), in programs that set GODEBUG=panicnil=1. It
// stands for Goexit too, but nobody sees that.
var errUnfinished = errors.New("middleware: the call did not return")

// call asks for a panic only where f did not return.
func (b *Boundary) call(ctx context.Context, f func(context.Context) error) (err error) {
	returned := false
	defer func() {
		if returned {
			return
		}
		if err = b.Recovered(ctx, recover()); err == nil {
			err = errUnfinished
		}
	}()
	err = f(ctx)
	returned = true
	return err
}

// Recovered is Run for a panic that somebody else recovered: v is the value
// that recover returned. It must be called from the deferred function, so that
// the stack is still there. It returns nil if v is nil. As in Run,
// http.ErrAbortHandler goes on up, and everything does under Repanic.
func (b *Boundary) Recovered(ctx context.Context, v any) error {
	if v == nil {
		return nil
	}
	if v == http.ErrAbortHandler { // as package net/http compares it
		panic(v)
	}
	var stack [maxFrames]uintptr
	n := runtime.Callers(1, stack[:])
	err := b.report(ctx, newFault(v, stack[:n]))
	if b != nil && b.Repanic { // from here, so that the program's last words show where it was
		panic(v)
	}
	return err
}

// Normal is Run for an error that is there already: it classifies err, reports
// it, and returns nil for nil, else as Run does.
func (b *Boundary) Normal(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if b == nil {
		b = &Boundary{}
	}
	origin := trace(err)
	if b.Pass != nil && origin != fromPanic && origin != endless && b.passes(err) {
		return err
	}
	return b.report(ctx, b.relay(b.code(ctx, err, origin)))
}

// code returns err as an *errkit.Error that has the whole chain, for the log.
// It may be err itself, so it is not written to.
func (b *Boundary) code(ctx context.Context, err error, origin origin) *errkit.Error {
	switch origin {
	case fromPanic:
		return &errkit.Error{Kind: errkit.Internal, Err: err}
	case endless:
		return &errkit.Error{Kind: errkit.Internal, Err: errors.New("middleware: an error that unwraps without end: " + valueText(err))}
	case fromAuthor:
		e := errkit.From(err)
		switch err.(type) {
		case *errkit.Error, errkit.Kind:
			return e
		}
		if isReported(e) {
			return e
		}
		whole := *e
		whole.Err = err
		return &whole
	}
	for _, classify := range b.Classify {
		if e := guarded(ctx, classify, err); e != nil {
			if e = errkit.From(e); e.Err != nil {
				return e
			}
			whole := *e
			whole.Err = err
			return &whole
		}
	}
	return errkit.From(err)
}

// guarded asks a Classifier; one that panics, for it met a nil pointer inside
// an error, knows nothing.
func guarded(ctx context.Context, classify Classifier, err error) (e *errkit.Error) {
	defer func() {
		if recover() != nil {
			e = nil
		}
	}()
	return classify(ctx, err)
}

// passes asks Pass; one that panics names nothing.
func (b *Boundary) passes(err error) (pass bool) {
	defer func() {
		if recover() != nil {
			pass = false
		}
	}()
	return b.Pass(err)
}
