package grpcerr_test

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/wrapperspb"

	grpcerr "github.com/toolerr/toolerr/adapters/grpc"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

const (
	ring   = "/bells.v1.Bells/Ring"   // a unary call
	listen = "/bells.v1.Bells/Listen" // a stream that fails after its first message
	knock  = "/bells.v1.Bells/Knock"  // a stream that fails before its first message
)

type text = wrapperspb.StringValue

var streams = []grpc.StreamDesc{
	{StreamName: "Listen", ServerStreams: true, ClientStreams: true,
		Handler: func(srv any, stream grpc.ServerStream) error {
			if err := stream.RecvMsg(new(text)); err != nil {
				return err
			}
			if err := stream.SendMsg(wrapperspb.String("ding")); err != nil {
				return err
			}
			return srv.(*server).fail(stream.Context())
		}},
	{StreamName: "Knock", ServerStreams: true, ClientStreams: true,
		Handler: func(srv any, stream grpc.ServerStream) error {
			if err := srv.(*server).fail(stream.Context()); err != nil {
				return err
			}
			return stream.SendMsg(wrapperspb.String("ding"))
		}},
}

// service describes the service as generated code does.
var service = grpc.ServiceDesc{
	ServiceName: "bells.v1.Bells",
	HandlerType: (*any)(nil),
	Methods: []grpc.MethodDesc{{MethodName: "Ring",
		Handler: func(srv any, ctx context.Context, decode func(any) error,
			interceptor grpc.UnaryServerInterceptor) (any, error) {
			req := new(text)
			if err := decode(req); err != nil {
				return nil, err
			}
			return interceptor(ctx, req, &grpc.UnaryServerInfo{Server: srv, FullMethod: ring},
				func(ctx context.Context, _ any) (any, error) {
					if err := srv.(*server).fail(ctx); err != nil {
						return nil, err
					}
					return wrapperspb.String("ding"), nil
				})
		}}},
	Streams: streams,
}

// A server is a server whose calls fail as fail does.
type server struct {
	fail func(context.Context) error
	addr string
	log  bytes.Buffer // of reports
}

func serve(t *testing.T, o *grpcerr.Options, fail func(context.Context) error) *server {
	t.Helper()
	s := &server{fail: fail}
	if o == nil {
		o = &grpcerr.Options{}
	}
	if o.Boundary == nil {
		o.Boundary = &middleware.Boundary{}
	}
	o.Boundary.Report = middleware.Log(slog.New(slog.NewTextHandler(&s.log, nil)))
	g := grpc.NewServer(
		grpc.ChainUnaryInterceptor(grpcerr.UnaryServerInterceptor(o)),
		grpc.ChainStreamInterceptor(grpcerr.StreamServerInterceptor(o)),
	)
	g.RegisterService(&service, s)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s.addr = l.Addr().String()
	go func() { _ = g.Serve(l) }()
	t.Cleanup(g.Stop)
	return s
}

// client returns a client, whose errors are decoded if decodes is set.
func (s *server) client(t *testing.T, decodes bool) *grpc.ClientConn {
	t.Helper()
	if decodes {
		return dial(t, s.addr, decoding()...)
	}
	return dial(t, s.addr)
}

// decoding returns the options of a client whose errors are decoded.
func decoding() []grpc.DialOption {
	return []grpc.DialOption{grpc.WithChainUnaryInterceptor(grpcerr.UnaryClientInterceptor(nil)),
		grpc.WithChainStreamInterceptor(grpcerr.StreamClientInterceptor(nil))}
}

func dial(t *testing.T, addr string, options ...grpc.DialOption) *grpc.ClientConn {
	t.Helper()
	conn, err := grpc.NewClient(addr, append(options, grpc.WithTransportCredentials(insecure.NewCredentials()))...)
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	return conn
}

// callUnary returns the error of a unary call.
func callUnary(ctx context.Context, conn *grpc.ClientConn) error {
	return conn.Invoke(ctx, ring, wrapperspb.String("front"), new(text))
}

// callStream returns the error of a stream, after its first message.
func callStream(ctx context.Context, conn *grpc.ClientConn) error {
	stream, err := conn.NewStream(ctx, &streams[0], listen)
	if err != nil {
		return err
	}
	if err := stream.SendMsg(wrapperspb.String("front")); err != nil {
		return err
	}
	if err := stream.RecvMsg(new(text)); err != nil {
		return err
	}
	return stream.RecvMsg(new(text))
}

// callAll makes a unary call and a stream, and passes each error to check.
func callAll(t *testing.T, conn *grpc.ClientConn, check func(t *testing.T, err error)) {
	t.Helper()
	t.Run("unary", func(t *testing.T) { check(t, callUnary(t.Context(), conn)) })
	t.Run("stream", func(t *testing.T) { check(t, callStream(t.Context(), conn)) })
}

// coded returns the *errkit.Error in err.
func coded(t *testing.T, err error) *errkit.Error {
	t.Helper()
	require.Error(t, err)
	e, ok := err.(*errkit.Error)
	require.True(t, ok, "%T", err)
	return e
}
