package grpcerr_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	grpcerr "github.com/toolerr/toolerr/adapters/grpc"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	wiregrpc "github.com/toolerr/toolerr/dialect/grpc"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/rpccases"
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
				want := *rpccases.Sent(next)
				if want.Ref == "" {
					require.NotEmpty(t, e.Ref, "that of the report")
					want.Ref = e.Ref
				}
				require.Equal(t, samples.Canonical(t, &want), samples.Canonical(t, e))
				require.Equal(t, "grpc", e.Peer.Dialect)
			}
			code := codes.Code(mapping.Default().RPCOf(rpccases.Sent(next)))
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

// Private text is logged and not sent: causes, panics, text for developers, the text of errors of
// grpc. No panic ends the program.
func TestNothingPrivateIsSent(t *testing.T) {
	tests := append(rpccases.Failures(),
		rpccases.Failure{Name: "a panic of package net/http",
			Fail: func(context.Context) error { panic(http.ErrAbortHandler) }, Want: errkit.Internal},
		rpccases.Failure{Name: "a goroutine that ends",
			Fail: func(context.Context) error { runtime.Goexit(); return nil }, Want: errkit.Internal},
		rpccases.Failure{Name: "an error of grpc",
			Fail: func(context.Context) error { return status.Error(codes.NotFound, "CANARY") },
			Want: errkit.NotFound},
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
	callAll(t, s.client(t, true), func(t *testing.T, err error) {
		require.Equal(t, "stuck",
			coded(t, err).Dev.Reveal())
	})
}

// Of an error with a status of a handler the kind, the delay and the reference are sent; of one
// that passes through, all of it.
func TestErrorsOfGRPC(t *testing.T) {
	fail := func(context.Context) error {
		s, err := status.New(codes.ResourceExhausted, "There is no bell.").WithDetails(
			&errdetails.RequestInfo{RequestId: "7f3a9c"},
			&errdetails.RetryInfo{RetryDelay: durationpb.New(time.Second)})
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

// A status with a code that no kind has by itself keeps the code: a client that creates something
// takes ALREADY_EXISTS for a success, and repeats what is ABORTED. The rest is as for every status.
func TestExactCodes(t *testing.T) {
	tests := []struct {
		name string
		err  error
		code codes.Code
		want errkit.Kind
		why  string
	}{
		{"it exists", status.Error(codes.AlreadyExists, "CANARY"), codes.AlreadyExists, errkit.Conflict, "not ABORTED"},
		{"wrapped", fmt.Errorf("CANARY: %w", status.Error(codes.AlreadyExists, "CANARY")), codes.AlreadyExists, errkit.Conflict,
			"the status in the chain"},
		{"the end", status.Error(codes.OutOfRange, "CANARY"), codes.OutOfRange, errkit.InvalidInput, "not INVALID_ARGUMENT"},
		{"lost", status.Error(codes.DataLoss, "CANARY"), codes.DataLoss, errkit.Internal, "not INTERNAL"},
		{"unavailable", status.Error(codes.Unavailable, "CANARY"), codes.Unknown, errkit.Unavailable,
			"clients would repeat the call, which may have taken effect"},
		{"the author's own kind", errkit.Wrap(status.Error(codes.AlreadyExists, "CANARY"), errkit.Conflict, "No."), codes.Aborted,
			errkit.Conflict, "the status may be that of another server"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, o := range []*grpcerr.Options{nil, {Dialect: wiregrpc.Dialect{Domain: "bells.example.com"}},
				{Codec: dialect.Codec{Carry: true}}} {
				s := serve(t, o, func(context.Context) error { return tt.err })
				callAll(t, s.client(t, true), func(t *testing.T, err error) {
					require.Equal(t, tt.code, status.Code(err), tt.why)
					e := coded(t, err)
					require.Equal(t, tt.want, e.Kind)
					require.True(t, e.Peer.Exact, "the kind in the details")
					require.Equal(t, o != nil && o.Codec.Carry, e.Peer.Carried)
					require.NotContains(t, status.Convert(err).Proto().String(), "CANARY")
				})
				require.Contains(t, s.log.String(), "CANARY", "the text is logged")
			}
		})
	}
}

// A status of another server that a handler returns as it is keeps its kind; names and texts of
// that server are not sent.
func TestDetailsOfAnotherServer(t *testing.T) {
	s := serve(t, nil, func(context.Context) error {
		s, err := status.New(codes.InvalidArgument, "CANARY").WithDetails(
			&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{{Field: "canary",
				Description: "CANARY", Reason: "CANARY"}}},
			&errdetails.ErrorInfo{Reason: "CANARY", Domain: "canary.example",
				Metadata: map[string]string{"canary": "CANARY"}},
			&errdetails.LocalizedMessage{Locale: "en", Message: "CANARY"},
			&errdetails.Help{Links: []*errdetails.Help_Link{{Description: "CANARY", Url: "https://canary.example"}}},
			&errdetails.DebugInfo{Detail: "CANARY"})
		if err != nil {
			return err
		}
		return s.Err()
	})
	callAll(t, s.client(t, false), func(t *testing.T, err error) {
		received, _ := status.FromError(err)
		require.Equal(t, codes.InvalidArgument, received.Code())
		require.NotContains(t, strings.ToLower(received.Proto().String()), "canary")
	})
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
	callAll(t, serve(t, &grpcerr.Options{Boundary: &middleware.Boundary{RelayPeers: true}}, call).client(t, true),
		func(t *testing.T, err error) {
			e := coded(t, err)
			require.Equal(t, errkit.Unauthenticated, e.Kind)
			require.Equal(t, "Who are you?", string(e.Message))
		})
}

// Validate of the boundary checks the messages of unary calls.
func TestValidate(t *testing.T) {
	s := serve(t, &grpcerr.Options{Boundary: &middleware.Boundary{Validate: func(_ context.Context, input any) error {
		return errkit.Invalid(errkit.Field{Path: "/value",
			Message: errkit.Textf("must not be %q", errkit.Text(input.(*text).GetValue()))})
	}}}, func(context.Context) error { return nil })
	require.Equal(t, []errkit.Field{{Path: "/value", Message: `must not be "front"`}},
		coded(t, callUnary(t.Context(), s.client(t, true))).Fields)
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
	callAll(t, dial(t, addr, decoding()...), func(t *testing.T, err error) {
		e := coded(t, err)
		require.Equal(t, errkit.Network, e.Kind)
		require.Empty(t, e.Message)
		require.Nil(t, e.Peer)
	})
	callAll(t, dial(t, addr), func(t *testing.T, err error) {
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
}

// The text of a status that the local library may have made is not public; it stays the cause.
func TestFromError(t *testing.T) {
	detailed, err := status.New(codes.Unavailable,
		"Closed for today.").WithDetails(&errdetails.RequestInfo{RequestId: "7f3a9c"})
	require.NoError(t, err)
	tests := []struct {
		name string
		err  error
		want errkit.Kind
		text string
		peer bool
		why  string
	}{
		{"details", detailed.Err(), errkit.Unavailable, "Closed for today.", true, "the library sends none"},
		{"another code", status.Error(codes.NotFound, "There is no bell."), errkit.NotFound, "There is no bell.", true,
			"connections do not fail so"},
		{"unavailable", status.Error(codes.Unavailable, "CANARY"), errkit.Unavailable, "", true,
			"of the library or of a server"},
		{"late", status.Error(codes.DeadlineExceeded, "CANARY"), errkit.Timeout, "", true,
			"of the library or of a server"},
		{"canceled", status.Error(codes.Canceled, "CANARY"), errkit.Canceled, "", true,
			"of the library or of a server"},
		{"wrapped", fmt.Errorf("CANARY: %w", status.Error(codes.Unavailable, "CANARY")), errkit.Unavailable, "", true,
			"of the library or of a server"},
		{"connection", status.Error(codes.Unavailable, `connection error: desc = "CANARY"`), errkit.Network, "", false,
			"a text of the library"},
		{"refused", &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}, errkit.Network, "", false,
			"an interceptor that calls a service of HTTP"},
		{"end", io.ErrUnexpectedEOF, errkit.Network, "The connection to a service broke before it answered.", false,
			"the service was reached"},
		{"another interceptor", errors.New("CANARY"), errkit.Internal, "", false, "nothing is known of it"},
		{"a nil pointer", (*nilStatus)(nil), errkit.Internal, "", false, "its methods panic"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := coded(t, grpcerr.FromError(tt.err))
			require.Equal(t, tt.want.String(), e.Kind.String(), tt.why)
			require.Equal(t, tt.text, string(e.Message))
			require.Equal(t, tt.peer, e.Peer != nil)
			require.ErrorIs(t, e, tt.err)
			if e.Peer != nil {
				require.NotContains(t, fmt.Sprintf("%+v", *e.Peer), "CANARY")
			}
		})
	}
}

// A nilStatus is an error with a status whose methods panic on a nil pointer.
type nilStatus struct{ *status.Status }

func (s *nilStatus) Error() string { return s.Status.Message() }

func (s *nilStatus) GRPCStatus() *status.Status { return s.Status }

// The error of an interceptor below is one of this program: the classifiers of the boundary know
// it, else it is Internal.
func TestErrorsOfOtherInterceptors(t *testing.T) {
	errToken := errors.New("CANARY: no token")
	fail := grpc.WithChainUnaryInterceptor(func(context.Context, string, any, any, *grpc.ClientConn, grpc.UnaryInvoker,
		...grpc.CallOption) error {
		return errToken
	})
	failStream := grpc.WithChainStreamInterceptor(func(context.Context, *grpc.StreamDesc, *grpc.ClientConn, string,
		grpc.Streamer, ...grpc.CallOption) (grpc.ClientStream, error) {
		return nil, errToken
	})
	known := &grpcerr.Options{Boundary: &middleware.Boundary{Classify: []middleware.Classifier{middleware.Is(errToken,
		errkit.Unauthenticated)}}}
	for o, want := range map[*grpcerr.Options]errkit.Kind{nil: errkit.Internal, known: errkit.Unauthenticated} {
		conn := dial(t, "127.0.0.1:1", grpc.WithChainUnaryInterceptor(grpcerr.UnaryClientInterceptor(o)),
			grpc.WithChainStreamInterceptor(grpcerr.StreamClientInterceptor(o)), fail, failStream)
		callAll(t, conn, func(t *testing.T, err error) {
			require.Equal(t, want.String(), coded(t, err).Kind.String())
			require.NotContains(t, err.Error(), "CANARY")
			require.ErrorIs(t, err, errToken)
		})
	}
}

// Retries of the service config work with the interceptors: nothing that they do ends them.
func TestRetriesOfTheServiceConfig(t *testing.T) {
	const config = `{"methodConfig": [{"name": [{}], "retryPolicy":
		{"maxAttempts": 3, "initialBackoff": "0.001s", "maxBackoff": "0.001s", "backoffMultiplier": 1, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`
	for _, failures := range []int{2, 3} {
		t.Run(fmt.Sprintf("%d failures", failures), func(t *testing.T) {
			calls := 0
			s := serve(t, nil, func(context.Context) error {
				if calls++; calls <= failures { // after an unknown effect clients must not repeat the call
					return &errkit.Error{Kind: errkit.Unavailable, Effect: errkit.EffectNone}
				}
				return nil
			})
			conn := dial(t, s.addr, append(decoding(), grpc.WithDefaultServiceConfig(config))...)
			check := func(err error) {
				if failures == 3 {
					require.Equal(t, errkit.Unavailable, coded(t, err).Kind)
				} else {
					require.NoError(t, err)
				}
				require.Equal(t, 3, calls)
				calls = 0
			}
			check(callUnary(t.Context(), conn))
			stream, err := conn.NewStream(t.Context(), &streams[1], knock)
			require.NoError(t, err)
			require.NoError(t, stream.SendMsg(wrapperspb.String("front")))
			require.NoError(t, stream.CloseSend())
			check(stream.RecvMsg(new(text)))
		})
	}
}

// The details are in headers, and have a limit, as the message has then.
func TestMaxDetails(t *testing.T) {
	e := rpccases.Large()
	for _, tt := range rpccases.Limits() {
		t.Run(tt.Name, func(t *testing.T) {
			s := serve(t, &grpcerr.Options{Codec: dialect.Codec{Carry: tt.Max < 0},
				Dialect: wiregrpc.Dialect{MaxDetails: tt.Max}}, func(context.Context) error { return e })
			callAll(t, s.client(t, true),
				func(t *testing.T, err error) { rpccases.RequireLimit(t, tt, coded(t, err)) })
		})
	}
}

// The texts of an error are those of the language of the request.
func TestLocalize(t *testing.T) {
	s := serve(t, &grpcerr.Options{Boundary: &middleware.Boundary{Localize: func(ctx context.Context,
		e *errkit.Error) {
		e.Message = errkit.Text(middleware.AcceptLanguage(ctx))
	}}}, func(context.Context) error { return errors.New(samples.Secret) })
	ctx := metadata.AppendToOutgoingContext(t.Context(), "accept-language", "de")
	conn := s.client(t, true)
	require.Equal(t, "de", string(coded(t, callUnary(ctx, conn)).Message))
	require.Equal(t, "de", string(coded(t, callStream(ctx, conn)).Message))
}
