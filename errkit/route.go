package errkit

import (
	"context"
	"errors"
	"fmt"
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
// A nil *Error inside a non-nil err is Internal.
func From(err error) *Error {
	if err == nil {
		return nil
	}
	if e, ok := err.(*Error); ok {
		if e == nil {
			return &Error{Kind: Internal, Err: errTypedNil}
		}
		return e
	}
	f := find(err)
	switch {
	case f.panicked:
		return &Error{Kind: Internal, Err: fmt.Errorf("errkit: %T panicked in Unwrap", err)}
	case f.joined && f.rank == rankCoded:
		e := Error{Kind: f.kind}
		if f.err != nil {
			e = *f.err
		}
		e.Err, e.Fields = err, nil
		links := 0
		mergeFields(&e.Fields, err, &links)
		return &e
	case f.err != nil:
		return f.err
	}
	if _, bare := err.(Kind); bare {
		return &Error{Kind: f.kind}
	}
	return &Error{Kind: f.kind, Err: err}
}

// KindOf returns the kind that the wire will say for err, which is the Kind of
// [From], without allocating. It is Internal for nil: ask about failures only.
func KindOf(err error) Kind {
	if e, ok := err.(*Error); ok && e != nil {
		return e.Kind.known()
	}
	return find(err).kind
}

// finding is what a walk over an error chain knows so far.
type finding struct {
	rank     int8   // how good the finding is; see the constants
	weight   uint8  // of the kind, among coded findings
	kind     Kind   //
	err      *Error // nil for a bare Kind, a nil *Error, a context error and nothing
	joined   bool   // the finding lies below joined errors
	panicked bool   // an Unwrap method panicked
}

const (
	rankNone    int8 = iota // uncoded
	rankContext             // a context error
	rankCoded               // an *Error or a Kind
)

func find(err error) (f finding) {
	defer func() {
		// Only a foreign Unwrap on a nil pointer gets here.
		if recover() != nil {
			f = finding{panicked: true}
		}
	}()
	links := 0
	walk(err, &links, false, &f)
	return f
}

// walk goes down one chain and keeps the best finding in f.
func walk(err error, links *int, joined bool, f *finding) {
	for err != nil && *links < maxLinks {
		*links++
		switch e := err.(type) {
		case *Error:
			if e == nil {
				f.take(finding{rank: rankCoded, kind: Internal, joined: joined})
				return
			}
			f.take(finding{rank: rankCoded, kind: e.Kind.known(), err: e, joined: joined})
			return
		case Kind:
			f.take(finding{rank: rankCoded, kind: e.known(), joined: joined})
			return
		case interface{ Unwrap() error }:
			f.context(err, joined)
			err = e.Unwrap()
		case interface{ Unwrap() []error }:
			for _, branch := range e.Unwrap() {
				walk(branch, links, true, f)
			}
			return
		default:
			f.context(err, joined)
			return
		}
	}
}

// take keeps g if it is better than what is there; the first of equals stays.
func (f *finding) take(g finding) {
	g.weight = kindWeights[g.kind]
	if g.rank > f.rank || g.rank == f.rank && g.weight > f.weight {
		*f = g
	}
}

// context takes err where it is a context error, or says by its Is method that
// it is one, as the timeouts of package net do.
func (f *finding) context(err error, joined bool) {
	is, _ := err.(interface{ Is(error) bool })
	switch {
	case err == context.DeadlineExceeded, is != nil && is.Is(context.DeadlineExceeded):
		f.take(finding{rank: rankContext, kind: Timeout, joined: joined})
	case err == context.Canceled, is != nil && is.Is(context.Canceled):
		f.take(finding{rank: rankContext, kind: Canceled, joined: joined})
	}
}

// mergeFields appends the fields of the outermost coded errors below err, each
// field once.
func mergeFields(dst *[]Field, err error, links *int) {
	for err != nil && *links < maxLinks {
		*links++
		switch e := err.(type) {
		case *Error:
			if e == nil {
				return
			}
		fields:
			for _, field := range e.Fields {
				for _, have := range *dst {
					if have == field {
						continue fields
					}
				}
				*dst = append(*dst, field)
			}
			return
		case interface{ Unwrap() error }:
			err = e.Unwrap()
		case interface{ Unwrap() []error }:
			for _, branch := range e.Unwrap() {
				mergeFields(dst, branch, links)
			}
			return
		default:
			return
		}
	}
}
