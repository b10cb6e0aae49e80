package boundary

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/check"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/errkittest/internal/judge"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

// right returns a Boundary that breaks no rule.
func right() *middleware.Boundary {
	b := standard.Boundary()
	b.Report = middleware.Log(slog.New(slog.DiscardHandler))
	return b
}

func failed(r *check.Report) (ids []string) {
	for _, x := range r.Results {
		if x.Status() == "failed" {
			ids = append(ids, x.Rule.ID)
		}
	}
	return ids
}

func TestRight(t *testing.T) {
	for name, b := range map[string]*middleware.Boundary{
		"the standard one": right(),
		"the zero one":     {Report: func(context.Context, *errkit.Error) {}},
	} {
		t.Run(name, func(t *testing.T) {
			report := Run(t.Context(), b, Patience)
			for _, r := range report.Results {
				require.Equal(t, "passed", r.Status(), "%s: %v", r.Rule.ID, r.Findings)
			}
		})
	}
}

// classify adds a Classifier before the others.
func classify(c middleware.Classifier) func(*middleware.Boundary) {
	return func(b *middleware.Boundary) { b.Classify = append([]middleware.Classifier{c}, b.Classify...) }
}

// reveal shows the cause of errors.
func reveal(when func(*errkit.Error) bool) func(*middleware.Boundary) {
	return func(b *middleware.Boundary) {
		b.Localize = func(_ context.Context, e *errkit.Error) {
			if when(e) {
				e.Message = errkit.Textf("%s (%v)", e.Error(), errkit.Text(errors.Unwrap(e).Error()))
			}
		}
	}
}

// faults are Boundaries that break one rule.
var faults = map[string]func(b *middleware.Boundary){
	"boundary/time/1": func(b *middleware.Boundary) {
		b.Report = func(_ context.Context, e *errkit.Error) {
			if e.Kind == errkit.Conflict {
				select {}
			}
		}
	},
	"boundary/panic/1": func(b *middleware.Boundary) { b.Repanic = true },
	"boundary/panic/2": func(b *middleware.Boundary) {
		b.Report = func(_ context.Context, e *errkit.Error) { _ = e.Fields[0] }
	},
	"boundary/error/1": func(b *middleware.Boundary) {
		b.PassThrough = func(err error) bool { return errors.Is(err, sql.ErrConnDone) }
	},
	"boundary/error/2": func(b *middleware.Boundary) {
		b.Report = func(_ context.Context, e *errkit.Error) {
			for i := range e.Fields {
				e.Fields[i].Message = e.Fields[i].Message[:1]
			}
		}
	},
	"boundary/leak/1": classify(func(_ context.Context, err error) *errkit.Error {
		if errors.Is(err, sql.ErrConnDone) {
			return &errkit.Error{Message: errkit.Text(err.Error())}
		}
		return nil
	}),
	"boundary/leak/2": reveal(func(e *errkit.Error) bool { _, ok := errors.AsType[*middleware.Panic](e); return ok }),
	"boundary/leak/3": reveal(func(e *errkit.Error) bool {
		return e.Kind == errkit.PermissionDenied &&
			e.Message != ""
	}),
	"boundary/kind/1": classify(func(_ context.Context, err error) *errkit.Error {
		if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return nil
		}
		return &errkit.Error{Kind: errkit.InvalidInput}
	}),
	"boundary/kind/2": classify(func(_ context.Context, err error) *errkit.Error {
		if errors.Is(err, context.Canceled) {
			return &errkit.Error{Kind: errkit.Unavailable}
		}
		return nil
	}),
	"boundary/kind/3": func(b *middleware.Boundary) { b.RelayPeers = true },
	"boundary/retry/1": classify(func(_ context.Context, err error) *errkit.Error {
		if errors.Is(err, sql.ErrNoRows) {
			return &errkit.Error{Kind: errkit.NotFound, Retry: errkit.Allowed}
		}
		return nil
	}),
	"boundary/report/1": func(b *middleware.Boundary) { b.Report = nil },
	"boundary/ref/1":    func(b *middleware.Boundary) { b.Ref = func(context.Context) string { return "unknown" } },
	"boundary/ref/2": func() func(*middleware.Boundary) {
		n := 0
		return func(b *middleware.Boundary) {
			b.Ref = func(context.Context) string { n++; return time.Unix(int64(n), 0).String() + "\n" }
		}
	}(),
	"boundary/text/1": func(b *middleware.Boundary) {
		b.Localize = func(_ context.Context, e *errkit.Error) {
			if e.Kind == errkit.Conflict {
				e.Message = " "
			}
		}
	},
}

// TestFaults checks that every rule finds the fault that it describes, and that no other rule
// does.
func TestFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it waits for handlers that do not return")
	}
	rules := judge.New("", "", rulesText).Results
	for _, x := range rules {
		r := x.Rule
		t.Run(r.ID, func(t *testing.T) {
			require.NotEmpty(t, r.Text)
			require.NotEmpty(t, r.Source)
			require.NotEmpty(t, r.Fault)
			fault, ok := faults[r.ID]
			require.True(t, ok, "there is no Boundary with this fault")
			b, patience := right(), Patience
			if fault(b); r.ID == "boundary/time/1" {
				patience = time.Second
			}
			report := Run(t.Context(), b, patience)
			require.Equal(t, []string{r.ID}, failed(report))
		})
	}
	require.Len(t, faults, len(rules), "every fault is that of a rule")
}

// TestObserved checks that a panic of each function is recorded with its name.
func TestObserved(t *testing.T) {
	var c middleware.Boundary
	c.Classify = []middleware.Classifier{func(context.Context, error) *errkit.Error { panic("Classify") }}
	var names []string
	for f, v := range reflect.ValueOf(&c).Elem().Fields() {
		if v.Kind() == reflect.Func {
			names = append(names, f.Name)
			v.Set(reflect.MakeFunc(f.Type, func([]reflect.Value) []reflect.Value { panic(f.Name) }))
		}
	}
	require.Contains(t, names, "Report")

	var o outcome
	b := o.observed(&c)
	for _, v := range reflect.ValueOf(b).Elem().Fields() {
		if v.Kind() == reflect.Func {
			args := make([]reflect.Value, v.Type().NumIn())
			for i := range args {
				args[i] = reflect.Zero(v.Type().In(i))
			}
			require.Panics(t, func() { v.Call(args) })
		}
	}
	require.Panics(t, func() { _ = b.Classify[0](t.Context(), nil) })
	require.Equal(t, append(names, "Classify"), o.panics)
	require.Equal(t, 1, o.reports)
	require.Panics(t, func() { _ = c.Classify[0](t.Context(), nil) })
	require.Len(t, o.panics, len(names)+1, "the Boundary itself was changed")
}
