package agents

import (
	"errors"
	"fmt"
)

// maxRepairCalls is how many calls a repair takes, on average, with a server of this module: one
// that is wrong, whose response names all faults, and one that is right.
const maxRepairCalls = 2.00

// minRight is how many of a hundred tools run with what the user wants. The others lack a member
// whose name was too wrong.
const minRight = 98

// Check returns an error for each limit that the result of a server of this module breaks.
func (r *Result) Check(t *Table) error {
	var errs []error
	fail := func(format string, a ...any) {
		errs = append(errs, fmt.Errorf(r.Server.ID+": "+format, a...))
	}
	s := r.Summary()
	if s.Accepted != s.Cases {
		fail("%d of %d wrong calls are never accepted", s.Cases-s.Accepted, s.Cases)
	}
	if s.Right*100 < s.Cases*minRight {
		fail("%d of %d tools run with what the user does not want", s.Cases-s.Right, s.Cases)
	}
	if s.Calls > maxRepairCalls {
		fail("a repair takes %.2f calls", s.Calls)
	}
	for i, w := range t.Orders {
		if n := r.Careful[i].Orders; n != 1 {
			fail("%s: %d orders, careful", w.Title, n)
		}
		if n := r.Eager[i].Orders; n != 1 {
			fail("%s: %d orders, eager", w.Title, n)
		}
	}
	for i, w := range t.Hopeless {
		if n := r.Hopeless[i].Calls; n != 1 {
			fail("%s: %d calls", w.Title, n)
		}
	}
	for i, w := range t.Waiting {
		if f := r.Waiting[i]; !f.OK || f.Waited < busyFor {
			fail("%s: %d calls in %v, ok: %t", w.Title, f.Calls, f.Waited, f.OK)
		}
	}
	if s.Leaks > 0 {
		fail("%d failures have private words", s.Leaks)
	}
	return errors.Join(errs...)
}
