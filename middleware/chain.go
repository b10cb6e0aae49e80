package middleware

import "github.com/toolerr/toolerr/errkit"

// maxLinks bounds the links of an error chain that are walked, so that an error
// that unwraps to itself does not hang its reader.
const maxLinks = 1000

// An origin says who made an error what it is.
type origin uint8

const (
	fromNobody origin = iota // nobody coded it
	fromAuthor               // somebody coded it
	fromPanic                // it was a panic, and nobody coded it after that
	endless                  // nobody can tell: it unwraps without end, and whoever looks into it hangs
)

// trace finds the outermost coded error or panic in a chain; among joined
// errors a panic counts more than a code, and one without end most of all.
func trace(err error) origin {
	switch err.(type) {
	case *Panic:
		return fromPanic
	case *errkit.Error, errkit.Kind:
		return fromAuthor
	}
	return traced(err)
}

// traced walks on. A foreign Unwrap may panic on a nil pointer: such an error is
// nobody's.
func traced(err error) (o origin) {
	defer func() {
		if recover() != nil {
			o = fromNobody
		}
	}()
	links := 0
	return walk(err, &links)
}

func walk(err error, links *int) origin {
	for err != nil {
		if *links++; *links > maxLinks {
			return endless
		}
		switch e := err.(type) {
		case *Panic:
			return fromPanic
		case *errkit.Error, errkit.Kind:
			return fromAuthor
		case interface{ Unwrap() error }:
			err = e.Unwrap()
		case interface{ Unwrap() []error }:
			most := fromNobody
			for _, branch := range e.Unwrap() {
				most = max(most, walk(branch, links))
			}
			return most
		default:
			return fromNobody
		}
	}
	return fromNobody
}
