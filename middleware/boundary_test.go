package middleware_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/allocs"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// canary is text that must never be public.
const canary = "hunter2-canary"

// fails is a handler that returns err.
func fails(err error) func(context.Context) error {
	return func(context.Context) error { return err }
}

// panics is a handler that panics with v.
func panics(v any) func(context.Context) error {
	return func(context.Context) error { panic(v) }
}

// coded returns the result of Run, which must be an *errkit.Error that is not nil.
func coded(t *testing.T, err error) *errkit.Error {
	t.Helper()
	e, ok := err.(*errkit.Error)
	require.True(t, ok, "%T is no *errkit.Error", err)
	require.NotNil(t, e)
	return e
}

// public returns everything of err that is not only for the log.
func public(t *testing.T, err error) string {
	t.Helper()
	b, jerr := json.Marshal(err)
	require.NoError(t, jerr)
	return err.Error() + fmt.Sprintf("%v %s %q", err, err, err) + string(b)
}

type foreignError struct{ text string }

func (f *foreignError) Error() string { return f.text } // panics if f is nil

type sliceError []string // cannot be compared

func (s sliceError) Error() string { return strings.Join(s, ",") }

type badUnwrap struct{}

func (badUnwrap) Error() string { return canary }
func (badUnwrap) Unwrap() error { panic("no") }

type loop struct{}

func (l *loop) Error() string { return canary }
func (l *loop) Unwrap() error { return l }

func TestRun(t *testing.T) {
	sentinel := errors.New(canary)
	var typedNil *errkit.Error
	var foreignNil *foreignError
	tests := []struct {
		name string
		why  string
		err  error
		want errkit.Kind
		text string // of the response; "": the default text
	}{
		{name: "coded", err: errkit.New(errkit.NotFound, "No bell."), want: errkit.NotFound, text: "No bell."},
		{name: "coded and wrapped", err: fmt.Errorf(canary+": %w", errkit.New(errkit.NotFound, "No bell.")),
			want: errkit.NotFound, text: "No bell."},
		{name: "a cause", err: errkit.Wrap(sentinel, errkit.Unavailable, ""), want: errkit.Unavailable},
		{name: "a bare kind", err: errkit.Conflict, want: errkit.Conflict},
		{name: "a wrapped kind", err: fmt.Errorf(canary+": %w", errkit.Conflict), want: errkit.Conflict},
		{name: "uncoded", err: sentinel, want: errkit.Internal},
		{name: "joined", why: "a fault of the server wins", want: errkit.Unavailable,
			err: errors.Join(sentinel, errkit.NotFound, errkit.Unavailable)},
		{name: "joined and uncoded", err: errors.Join(sentinel, sentinel), want: errkit.Internal},
		{name: "a typed nil", why: "a nil *Error is a bug of the server", err: typedNil, want: errkit.Internal},
		{name: "a wrapped typed nil", err: fmt.Errorf(canary+": %w", typedNil), want: errkit.Internal},
		{name: "a foreign typed nil", why: "its Error method panics", err: foreignNil, want: errkit.Internal},
		{name: "not comparable", why: "== on it would panic", err: sliceError{canary}, want: errkit.Internal},
		{name: "an Unwrap that panics", err: badUnwrap{}, want: errkit.Internal},
		{name: "an error that unwraps to itself", err: &loop{}, want: errkit.Internal},
		{name: "an unknown kind", err: &errkit.Error{Kind: 200}, want: errkit.Internal},
		{name: "a deadline", err: context.DeadlineExceeded, want: errkit.Timeout},
		{name: "canceled", err: fmt.Errorf(canary+": %w", context.Canceled), want: errkit.Canceled},
		{name: "an abort that is returned", why: "only a panic of it closes the connection", err: http.ErrAbortHandler,
			want: errkit.Internal},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var before string
			if e, ok := tt.err.(*errkit.Error); ok && e != nil {
				before = fmt.Sprintf("%#v", *e)
			}
			var reports []*errkit.Error
			b := &middleware.Boundary{Report: func(_ context.Context, e *errkit.Error) {
				reports = append(reports,
					e)
			}}
			e := coded(t, b.Run(t.Context(), fails(tt.err)))
			require.Equal(t, tt.want, e.Kind, tt.why)
			if tt.text == "" {
				tt.text = string(tt.want.Text())
			}
			require.Equal(t, tt.text, e.Error())
			require.NotContains(t, public(t, e), canary)
			require.Regexp(t, `^[0-9a-f]{8}$`, e.Ref)

			require.Len(t, reports, 1)
			require.Equal(t, e.Ref, reports[0].Ref)
			if before != "" {
				require.Equal(t, before, fmt.Sprintf("%#v", *tt.err.(*errkit.Error)), "it was written to")
			}

			for _, quiet := range []*middleware.Boundary{nil, {}} {
				e := coded(t, quiet.Run(t.Context(), fails(tt.err)))
				require.Equal(t, tt.want, e.Kind)
				require.Empty(t, e.Ref, "there is no record that it could tie the answer to")
			}
		})
	}
}

