// Package boundary judges a middleware.Boundary by what it makes of failures: the code behind a
// copy of it returns each [failure] or panics with it, and the rules compare the outcome, which
// is the error and the calls of the functions of the Boundary, with what the failure is.
package boundary

import (
	"context"
	"slices"
	"time"

	"github.com/toolerr/toolerr/check"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/errkittest/internal/judge"
	"github.com/toolerr/toolerr/middleware"
)

// Patience is how long a Boundary may take for a failure.
const Patience = 5 * time.Second

// An outcome is what a Boundary made of a failure.
type outcome struct {
	failure
	err     error    // the result
	repanic any      // the value of a panic that the Boundary did not recover
	late    bool     // there was no result in time; nothing else is known
	changed bool     // the Boundary changed an error of the application
	reports int      // calls of Report
	panics  []string // the fields of the Boundary whose functions panicked
}

// Run judges a Boundary. It may take as long as patience for a failure.
func Run(ctx context.Context, b *middleware.Boundary, patience time.Duration) *check.Report {
	report := judge.New("middleware.Boundary", "", rulesText)
	refs := map[string]string{}
	for _, f := range newFailures() {
		report.Requests++
		run(ctx, b, f, patience).judge(report, refs)
	}
	return report
}

// run gives a failure to a Boundary.
func run(ctx context.Context, b *middleware.Boundary, f failure, patience time.Duration) *outcome {
	o := &outcome{failure: f}
	public := func() string { return string(errkit.From(f.cause).AppendJSON(nil)) }
	before := public()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	switch f.class {
	case canceled:
		cancel()
	case timedOut:
		ctx, cancel = context.WithDeadline(ctx, time.Unix(0, 0))
		defer cancel()
	}
	finished := judge.Go(func() { // a Boundary that is late still has o
		o.err = o.observed(b).Run(ctx, func(context.Context) error {
			if f.class == panics {
				panic(f.cause)
			}
			return f.cause
		})
		o.changed = public() != before
	})
	select {
	case o.repanic = <-finished:
		return o
	case <-time.After(patience):
		return &outcome{failure: f, late: true}
	}
}

// observed returns a copy of a Boundary whose functions record their calls and panics, without
// those that no failure calls: Validate, which adapters call, and Undeclared, which is for calls
// that declare codes.
func (o *outcome) observed(b *middleware.Boundary) *middleware.Boundary {
	c := *b
	c.Classify = slices.Clone(b.Classify)
	for i, classify := range b.Classify {
		c.Classify[i] = func(ctx context.Context, err error) *errkit.Error {
			defer o.recordPanic("Classify")
			return classify(ctx, err)
		}
	}
	if b.Report != nil {
		c.Report = func(ctx context.Context, e *errkit.Error) {
			o.reports++
			defer o.recordPanic("Report")
			b.Report(ctx, e)
		}
	}
	if b.Ref != nil {
		c.Ref = func(ctx context.Context) string {
			defer o.recordPanic("Ref")
			return b.Ref(ctx)
		}
	}
	if b.Localize != nil {
		c.Localize = func(ctx context.Context, e *errkit.Error) {
			defer o.recordPanic("Localize")
			b.Localize(ctx, e)
		}
	}
	if b.PassThrough != nil {
		c.PassThrough = func(err error) bool {
			defer o.recordPanic("PassThrough")
			return b.PassThrough(err)
		}
	}
	return &c
}

// recordPanic, which is deferred, records that a function panicked, and panics again.
func (o *outcome) recordPanic(field string) {
	if p := recover(); p != nil {
		o.panics = append(o.panics, field)
		panic(p)
	}
}
