package connecterr_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
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

const (
	ring   = "/bells.v1.Bells/Ring"   // a unary call
	listen = "/bells.v1.Bells/Listen" // a stream of the server
	talk   = "/bells.v1.Bells/Talk"   // a stream of both
)

type text = wrapperspb.StringValue

// protocols are the protocols that connect speaks.
var protocols = []struct {
	name    string
	options []connect.ClientOption
}{
	{"connect", nil},
	{"connect JSON", []connect.ClientOption{connect.WithProtoJSON()}},
	{"grpc", []connect.ClientOption{connect.WithGRPC()}},
	{"grpc-web", []connect.ClientOption{connect.WithGRPCWeb()}},
}

// A server is a server whose calls fail as fail does.
type server struct {
	*httptest.Server
	log bytes.Buffer // of reports
	raw bytes.Buffer // the bytes of responses: headers, bodies and trailers
}

func serve(t *testing.T, o *connecterr.Options, fail func(context.Context) error) *server {
	t.Helper()
	s := &server{}
	if o == nil {
		o = &connecterr.Options{}
	}
	if o.Boundary == nil {
		o.Boundary = &middleware.Boundary{}
	}
	o.Boundary.Report = middleware.Log(slog.New(slog.NewTextHandler(&s.log, nil)))
	option := connect.WithInterceptors(connecterr.NewInterceptor(o))
	mux := http.NewServeMux()
	mux.Handle(ring, connect.NewUnaryHandler(ring,
		func(ctx context.Context, _ *connect.Request[text]) (*connect.Response[text], error) {
			if err := fail(ctx); err != nil {
				return nil, err
			}
			return connect.NewResponse(wrapperspb.String("ding")), nil
		}, option))
	mux.Handle(listen, connect.NewServerStreamHandler(listen,
		func(ctx context.Context, _ *connect.Request[text], stream *connect.ServerStream[text]) error {
			if err := stream.Send(wrapperspb.String("ding")); err != nil {
				return err
			}
			return fail(ctx)
		}, option))
	mux.Handle(talk, connect.NewBidiStreamHandler(talk,
		func(ctx context.Context, stream *connect.BidiStream[text, text]) error {
			if _, err := stream.Receive(); err != nil {
				return err
			}
			return fail(ctx)
		}, option))
	s.Server = httptest.NewUnstartedServer(mux)
	s.EnableHTTP2 = true
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

// client returns a client of a procedure that records the bytes of responses.
func (s *server) client(procedure string, options ...connect.ClientOption) *connect.Client[text, text] {
	return connect.NewClient[text, text](&http.Client{Transport: &recorder{s.Client().Transport, &s.raw}},
		s.URL+procedure, options...)
}

// A recorder records headers, bodies and trailers.
type recorder struct {
	http.RoundTripper
	raw *bytes.Buffer
}

func (r *recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := r.RoundTripper.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	_ = res.Header.Write(r.raw)
	res.Body = &recordedBody{res.Body, res, r.raw}
	return res, nil
}

type recordedBody struct {
	io.ReadCloser
	res *http.Response
	raw *bytes.Buffer
}

func (b *recordedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.raw.Write(p[:n])
	if err == io.EOF {
		_ = b.res.Trailer.Write(b.raw)
	}
	return n, err
}

// callAll calls every procedure in every protocol, and passes each error to check.
func callAll(t *testing.T, s *server, check func(t *testing.T, err error), options ...connect.ClientOption) {
	t.Helper()
	for _, p := range protocols {
		options := append(p.options[:len(p.options):len(p.options)], options...)
		t.Run(p.name+"/unary", func(t *testing.T) {
			_, err := s.client(ring, options...).CallUnary(t.Context(), connect.NewRequest(wrapperspb.String("front")))
			check(t, err)
		})
		t.Run(p.name+"/server stream", func(t *testing.T) {
			stream, err := s.client(listen, options...).CallServerStream(t.Context(),
				connect.NewRequest(wrapperspb.String("front")))
			require.NoError(t, err)
			require.True(t, stream.Receive())
			require.False(t, stream.Receive())
			check(t, stream.Err())
			require.NoError(t, stream.Close())
		})
		t.Run(p.name+"/bidi stream", func(t *testing.T) {
			stream := s.client(talk, options...).CallBidiStream(t.Context())
			require.NoError(t, stream.Send(wrapperspb.String("front")))
			_, err := stream.Receive()
			check(t, err)
			require.NoError(t, stream.CloseRequest())
		})
	}
}

// coded returns the *errkit.Error in err.
func coded(t *testing.T, err error) *errkit.Error {
	t.Helper()
	require.Error(t, err)
	e, ok := err.(*errkit.Error)
	require.True(t, ok, "%T", err)
	return e
}
