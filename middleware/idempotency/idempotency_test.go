package idempotency_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
)

var boundary = new(middleware.Boundary)

type run = func(context.Context) (json.RawMessage, error)

func quiet(replay bool) *idempotency.Keys {
	return &idempotency.Keys{Replay: replay, Log: slog.New(slog.DiscardHandler)}
}

func print(text string) func() []byte { return func() []byte { return []byte(text) } }

func output(doc string) run {
	return func(context.Context) (json.RawMessage, error) { return json.RawMessage(doc), nil }
}

// Each row calls twice with a key, one after the other.
func TestSecondCall(t *testing.T) {
	fails := func(e *errkit.Error) run {
		return func(context.Context) (json.RawMessage, error) { return nil, e }
	}
	known := idempotency.Call{Key: "k", Principal: "p"}
	tests := []struct {
		name, why string
		call      idempotency.Call
		replay    bool
		f         run
		runs      int
	}{
		{"result", "the first answer", known, true, output(`{"a":"<é>"}`), 1},
		{"null", "an answer, too", known, true, output(`null`), 1},
		{"no replay", "the default joins only", known, false, output(`1`), 2},
		{"no key", "an empty key is none", idempotency.Call{Principal: "p"}, true, output(`1`), 2},
		{"unknown caller", "anyone could send the key", idempotency.Call{Key: "k"}, true, output(`1`), 2},
		{"not found", "the same call fails again", known, true, fails(&errkit.Error{Kind: errkit.NotFound}), 1},
		{"effect unknown", "it may have happened", known, true,
			fails(&errkit.Error{Kind: errkit.Timeout, Effect: errkit.EffectUnknown}), 1},
		{"effect none", "nothing happened", known, true,
			fails(&errkit.Error{Kind: errkit.Internal, Effect: errkit.EffectNone}), 2},
		{"invited", "the author invites to repeat it", known, true,
			fails(&errkit.Error{Kind: errkit.Internal, Retry: errkit.Allowed}), 2},
		{"challenge", "the next call brings the token", known, true,
			fails(&errkit.Error{Kind: errkit.AuthRequired}), 2},
		{"needs", "the next call brings the input", known, true,
			fails(&errkit.Error{Kind: errkit.NotFound, Needs: &errkit.Needs{Input: []errkit.Input{{Name: "a"}}}}), 2},
		{"before the call", "nothing ran", known, true,
			fails(&errkit.Error{Kind: errkit.Internal, Stage: errkit.BeforeCall}), 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			k, runs := quiet(tt.replay), 0
			f := func(ctx context.Context) (json.RawMessage, error) {
				runs++
				return idempotency.Do(ctx, boundary, "T", print("y"), tt.f) // a call within the call has no key
			}
			first, err1 := idempotency.Do(k.With(t.Context(), tt.call), boundary, "T", print("x"), f)
			ctx := k.With(t.Context(), tt.call)
			second, err2 := idempotency.Do(ctx, boundary, "T", print("x"), f)
			require.Equal(t, tt.runs, runs, tt.why)
			require.Equal(t, string(first), string(second))
			require.Equal(t, err1, err2)
			require.Equal(t, tt.runs == 1, idempotency.Replayed(ctx))
		})
	}
}

// What differs makes another call, or an error.
func TestOtherCall(t *testing.T) {
	first := idempotency.Call{Key: "k", Principal: "p"}
	tests := []struct {
		name        string
		second      idempotency.Call
		tool, print string
		code        errkit.Code
		runs        int32
	}{
		{"the same", first, "T", "x", "", 1},
		{"principal", idempotency.Call{Key: "k", Principal: "q"}, "T", "x", "", 2},
		{"key", idempotency.Call{Key: "l", Principal: "p"}, "T", "x", "", 2},
		{"tool", first, "U", "x", "", 2},
		{"input", first, "T", "y", "idempotency_key_reused", 1},
		{"input, with reuse", idempotency.Call{Key: "k", Principal: "p", Reuse: true}, "T", "y", "", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			k := quiet(true)
			var runs atomic.Int32
			f := func(context.Context) (json.RawMessage, error) { runs.Add(1); return json.RawMessage(`1`), nil }
			_, err := idempotency.Do(k.With(t.Context(), first), boundary, "T", print("x"), f)
			require.NoError(t, err)
			for range 2 {
				_, err = idempotency.Do(k.With(t.Context(), tt.second), boundary, tt.tool, print(tt.print), f)
				if tt.code == "" {
					require.NoError(t, err)
				} else {
					e := errkit.From(err)
					require.Equal(t, tt.code, e.Code)
					require.EqualValues(t, 422, e.Status)
				}
			}
			require.Equal(t, tt.runs, runs.Load())
		})
	}
}

