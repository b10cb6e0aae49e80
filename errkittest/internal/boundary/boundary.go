// Package boundary judges a middleware.Boundary by what it makes of failures: the code behind a
// copy of it returns each [failure] or panics with it, and the rules compare the outcome, which
// is the error and the calls of the functions of the Boundary, with what the failure is.
package boundary

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/toolerr/toolerr/check"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// Patience is how long a Boundary may take for a failure.
const Patience = 5 * time.Second

// An outcome is what a Boundary made of a failure.
type outcome struct {
	*failure
	err     error    // the result
	repanic any      // the value of a panic that the Boundary did not recover
	late    bool     // there was no result in time; nothing else is known
	changed bool     // the Boundary changed an error of the application
	reports int      // calls of Report
	panics  []string // the fields of the Boundary whose functions panicked
	before  []*outcome
}

// Run judges a Boundary. It may take as long as patience for a failure.
func Run(ctx context.Context, b *middleware.Boundary, patience time.Duration) *check.Report {
	var all []*outcome
	for i := range failures {
		all = append(all, run(ctx, b, &failures[i], patience))
	}
	for i, o := range all {
		o.before = all[:i]
	}
	report := &check.Report{Target: "middleware.Boundary", Requests: len(all)}
	for i := range rules {
		report.Results = append(report.Results, rules[i].result(all))
	}
	return report
}

// run gives a failure to a Boundary.
func run(ctx context.Context, b *middleware.Boundary, f *failure, patience time.Duration) *outcome {
	o := &outcome{failure: f}
	cause := f.cause()
	before := public(cause)
	switch f.class {
	case canceled:
		var cancel context.CancelFunc
		ctx, cancel = context.WithCancel(ctx)
		cancel()
	case timedOut:
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, time.Unix(0, 0))
		defer cancel()
	}
	finished := make(chan any, 1)
	go func() { // a Boundary that is late still has o
		defer func() { finished <- recover() }()
		o.err = o.observed(b).Run(ctx, func(context.Context) error {
			if f.class == panics {
				panic(cause)
			}
			return cause
		})
		o.changed = public(cause) != before
	}()
	select {
	case o.repanic = <-finished:
		return o
	case <-time.After(patience):
		return &outcome{failure: f, late: true}
	}
}

// public returns what is public in an error of the application, "" for others.
func public(err error) string {
	if e, ok := err.(*errkit.Error); ok {
		return string(e.AppendJSON(nil))
	}
	return ""
}

// observed returns a copy of a Boundary whose functions record their calls and panics.
func (o *outcome) observed(b *middleware.Boundary) *middleware.Boundary {
	var mu sync.Mutex
	note := func(field string) {
		if v := recover(); v != nil {
			mu.Lock()
			o.panics = append(o.panics, field)
			mu.Unlock()
			panic(v)
		}
	}
	c := *b
	c.Classify = slices.Clone(b.Classify)
	for i, classify := range b.Classify {
		c.Classify[i] = func(ctx context.Context, err error) *errkit.Error {
			defer note("Classify")
			return classify(ctx, err)
		}
	}
	if b.Report != nil {
		c.Report = func(ctx context.Context, e *errkit.Error) {
			defer note("Report")
			o.reports++
			b.Report(ctx, e)
		}
	}
	if b.Ref != nil {
		c.Ref = func(ctx context.Context) string {
			defer note("Ref")
			return b.Ref(ctx)
		}
	}
	if b.Localize != nil {
		c.Localize = func(ctx context.Context, e *errkit.Error) {
			defer note("Localize")
			b.Localize(ctx, e)
		}
	}
	if b.PassThrough != nil {
		c.PassThrough = func(err error) bool {
			defer note("PassThrough")
			return b.PassThrough(err)
		}
	}
	return &c
}

// result returns the error of an outcome, nil if it is not an *errkit.Error.
func (o *outcome) result() *errkit.Error {
	e, _ := o.err.(*errkit.Error)
	return e
}
