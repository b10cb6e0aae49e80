package errkit

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/toolerr/toolerr/internal/limit"
)

// maxLinks bounds the links of one error chain that are walked, so that an
// error that unwraps to itself does not hang its reader.
const maxLinks = 1000

var errTypedNil = errors.New("errkit: a nil *Error was returned as an error")

// From returns err as an Error, for reading, and nil for nil. It takes
//   - the outermost coded error of the chain: an *Error itself, or a bare [Kind];
//   - of joined errors ([errors.Join]) a coded branch before an uncoded one, and
//     among coded ones faults of the server, then access, then the rest, ties in
//     depth-first order; the answer is a copy with the fields of all branches
//     and the whole join as its cause;
//   - else a context error: [Timeout] or [Canceled];
//   - else [Internal], with err as the cause and nothing of its text.
//
// A nil *Error inside a non-nil err is Internal, and so is a number that is no
// Kind.
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
	if e, ok := straight(err).(*Error); ok && e != nil {
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
	if f.panicked { // or the next errors.Is would panic too
		e.Err = fmt.Errorf("errkit: a method of an error panicked in %T: %s", err, causeText(err))
	}
	if f.joined {
		e.Fields = mergedFields(err)
	}
	return &e
}

// mergedFields are the fields of all branches below err, each once, and one more
// than are rendered where there are more.
func mergedFields(err error) (all []Field) {
	links := 0
	eachError(err, &links, func(e *Error) {
		for _, field := range e.Fields {
			if len(all) <= limit.Fields && !slices.Contains(all, field) {
				all = append(all, field)
			}
		}
	})
	return all
}

// valid returns e, or a copy of it where its kind is a number that is no Kind.
func (e *Error) valid() *Error {
	if e.Kind == e.Kind.known() {
		return e
	}
	c := *e
	c.Kind = e.Kind.known()
	return &c
}

// KindOf returns the kind that the wire will say for err, which is the Kind of
// [From], without allocating. It is Internal for nil: ask about failures only.
func KindOf(err error) Kind {
	if _, kind, ok := coded(straight(err)); ok {
		return kind
	}
	return search(err).kind
}

// finding is what a walk over an error chain knows so far.
type finding struct {
	err      *Error // nil for a bare Kind, a nil *Error, a context error and nothing
	kind     Kind   //
	rank     uint8  // how good the finding is; see the constants
	weight   uint8  // of the kind, among coded findings
	joined   bool   // the finding lies below joined errors
	panicked bool   // a method of a foreign error panicked on the way
}

const (
	rankNone    uint8 = iota // uncoded
	rankContext              // a context error
	rankCoded                // an *Error or a Kind
)

// find returns what [From] answers with. The straight chain that comes to a
// coded error, which is nearly every error, is walked without further questions.
func find(err error) finding {
	if e, kind, ok := coded(straight(err)); ok {
		return finding{err: e, kind: kind, rank: rankCoded}
	}
	return search(err)
}

// straight goes down a chain, but not into joined errors, and returns its first
// coded error, or nil.
func straight(err error) error {
	finished := false
	defer func() {
		if !finished { // a foreign Unwrap panicked; search knows what to do
			_ = recover()
		}
	}()
	for range maxLinks {
		switch t := err.(type) {
		case *Error, Kind:
			finished = true
			return err
		case interface{ Unwrap() error }:
			err = t.Unwrap()
		default:
			finished = true
			return nil
		}
	}
	finished = true
	return nil
}

// search walks all that is below err and returns the best of it.
func search(err error) (f finding) {
	links := 0
	walk(err, &links, false, &f)
	return f
}

// walk goes down one chain and keeps the best finding in f.
func walk(err error, links *int, joined bool, f *finding) {
	for err != nil && *links < maxLinks {
		*links++
		if e, kind, ok := coded(err); ok {
			f.take(finding{err: e, kind: kind, rank: rankCoded, joined: joined})
			return
		}
		kind, isContext, survived := contextKind(err)
		if isContext {
			f.take(finding{kind: kind, rank: rankContext, joined: joined})
		}
		branches, unwrapped, next := unwrap(err)
		f.panicked = f.panicked || !survived || !unwrapped
		for _, branch := range branches {
			walk(branch, links, true, f)
		}
		err = next
	}
}

// take keeps g if it is better than what is there; the first of equals stays.
func (f *finding) take(g finding) {
	g.weight, g.panicked = kindWeights[g.kind], f.panicked
	if g.rank > f.rank || g.rank == f.rank && g.weight > f.weight {
		*f = g
	}
}

// coded returns what err itself says: an *Error, which may be nil, or a Kind.
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

// contextKind returns the kind of a context error, or of one that says by its Is
// method that it is one, as the timeouts of package net do.
func contextKind(err error) (kind Kind, is, survived bool) {
	defer func() { _ = recover() }() // a foreign Is may panic, on a nil pointer for one
	foreign, _ := err.(interface{ Is(error) bool })
	switch {
	case err == context.DeadlineExceeded, foreign != nil && foreign.Is(context.DeadlineExceeded):
		kind, is = Timeout, true
	case err == context.Canceled, foreign != nil && foreign.Is(context.Canceled):
		kind, is = Canceled, true
	}
	return kind, is, true
}

// unwrap returns what err wraps: several errors, or the next one.
func unwrap(err error) (branches []error, survived bool, next error) {
	defer func() { _ = recover() }() // a foreign Unwrap may panic, on a nil pointer for one
	switch t := err.(type) {
	case interface{ Unwrap() error }:
		next = t.Unwrap()
	case interface{ Unwrap() []error }:
		branches = t.Unwrap()
	}
	return branches, true, next
}

// eachError calls f with the outermost *Error of each branch below err.
func eachError(err error, links *int, f func(*Error)) {
	for err != nil && *links < maxLinks {
		*links++
		if e, _, ok := coded(err); ok {
			if e != nil {
				f(e)
			}
			return
		}
		branches, _, next := unwrap(err)
		for _, branch := range branches {
			eachError(branch, links, f)
		}
		err = next
	}
}
