package errkit

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/text"
)

var errTypedNil = errors.New("errkit: a nil *Error was returned as an error")

// From returns err as an Error, which is for reading only, or nil for nil. The result is
//   - the outermost *Error or [Kind] in the chain of err, if there is one;
//   - if err joins errors ([errors.Join]), the most severe *Error or Kind below it: a fault of
//     the server, else a failure of authentication or authorization, else any other kind, and of
//     several the first, depth first. The result is a copy with the fields of all joined errors
//     and with err as the cause;
//   - [Timeout] or [Canceled] with err as the cause, if err wraps a context error;
//   - [Internal] with err as the cause for any other error, which is called uncoded. Its text is
//     not public.
//
// A nil *Error in a non-nil err is Internal, and so is an unknown Kind.
func From(err error) *Error {
	if err == nil {
		return nil
	}
	if e, ok := err.(*Error); ok {
		if e == nil {
			return &Error{Kind: Internal, Err: errTypedNil}
		}
		return e.valid()
	}
	if e, _, _ := outermost(err); e != nil {
		return e.valid()
	}
	f := find(err)
	if _, bare := err.(Kind); bare {
		return &Error{Kind: f.kind}
	}
	e := Error{Kind: f.kind}
	if f.err != nil {
		e = *f.err.valid()
	}
	e.Err = err
	if f.panicked { // errors.Is and errors.As would panic, too
		e.Err = fmt.Errorf("errkit: a method of an error panicked in %T: %s", err, errchain.Text(err))
	}
	if f.joined {
		e.Fields = mergedFields(err)
	}
	return &e
}

// KindOf returns the kind of [From] without allocating. It is Internal for nil.
func KindOf(err error) Kind {
	if _, kind, ok := outermost(err); ok {
		return kind
	}
	return mostSevere(err).kind
}

// CodeOf returns the Code of [From], "" for none.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	return From(err).Code
}

// mergedFields returns the fields of all errors that err joins, without duplicates. It stops
// after one field more than the limit, so that rendering notes that others are left out.
func mergedFields(err error) (all []Field) {
	eachError(err, func(e *Error) {
		for _, field := range e.Fields {
			if len(all) <= text.MaxFields && !slices.Contains(all, field) {
				all = append(all, field)
			}
		}
	})
	return all
}

// valid returns e, or a copy of kind Internal if the kind of e is unknown.
func (e *Error) valid() *Error {
	if e.Kind == e.Kind.known() {
		return e
	}
	c := *e
	c.Kind = e.Kind.known()
	return &c
}

// A finding is the error below another one that determines its kind.
type finding struct {
	err      *Error // nil for a Kind, a nil *Error, a context error and an uncoded error
	kind     Kind
	rank     rank
	joined   bool // err is below joined errors
	panicked bool // a method of a foreign error panicked
}

// A rank orders findings before their severity does.
type rank uint8

const (
	rankUncoded rank = iota
	rankContext      // a context error
	rankCoded        // an *Error or a Kind
)

// find returns the finding for err. Most errors have a coded error in their chain, which needs
// no complete walk.
func find(err error) finding {
	if e, kind, ok := outermost(err); ok {
		return finding{err: e, kind: kind, rank: rankCoded}
	}
	return mostSevere(err)
}

// outermost returns the first coded error in the chain of err, not below joined errors. It is
// false for no such error. It is [errchain.Find] without a function call for each error, because
// it runs for every error.
func outermost(err error) (e *Error, kind Kind, ok bool) {
	if e, kind, ok = coded(err); ok {
		return e, kind, ok
	}
	defer func() {
		if !ok {
			_ = recover()
		}
	}()
	for range errchain.MaxLinks {
		w, wraps := err.(interface{ Unwrap() error })
		if !wraps {
			break
		}
		err = w.Unwrap()
		if e, kind, ok = coded(err); ok {
			return e, kind, ok
		}
	}
	return nil, Internal, false
}

// mostSevere returns the most important finding below err.
func mostSevere(err error) (best finding) {
	panicked := false
	r := errchain.Walk(err, func(err error, joined bool) bool {
		if e, kind, ok := coded(err); ok {
			best = best.max(finding{err: e, kind: kind, rank: rankCoded, joined: joined})
			return false
		}
		kind, ok, survived := contextKind(err)
		if ok {
			best = best.max(finding{kind: kind, rank: rankContext, joined: joined})
		}
		panicked = panicked || !survived
		return true
	})
	best.panicked = panicked || r.Panicked
	return best
}

// max returns the more important of two findings, f if they are equal.
func (f finding) max(g finding) finding {
	if g.rank > f.rank || g.rank == f.rank && kindRows[g.kind].severity > kindRows[f.kind].severity {
		return g
	}
	return f
}

// coded returns the *Error, which may be nil, and the kind of err itself. It is false if err is
// neither an *Error nor a Kind.
func coded(err error) (e *Error, kind Kind, ok bool) {
	switch t := err.(type) {
	case *Error:
		if t == nil {
			return nil, Internal, true
		}
		return t, t.Kind.known(), true
	case Kind:
		return nil, t.known(), true
	}
	return nil, Internal, false
}

// contextKind returns the kind of err itself if it is a context error, or if its Is method
// reports one, as those of package net do. survived is false if that method panicked.
func contextKind(err error) (kind Kind, ok, survived bool) {
	defer func() { _ = recover() }()
	foreign, _ := err.(interface{ Is(error) bool })
	switch {
	case err == context.DeadlineExceeded, foreign != nil && foreign.Is(context.DeadlineExceeded):
		kind, ok = Timeout, true
	case err == context.Canceled, foreign != nil && foreign.Is(context.Canceled):
		kind, ok = Canceled, true
	}
	return kind, ok, true
}

// eachError calls f for the outermost *Error of each chain below err.
func eachError(err error, f func(*Error)) {
	errchain.Walk(err, func(err error, _ bool) bool {
		e, _, ok := coded(err)
		if e != nil {
			f(e)
		}
		return !ok
	})
}
