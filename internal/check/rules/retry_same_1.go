package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var retrySame1 = check.Rule{
	ID: "retry/same/1", Category: check.Retry, Level: check.Should,
	Text:   "The same wrong call has the same error again.",
	Source: "RFC 9110 §9.2.2",
	Probes: []check.Probe{check.Repeated, check.Concurrent},
	Fault:  "answers every second call as unavailable",

	Judge: func(xs []*check.Exchange, found check.Found) {
		var first *check.Exchange
		for _, x := range xs {
			switch {
			case x.Err == nil:
			case first == nil:
				first = x
			case x.Kind() != first.Kind() || x.Status != first.Status:
				found(x, "the first answer is %s, this one %s", first.Kind().String(), x.Kind().String())
			}
		}
	},
}
