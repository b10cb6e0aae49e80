// Package boundary judges a middleware.Boundary by what it makes of failures: the code behind a
// copy of it returns each [failure] or panics with it, and the rules compare the outcome, which
// is the error and the calls of the functions of the Boundary, with what the failure is.
package boundary

import (
	"context"
	_ "embed"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/check"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/errkittest/internal/judge"
	"github.com/toolerr/toolerr/mapping"
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

// observed returns a copy of a Boundary whose functions record their panics, and Report its calls.
func (o *outcome) observed(b *middleware.Boundary) *middleware.Boundary {
	c := *b
	c.Classify = slices.Clone(b.Classify)
	for i := range c.Classify {
		o.observe("Classify", reflect.ValueOf(&c.Classify[i]).Elem())
	}
	for field, f := range reflect.ValueOf(&c).Elem().Fields() {
		if f.Kind() == reflect.Func && !f.IsNil() {
			o.observe(field.Name, f)
		}
	}
	return &c
}

// observe replaces a function in a field of a Boundary by one that calls it.
func (o *outcome) observe(field string, f reflect.Value) {
	given := reflect.ValueOf(f.Interface()) // f is set
	f.Set(reflect.MakeFunc(f.Type(), func(args []reflect.Value) []reflect.Value {
		if field == "Report" {
			o.reports++
		}
		defer o.recordPanic(field)
		return given.Call(args)
	}))
}

// recordPanic, which is deferred, records that a function panicked, and panics again.
func (o *outcome) recordPanic(field string) {
	if p := recover(); p != nil {
		o.panics = append(o.panics, field)
		panic(p)
	}
}

// rulesText has for each rule its id, category, level and source, then the rule, and what a
// program that breaks it does.
//
//go:embed rules.txt
var rulesText string

var reference = regexp.MustCompile(`^[!-~]{1,128}$`)

// judge compares the outcome with the rules: all of them, or those about some classes of failures.
// refs has the names of the failures before it by their references.
func (o *outcome) judge(r *check.Report, refs map[string]string) {
	note := func(id string, about, broken bool, format string, args ...any) {
		judge.Note(r, "boundary/"+id, o.name, about, broken, format, args...)
	}
	of := func(classes ...class) bool { return slices.Contains(classes, o.class) }
	e, _ := o.err.(*errkit.Error)
	note("time/1", true, o.late, "there is no error in time")
	note("panic/1", of(panics, hostile), o.repanic != nil, "the panic is not recovered")
	note("panic/2", !of(hostile), len(o.panics) > 0, "%s panics", strings.Join(o.panics, ", "))
	note("error/1", true, e == nil && !o.late && o.repanic == nil, "the result is a %T", o.err)
	note("error/2", of(application), o.changed, "it changed")
	if e == nil {
		return
	}
	kind, leaked := e.Kind.String(), leaks(e)
	note("leak/1", of(foreign, lookup, canceled, timedOut, hostile), leaked != "", "%s", leaked)
	note("leak/2", of(panics), leaked != "", "%s", leaked)
	note("leak/3", of(application), leaked != "", "%s", leaked)
	note("kind/1", of(foreign, panics), callersFault(e), "its kind is %s", kind)
	note("kind/2", of(canceled, timedOut), e.Kind != errkit.Timeout && e.Kind != errkit.Canceled, "its kind is %s", kind)
	note("kind/3", of(peer), e.Kind != errkit.UpstreamFailed, "its kind is %s", kind)
	repeats := callersFault(e) && (mapping.Default().RetryOf(e) == errkit.Allowed || e.RetryAfter > 0)
	note("retry/1", of(foreign, lookup, application), repeats, "its kind is %s, and it may be repeated", kind)
	note("report/1", true, o.reports != 1, "it was reported %d times", o.reports)
	note("text/1", true, strings.TrimSpace(e.Error()) == "", "its text is empty")
	other, known := refs[e.Ref]
	note("ref/1", true, e.Ref != "" && known, "its reference %q is that of another one, %s", e.Ref, other)
	note("ref/2", true, e.Ref != "" && !reference.MatchString(e.Ref), "its reference is %.200q", e.Ref)
	refs[e.Ref] = o.name
}

// callersFault reports whether a request with another input, or other credentials, may succeed.
func callersFault(e *errkit.Error) bool {
	others := []errkit.Kind{errkit.Canceled, errkit.RateLimited, errkit.Timeout}
	return mapping.Default().Status(e)/100 == 4 && !slices.Contains(others, e.Kind)
}

// leaks judges what is public: the text of an error, its canonical JSON, and its documents in all
// dialects.
func leaks(e *errkit.Error) string {
	shown := *e
	shown.Dev = errkit.Private{} // which is for the developers among the clients
	outputs := []string{fmt.Sprintf("its text is %q", shown.Error()), "its JSON is " + string(shown.AppendJSON(nil))}
	codec := dialect.Codec{Carry: true}
	for _, d := range all.Dialects() {
		doc, _ := codec.Append(nil, d, dialect.Call{ID: []byte(`1`)}, &shown)
		outputs = append(outputs, fmt.Sprintf("its document in %s is %s", d.Name(), doc))
	}
	leak, _ := lo.Find(outputs, func(text string) bool { return strings.Contains(text, secret) })
	return leak
}