func TestNil(t *testing.T) {
	reported := false
	b := &middleware.Boundary{Report: func(context.Context, *errkit.Error) { reported = true }}
	for _, b := range []*middleware.Boundary{nil, {}, b} {
		require.True(t, b.Run(t.Context(), fails(nil)) == nil)
		require.True(t, b.Handle(t.Context(), nil) == nil)
		require.True(t, b.HandlePanic(t.Context(), nil) == nil)
		require.True(t, <-b.Go(t.Context(), fails(nil)) == nil)
	}
	require.False(t, reported)
}

func TestCauses(t *testing.T) {
	sentinel := errors.New(canary)
	var reported *errkit.Error
	b := &middleware.Boundary{Report: func(_ context.Context, e *errkit.Error) { reported = e }}
	inner := &errkit.Error{Kind: errkit.NotFound, Err: sentinel}
	err := b.Run(t.Context(), fails(fmt.Errorf("ring %d: %w", 7, inner)))
	require.ErrorIs(t, err, sentinel)
	require.ErrorIs(t, err, errkit.NotFound)
	log := reported.LogValue().String()
	require.Contains(t, log, "ring 7")
	require.Contains(t, log, canary)
	require.Empty(t, inner.Ref)
}

func TestReportsOnce(t *testing.T) {
	count := 0
	b := &middleware.Boundary{Report: func(context.Context, *errkit.Error) { count++ }}
	ctx := t.Context()
	var inner error
	outer := b.Run(ctx, func(ctx context.Context) error {
		return b.Run(ctx, func(ctx context.Context) error {
			inner = <-b.Go(ctx, fails(errors.New(canary)))
			return fmt.Errorf("work: %w", inner)
		})
	})
	require.Equal(t, 1, count)
	require.Equal(t, coded(t, inner).Ref, coded(t, outer).Ref)

	wrapped := coded(t, b.Run(ctx, fails(errkit.Wrap(outer, errkit.Unavailable, ""))))
	require.Equal(t, errkit.Unavailable, wrapped.Kind)
	require.Equal(t, 1, count, "it is the same failure")
	require.Equal(t, coded(t, outer).Ref, wrapped.Ref, "so the answer leads to its record")
	require.Equal(t, wrapped.Ref, coded(t,
		(&middleware.Boundary{}).Run(ctx, fails(fmt.Errorf("x: %w", errkit.Wrap(outer, errkit.Conflict, ""))))).Ref,
		"by a boundary without a report too")
	other := b.Run(ctx, fails(errkit.NotFound))
	require.Equal(t, 2, count)
	both := coded(t, b.Run(ctx, fails(errors.Join(outer, other))))
	require.Equal(t, 2, count, "both were reported")
	require.Equal(t, errkit.Internal, both.Kind)
	require.Equal(t, coded(t, outer).Ref, both.Ref)
	_ = b.Run(ctx, fails(errors.Join(outer, errkit.Wrap(errors.New("new"), errkit.Unavailable, ""))))
	require.Equal(t, 3, count, "one of them was not")
	_ = b.Run(ctx, panics(outer))
	require.Equal(t, 4, count, "a panic is a failure of its own")
	count = 2
	require.Equal(t, canary+" (reported as "+coded(t, outer).Ref+")", errors.Unwrap(outer).Error(),
		"which leads to the old one")
	bare := coded(t, b.Handle(ctx, errkit.NotFound))
	require.Equal(t, "reported as "+bare.Ref, bare.Err.Error())
	count = 2
	_ = b.Run(ctx, fails(&errkit.Error{Ref: "mine"}))
	require.Equal(t, 3, count, "a Ref alone does not say that it was reported")
}

func TestRefStays(t *testing.T) {
	b := &middleware.Boundary{Report: func(context.Context, *errkit.Error) {}}
	require.Equal(t, "mine", coded(t, b.Run(t.Context(), fails(&errkit.Error{Ref: "mine"}))).Ref)
}

