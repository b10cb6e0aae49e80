// Package errchain walks the tree of errors that an error wraps. The errors may be foreign: an
// Unwrap method may panic, for example on a nil pointer, and an error may wrap itself. No
// function here panics or hangs, and none allocates.
package errchain

import "fmt"

// MaxLinks is the number of errors that one walk visits.
const MaxLinks = 1000

// Unwrap returns the error that err wraps, or the errors that it joins (see [errors.Join]). It
// is false if the Unwrap method panicked.
func Unwrap(err error) (joined []error, ok bool, next error) {
	defer func() { _ = recover() }()
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		next = e.Unwrap()
	case interface{ Unwrap() []error }:
		joined = e.Unwrap()
	}
	return joined, true, next
}

// Find returns the first error of the chain of err for which match returns true. It does not
// look into joined errors. It returns nil if there is no such error, or if an Unwrap method
// before it panicked.
func Find(err error, match func(error) bool) error {
	returned := false
	defer func() {
		if !returned {
			_ = recover()
		}
	}()
	for links := 0; err != nil && links < MaxLinks; links++ {
		if match(err) {
			returned = true
			return err
		}
		e, ok := err.(interface{ Unwrap() error })
		if !ok {
			break
		}
		err = e.Unwrap()
	}
	returned = true
	return nil
}

// A Result reports how far a walk went.
type Result struct {
	Ends     int  // errors without a wrapped error that the walk arrived at
	Panicked bool // an Unwrap method panicked; the walk did not visit what it wraps
	Cut      bool // there are more than MaxLinks errors; the walk did not visit the rest
}

// Walk calls visit for err and for every error that it wraps, depth first. joined reports
// whether the error is below a joined one. If visit returns false, the errors that this error
// wraps are not visited.
func Walk(err error, visit func(err error, joined bool) bool) Result {
	w := walker{visit: visit}
	w.walk(err, false)
	return w.Result
}

type walker struct {
	Result
	visit func(error, bool) bool
	links int
}

func (w *walker) walk(err error, joined bool) {
	for err != nil {
		if w.links == MaxLinks {
			w.Cut = true
			return
		}
		w.links++
		if !w.visit(err, joined) {
			return
		}
		branches, ok, next := Unwrap(err)
		if !ok {
			w.Panicked = true
			return
		}
		if len(branches) > 0 {
			for _, branch := range branches {
				w.walk(branch, true)
			}
			return
		}
		err = next
	}
	w.Ends++
}

// Any reports whether match returns true for err or for an error that it wraps. It is false if
// match panics.
func Any(err error, match func(error) bool) (found bool) {
	defer func() {
		if recover() != nil {
			found = false
		}
	}()
	Walk(err, func(err error, _ bool) bool {
		found = found || match(err)
		return !found
	})
	return found
}

// As returns the first error of type E that err is or wraps.
func As[E error](err error) (found E, ok bool) {
	Any(err, func(err error) bool {
		found, ok = err.(E)
		return ok
	})
	return found, ok
}

// Is reports whether err is or wraps target, as errors.Is does. It is false if an Is method
// panics.
func Is(err, target error) bool {
	return target != nil && Any(err, func(err error) bool {
		e, ok := err.(interface{ Is(error) bool })
		return err == target || ok && e.Is(target)
	})
}

// Text returns the text of err, or a text that names its type if the Error method panics.
func Text(err error) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("(%T panicked in Error)", err)
		}
	}()
	return err.Error()
}