// Concurrent calls run once; with Busy all but one fail with 409.
func TestConcurrent(t *testing.T) {
	for _, busy := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			k, release := quiet(true), make(chan struct{})
			var runs, conflicts atomic.Int32
			var wg sync.WaitGroup
			for range 50 {
				wg.Go(func() {
					ctx := k.With(t.Context(), idempotency.Call{Key: "k", Principal: "p", Busy: busy})
					_, err := idempotency.Do(ctx, boundary, "T", print(""), func(context.Context) (json.RawMessage, error) {
						runs.Add(1)
						<-release
						return json.RawMessage(`1`), nil
					})
					if err != nil {
						e := errkit.From(err)
						require.EqualValues(t, 409, e.Status)
						require.Equal(t, time.Second, e.RetryAfter)
						conflicts.Add(1)
					}
				})
			}
			synctest.Wait()
			close(release)
			wg.Wait()
			require.EqualValues(t, 1, runs.Load())
			require.Equal(t, busy, conflicts.Load() == 49)
		})
	}
}

// A call that does not return an answer may have taken effect: it does not run again.
func TestNoAnswer(t *testing.T) {
	canceled, cancel := context.WithCancel(t.Context())
	tests := []struct {
		name string
		ctx  context.Context
		f    run
		kind errkit.Kind
		eff  errkit.Effect
	}{
		{"panic", t.Context(), func(context.Context) (json.RawMessage, error) { panic("boom") },
			errkit.Internal, errkit.EffectUnknown},
		{"Goexit", t.Context(), func(context.Context) (json.RawMessage, error) { runtime.Goexit(); return nil, nil },
			errkit.Internal, errkit.EffectUnknown},
		{"canceled", canceled, func(ctx context.Context) (json.RawMessage, error) {
			cancel()
			<-ctx.Done()
			return nil, &errkit.Error{Kind: errkit.Canceled, Effect: errkit.EffectUnknown}
		}, errkit.Canceled, errkit.EffectUnknown},
		{"of a protocol", t.Context(), func(context.Context) (json.RawMessage, error) { return nil, errors.New("rpc") },
			errkit.Internal, errkit.EffectUnknown},
		{"too large", t.Context(), output(`"` + strings.Repeat("a", 2<<20) + `"`), errkit.OutputInvalid, errkit.EffectDone},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			k, call := quiet(true), idempotency.Call{Key: "k", Principal: "p"}
			func() {
				defer func() { _ = recover() }()
				_, _ = idempotency.Do(k.With(tt.ctx, call), boundary, "T", print(""), tt.f)
			}()
			_, err := idempotency.Do(k.With(t.Context(), call), boundary, "T", print(""), func(context.Context) (json.RawMessage, error) {
				t.Error("the call ran again")
				return nil, nil
			})
			e := errkit.From(err)
			require.Equal(t, tt.kind, e.Kind)
			require.Equal(t, tt.eff, e.Effect)
		})
	}
}

// crashed is a store of a server that stopped while a call ran.
type crashed struct {
	brokenStore
	record []byte
}

func (c *crashed) Claim(context.Context, string, []byte, time.Duration) ([]byte, error) {
	return c.record, nil
}