func TestReportThatFails(t *testing.T) {
	for _, v := range []any{"boom", http.ErrAbortHandler, errors.New(canary)} {
		b := &middleware.Boundary{Report: func(context.Context, *errkit.Error) { panic(v) }}
		e := coded(t, b.Run(t.Context(), fails(errkit.NotFound)))
		require.Equal(t, errkit.NotFound, e.Kind)
		require.NotEmpty(t, e.Ref)
	}
}

func TestReportMayKeepAndChange(t *testing.T) {
	b := &middleware.Boundary{Report: func(_ context.Context,
		e *errkit.Error) {
		e.Message, e.Kind = canary, errkit.Conflict
	}}
	e := coded(t, b.Run(t.Context(), fails(errkit.NotFound)))
	require.Equal(t, errkit.NotFound, e.Kind)
	require.NotContains(t, public(t, e), canary)
}

func TestPass(t *testing.T) {
	foreign := &foreignError{canary}
	b := &middleware.Boundary{
		PassThrough: func(err error) bool {
			_, ok := errors.AsType[*foreignError](err)
			return ok
		},
		Report: func(context.Context, *errkit.Error) { t.Error("it was reported") },
	}
	wrapped := fmt.Errorf("x: %w", foreign)
	require.Same(t, wrapped, b.Run(t.Context(), fails(wrapped)))
	require.Same(t, foreign, <-b.Go(t.Context(), fails(foreign)))

	b.Report = nil
	e := coded(t, b.Run(t.Context(), panics(foreign)))
	require.Equal(t, errkit.Internal, e.Kind, "a panic means nothing to a protocol, whatever its value")
	require.ErrorIs(t, e, foreign)

	b.PassThrough = func(error) bool { panic("no") }
	require.Equal(t, errkit.Internal, coded(t, b.Run(t.Context(), fails(foreign))).Kind)
}

func TestClassify(t *testing.T) {
	sentinel := errors.New(canary)
	var asked []string
	says := func(name string, e *errkit.Error) middleware.Classifier {
		return func(context.Context, error) *errkit.Error {
			asked = append(asked, name)
			return e
		}
	}
	answer := &errkit.Error{Kind: errkit.Conflict}
	other := errors.New("other")
	tests := []struct {
		name     string
		classify []middleware.Classifier
		err      error
		want     errkit.Kind
		asked    []string
		cause    error
	}{
		{"in order", []middleware.Classifier{says("a", nil), says("b", answer), says("c", answer)}, sentinel,
			errkit.Conflict, []string{"a", "b"}, sentinel},
		{"its own cause stays", []middleware.Classifier{says("a", &errkit.Error{Kind: errkit.Conflict, Err: other})},
			sentinel, errkit.Conflict, []string{"a"}, other},
		{"nobody knows", []middleware.Classifier{says("a", nil)}, sentinel, errkit.Internal, []string{"a"}, sentinel},
		{"not for coded errors", []middleware.Classifier{says("a", answer)}, fmt.Errorf("x: %w", errkit.NotFound),
			errkit.NotFound, nil, nil},
		{"before the rule for context errors", []middleware.Classifier{says("a", answer)}, context.Canceled,
			errkit.Conflict, []string{"a"}, context.Canceled},
		{"one that panics", []middleware.Classifier{func(context.Context, error) *errkit.Error { panic("no") },
			says("b", answer)}, sentinel, errkit.Conflict, []string{"b"}, sentinel},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			asked = nil
			b := &middleware.Boundary{Classify: tt.classify}
			e := coded(t, b.Run(t.Context(), fails(tt.err)))
			require.Equal(t, tt.want, e.Kind)
			require.Equal(t, tt.asked, asked)
			if tt.cause != nil {
				require.ErrorIs(t, e, tt.cause)
			}
			require.Nil(t, answer.Err, "the answer of a Classifier was written to")
		})
	}
}

