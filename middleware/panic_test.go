package middleware_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/allocs"
	"github.com/toolerr/toolerr/middleware"
)

type stringer struct{ s *string }

func (s stringer) String() string { return *s.s }

type named string

func TestPanic(t *testing.T) {
	sentinel := errors.New(canary)
	var nilMap map[string]int
	var nilForeign *foreignError
	word := canary
	tests := []struct {
		name  string
		why   string
		f     func(context.Context) error
		cause error  // found by errors.Is
		log   string // in the log
		not   string // not in the log either
	}{
		{name: "a text", f: panics(canary), log: "panic: " + canary},
		{name: "a named text", f: panics(named(canary)), log: "panic: " + canary},
		{name: "a number", f: panics(7), log: "panic: 7"},
		{name: "an error", f: panics(fmt.Errorf("x: %w", sentinel)), cause: sentinel, log: "panic: x: " + canary},
		{name: "a coded error", why: "a panic is a bug", f: panics(errkit.New(errkit.NotFound, "No bell.")),
			cause: errkit.NotFound, log: "No bell."},
		{name: "a kind", f: panics(errkit.NotFound), cause: errkit.NotFound},
		{name: "an error that a Classifier knows", why: "a panic is a bug of the server",
			f: panics(io.ErrUnexpectedEOF), cause: io.ErrUnexpectedEOF},
		{name: "nil", f: panics(nil), cause: new(runtime.PanicNilError), log: "panic called with nil"},
		{name: "a nil map", f: func(context.Context) error { nilMap[canary] = 1; return nil }, log: "nil map"},
		{name: "a nil pointer", f: func(context.Context) error { return errors.New(nilForeign.text) },
			log: "nil pointer"},
		{name: "a typed nil error", why: "its Error method panics", f: panics(nilForeign),
			log: "panicked in Error or String"},
		{name: "a Stringer", f: panics(stringer{&word}), log: canary},
		{name: "a Stringer that panics", f: panics(stringer{}), log: "panicked in Error or String"},
		{name: "a struct", why: "it may contain a request", f: panics(http.Request{Method: canary}),
			log: "(http.Request)", not: canary},
		{name: "not comparable", why: "it is compared with ErrAbortHandler", f: panics([]string{canary}),
			log: "([]string)", not: canary},
		{name: "an abort that is wrapped", why: "net/http does not unwrap it either",
			f: panics(fmt.Errorf("x: %w", http.ErrAbortHandler)), cause: http.ErrAbortHandler},
		{name: "a long text", f: panics(strings.Repeat("é", 1<<20)), log: "é..."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var reports []*errkit.Error
			b := &middleware.Boundary{
				Classify: []middleware.Classifier{middleware.JSON},
				Report:   func(_ context.Context, e *errkit.Error) { reports = append(reports, e) },
			}
			runs := map[string]func() error{
				"Run":         func() error { return b.Run(t.Context(), tt.f) },
				"Go":          func() error { return <-b.Go(t.Context(), tt.f) },
				"HandlePanic": func() error { return recovers(t.Context(), b, tt.f) },
			}
			for name, run := range runs {
				reports = nil
				err := run()
				e := coded(t, err)
				require.Equal(t, errkit.Internal, e.Kind, "%s: %s", name, tt.why)
				require.Empty(t, e.Message)
				require.NotContains(t, public(t, e), canary)
				if _, isNil := tt.cause.(*runtime.PanicNilError); isNil {
					require.ErrorAs(t, err, new(*runtime.PanicNilError))
				} else if tt.cause != nil {
					require.ErrorIs(t, err, tt.cause)
				}
				require.Len(t, reports, 1)
				log := reports[0].LogValue().String()
				require.Contains(t, log, tt.log, name)
				require.Less(t, len(log), 20_000)
				if tt.not != "" {
					require.NotContains(t, log, tt.not)
				}
				p, ok := errors.AsType[*middleware.Panic](err)
				require.True(t, ok)
				require.Contains(t, p.LogValue().String(), "middleware_test.")
			}
		})
	}
}

// recovers is an adapter that calls recover.
func recovers(ctx context.Context, b *middleware.Boundary, f func(context.Context) error) (err error) {
	defer func() { err = b.HandlePanic(ctx, recover()) }()
	return f(ctx)
}