// A client of HTTP repeats a call whose key is in use. It must not repeat it for the age of a record
// whose server may have stopped.
func TestStoppedServer(t *testing.T) {
	print := sha256.Sum256(nil)
	tests := []struct {
		name  string
		since string
		busy  bool
		retry errkit.Retry
		eff   errkit.Effect
	}{
		{"just begun", time.Now().Format(time.RFC3339), true, errkit.Allowed, errkit.EffectUnspecified},
		{"long ago", time.Now().Add(-time.Hour).Format(time.RFC3339), true, errkit.RetryUnspecified, errkit.EffectUnknown},
		{"of an earlier version", "0001-01-01T00:00:00Z", true, errkit.RetryUnspecified, errkit.EffectUnknown},
		{"of a model", time.Now().Format(time.RFC3339), false, errkit.RetryUnspecified, errkit.EffectUnknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			record, err := json.Marshal(map[string]any{"fingerprint": print[:], "running": true, "since": tt.since})
			require.NoError(t, err)
			k := quiet(true)
			k.Store = &crashed{record: record}
			ctx := k.With(t.Context(), idempotency.Call{Key: "k", Principal: "p", Busy: tt.busy})
			_, err = idempotency.Do(ctx, boundary, "T", func() []byte { return nil }, output("1"))
			e := errkit.From(err)
			require.Equal(t, errkit.Conflict, e.Kind)
			require.Equal(t, tt.retry, e.Retry)
			require.Equal(t, tt.eff, e.Effect)
		})
	}
}

// A failure is reported once, by the first call. The answer to the second call has its reference.
func TestReportedOnce(t *testing.T) {
	var refs []string
	b := &middleware.Boundary{Report: func(_ context.Context, e *errkit.Error) { refs = append(refs, e.Ref) }}
	k := quiet(true)
	for range 2 {
		ctx := k.With(t.Context(), idempotency.Call{Key: "k", Principal: "p"})
		_, err := idempotency.Do(ctx, b, "T", print(""), func(ctx context.Context) (json.RawMessage, error) {
			return nil, b.Handle(ctx, errors.New("boom"))
		})
		err = b.Handle(ctx, err) // as a transport does
		require.Len(t, refs, 1)
		require.Equal(t, refs[0], errkit.From(err).Ref)
	}
}

// The call keeps its deadline, and a request that leaves does not cancel the call of another.
func TestLeaving(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k, call := quiet(false), idempotency.Call{Key: "k", Principal: "p"}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_, err := idempotency.Do(k.With(ctx, call), boundary, "T", print(""), func(ctx context.Context) (json.RawMessage, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
		require.Equal(t, context.DeadlineExceeded, err)

		first, leave := context.WithCancel(t.Context())
		release := make(chan struct{})
		f := func(ctx context.Context) (json.RawMessage, error) {
			select {
			case <-release:
				return json.RawMessage(`1`), nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		var wg sync.WaitGroup
		wg.Go(func() {
			_, err := idempotency.Do(k.With(first, call), boundary, "T", print(""), f)
			require.ErrorIs(t, err, context.Canceled)
		})
		synctest.Wait()
		wg.Go(func() {
			out, err := idempotency.Do(k.With(t.Context(), call), boundary, "T", print(""), f)
			require.NoError(t, err)
			require.Equal(t, "1", string(out))
		})
		synctest.Wait()
		leave()
		synctest.Wait()
		close(release)
		wg.Wait()
	})
}

// A client over HTTP that left asks for the answer that is kept. In other protocols, where it
// cancels the call, without an answer that is kept, and if the server ends, the call is canceled.
func TestLostConnection(t *testing.T) {
	http := idempotency.Call{Key: "k", Principal: "p", Busy: true}
	for _, tt := range []struct {
		name   string
		replay bool
		call   idempotency.Call
		cause  error
		runs   int
	}{
		{"HTTP", true, http, nil, 1},
		{"OXP", true, idempotency.Call{Key: "k", Principal: "p", Reuse: true}, nil, 1},
		{"another protocol", true, idempotency.Call{Key: "k", Principal: "p"}, nil, 0},
		{"a caller that is not known", true, idempotency.Call{Key: "k", Busy: true}, nil, 0},
		{"no answer is kept", false, http, nil, 0},
		{"the server ends", true, http, errors.New("the server ends"), 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				k, runs := quiet(tt.replay), 0
				f := func(ctx context.Context) (json.RawMessage, error) {
					select {
					case <-time.After(time.Second):
						runs++
						return json.RawMessage(`1`), nil
					case <-ctx.Done():
						return nil, errkit.Canceled
					}
				}
				ctx, leave := context.WithCancelCause(t.Context())
				time.AfterFunc(time.Millisecond, func() { leave(tt.cause) })
				_, _ = idempotency.Do(k.With(ctx, tt.call), boundary, "T", print(""), f)
				require.Equal(t, tt.runs, runs)
				if runs > 0 {
					out, err := idempotency.Do(k.With(t.Context(), tt.call), boundary, "T", print(""), f)
					require.NoError(t, err)
					require.Equal(t, "1", string(out))
					require.Equal(t, 1, runs)
				}
			})
		})
	}
}