func TestPeer(t *testing.T) {
	peer := func(e errkit.Error) *errkit.Error {
		e.Peer = &errkit.Peer{Dialect: "oxp", Raw: canary}
		return &e
	}
	tests := []struct {
		name     string
		err      error
		want     errkit.Kind
		upstream int
	}{
		{"its 401 is not ours", peer(errkit.Error{Kind: errkit.Unauthenticated, Message: canary, Hint: canary,
			Ref: "theirs"}), errkit.UpstreamFailed, 401},
		{"its own upstream", peer(errkit.Error{Kind: errkit.UpstreamFailed, Upstream: 418, Message: canary}),
			errkit.UpstreamFailed, 418},
		{"wrapped", fmt.Errorf("x: %w", peer(errkit.Error{Kind: errkit.RateLimited, RetryAfter: 3 * time.Second})),
			errkit.UpstreamFailed, 429},
		{"a handler said what it means",
			errkit.Wrap(peer(errkit.Error{Kind: errkit.NotFound, Message: canary}), errkit.FailedPrecondition, ""),
			errkit.FailedPrecondition, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, b := range []*middleware.Boundary{nil, {Report: func(context.Context, *errkit.Error) {}}} {
				e := coded(t, b.Run(t.Context(), fails(tt.err)))
				require.Equal(t, tt.want, e.Kind)
				require.Equal(t, tt.upstream, e.Upstream)
				var own *errkit.Error
				require.ErrorAs(t, tt.err, &own)
				require.Equal(t, own.RetryAfter, e.RetryAfter, "so that the model's text has it")
				require.NotEqual(t, "theirs", e.Ref)
				require.NotContains(t, public(t, e), canary)
				if tt.upstream != 0 {
					require.ErrorIs(t, e, tt.err, "the log must have it")
				}
			}
		})
	}
	t.Run("effect", func(t *testing.T) {
		for theirs, want := range map[errkit.Effect]errkit.Effect{
			errkit.EffectNone: errkit.EffectUnspecified, errkit.EffectUnspecified: errkit.EffectUnspecified,
			errkit.EffectUnknown: errkit.EffectUnknown, errkit.EffectPartial: errkit.EffectPartial,
			errkit.EffectDone: errkit.EffectPartial, // a part of what this call does
		} {
			err := peer(errkit.Error{Kind: errkit.NotFound, Effect: theirs})
			require.Equal(t, want.String(), coded(t, (&middleware.Boundary{}).Run(t.Context(), fails(err))).Effect.String())
		}
	})
	t.Run("retry", func(t *testing.T) {
		for _, tt := range []struct {
			name   string
			theirs errkit.Error
			advice string
			why    string
		}{
			{"a quota that is used up", errkit.Error{Kind: errkit.RateLimited, Retry: errkit.AfterAction}, "Do not repeat the same call.",
				"the caller cannot pay for more"},
			{"a failure that stays", errkit.Error{Kind: errkit.Unavailable, Retry: errkit.Never}, "Do not repeat the same call.",
				"the service knows"},
			{"a limit", errkit.Error{Kind: errkit.RateLimited}, "Nothing was done. The same call may be tried again.", "it passes"},
			{"an invitation", errkit.Error{Kind: errkit.NotFound, Retry: errkit.Allowed}, "Do not repeat the same call.",
				"what the status says, for the service invites for its own call"},
			{"what may be done already", errkit.Error{Kind: errkit.Timeout, Retry: errkit.AfterAction, Effect: errkit.EffectUnknown},
				"The same call may be tried again.", "the service asks for a check only, and this call only reads"},
		} {
			e := coded(t, (&middleware.Boundary{}).Run(middleware.WithRepeatable(t.Context(), errkit.RepeatableYes), fails(peer(tt.theirs))))
			require.Equal(t, tt.advice, string(mapping.Default().AppendAdvice(nil, e, errkit.RepeatableYes)), "%s: %s", tt.name, tt.why)
		}
	})
	t.Run("retry and effect", func(t *testing.T) { // gRPC has UNAVAILABLE, which clients repeat, without the effect
		for _, tt := range []struct {
			name   string
			theirs errkit.Error
			advice string
			code   mapping.RPCCode
			why    string
		}{
			{"a quota that is used up", errkit.Error{Kind: errkit.RateLimited, Retry: errkit.AfterAction},
				"This call may have taken effect: check that first. Do not repeat the same call.", mapping.RPCUnknown,
				"the order before it, of which the service knows nothing, may be placed"},
			{"a failure that stays", errkit.Error{Kind: errkit.Unavailable, Retry: errkit.Never},
				"This call may have taken effect: check that first. Do not repeat the same call.", mapping.RPCUnknown,
				"as after a failure of which the service states no retry"},
			{"a conflict", errkit.Error{Kind: errkit.Conflict, Retry: errkit.AfterAction},
				"Do not repeat the same call.", mapping.RPCUnknown, "a fault that it found in the only request did nothing"},
		} {
			e := coded(t, (&middleware.Boundary{}).Run(t.Context(), fails(peer(tt.theirs))))
			var codec dialect.Codec
			require.Equal(t, tt.advice, string(mapping.Default().AppendAdvice(nil, e, errkit.RepeatableNo)), "%s: %s", tt.name, tt.why)
			require.Equal(t, tt.code, mapping.Default().RPCOf(codec.Bounded(e, dialect.Call{})), "%s: %s", tt.name, tt.why)
		}
	})
	t.Run("relay", func(t *testing.T) {
		err := peer(errkit.Error{Kind: errkit.RateLimited, Message: "Slow down."})
		require.Same(t, err, (&middleware.Boundary{RelayPeers: true}).Run(t.Context(), fails(err)))
	})
}

