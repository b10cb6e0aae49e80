package connecterr_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"connectrpc.com/connect"
	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/protobuf/types/known/wrapperspb"

	connecterr "github.com/toolerr/toolerr/adapters/connect"
	"github.com/toolerr/toolerr/dialect"
	wire "github.com/toolerr/toolerr/dialect/connect"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/rpccases"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
)

var decoding = connect.WithInterceptors(connecterr.NewInterceptor(nil))

// An error of the server is the same error at the client, in every protocol, unary and streamed.
func TestErrorsReachTheClient(t *testing.T) {
	var next *errkit.Error
	s := serve(t, nil, func(context.Context) error { return next })
	for _, next = range rpccases.Errors() {
		t.Run(next.Kind.String(), func(t *testing.T) {
			callAll(t, s, func(t *testing.T, err error) {
				e := coded(t, err)
				want := *rpccases.Sent(next)
				if want.Ref == "" {
					require.NotEmpty(t, e.Ref, "that of the report")
					want.Ref = e.Ref
				}
				require.Equal(t, samples.Canonical(t, &want), samples.Canonical(t, e))
				require.Equal(t, "connect", e.Peer.Dialect)
				require.Equal(t, connect.Code(mapping.Default().RPCOf(rpccases.Sent(next))), connect.CodeOf(err),
					"the *connect.Error is the cause")
			}, decoding)
		})
	}
}

// base64Text matches text that may be base64.
var base64Text = regexp.MustCompile(`[A-Za-z0-9+/]{8,}`)

func requireNoCanary(t *testing.T, raw []byte) {
	t.Helper()
	require.NotContains(t, string(raw), "CANARY")
	for _, encoded := range base64Text.FindAll(raw, -1) {
		decoded, _ := base64.RawStdEncoding.AppendDecode(nil, encoded)
		require.NotContains(t, string(decoded), "CANARY")
	}
}

// Private text is logged and not sent: causes, panics, text for developers, the text of the
// errors of connect.
func TestNothingPrivateIsSent(t *testing.T) {
	tests := append(rpccases.Failures(),
		rpccases.Failure{Name: "an error of connect",
			Fail: func(context.Context) error { return connect.NewError(connect.CodeNotFound, errors.New("CANARY")) },
			Want: errkit.NotFound},
		rpccases.Failure{Name: "a wrapped error of connect", Fail: func(context.Context) error {
			return errors.Join(errors.New("CANARY"), connect.NewError(connect.CodeAborted, errors.New("CANARY")))
		}, Want: errkit.Conflict},
	)
	for _, tt := range tests {
		t.Run(tt.Name, func(t *testing.T) {
			s := serve(t, nil, tt.Fail)
			callAll(t, s, func(t *testing.T, err error) {
				require.Equal(t, tt.Want.String(), coded(t, err).Kind.String())
			}, decoding)
			requireNoCanary(t, s.raw.Bytes())
			require.NotEmpty(t, s.raw.Bytes())
			require.Contains(t, s.log.String(), "procedure="+ring)
		})
	}
}

// Text for developers is sent to clients that are trusted, as DebugInfo.
func TestDebug(t *testing.T) {
	s := serve(t, &connecterr.Options{Dialect: wire.Dialect{Debug: true}}, func(context.Context) error {
		return &errkit.Error{Kind: errkit.NotFound, Dev: errkit.Dev("stuck")}
	})
	callAll(t, s, func(t *testing.T, err error) { require.Equal(t, "stuck", coded(t, err).Dev.Reveal()) }, decoding)
}

// Of a *connect.Error of a handler the code and the details are sent; of one that passes
// through, all of it.
func TestErrorsOfConnect(t *testing.T) {
	fail := func(context.Context) error {
		err := connect.NewError(connect.CodeResourceExhausted, errors.New("There is no bell."))
		detail, _ := connect.NewErrorDetail(&errdetails.RequestInfo{RequestId: "7f3a9c"})
		err.AddDetail(detail)
		return err
	}
	s := serve(t, nil, fail)
	callAll(t, s, func(t *testing.T, err error) {
		e := coded(t, err)
		require.Equal(t, errkit.RateLimited, e.Kind)
		require.Equal(t, errkit.RateLimited.Text(), e.Message)
		require.Equal(t, "7f3a9c", e.Ref)
	}, decoding)

	s = serve(t, &connecterr.Options{Boundary: &middleware.Boundary{PassThrough: connecterr.IsError}}, fail)
	callAll(t, s, func(t *testing.T, err error) {
		require.Equal(t, connect.CodeResourceExhausted, connect.CodeOf(err))
		received, ok := errors.AsType[*connect.Error](err)
		require.True(t, ok)
		require.Equal(t, "There is no bell.", received.Message())
		require.Len(t, received.Details(), 1)
	})
	require.Empty(t, s.log.String(), "an error that passes through is not reported")
}

