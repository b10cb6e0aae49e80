package middleware

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"runtime"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/mapping"
)

// A Boundary converts every failure of the code that it runs, returned errors and panics alike,
// into one *errkit.Error, and reports it. The nil Boundary and the zero Boundary are ready to
// use. A Boundary must not be changed while it is in use, and is safe for concurrent use.
//
// The kind of the result is
//   - [errkit.Internal] for a panic, with a [*Panic] as the cause;
//   - that of the *errkit.Error or errkit.Kind in the chain of the error (see [errkit.From]);
//   - else that of the first result of Classify that is not nil;
//   - else [errkit.Timeout] or [errkit.Canceled] for a context error;
//   - else Internal. Such an error is called uncoded.
//
// Its effect, unless the error states a Retry or an Effect, is that of a call whose code ran
// ([errkit.Kind.Effect]): unknown where it may have taken effect, and after a request that may
// have had one ([WithRequests]).
//
// A Boundary does not change the errors that it is given. Where the result differs, it is a copy.
type Boundary struct {
	// Classify has the classifiers of uncoded errors. The first result that is not nil counts.
	Classify []Classifier

	// Validate checks the decoded input of a call before the call. Adapters that decode inputs
	// into Go types call it; the Boundary itself does not. Its error is handled like one of the
	// call. Nil: adapters check the validate tags of go-playground/validator.
	Validate func(ctx context.Context, input any) error

	// Report is called once for each failure, before the response is written. The error has all
	// causes and a Ref; it is for reading only. [AttrsFrom] returns facts about the call. A panic
	// of Report is ignored. Nil: nothing is reported, and errors have no Ref.
	Report func(context.Context, *errkit.Error)

	// Undeclared is called, before Report, for a failure whose Code and Kind the code of the call
	// does not declare though it declares codes ([WithDeclared]): a gap in a contract, to be
	// counted, or to fail a test ([errkittest.Declared]). The response is the same. A panic of
	// Undeclared is ignored. Nil: only the report has the fact undeclared, and with [Development]
	// the text.
	Undeclared func(context.Context, *errkit.Error)

	// Overrides replace the kind, the status, the message and the level of errors by their code,
	// as an operator wants them ([mapping.ParseOverrides]), also what the author of an error
	// stated. They are before Report and Localize.
	Overrides mapping.Overrides

	// Ref returns the reference of a failure that is reported, such as the id of its trace, and
	// "" for a new one. [WithRef] has priority. A panic of Ref means "". Nil: "".
	Ref func(context.Context) string

	// Localize replaces the texts of an error by those of the language of the call; see
	// [AcceptLanguage]. It sets the Message, the Hint and the messages of Fields; everything else
	// in the error is for reading only. Message is "" for the default text of the Kind. Localize
	// is called once for each failure, after Report, so the log has the original texts. Its texts
	// are public. If it panics the texts stay. Nil: they stay.
	Localize func(context.Context, *errkit.Error)

	// PassThrough reports whether an error belongs to the protocol of the caller and must be
	// returned unchanged. Such an error is not reported. A panic of PassThrough means false. Nil:
	// there are no such errors.
	PassThrough func(error) bool

	// RelayPeers returns errors that a peer sent, which have a Peer, as they are, but with an
	// effect if the peer states none and the call may have had one, or if an earlier request of the
	// call may have had one. Otherwise they are converted to UpstreamFailed, because a status such
	// as 401 or 429 is about the request of this program to the peer; with the Retry Never, if the
	// peer forbids to repeat its call or wants something first.
	RelayPeers bool

	// Repanic re-panics with the value of each panic after it was reported, for programs that
	// must exit after a panic.
	Repanic bool

	development bool // see Development
	ofRequest   bool // see ClientError: the effect is that of one request
}

// A Classifier returns the error for a foreign error that it knows, and nil for any other. err is
// the error as it was returned, so a Classifier uses errors.Is or errors.As. If the result has no
// Err, the Boundary sets it to err. A panic of a Classifier means nil.
type Classifier func(ctx context.Context, err error) *errkit.Error

// Run calls f. It returns nil, an *errkit.Error that is not nil, or the error of f if PassThrough
// returns true for it. It allocates nothing if f returns nil.
//
// Run re-panics [http.ErrAbortHandler], with which a handler closes the connection. It does not
// stop [runtime.Goexit].
func (b *Boundary) Run(ctx context.Context, f func(context.Context) error) error {
	err := b.call(ctx, f)
	switch err {
	case nil:
		return nil
	case errNotReturned:
		return b.HandlePanic(ctx, new(runtime.PanicNilError))
	}
	return b.Handle(ctx, err) // which returns the error of HandlePanic unchanged
}

// errNotReturned is the error of a call that did not return without a value of recover: after
// panic(nil) with GODEBUG=panicnil=1. After Goexit, nothing uses it.
var errNotReturned = errors.New("middleware: the call did not return")

// call calls f and returns its error, or that of HandlePanic.
func (b *Boundary) call(ctx context.Context, f func(context.Context) error) (err error) {
	err = errNotReturned // until f returns
	defer func() {
		if v := recover(); v != nil {
			err = b.HandlePanic(ctx, v)
		}
	}()
	return f(ctx)
}

