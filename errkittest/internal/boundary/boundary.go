// Package boundary judges a middleware.Boundary by what it makes of failures: the code behind a
// copy of it returns each [failure] or panics with it, and the rules compare the outcome, which
// is the error and the calls of the functions of the Boundary, with what the failure is.
package boundary

import (
	"context"
	"reflect"
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

// observed returns a copy of a Boundary whose functions record their calls and panics.
func (o *outcome) observed(b *middleware.Boundary) *middleware.Boundary {
	observe := func(field string, v reflect.Value) {
		if v.Kind() != reflect.Func || v.IsNil() {
			return
		}
		f := reflect.ValueOf(v.Interface())
		v.Set(reflect.MakeFunc(v.Type(), func(args []reflect.Value) []reflect.Value {
			if field == "Report" {
				o.reports++
			}
			defer func() {
				if p := recover(); p != nil {
					o.panics = append(o.panics, field)
					panic(p)
				}
			}()
			return f.Call(args)
		}))
	}
	c := *b
	c.Classify = slices.Clone(b.Classify)
	for i := range c.Classify {
		observe("Classify", reflect.ValueOf(&c.Classify[i]).Elem())
	}
	for field, v := range reflect.ValueOf(&c).Elem().Fields() {
		observe(field.Name, v)
	}
	return &c
}
