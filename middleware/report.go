package middleware

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"

	"github.com/toolerr/toolerr/errkit"
)

// report reports e, if nobody did, and returns it with a Ref and a mark that
// says so.
func (b *Boundary) report(ctx context.Context, e *errkit.Error) error {
	if b == nil || b.Report == nil || isReported(e) {
		return e
	}
	known := *e
	if known.Ref == "" {
		known.Ref = newRef()
	}
	answer := known // made before, for Report may keep what it is given
	answer.Err = &reported{ref: known.Ref, err: known.Err}
	b.tell(ctx, &known)
	return &answer
}

func (b *Boundary) tell(ctx context.Context, e *errkit.Error) {
	defer func() { _ = recover() }() // a broken log is no reason to break the answer
	b.Report(ctx, e)
}

// newRef is short, for people read it out. Nobody is kept from guessing it.
func newRef() string { return fmt.Sprintf("%08x", rand.Uint32()) }

// reported marks, as the first link of its causes, an error that was reported.
type reported struct {
	ref string
	err error
}

func isReported(e *errkit.Error) bool {
	_, ok := e.Err.(*reported)
	return ok
}

func (r *reported) Error() string {
	if r.err == nil {
		return "reported as " + r.ref
	}
	return r.err.Error() + " (reported as " + r.ref + ")"
}

func (r *reported) Unwrap() error { return r.err }

type attrsKey struct{}

// WithAttrs returns a context that has, besides those of ctx, these facts about
// the call, such as its route and method, for [Boundary.Report]. They go to the
// log as they are: no headers, no bodies.
//
// It allocates. Where the way of success must not, call it once something went
// wrong, before [Boundary.Normal] or [Boundary.Recovered].
func WithAttrs(ctx context.Context, attrs ...slog.Attr) context.Context {
	return context.WithValue(ctx, attrsKey{}, slices.Concat(Attrs(ctx), attrs))
}

// Attrs returns the facts that [WithAttrs] added, in the order in which they
// were.
func Attrs(ctx context.Context) []slog.Attr {
	attrs, _ := ctx.Value(attrsKey{}).([]slog.Attr)
	return attrs
}
