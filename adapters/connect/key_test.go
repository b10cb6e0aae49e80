package connecterr_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"connectrpc.com/connect"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/wrapperspb"

	connecterr "github.com/toolerr/toolerr/adapters/connect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
)

// A bellServer is a server whose answers have a number in the message, the header and the trailer.
type bellServer struct {
	*httptest.Server
	options []connect.ClientOption
}

func keyedServer(
	t *testing.T, f func(context.Context) error, options ...connect.ClientOption,
) (*bellServer, *atomic.Int32) {
	t.Helper()
	var runs atomic.Int32
	discard := slog.New(slog.DiscardHandler)
	o := &connecterr.Options{Boundary: &middleware.Boundary{Report: middleware.Log(discard)}, Key: "Idempotency-Key",
		Keys: &idempotency.Keys{Replay: true, Log: discard}}
	s := httptest.NewUnstartedServer(connect.NewUnaryHandler(ring,
		func(ctx context.Context, req *connect.Request[text]) (*connect.Response[text], error) {
			n := runs.Add(1)
			if err := f(ctx); err != nil {
				return nil, err
			}
			res := connect.NewResponse(wrapperspb.String(fmt.Sprint(req.Msg.GetValue(), n)))
			res.Header().Set("Bell", fmt.Sprint(n))
			res.Trailer().Set("Rope", fmt.Sprint(n))
			return res, nil
		}, connect.WithInterceptors(connecterr.NewInterceptor(o))))
	s.EnableHTTP2, s.Config.ErrorLog = true, log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	return &bellServer{s, options}, &runs
}

// call calls with headers, which are names and values.
func (s *bellServer) call(ctx context.Context, input string, headers ...string) (*connect.Response[text], error) {
	client := connect.NewClient[text, text](s.Client(), s.URL+ring, s.options...)
	req := connect.NewRequest(wrapperspb.String(input))
	for i := 0; i < len(headers); i += 2 {
		req.Header().Set(headers[i], headers[i+1])
	}
	return client.CallUnary(ctx, req)
}

// Each row calls with a key twice, in each protocol.
func TestKey(t *testing.T) {
	same := []string{"Idempotency-Key", "1", "Authorization", "ada"}
	succeed := func(context.Context) error { return nil }
	failing := func(err error) func(context.Context) error {
		return func(context.Context) error { return err }
	}
	tests := []struct {
		name          string
		first, second []string // headers
		input         string   // of the second call
		ring          func(context.Context) error
		runs          int32
		code          connect.Code // of the second call; 0: none
	}{
		{"the same", same, same, "front", succeed, 1, 0},
		{"another input", same, same, "back", succeed, 1, connect.CodeInvalidArgument},
		{"another key", same, []string{"Idempotency-Key", "2", "Authorization", "ada"}, "front", succeed, 2, 0},
		{"another caller", same, []string{"Idempotency-Key", "1", "Authorization", "eve"}, "front", succeed, 2, 0},
		{"no key", same[2:], same[2:], "front", succeed, 2, 0},
		{"an empty key", []string{"Idempotency-Key", "", "Authorization", "ada"},
			[]string{"Idempotency-Key", "", "Authorization", "ada"}, "front", succeed, 2, 0},
		{"an unknown caller", same[:2], same[:2], "front", succeed, 2, 0},
		{"a failure", same, same, "front", failing(errkit.Timeout), 1, connect.CodeUnknown},
		{"a panic", same, same, "front", func(context.Context) error { panic("CANARY") }, 1,
			connect.CodeInternal},
		{"a limit", same, same, "front", failing(errkit.RateLimited), 2, connect.CodeResourceExhausted},
		{"a challenge", same, same, "front", failing(errkit.Unauthenticated), 2, connect.CodeUnauthenticated},
	}
	for _, p := range protocols {
		for _, tt := range tests {
			t.Run(p.name+"/"+tt.name, func(t *testing.T) {
				s, runs := keyedServer(t, tt.ring, p.options...)
				first, err1 := s.call(t.Context(), "front", tt.first...)
				second, err2 := s.call(t.Context(), tt.input, tt.second...)
				require.Equal(t, tt.runs, runs.Load())
				if tt.code != 0 {
					require.Equal(t, tt.code, connect.CodeOf(err2), "%v", err2)
					require.NotContains(t, err2.Error(), "CANARY")
					return
				}
				require.NoError(t, err1)
				require.NoError(t, err2)
				require.Equal(t, "front1", first.Msg.GetValue())
				require.Empty(t, first.Header().Get("Idempotent-Replayed"))
				n := fmt.Sprint(tt.runs)
				require.Equal(t, "front"+n, second.Msg.GetValue())
				require.Equal(t, n, second.Header().Get("Bell"))
				require.Equal(t, n, second.Trailer().Get("Rope"))
				require.Equal(t, tt.runs == 1, second.Header().Get("Idempotent-Replayed") == "true")
			})
		}
	}
}

// Concurrent calls run once, and each gets the answer.
func TestKeyConcurrent(t *testing.T) {
	const calls = 20
	entered, release := make(chan bool, calls), make(chan bool)
	s, runs := keyedServer(t, func(ctx context.Context) error {
		entered <- true
		select {
		case <-release:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	var all sync.WaitGroup
	for range calls {
		all.Go(func() {
			res, err := s.call(t.Context(), "front", "Idempotency-Key", "1", "Authorization", "ada")
			require.NoError(t, err)
			require.Equal(t, "front1", res.Msg.GetValue())
		})
	}
	<-entered
	close(release)
	all.Wait()
	require.EqualValues(t, 1, runs.Load())
}

// Without an identity a call waits for the one that is running, and a later call runs.
func TestKeyOfUnknownCaller(t *testing.T) {
	entered, release := make(chan bool, 3), make(chan bool)
	s, runs := keyedServer(t, func(context.Context) error {
		entered <- true
		<-release
		return nil
	})
	first := make(chan error, 1)
	go func() {
		_, err := s.call(t.Context(), "front", "Idempotency-Key", "1")
		first <- err
	}()
	<-entered
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	_, err := s.call(ctx, "front", "Idempotency-Key", "1")
	require.Error(t, err)
	require.EqualValues(t, 1, runs.Load(), "the second call did not wait")
	close(release)
	require.NoError(t, <-first)
	res, err := s.call(t.Context(), "front", "Idempotency-Key", "1")
	require.NoError(t, err)
	require.Equal(t, "front2", res.Msg.GetValue())
}
