package grpcerr_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"

	grpcerr "github.com/toolerr/toolerr/adapters/grpc"
	"github.com/toolerr/toolerr/dialect"
	wiregrpc "github.com/toolerr/toolerr/dialect/grpc"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpccases"
	"github.com/toolerr/toolerr/internal/samples"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
)

// An error of the server is the same error at the client, and package status finds its status.
func TestErrorsReachTheClient(t *testing.T) {
	var next *errkit.Error
	s := serve(t, nil, func(context.Context) error { return next })
	conn, plain := s.client(t, true), s.client(t, false)
	for _, next = range rpccases.Errors() {
		t.Run(next.Kind.String(), func(t *testing.T) {
			check := func(t *testing.T, e *errkit.Error) {
				want := *next
				if want.Ref == "" {
					require.NotEmpty(t, e.Ref, "that of the report")
					want.Ref = e.Ref
				}
				require.Equal(t, samples.Canonical(t, &want), samples.Canonical(t, e))
				require.Equal(t, "grpc", e.Peer.Dialect)
			}
			code := codes.Code(mapping.Default().RPC(next.Kind, next.Upstream))
			callAll(t, conn, func(t *testing.T, err error) {
				check(t, coded(t, err))
				require.Equal(t, code, status.Code(err), "the error of grpc is the cause")
			})
			callAll(t, plain, func(t *testing.T, err error) {
				require.Equal(t, code, status.Code(err))
				check(t, coded(t, grpcerr.FromError(err)))
			})
		})
	}
}

// Private text is logged and not sent: causes, panics, text for developers, the text of errors of grpc. No panic ends the program.
func TestNothingPrivateIsSent(t *testing.T) {
	tests := append(rpccases.Failures(),
		rpccases.Failure{Name: "a panic of package net/http", Fail: func(context.Context) error { panic(http.ErrAbortHandler) }, Want: errkit.Internal},
		rpccases.Failure{Name: "a goroutine that ends", Fail: func(context.Context) error { runtime.Goexit(); return nil }, Want: errkit.Internal},
		rpccases.Failure{Name: "an error of grpc", Fail: func(context.Context) error { return status.Error(codes.NotFound, "CANARY") }, Want: errkit.NotFound},
		rpccases.Failure{Name: "a wrapped error of grpc", Fail: func(context.Context) error {
			return errors.Join(errors.New("CANARY"), status.Error(codes.Aborted, "CANARY"))
		}, Want: errkit.Conflict},
	)
	for _, tt := range tests {
		t.Run(tt.Name, func(t *testing.T) {
			s := serve(t, nil, tt.Fail)
			callAll(t, s.client(t, false), func(t *testing.T, err error) {
				received, ok := status.FromError(err)
				require.True(t, ok)
				doc, marshalErr := proto.Marshal(received.Proto())
				require.NoError(t, marshalErr)
				require.NotContains(t, string(doc), "CANARY")
				require.Equal(t, tt.Want.String(), coded(t, grpcerr.FromError(err)).Kind.String())
			})
			require.Contains(t, s.log.String(), "method="+ring)
		})
	}
}

// Text for developers is sent to clients that are trusted, as DebugInfo.
func TestDebug(t *testing.T) {
	s := serve(t, &grpcerr.Options{Dialect: wiregrpc.Dialect{Debug: true}}, func(context.Context) error {
		return &errkit.Error{Kind: errkit.NotFound, Dev: errkit.Dev("stuck")}
	})
	callAll(t, s.client(t, true), func(t *testing.T, err error) { require.Equal(t, "stuck", coded(t, err).Dev.Reveal()) })
}

// Of an error with a status of a handler the code and the details are sent; of one that passes through, all of it.
func TestErrorsOfGRPC(t *testing.T) {
	fail := func(context.Context) error {
		s, err := status.New(codes.ResourceExhausted, "There is no bell.").WithDetails(
			&errdetails.RequestInfo{RequestId: "7f3a9c"}, &errdetails.RetryInfo{RetryDelay: durationpb.New(time.Second)})
		if err != nil {
			return err
		}
		return s.Err()
	}
	s := serve(t, nil, fail)
	callAll(t, s.client(t, true), func(t *testing.T, err error) {
		e := coded(t, err)
		require.Equal(t, errkit.RateLimited, e.Kind)
		require.Equal(t, errkit.RateLimited.Text(), e.Message)
		require.Equal(t, "7f3a9c", e.Ref)
		require.Equal(t, time.Second, e.RetryAfter)
	})
	s = serve(t, &grpcerr.Options{Boundary: &middleware.Boundary{PassThrough: grpcerr.IsStatus}}, fail)
	callAll(t, s.client(t, false), func(t *testing.T, err error) {
		received, _ := status.FromError(err)
		require.Equal(t, codes.ResourceExhausted, received.Code())
		require.Equal(t, "There is no bell.", received.Message())
		require.Len(t, received.Details(), 2)
	})
	require.Empty(t, s.log.String(), "an error that passes through is not reported")
	require.False(t, grpcerr.IsStatus(errors.New("x")))
	require.False(t, grpcerr.IsStatus(nil))
}