func TestRunAllocatesNothing(t *testing.T) {
	ctx := t.Context()
	f := fails(nil)
	for _, b := range []*middleware.Boundary{nil, {}, {Report: func(context.Context, *errkit.Error) {}}} {
		require.Zero(t, allocs.Of(func() {
			if err := b.Run(ctx, f); err != nil {
				panic(err)
			}
		}))
	}
}

func TestConcurrent(t *testing.T) {
	var reports atomic.Int64
	seen := sync.Map{}
	b := &middleware.Boundary{
		Classify: []middleware.Classifier{middleware.JSON},
		Report: func(_ context.Context, e *errkit.Error) {
			reports.Add(1)
			_, twice := seen.LoadOrStore(e.Ref, true)
			require.False(t, twice)
		},
	}
	sentinel := &errkit.Error{Kind: errkit.NotFound}
	ctx := middleware.WithInput(t.Context(), func() middleware.Input { return middleware.Input{Body: []byte(`{"a`)} })
	var wg sync.WaitGroup
	for i := range 1000 {
		wg.Go(func() {
			var f func(context.Context) error
			want := errkit.Internal
			switch i % 4 {
			case 0:
				f = panics(fmt.Sprint(canary, i))
			case 1:
				f, want = fails(sentinel), errkit.NotFound
			case 2:
				f, want = fails(io.ErrUnexpectedEOF), errkit.Malformed
			case 3:
				f = func(ctx context.Context) error { return <-b.Go(ctx, panics(canary)) }
			}
			e, ok := b.Run(ctx, f).(*errkit.Error)
			if !ok || e.Kind != want || strings.Contains(e.Error(), canary) {
				t.Errorf("got %v, want %v", e, want)
			}
		})
	}
	wg.Wait()
	require.EqualValues(t, 1000, reports.Load())
	require.Empty(t, sentinel.Ref)
	require.Nil(t, sentinel.Err)
}

// TestEndless uses an error that wraps itself, for which errors.Is does not return.
func TestEndless(t *testing.T) {
	var log strings.Builder
	b := &middleware.Boundary{
		Classify: []middleware.Classifier{middleware.Context, middleware.Limits, middleware.Network,
			middleware.JSON},
		PassThrough: func(err error) bool { return errors.Is(err, io.EOF) },
		Report:      middleware.Log(slog.New(slog.NewTextHandler(&log, nil))),
	}
	for _, err := range []error{&loop{}, errors.Join(errkit.NotFound, fmt.Errorf("ring: %w", &loop{}))} {
		log.Reset()
		e := coded(t, b.Run(t.Context(), fails(err)))
		require.Equal(t, errkit.Internal, e.Kind)
		require.NotContains(t, public(t, e), canary)
		require.Contains(t, log.String(), "wraps itself")
		require.Contains(t, log.String(), canary, "its text is for the log")
	}
}

func TestGoexit(t *testing.T) {
	b := &middleware.Boundary{Report: func(context.Context, *errkit.Error) { t.Error("it was reported") }}
	var after bool
	var wg sync.WaitGroup
	wg.Go(func() {
		_ = b.Run(t.Context(), func(context.Context) error {
			runtime.Goexit()
			return nil
		})
		after = true
	})
	wg.Wait()
	require.False(t, after, "Goexit was stopped")
}

func BenchmarkRun(b *testing.B) {
	var boundary middleware.Boundary
	ctx := b.Context()
	f := fails(nil)
	b.ReportAllocs()
	for b.Loop() {
		if err := boundary.Run(ctx, f); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPanic(b *testing.B) {
	var boundary middleware.Boundary
	ctx := b.Context()
	f := panics("boom")
	b.ReportAllocs()
	for b.Loop() {
		if err := boundary.Run(ctx, f); err == nil {
			b.Fatal("no error")
		}
	}
}

// TestUpstreamIsInTheTable checks that the Upstream of the error of a peer is the status in the
// table.
func TestUpstreamIsInTheTable(t *testing.T) {
	kinds := errkit.Kinds()
	require.NotEmpty(t, kinds)
	for _, k := range kinds {
		e := coded(t, (*middleware.Boundary)(nil).Handle(t.Context(), &errkit.Error{Kind: k, Peer: &errkit.Peer{}}))
		require.Equal(t, mapping.Default().Row(k).HTTP, e.Upstream, "%v", k)
	}
	require.Contains(t, kinds, errkit.UpstreamFailed)
}