func TestPanicStack(t *testing.T) {
	err := (*middleware.Boundary)(nil).Run(t.Context(), deep)
	p, ok := errors.AsType[*middleware.Panic](err)
	require.True(t, ok)
	require.Regexp(t, `^github\.com/toolerr/toolerr/middleware_test\.deepest\n\t\S+/panic_test\.go:\d+\ngithub\.com/toolerr/toolerr/middleware_test\.deep\n`, p.Stack())
	require.Contains(t, p.Stack(), "TestPanicStack")

	err = (*middleware.Boundary)(nil).Run(t.Context(), func(context.Context) error { return recurse(1000) })
	p, _ = errors.AsType[*middleware.Panic](err)
	require.True(t, strings.HasSuffix(p.Stack(), "...\n"), "a stack that was cut says so")

	var reported string
	b := &middleware.Boundary{Report: func(_ context.Context, e *errkit.Error) {
		p, _ := errors.AsType[*middleware.Panic](e)
		reported = p.Stack()
	}}
	err = b.Run(t.Context(), deep)
	p, _ = errors.AsType[*middleware.Panic](err)
	require.Equal(t, p.Stack(), reported, "the answer has what the report has")
	require.NotContains(t, err.Error()+fmt.Sprintf("%v %q", err, err), "middleware_test.")

	require.Empty(t, (&middleware.Panic{Value: 1}).Stack())
	require.Empty(t, (*middleware.Panic)(nil).Stack())
	require.Equal(t, "panic", (*middleware.Panic)(nil).Error())
	require.NoError(t, (*middleware.Panic)(nil).Unwrap())
	require.Equal(t, slog.Value{}, (*middleware.Panic)(nil).LogValue())
	require.Equal(t, "panic: <nil>", (&middleware.Panic{}).Error())
}

// TestPanicAllocates checks that a panic costs one allocation for the error and its cause, and
// one for the stack.
func TestPanicAllocates(t *testing.T) {
	var b middleware.Boundary
	f := panics(canary)
	require.LessOrEqual(t, allocs.Of(func() { _ = b.Run(t.Context(), f) }), 2.0)
}

// TestReportInsideAPanic checks that a panic of Report is not confused with the one that it
// reports.
func TestReportInsideAPanic(t *testing.T) {
	inner := middleware.Boundary{}
	var seen []any
	b := &middleware.Boundary{Report: func(ctx context.Context, e *errkit.Error) {
		seen = append(seen, recover(), inner.Run(ctx, panics(canary)), e.Kind)
		panic(canary)
	}}
	e := coded(t, b.Run(t.Context(), panics(canary)))
	require.Equal(t, errkit.Internal, e.Kind)
	require.NotContains(t, public(t, e), canary)
	require.Len(t, seen, 3)
	require.Nil(t, seen[0], "a Report has nothing to recover")
}

func deep(ctx context.Context) error { return deepest(ctx) }

//go:noinline
func deepest(context.Context) error {
	noMap()[1] = 1
	return nil
}

func noMap() map[int]int { return nil }

func recurse(n int) error {
	if n == 0 {
		panic("deep")
	}
	return fmt.Errorf("%w", recurse(n-1))
}

func TestAbortIsRepanicked(t *testing.T) {
	b := &middleware.Boundary{Report: func(context.Context, *errkit.Error) { t.Error("it was reported") }}
	for _, b := range []*middleware.Boundary{nil, b} {
		require.PanicsWithValue(t, http.ErrAbortHandler,
			func() { _ = b.Run(t.Context(), panics(http.ErrAbortHandler)) })
		require.PanicsWithValue(t, http.ErrAbortHandler,
			func() { _ = recovers(t.Context(), b, panics(http.ErrAbortHandler)) })
	}
	err := <-(*middleware.Boundary)(nil).Go(t.Context(), panics(http.ErrAbortHandler))
	require.ErrorIs(t, err, http.ErrAbortHandler, "in a goroutine there is no server above")
	p, ok := errors.AsType[*middleware.Panic](err)
	require.True(t, ok)
	require.Contains(t, p.Stack(), "middleware_test.")
	require.Equal(t, errkit.Internal, coded(t, err).Kind)
}

