package middleware

import (
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
)

// An origin is how an error came about.
type origin uint8

const (
	uncoded  origin = iota // a foreign error
	coded                  // an *errkit.Error or an errkit.Kind
	panicked               // a panic that no later error wraps as its cause
	endless                // an error that wraps itself: errors.Is and errors.As would not return
)

// originOf returns the origin of the outermost coded error or panic below err. Of joined errors the highest origin counts.
// An error is uncoded if an Unwrap method panics.
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