// A call without a deadline that only waits ends when its client has left: else it held its key, and
// two goroutines, forever. With a deadline it ends then.
func TestLostConnectionEnds(t *testing.T) {
	for deadline, want := range map[time.Duration]time.Duration{0: 5 * time.Minute, time.Second: time.Second, time.Hour: time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			ctx, leave := context.WithCancel(t.Context())
			if deadline > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, deadline)
				defer cancel()
			}
			leave()
			start, k := time.Now(), quiet(true)
			call := idempotency.Call{Key: "k", Principal: "p", Busy: true}
			_, err := idempotency.Do(k.With(ctx, call), boundary, "T", print(""), func(ctx context.Context) (int, error) {
				<-ctx.Done()
				return 0, errkit.Canceled
			})
			require.ErrorIs(t, err, errkit.Canceled)
			require.Equal(t, want, time.Since(start))
		})
	}
}

// An operator sees once that answers are not kept because callers are not known.
func TestUnknownCallers(t *testing.T) {
	for caller, want := range map[string]int{"": 1, "p": 0} {
		var log bytes.Buffer
		k := &idempotency.Keys{Replay: true, Log: slog.New(slog.NewTextHandler(&log, nil))}
		for _, key := range []string{"1", "2"} {
			ctx := k.With(t.Context(), idempotency.Call{Key: key, Principal: caller})
			_, err := idempotency.Do(ctx, boundary, "T", print(""), func(context.Context) (int, error) { return 1, nil })
			require.NoError(t, err)
		}
		require.Equal(t, want, strings.Count(log.String(), "no known caller"), caller)
	}
}

// brokenStore fails.
type brokenStore struct{ idempotency.Memory }

func (*brokenStore) Claim(context.Context, string, []byte, time.Duration) ([]byte, error) {
	return nil, errors.New("CANARY")
}

// Without its store a call does not run: nobody knows whether it ran before.
func TestBrokenStore(t *testing.T) {
	k := &idempotency.Keys{Replay: true, Store: new(brokenStore)}
	ctx := k.With(t.Context(), idempotency.Call{Key: "k", Principal: "p"})
	_, err := idempotency.Do(ctx, boundary, "T", print(""), func(context.Context) (json.RawMessage, error) {
		t.Error("it ran")
		return nil, nil
	})
	e := errkit.From(err)
	require.Equal(t, errkit.Unavailable, e.Kind)
	require.Equal(t, errkit.EffectNone, e.Effect)
	doc, err := json.Marshal(e)
	require.NoError(t, err)
	require.NotContains(t, string(doc), "CANARY")
}

// The memory is bounded by count, bytes and age, and keeps running calls.
func TestMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := idempotency.Memory{MaxCount: 2}
		claim := func(id string) string {
			t.Helper()
			r, err := m.Claim(t.Context(), id, []byte("new"), time.Hour)
			if err != nil {
				return "full"
			}
			return string(r)
		}
		require.Empty(t, claim("a"))
		require.Empty(t, claim("b"))
		require.Equal(t, "full", claim("c"), "both run")
		require.NoError(t, m.Put(t.Context(), "a", []byte("A"), time.Hour))
		require.Equal(t, "A", claim("a"))
		require.Empty(t, claim("c"), "in place of a")
		require.Equal(t, "full", claim("a"))
		time.Sleep(time.Hour)
		require.Empty(t, claim("b"), "too old")

		small := idempotency.Memory{MaxBytes: 1000}
		require.NoError(t, small.Put(t.Context(), "a", make([]byte, 500), time.Hour))
		require.NoError(t, small.Put(t.Context(), "b", make([]byte, 500), time.Hour))
		r, err := small.Claim(t.Context(), "a", nil, time.Hour)
		require.NoError(t, err)
		require.Nil(t, r, "removed for b")
		require.Error(t, small.Put(t.Context(), "c", make([]byte, 5000), time.Hour))
	})
}