func TestRepanic(t *testing.T) {
	type value struct{ n int }
	var reports []*errkit.Error
	b := &middleware.Boundary{Repanic: true,
		Report: func(_ context.Context, e *errkit.Error) { reports = append(reports, e) }}
	require.PanicsWithValue(t, value{7}, func() { _ = b.Run(t.Context(), panics(value{7})) })
	require.PanicsWithValue(t, value{7}, func() { _ = recovers(t.Context(), b, panics(value{7})) })
	require.Len(t, reports, 2)
	p, ok := errors.AsType[*middleware.Panic](reports[0])
	require.True(t, ok)
	require.Equal(t, value{7}, p.Value)

	require.PanicsWithValue(t, http.ErrAbortHandler, func() { _ = b.Run(t.Context(), panics(http.ErrAbortHandler)) })
	require.Equal(t, errkit.NotFound, coded(t, b.Run(t.Context(), fails(errkit.NotFound))).Kind)
	require.Len(t, reports, 3)
}

// TestPanicNil uses GODEBUG=panicnil=1, with which recover returns nil after panic(nil).
func TestPanicNil(t *testing.T) {
	t.Setenv("GODEBUG", "panicnil=1")
	reports := 0
	b := &middleware.Boundary{Report: func(context.Context, *errkit.Error) { reports++ }}
	e := coded(t, b.Run(t.Context(), panics(nil)))
	require.Equal(t, errkit.Internal, e.Kind)
	require.ErrorAs(t, e, new(*runtime.PanicNilError))
	require.Error(t, <-b.Go(t.Context(), panics(nil)))
	require.Equal(t, 2, reports)
}

func TestGoThatExits(t *testing.T) {
	reports := 0
	b := &middleware.Boundary{Report: func(context.Context, *errkit.Error) { reports++ }}
	done := b.Go(t.Context(), func(context.Context) error {
		runtime.Goexit()
		return nil
	})
	require.Equal(t, errkit.Internal, coded(t, <-done).Kind, "it did not succeed")
	_, open := <-done
	require.False(t, open)
	require.Equal(t, 1, reports)
}

// TestGoThatAborts checks that http.ErrAbortHandler in a goroutine is reported, and exits the
// program if Repanic is set.
func TestGoThatAborts(t *testing.T) {
	abort := func(context.Context) error { panic(http.ErrAbortHandler) }
	if os.Getenv("TOOLERR_TEST_ABORT") != "" {
		b := &middleware.Boundary{Repanic: true,
			Report: func(context.Context, *errkit.Error) { fmt.Println("reported") }}
		<-b.Go(t.Context(), abort) // closed by a deferred function
		time.Sleep(5 * time.Second)
		t.Fatal("the program went on")
	}
	require.Equal(t, errkit.Internal, coded(t, <-new(middleware.Boundary).Go(t.Context(), abort)).Kind)

	again := exec.Command(os.Args[0], "-test.run=^TestGoThatAborts$")
	again.Env = append(os.Environ(), "TOOLERR_TEST_ABORT=1")
	out, err := again.CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(out), "reported\n")
	require.Contains(t, string(out), "panic: net/http: abort Handler")
	require.NotContains(t, string(out), "the program went on")
}

func TestAttrsOfTheCall(t *testing.T) {
	var got []slog.Attr
	b := &middleware.Boundary{Report: func(ctx context.Context, _ *errkit.Error) { got = middleware.AttrsFrom(ctx) }}
	outer := middleware.WithAttrs(t.Context(), slog.String("route", "/bells/{bell}"))
	inner := middleware.WithAttrs(outer, slog.String("method", "POST"), slog.Int("n", 1))
	_ = b.Run(inner, fails(errkit.NotFound))
	require.Equal(t, []slog.Attr{slog.String("route", "/bells/{bell}"), slog.String("method", "POST"),
		slog.Int("n", 1)}, got)
	require.Len(t, middleware.AttrsFrom(outer), 1)
	require.Empty(t, middleware.AttrsFrom(t.Context()))
}