// A code that no kind has by itself stays: a client that creates something takes already_exists for
// a success, and repeats what is aborted.
func TestExactCodes(t *testing.T) {
	tests := []struct {
		name string
		err  error
		code connect.Code
		want errkit.Kind
		why  string
	}{
		{"it exists", connect.NewError(connect.CodeAlreadyExists, errors.New("CANARY")), connect.CodeAlreadyExists, errkit.Conflict,
			"not aborted"},
		{"the end", connect.NewError(connect.CodeOutOfRange, errors.New("CANARY")), connect.CodeOutOfRange, errkit.InvalidInput,
			"not invalid_argument"},
		{"lost", connect.NewError(connect.CodeDataLoss, errors.New("CANARY")), connect.CodeDataLoss, errkit.Internal, "not internal"},
		{"unavailable", connect.NewError(connect.CodeUnavailable, errors.New("CANARY")), connect.CodeUnknown, errkit.Unavailable,
			"clients would repeat the call, which may have taken effect"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, o := range []*connecterr.Options{nil, {Dialect: wire.Dialect{Domain: "bells.example.com"}}} {
				s := serve(t, o, func(context.Context) error { return tt.err })
				callAll(t, s, func(t *testing.T, err error) {
					require.Equal(t, tt.code, connect.CodeOf(err), tt.why)
					e := coded(t, err)
					require.Equal(t, tt.want, e.Kind)
					require.True(t, e.Peer.Exact, "the kind in the details")
					require.NotContains(t, fmt.Sprint(err, e.Message), "CANARY")
				}, decoding)
				require.Contains(t, s.log.String(), "CANARY", "the text is logged")
			}
		})
	}
}

// A response of 304 is not an error.
func TestNotModified(t *testing.T) {
	s := serve(t, nil, func(context.Context) error {
		return connect.NewNotModifiedError(http.Header{"Etag": {"x"}})
	})
	_, err := s.client(ring, connect.WithHTTPGet(), decoding).CallUnary(t.Context(),
		connect.NewRequest(wrapperspb.String("front")))
	require.Error(t, err)
	require.Equal(t, "", s.log.String())
}

// An error of another server is UpstreamFailed, unless errors of peers are relayed.
func TestErrorsOfPeers(t *testing.T) {
	upstream := serve(t, nil, func(context.Context) error {
		return &errkit.Error{Kind: errkit.Unauthenticated, Message: "Who are you?"}
	})
	for _, options := range [][]connect.ClientOption{nil, {decoding}} {
		call := func(ctx context.Context) error {
			_, err := upstream.client(ring, options...).CallUnary(ctx, connect.NewRequest(wrapperspb.String("front")))
			return err
		}
		callAll(t, serve(t, nil, call), func(t *testing.T, err error) {
			e := coded(t, err)
			require.Equal(t, errkit.UpstreamFailed, e.Kind)
			require.Equal(t, http.StatusUnauthorized, e.Upstream)
			require.Equal(t, errkit.UpstreamFailed.Text(), e.Message)
		}, decoding)
		callAll(t, serve(t, &connecterr.Options{Boundary: &middleware.Boundary{RelayPeers: true}}, call),
			func(t *testing.T, err error) {
				e := coded(t, err)
				require.Equal(t, errkit.Unauthenticated, e.Kind)
				require.Equal(t, "Who are you?", string(e.Message))
			}, decoding)
	}
}

// Validate of the boundary checks the messages of unary calls.
func TestValidate(t *testing.T) {
	s := serve(t, &connecterr.Options{Boundary: &middleware.Boundary{Validate: func(_ context.Context,
		input any) error {
		if input.(*text).GetValue() == "front" {
			return errkit.Invalid(errkit.Field{Path: "/value", Message: "must be another bell"})
		}
		return nil
	}}}, func(context.Context) error { return nil })
	_, err := s.client(ring, decoding).CallUnary(t.Context(), connect.NewRequest(wrapperspb.String("front")))
	require.Equal(t, []errkit.Field{{Path: "/value", Message: "must be another bell"}}, coded(t, err).Fields)
	_, err = s.client(ring, decoding).CallUnary(t.Context(), connect.NewRequest(wrapperspb.String("back")))
	require.NoError(t, err)
}