// HandlePanic returns the error for a panic, as Run does, if v is the value that recover
// returned. It must be called in the deferred function, because it records the stack. It returns
// nil if v is nil. It re-panics [http.ErrAbortHandler], and any value if Repanic is set.
func (b *Boundary) HandlePanic(ctx context.Context, v any) error {
	if v == nil {
		return nil
	}
	if v == http.ErrAbortHandler { // package net/http compares in the same way
		panic(v)
	}
	return b.panicked(ctx, v)
}

// panicked returns the error for a panic, of which the stack must still have the functions. It
// re-panics within the deferred function, so that the trace of the program has the original panic.
func (b *Boundary) panicked(ctx context.Context, v any) error {
	var stack [maxFrames]uintptr
	n := runtime.Callers(2, stack[:])
	err := b.report(ctx, newPanicError(v, stack[:n]))
	if b != nil && b.Repanic {
		panic(v)
	}
	return err
}

// Handle returns the error for err, as Run does for an error of its function. It returns nil for
// nil.
func (b *Boundary) Handle(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	b = cmp.Or(b, &Boundary{})
	origin := originOf(err)
	if b.PassThrough != nil && origin < panicked {
		var pass bool
		if guard(func() { pass = b.PassThrough(err) }); pass {
			return err
		}
	}
	return b.report(ctx, b.relay(ctx, b.convert(ctx, err, origin)))
}

// convert returns err as an *errkit.Error with all causes. The result may be err itself, so it
// must not be changed.
func (b *Boundary) convert(ctx context.Context, err error, origin origin) *errkit.Error {
	switch origin {
	case panicked:
		return &errkit.Error{Kind: errkit.Internal, Err: err}
	case endless:
		return &errkit.Error{Kind: errkit.Internal,
			Err: errors.New("middleware: an error wraps itself: " + errchain.Text(err))}
	case coded:
		e := errkit.From(err)
		if e.Effect == errkit.EffectNone && !b.ofRequest && isUnsent(err) { // the requests of the call decide
			e = new(*e)
			e.Effect = errkit.EffectUnspecified
		}
		if r, ok := e.Err.(*reported); originOfLink(err) == coded || ok && r.ref != "" {
			return e
		}
		return withCause(e, err)
	}
	e := Types(append(b.Classify[:len(b.Classify):len(b.Classify)], last)...)(ctx, err)
	switch {
	case e == nil:
		return errkit.From(err)
	case e.Err != nil:
		return e
	}
	return withCause(e, err)
}

// withCause returns a copy of e with the cause err, which is localized if e is.
func withCause(e *errkit.Error, err error) *errkit.Error {
	c := *e
	if isHandled(e) {
		err = &reported{err: err, localized: true}
	}
	c.Err = err
	return &c
}

// relay returns e. If a peer sent it and RelayPeers is not set, relay returns UpstreamFailed with
// the default text, the delay of e, and e as the cause. What the call of the peer did is a part of
// what this one did; that it did nothing means nothing for this one. If the peer forbids to repeat
// its call, or wants something first, such as a payment, this call is not to be repeated either: the
// caller does not read what the peer wants. Where the peer does not know what its call did, that may
// be the only reason, and the boundary decides.
func (b *Boundary) relay(ctx context.Context, e *errkit.Error) *errkit.Error {
	if e.Peer == nil || b.RelayPeers {
		return e
	}
	upstream := cmp.Or(e.Upstream, mapping.Default().Status(e)) // the status with which a peer responds over HTTP
	failed := &errkit.Error{Kind: errkit.UpstreamFailed, Upstream: upstream, RetryAfter: e.RetryAfter, Err: e}
	if mapping.MayHaveEffect(e.Effect) {
		failed.Effect = min(e.Effect, errkit.EffectPartial)
	} else if e.Retry == errkit.Never || e.Retry == errkit.AfterAction {
		failed = withEffect(ctx, failed) // which takes a retry for that of an author, who knows the effect
		failed.Retry = errkit.Never
	}
	return failed
}

// guard calls f, a function of the application, and reports whether it returned and did not
// panic, for example on a nil pointer in an error.
func guard(f func()) (returned bool) {
	defer func() { _ = recover() }()
	f()
	return true
}

// An origin is how an error came about.
type origin uint8

const (
	uncoded  origin = iota // a foreign error
	coded                  // an *errkit.Error or an errkit.Kind
	panicked               // a panic that no later error wraps as its cause
	endless                // an error that wraps itself: errors.Is and errors.As would not return
)

// originOf returns the origin of the outermost coded error or panic below err. Of joined errors
// the highest origin counts. An error is uncoded if an Unwrap method panics.
func originOf(err error) origin {
	if o := originOfLink(err); o != uncoded {
		return o
	}
	found := uncoded
	r := errchain.Walk(err, func(err error, _ bool) bool {
		o := originOfLink(err)
		found = max(found, o)
		return o == uncoded
	})
	switch {
	case r.Cut:
		return endless
	case r.Panicked:
		return uncoded
	}
	return found
}

// originOfLink returns the origin of err without the errors that it wraps.
func originOfLink(err error) origin {
	switch err.(type) {
	case *Panic:
		return panicked
	case *errkit.Error, errkit.Kind:
		return coded
	}
	return uncoded
}
