package middleware

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
)

// report calls Report unless e was reported before, and returns e with the Ref of the report, the texts of Localize, and a
// reported in its chain. An error that only wraps reported errors is the same failure: it has their Ref.
func (b *Boundary) report(ctx context.Context, e *errkit.Error) error {
	ref, done := reportedAs(e)
	switch {
	case done && e.Ref == "":
		same := *e
		same.Ref = ref
		return b.localized(ctx, &same)
	case done:
		return b.localized(ctx, e)
	case b == nil:
		return e
	case b.Report == nil:
		return b.shown(b.localized(ctx, e), e.Err)
	}
	record := *e
	if record.Ref == "" {
		record.Ref = b.ref(ctx)
	}
	result := record // Report may keep record
	result.Err = &reported{ref: record.Ref, err: record.Err, localized: isHandled(e)}
	b.callReport(ctx, &record)
	return b.shown(b.localized(ctx, &result), record.Err)
}

// callReport calls Report. A panic in it must not prevent the response.
func (b *Boundary) callReport(ctx context.Context, e *errkit.Error) {
	defer func() { _ = recover() }()
	b.Report(ctx, e)
}

type refKey struct{}

// WithRef returns a context with the reference of the failures that are reported with it, such as the id of the trace. It returns ctx
// for "".
func WithRef(ctx context.Context, ref string) context.Context {
	if ref == "" {
		return ctx
	}
	return context.WithValue(ctx, refKey{}, ref)
}

// ref returns the reference of a failure.
func (b *Boundary) ref(ctx context.Context) string {
	if ref, ok := ctx.Value(refKey{}).(string); ok {
		return ref
	}
	if ref := b.callRef(ctx); ref != "" {
		return ref
	}
	return newRef()
}

// callRef returns the result of Ref, "" if it panics.
func (b *Boundary) callRef(ctx context.Context) (ref string) {
	if b.Ref == nil {
		return ""
	}
	defer func() {
		if recover() != nil {
			ref = ""
		}
	}()
	return b.Ref(ctx)
}

// newRef returns a short reference, because people read it out. It is not a secret.
func newRef() string { return fmt.Sprintf("%08x", rand.Uint32()) }

// A reported is in the chain of an error that was reported or localized, before its causes.
type reported struct {
	ref       string // "": not reported
	err       error
	localized bool
}

func (r *reported) Error() string {
	switch {
	case r.ref == "" && r.err == nil:
		return "localized"
	case r.ref == "":
		return r.err.Error()
	case r.err == nil:
		return "reported as " + r.ref
	}
	return r.err.Error() + " (reported as " + r.ref + ")"
}

func (r *reported) Unwrap() error { return r.err }

// isHandled reports whether a boundary reported or localized e.
func isHandled(e *errkit.Error) bool {
	_, ok := e.Err.(*reported)
	return ok
}

// reportedAs returns the Ref of the report of err. It is false if err was not reported: every error that err joins must
// have been. A panic is a new failure, whatever its value wraps.
func reportedAs(err error) (ref string, done bool) {
	found := false
	r := errchain.Walk(err, func(err error, _ bool) bool {
		switch e := err.(type) {
		case *reported:
			if e.ref == "" {
				return true
			}
			if !found {
				ref, found = e.ref, true
			}
			return false
		case *Panic:
			ref, found = "", true
			return false
		}
		return true
	})
	if ref == "" || r.Ends > 0 || r.Panicked || r.Cut {
		return "", false
	}
	return ref, true
}
