package grpcerr_test

import (
	"context"
	"net"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"

	grpcerr "github.com/toolerr/toolerr/adapters/grpc"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/refuser"
	"github.com/toolerr/toolerr/middleware"
)

// A client says that a request had no effect only if no server processed it, and the effect of the
// call that made it follows from all of its requests.
func TestSent(t *testing.T) {
	closed := func(t *testing.T) string {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		require.NoError(t, l.Close())
		return l.Addr().String()
	}
	refusing := func(a refuser.Answer) func(*testing.T) string {
		return func(t *testing.T) string { return refuser.Serve(t, a) }
	}
	answering := func(err error) func(*testing.T) string {
		return func(t *testing.T) string {
			return serve(t, &grpcerr.Options{Boundary: &middleware.Boundary{PassThrough: grpcerr.IsStatus}},
				func(context.Context) error { return err }).addr
		}
	}
	const policy = `{"methodConfig":[{"name":[{}],"retryPolicy":{"maxAttempts":2,"initialBackoff":"0.001s",` +
		`"maxBackoff":"0.001s","backoffMultiplier":1,"retryableStatusCodes":["UNAVAILABLE"]}}]}`
	tests := []struct {
		name, config string
		address      func(*testing.T) string
		ctx          func(context.Context) context.Context
		kind         errkit.Kind
		none         bool
		text         string // "": that of the kind
	}{
		{"nobody listens", "{}", closed, nil, errkit.Network, true, ""},
		{"nobody listens, with repetitions", policy, closed, nil, errkit.Network, false, ""},
		{"REFUSED_STREAM", "{}", refusing(refuser.RefusedStream), nil, errkit.Network, true, ""},
		{"GOAWAY", "{}", refusing(refuser.GoAway), nil, errkit.Network, true, ""},
		{"the connection ends", "{}", refusing(refuser.Hangup), nil, errkit.Network, false,
			"The connection to a service broke before it answered."},
		{"canceled before", "{}", closed, func(ctx context.Context) context.Context {
			ctx, cancel := context.WithCancel(ctx)
			cancel()
			return ctx
		}, errkit.Canceled, false, ""},
		{"UNAVAILABLE of a server", "{}", answering(status.Error(codes.Unavailable, "busy")), nil, errkit.Unavailable, false, ""},
		{"a server with a text of the library", "{}", answering(status.Error(codes.Unavailable, "connection error: x")), nil,
			errkit.Network, false, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			conn, err := grpc.NewClient("passthrough:///"+tt.address(t), grpc.WithTransportCredentials(insecure.NewCredentials()),
				grpc.WithDefaultServiceConfig(tt.config), grpc.WithUnaryInterceptor(grpcerr.UnaryClientInterceptor(nil)),
				grpc.WithStreamInterceptor(grpcerr.StreamClientInterceptor(nil)))
			require.NoError(t, err)
			t.Cleanup(func() { _ = conn.Close() })
			effectAfter := func(orders int) errkit.Effect {
				err := new(middleware.Boundary).Run(middleware.WithRequests(t.Context()), func(ctx context.Context) error {
					for range orders {
						middleware.CountRequest(ctx, true, false)
					}
					if tt.ctx != nil {
						ctx = tt.ctx(ctx)
					}
					err := conn.Invoke(ctx, ring, wrapperspb.String("front"), new(text))
					e := coded(t, err)
					require.Equal(t, tt.kind.String(), e.Kind.String())
					require.Equal(t, tt.none, e.Effect == errkit.EffectNone)
					require.Equal(t, tt.text, string(e.Message))
					return err
				})
				return errkit.From(err).Effect
			}
			require.NotEqual(t, errkit.EffectNone, effectAfter(0), "the handler may have done something else")
			require.NotEqual(t, errkit.EffectNone, effectAfter(1))
		})
	}
}