// The end of a stream is not an error.
func TestSuccess(t *testing.T) {
	s := serve(t, nil, func(context.Context) error { return nil })
	res, err := s.client(ring, decoding).CallUnary(t.Context(), connect.NewRequest(wrapperspb.String("front")))
	require.NoError(t, err)
	require.Equal(t, "ding", res.Msg.GetValue())
	stream, err := s.client(listen, decoding).CallServerStream(t.Context(),
		connect.NewRequest(wrapperspb.String("front")))
	require.NoError(t, err)
	require.True(t, stream.Receive())
	require.False(t, stream.Receive())
	require.NoError(t, stream.Err())
}

// Errors without a response have no text of the library: it has addresses.
func TestNoResponse(t *testing.T) {
	require.NoError(t, connecterr.FromError(nil))
	gone := httptest.NewServer(nil)
	gone.Close()
	client := connect.NewClient[text, text](http.DefaultClient, gone.URL+ring, decoding)
	_, err := client.CallUnary(t.Context(), connect.NewRequest(wrapperspb.String("front")))
	e := coded(t, err)
	require.Equal(t, errkit.Network, e.Kind)
	require.Empty(t, e.Message)
	require.Nil(t, e.Peer)

	s := serve(t, nil, func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = s.client(ring, decoding).CallUnary(ctx, connect.NewRequest(wrapperspb.String("front")))
	require.Equal(t, errkit.Timeout, coded(t, err).Kind)
	ctx, cancel = context.WithCancel(t.Context())
	cancel()
	_, err = s.client(ring, decoding).CallUnary(ctx, connect.NewRequest(wrapperspb.String("front")))
	require.Equal(t, errkit.Canceled, coded(t, err).Kind)

	html := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter,
		_ *http.Request) {
		w.WriteHeader(http.StatusForbidden)
	}))
	t.Cleanup(html.Close)
	client = connect.NewClient[text, text](http.DefaultClient, html.URL+ring, decoding)
	_, err = client.CallUnary(t.Context(), connect.NewRequest(wrapperspb.String("front")))
	require.Equal(t, errkit.PermissionDenied, coded(t, err).Kind)
}

// A message that is too large for the client is no rate limit: the call ran if it is the answer, and
// cannot succeed if it is the request.
func TestTooLarge(t *testing.T) {
	tests := []struct {
		name  string
		limit connect.ClientOption
		why   string
	}{
		{"the answer", connect.WithReadMaxBytes(1), "the library compares what it reads"},
		{"the request", connect.WithSendMaxBytes(1), "the library compares what it sends"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, nil, func(context.Context) error { return nil })
			for _, protocol := range []connect.ClientOption{connect.WithProtoJSON(), connect.WithGRPC(), connect.WithGRPCWeb()} {
				_, err := s.client(ring, decoding, protocol, tt.limit).CallUnary(t.Context(),
					connect.NewRequest(wrapperspb.String("front")))
				e := coded(t, err)
				require.Equal(t, errkit.TooLarge.String(), e.Kind.String(), tt.why)
				require.Equal(t, errkit.Never, mapping.Default().RetryOf(e))
				require.Empty(t, e.Message)
			}
		})
	}
}

