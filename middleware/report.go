package middleware

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"

	"github.com/toolerr/toolerr/errkit"
)

// report reports e, unless it was reported already, and returns it with a Ref
// and a mark of the report. An error that wraps reported ones only is the same
// failure: it has the Ref of their record.
func (b *Boundary) report(ctx context.Context, e *errkit.Error) error {
	links := 0
	ref, done := reportedAs(e, &links)
	switch {
	case done && e.Ref == "":
		same := *e
		same.Ref = ref
		return &same
	case done, b == nil, b.Report == nil:
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

// reportedAs returns the Ref of the record of err, and whether there is one: of
// joined errors each must have been reported. A panic is a failure of its own,
// whatever its value.
func reportedAs(err error, links *int) (ref string, done bool) {
	defer func() {
		if recover() != nil { // a foreign Unwrap, of a nil pointer
			ref, done = "", false
		}
	}()
	for err != nil && *links < maxLinks {
		*links++
		switch e := err.(type) {
		case *reported:
			return e.ref, true
		case *Panic:
			return "", false
		case interface{ Unwrap() error }:
			err = e.Unwrap()
		case interface{ Unwrap() []error }:
			for _, branch := range e.Unwrap() {
				of, ok := reportedAs(branch, links)
				if !ok {
					return "", false
				}
				if ref == "" {
					ref = of
				}
			}
			return ref, ref != ""
		default:
			return "", false
		}
	}
	return "", false
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
