package grpcerr_test

import (
	"context"
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"

	grpcerr "github.com/toolerr/toolerr/adapters/grpc"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
)

func keyed() *grpcerr.Options {
	return &grpcerr.Options{Boundary: new(middleware.Boundary), Key: "idempotency-key",
		Keys: &idempotency.Keys{Replay: true, Log: slog.New(slog.DiscardHandler)}}
}

// Each row calls with a key twice.
func TestKey(t *testing.T) {
	same := []string{"idempotency-key", "1", "authorization", "ada"}
	tests := []struct {
		name          string
		first, second []string // metadata
		input         string   // of the second call
		fail          func() error
		runs          int32
		code          codes.Code // of the second call
	}{
		{"the same", same, same, "front", nil, 1, codes.OK},
		{"another input", same, same, "back", nil, 1, codes.InvalidArgument},
		{"another key", same, []string{"idempotency-key", "2", "authorization", "ada"}, "front", nil, 2, codes.OK},
		{"another caller", same, []string{"idempotency-key", "1", "authorization", "eve"}, "front", nil, 2, codes.OK},
		{"no key", same[2:], same[2:], "front", nil, 2, codes.OK},
		{"an empty key", []string{"idempotency-key", "", "authorization", "ada"},
			[]string{"idempotency-key", "", "authorization", "ada"}, "front", nil, 2, codes.OK},
		{"an unknown caller", same[:2], same[:2], "front", nil, 2, codes.OK},
		{"a failure", same, same, "front", func() error { return errkit.Timeout }, 1, codes.Unknown},
		{"a panic", same, same, "front", func() error { panic("CANARY") }, 1, codes.Internal},
		{"Goexit", same, same, "front", func() error { runtime.Goexit(); return nil }, 1, codes.Internal},
		{"a limit", same, same, "front", func() error { return errkit.RateLimited }, 2, codes.ResourceExhausted},
		{"a challenge", same, same, "front", func() error { return errkit.Unauthenticated }, 2, codes.Unauthenticated},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var runs atomic.Int32
			conn := serve(t, keyed(), func(context.Context) error {
				runs.Add(1)
				if tt.fail != nil {
					return tt.fail()
				}
				return nil
			}).client(t, false)
			call := func(md []string, input string) (string, bool, error) {
				out, head := new(text), metadata.MD{}
				ctx := metadata.AppendToOutgoingContext(t.Context(), md...)
				err := conn.Invoke(ctx, ring, wrapperspb.String(input), out, grpc.Header(&head))
				return out.GetValue(), len(head["idempotent-replayed"]) > 0, err
			}
			first, _, err := call(tt.first, "front")
			require.Equal(t, tt.fail == nil, err == nil)
			second, replayed, err := call(tt.second, tt.input)
			require.Equal(t, tt.code.String(), status.Code(err).String())
			require.NotContains(t, status.Convert(err).Message(), "CANARY")
			if err == nil {
				require.Equal(t, first, second)
				require.Equal(t, tt.runs == 1, replayed)
			}
			require.Equal(t, tt.runs, runs.Load())
		})
	}
}

// Concurrent calls run once, and each gets the answer.
func TestKeyConcurrent(t *testing.T) {
	var runs atomic.Int32
	entered, release := make(chan bool, 1), make(chan bool)
	conn := serve(t, keyed(), func(ctx context.Context) error {
		runs.Add(1)
		entered <- true
		select {
		case <-release:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}).client(t, false)
	ctx := metadata.AppendToOutgoingContext(t.Context(), "idempotency-key", "1", "authorization", "ada")
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			out := new(text)
			require.NoError(t, conn.Invoke(ctx, ring, wrapperspb.String("front"), out))
			require.Equal(t, "ding", out.GetValue())
		})
	}
	<-entered
	close(release)
	all.Wait()
	require.EqualValues(t, 1, runs.Load())
}