// Only the text of a server's error is public; that of the library and of other code stays
// the cause.
func TestFromError(t *testing.T) {
	tests := []struct {
		name string
		err  error
		want errkit.Kind
		text string
		why  string
	}{
		{"of a server", connect.NewWireError(connect.CodeUnavailable, errors.New("Closed for today.")),
			errkit.Unavailable, "Closed for today.", "it has a Peer"},
		{"unavailable", connect.NewError(connect.CodeUnavailable, errors.New("CANARY")), errkit.Unavailable, "",
			"code of this program, such as a circuit breaker"},
		{"refused", connect.NewError(connect.CodeUnavailable,
			&url.Error{Op: "Post", URL: "http://CANARY", Err: syscall.ECONNREFUSED}), errkit.Network, "",
			"as connect reports it"},
		{"end", &url.Error{Op: "Post", URL: "http://CANARY", Err: io.EOF}, errkit.Network,
			"The connection to a service broke before it answered.", "the server closed the connection"},
		{"incomplete", connect.NewError(connect.CodeInvalidArgument, io.ErrUnexpectedEOF), errkit.Network,
			"The connection to a service broke before it answered.",
			"the response ended early, which is not the fault of the caller"},
		{"late", connect.NewError(connect.CodeDeadlineExceeded, os.ErrDeadlineExceeded), errkit.Timeout, "",
			"as connect reports it"},
		{"canceled", connect.NewError(connect.CodeCanceled, context.Canceled), errkit.Canceled, "",
			"as connect reports it"},
		{"another interceptor", errors.New("CANARY"), errkit.Internal, "", "nothing is known of it"},
		{"no code", connect.NewError(connect.CodeUnknown, errors.New("CANARY")), errkit.Internal, "",
			"connect wraps any error so"},
		{"a nil pointer", (*connect.Error)(nil), errkit.Internal, "", "its methods panic"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := coded(t, connecterr.FromError(tt.err))
			require.Equal(t, tt.want.String(), e.Kind.String(), tt.why)
			require.Equal(t, tt.text, string(e.Message))
			require.Equal(t, tt.text != "" && tt.want != errkit.Network, e.Peer != nil)
			require.NotContains(t, e.Error(), "CANARY")
			require.ErrorIs(t, e, tt.err)
		})
	}
}

// The error of an interceptor below is one of this program: the classifiers of the boundary know
// it, else it is Internal.
func TestErrorsOfOtherInterceptors(t *testing.T) {
	errToken := errors.New("CANARY: no token")
	fail := connect.UnaryInterceptorFunc(func(connect.UnaryFunc) connect.UnaryFunc {
		return func(context.Context, connect.AnyRequest) (connect.AnyResponse, error) { return nil, errToken }
	})
	known := &connecterr.Options{Boundary: &middleware.Boundary{Classify: []middleware.Classifier{middleware.Is(errToken, errkit.Unauthenticated)}}}
	for o, want := range map[*connecterr.Options]errkit.Kind{nil: errkit.Internal, known: errkit.Unauthenticated} {
		client := connect.NewClient[text, text](http.DefaultClient, "http://127.0.0.1:1"+ring,
			connect.WithInterceptors(connecterr.NewInterceptor(o), fail))
		_, err := client.CallUnary(t.Context(), connect.NewRequest(wrapperspb.String("front")))
		require.Equal(t, want.String(), coded(t, err).Kind.String())
		require.NotContains(t, err.Error(), "CANARY")
		require.ErrorIs(t, err, errToken)
	}
}

// The details of clients of gRPC are in headers, and have a limit, as the message has then; those
// of Connect have none.
func TestMaxDetails(t *testing.T) {
	e := rpccases.Large()
	for _, tt := range rpccases.Limits() {
		t.Run(tt.Name, func(t *testing.T) {
			s := serve(t, &connecterr.Options{Codec: dialect.Codec{Carry: tt.Max < 0}, MaxDetails: tt.Max},
				func(context.Context) error { return e })
			callAll(t, s, func(t *testing.T, err error) {
				want := tt
				if !strings.Contains(t.Name(), "/grpc") {
					want = rpccases.Limits()[0]
				}
				rpccases.RequireLimit(t, want, coded(t, err))
			}, decoding)
		})
	}
}

// The texts of an error are those of the language of the request.
func TestLocalize(t *testing.T) {
	s := serve(t, &connecterr.Options{Boundary: &middleware.Boundary{Localize: func(ctx context.Context,
		e *errkit.Error) {
		e.Message = errkit.Text(middleware.AcceptLanguage(ctx))
	}}}, func(context.Context) error { return errors.New(samples.Secret) })
	unary := connect.NewRequest(wrapperspb.String("front"))
	unary.Header().Set("Accept-Language", "de")
	_, err := s.client(ring, decoding).CallUnary(t.Context(), unary)
	require.Equal(t, "de", string(coded(t, err).Message))
	bidi := s.client(talk, decoding).CallBidiStream(t.Context())
	bidi.RequestHeader().Set("Accept-Language", "fr")
	require.NoError(t, bidi.Send(wrapperspb.String("front")))
	_, err = bidi.Receive()
	require.Equal(t, "fr", string(coded(t, err).Message))
	require.NoError(t, bidi.CloseRequest())
	requireNoCanary(t, s.raw.Bytes())
}