// An error of another server is UpstreamFailed, unless errors of peers are relayed.
func TestErrorsOfPeers(t *testing.T) {
	upstream := serve(t, nil, func(context.Context) error {
		return &errkit.Error{Kind: errkit.Unauthenticated, Message: "Who are you?"}
	}).client(t, true)
	call := func(ctx context.Context) error { return callUnary(ctx, upstream) }
	callAll(t, serve(t, nil, call).client(t, true), func(t *testing.T, err error) {
		e := coded(t, err)
		require.Equal(t, errkit.UpstreamFailed, e.Kind)
		require.Equal(t, http.StatusUnauthorized, e.Upstream)
		require.Equal(t, errkit.UpstreamFailed.Text(), e.Message)
	})
	callAll(t, serve(t, &grpcerr.Options{Boundary: &middleware.Boundary{RelayPeers: true}}, call).client(t, true), func(t *testing.T, err error) {
		e := coded(t, err)
		require.Equal(t, errkit.Unauthenticated, e.Kind)
		require.Equal(t, "Who are you?", string(e.Message))
	})
}

// Validate of the boundary checks the messages of unary calls.
func TestValidate(t *testing.T) {
	s := serve(t, &grpcerr.Options{Boundary: &middleware.Boundary{Validate: func(_ context.Context, input any) error {
		return errkit.Invalid(errkit.Field{Path: "/value", Message: errkit.Textf("must not be %q", errkit.Text(input.(*text).GetValue()))})
	}}}, func(context.Context) error { return nil })
	require.Equal(t, []errkit.Field{{Path: "/value", Message: `must not be "front"`}}, coded(t, callUnary(t.Context(), s.client(t, true))).Fields)
}

// The end of a stream is not an error.
func TestSuccess(t *testing.T) {
	s := serve(t, nil, func(context.Context) error { return nil })
	require.NoError(t, callUnary(t.Context(), s.client(t, true)))
	require.Equal(t, io.EOF, callStream(t.Context(), s.client(t, true)))
}

// Errors without a connection have no text of the library: it has addresses.
func TestNoConnection(t *testing.T) {
	require.NoError(t, grpcerr.FromError(nil))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	addr := l.Addr().String()
	require.NoError(t, l.Close())
	callAll(t, dial(t, addr, true), func(t *testing.T, err error) {
		e := coded(t, err)
		require.Equal(t, errkit.Network, e.Kind)
		require.Empty(t, e.Message)
		require.Nil(t, e.Peer)
	})
	callAll(t, dial(t, addr, false), func(t *testing.T, err error) {
		require.Equal(t, errkit.Network, coded(t, grpcerr.FromError(err)).Kind)
		require.Empty(t, coded(t, grpcerr.FromError(err)).Message)
	})

	s := serve(t, nil, func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
	for _, call := range []func(context.Context) error{
		func(ctx context.Context) error { return callUnary(ctx, s.client(t, true)) },
		func(ctx context.Context) error { return callStream(ctx, s.client(t, true)) },
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		require.Equal(t, errkit.Timeout, coded(t, call(ctx)).Kind)
		cancel()
		ctx, cancel = context.WithCancel(t.Context())
		cancel()
		require.Equal(t, errkit.Canceled, coded(t, call(ctx)).Kind)
	}
	require.Equal(t, errkit.Network, coded(t, grpcerr.FromError(errors.New("x"))).Kind)
}

// The details are in headers, and have a limit, as the message has then.
func TestMaxDetails(t *testing.T) {
	e := rpccases.Large()
	for _, tt := range rpccases.Limits() {
		t.Run(tt.Name, func(t *testing.T) {
			s := serve(t, &grpcerr.Options{Codec: dialect.Codec{Carry: tt.Max < 0}, Dialect: wiregrpc.Dialect{MaxDetails: tt.Max}}, func(context.Context) error { return e })
			callAll(t, s.client(t, true), func(t *testing.T, err error) { rpccases.RequireLimit(t, tt, coded(t, err)) })
		})
	}
}
