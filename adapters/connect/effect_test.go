package connecterr_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"connectrpc.com/connect"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/wrapperspb"

	connecterr "github.com/toolerr/toolerr/adapters/connect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// A client repeats a call that is UNAVAILABLE: one that may have taken effect is, only if the
// procedure states that it may be called twice.
func TestEffect(t *testing.T) {
	tests := []struct {
		name     string
		level    connect.IdempotencyLevel
		err      *errkit.Error
		code     connect.Code
		pushback string
	}{
		{"nothing stated", connect.IdempotencyUnknown, &errkit.Error{Kind: errkit.Unavailable}, connect.CodeUnknown, "-1"},
		{"no side effects", connect.IdempotencyNoSideEffects, &errkit.Error{Kind: errkit.Unavailable},
			connect.CodeUnavailable, ""},
		{"idempotent", connect.IdempotencyIdempotent, &errkit.Error{Kind: errkit.Unavailable}, connect.CodeUnavailable, ""},
		{"no effect", connect.IdempotencyUnknown, &errkit.Error{Kind: errkit.Unavailable, Effect: errkit.EffectNone},
			connect.CodeUnavailable, ""},
		{"a limit", connect.IdempotencyUnknown, &errkit.Error{Kind: errkit.RateLimited}, connect.CodeResourceExhausted, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			seen := errkit.RepeatableUnstated
			h := connect.NewUnaryHandler(ring,
				func(ctx context.Context, _ *connect.Request[text]) (*connect.Response[text], error) {
					seen = middleware.RepeatableFrom(ctx)
					return nil, tt.err
				}, connect.WithIdempotency(tt.level),
				connect.WithInterceptors(connecterr.NewInterceptor(&connecterr.Options{Boundary: &middleware.Boundary{}})))
			s := httptest.NewServer(h)
			defer s.Close()
			for _, p := range protocols {
				client := connect.NewClient[text, text](http.DefaultClient, s.URL+ring, p.options...)
				_, err := client.CallUnary(t.Context(), connect.NewRequest(wrapperspb.String("front")))
				require.Equal(t, tt.code, connect.CodeOf(err), p.name)
				if p.name == "grpc" || p.name == "grpc-web" {
					var failed *connect.Error
					require.ErrorAs(t, err, &failed)
					require.Equal(t, tt.pushback, failed.Meta().Get("Grpc-Retry-Pushback-Ms"), p.name)
				}
			}
			require.Equal(t, tt.level != connect.IdempotencyUnknown, seen == errkit.RepeatableYes)
		})
	}
}
