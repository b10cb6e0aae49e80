package middleware_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// known runs a Classifier on err, bare and wrapped, and checks that nothing of
// err's text is in the answer.
func known(t *testing.T, ctx context.Context, c middleware.Classifier, err error) *errkit.Error {
	t.Helper()
	require.Error(t, err)
	wrapped := fmt.Errorf("%s: %w", canary, err)
	bare, got := c(ctx, err), c(ctx, wrapped)
	require.Equal(t, bare == nil, got == nil)
	if got == nil {
		return nil
	}
	require.Equal(t, bare.Kind, got.Kind)
	e := coded(t, (&middleware.Boundary{Classify: []middleware.Classifier{c}}).Normal(ctx, wrapped))
	require.Equal(t, got.Kind, e.Kind)
	require.ErrorContains(t, e.Err, canary, "the cause is lost")
	require.NotContains(t, public(t, e), canary)
	return got
}

func decode(in string, dst any) error {
	d := json.NewDecoder(strings.NewReader(in))
	d.DisallowUnknownFields()
	return d.Decode(dst)
}

func TestJSON(t *testing.T) {
	tests := []struct {
		name string
		why  string
		err  error
		want errkit.Kind // with none of the rest: not known
		code errkit.Code
		text string
		path string
	}{
		{name: "empty", err: decode("", new(any)), want: errkit.Malformed, code: middleware.EmptyBody, text: "The request is empty; a JSON document is needed."},
		{name: "cut off", err: decode("{", new(any)), want: errkit.Malformed, code: middleware.TruncatedBody, text: "The request is not valid JSON: it ends too early."},
		{name: "empty bytes", err: json.Unmarshal(nil, new(any)), want: errkit.Malformed, code: middleware.EmptyBody},
		{name: "bytes cut off", err: json.Unmarshal([]byte(`{"a"`), new(any)), want: errkit.Malformed, code: middleware.TruncatedBody},
		{name: "wrong", err: decode(`{"a" 1}`, new(any)), want: errkit.Malformed, code: middleware.MalformedJSON, text: "The request is not valid JSON: byte 6 is wrong."},
		{name: "a text for a number", err: decode(`{"n":"`+canary+`"}`, new(wants)), want: errkit.InvalidInput, path: "/n", text: "must be an integer"},
		{name: "too large", why: "encoding/json quotes the number", err: decode(`{"n":4711000}`, new(wants)), want: errkit.InvalidInput, path: "/n", text: "must be an integer from -128 to 127"},
		{name: "a number for a bool", err: decode(`{"yes":1}`, new(wants)), want: errkit.InvalidInput, path: "/yes", text: "must be true or false"},
		{name: "a number for a text", err: decode(`{"name":1}`, new(wants)), want: errkit.InvalidInput, path: "/name", text: "must be a string"},
		{name: "a text for a float", err: decode(`{"f":""}`, new(wants)), want: errkit.InvalidInput, path: "/f", text: "must be a number"},
		{name: "an object for an array", err: decode(`{"items":{}}`, new(wants)), want: errkit.InvalidInput, path: "/items", text: "must be an array"},
		{name: "an array for a struct", err: decode(`[]`, new(wants)), want: errkit.InvalidInput, path: "", text: "must be an object"},
		{name: "a number for a time", err: json.Unmarshal([]byte(`1`), new(chan int)), want: errkit.InvalidInput, text: "has the wrong type"},
		{name: "without a type", err: &json.UnmarshalTypeError{}, want: errkit.InvalidInput},
		{name: "unknown", err: decode(`{"z\"z":1}`, new(wants)), want: errkit.InvalidInput, text: `has a property that is not known: "z\"z"`},
		{name: "unknown, but no JSON error", err: errors.New(`json: unknown field zz`)},
		{name: "into nil", why: "a mistake of ours", err: decode(`{}`, nil)},
		{name: "not to be written", err: marshal(make(chan int))},
		{name: "a service's EOF", why: "not the request ended", err: &url.Error{Op: "Get", URL: canary, Err: io.EOF}},
		{name: "a connection's EOF", err: &net.OpError{Op: "read", Err: io.ErrUnexpectedEOF}},
		{name: "anything else", err: errors.New(canary)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := known(t, t.Context(), middleware.JSON, tt.err)
			if tt.want == errkit.Internal {
				require.Nil(t, e, tt.why)
				return
			}
			require.NotNil(t, e)
			require.Equal(t, tt.want, e.Kind)
			require.Equal(t, tt.code, e.Code)
			if len(e.Fields) > 0 {
				require.Equal(t, tt.path, e.Fields[0].Path)
				require.Equal(t, tt.text, string(e.Fields[0].Message))
			} else if tt.text != "" {
				require.Equal(t, tt.text, e.Error())
			}
			require.NotContains(t, public(t, e), "4711000")
		})
	}
}

func marshal(v any) error {
	_, err := json.Marshal(v)
	return err
}

func TestContext(t *testing.T) {
	live := t.Context()
	canceled, cancel := context.WithCancel(live)
	cancel()
	late, cancelLate := context.WithDeadline(live, time.Unix(0, 0))
	defer cancelLate()
	told, cancelTold := context.WithCancelCause(live)
	cancelTold(errkit.New(errkit.Unavailable, "This server is going down."))
	odd, cancelOdd := context.WithCancelCause(live)
	cancelOdd(errors.New(canary))
	tests := []struct {
		name string
		why  string
		ctx  context.Context
		err  error
		want errkit.Kind
		text string
	}{
		{name: "the caller is gone", ctx: canceled, err: context.Canceled, want: errkit.Canceled},
		{name: "something inside was canceled", why: "the caller waits and did nothing wrong", ctx: live, err: context.Canceled, want: errkit.Internal},
		{name: "the call's deadline", ctx: late, err: context.DeadlineExceeded, want: errkit.Timeout},
		{name: "the call's deadline canceled something", ctx: late, err: context.Canceled, want: errkit.Timeout},
		{name: "a deadline inside", ctx: live, err: context.DeadlineExceeded, want: errkit.Timeout},
		{name: "a deadline inside, and the caller is gone", ctx: canceled, err: context.DeadlineExceeded, want: errkit.Timeout},
		{name: "a coded cause", ctx: told, err: context.Canceled, want: errkit.Unavailable, text: "This server is going down."},
		{name: "another cause", ctx: odd, err: context.Canceled, want: errkit.Canceled},
		{name: "inside a request to a service", ctx: canceled, err: &url.Error{Op: "Get", URL: canary, Err: context.Canceled}, want: errkit.Canceled},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := known(t, tt.ctx, middleware.Context, tt.err)
			require.NotNil(t, e)
			require.Equal(t, tt.want, e.Kind, tt.why)
			if tt.text != "" {
				require.Equal(t, tt.text, e.Error())
			}
		})
	}
	require.Nil(t, known(t, canceled, middleware.Context, errors.New(canary)), "being canceled is no reason by itself")
}

func TestNetwork(t *testing.T) {
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	tests := []struct {
		name  string
		ctx   context.Context
		err   error
		want  errkit.Kind // Internal: not known
		retry errkit.Retry
	}{
		{name: "refused", err: &net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}, want: errkit.Network},
		{name: "refused, bare", err: syscall.ECONNREFUSED, want: errkit.Network},
		{name: "reset", err: &net.OpError{Op: "read", Err: syscall.ECONNRESET}, want: errkit.Network},
		{name: "reset by a caller who is gone", ctx: canceled, err: &net.OpError{Op: "write", Err: syscall.EPIPE}, want: errkit.Canceled},
		{name: "no such host", err: &net.DNSError{Err: "no such host", Name: canary, IsNotFound: true}, want: errkit.Network},
		{name: "names took too long", err: &net.DNSError{Err: "timeout", Name: canary, IsTimeout: true}, want: errkit.Timeout},
		{name: "a service took too long", err: &url.Error{Op: "Get", URL: canary, Err: os.ErrDeadlineExceeded}, want: errkit.Timeout},
		{name: "a socket's deadline", err: os.ErrDeadlineExceeded, want: errkit.Timeout},
		{name: "a file's deadline", err: &os.PathError{Op: "read", Path: canary, Err: os.ErrDeadlineExceeded}, want: errkit.Timeout},
		{name: "the system's patience", err: &net.OpError{Op: "dial", Err: syscall.ETIMEDOUT}, want: errkit.Timeout},
		{name: "no way there", err: &net.OpError{Op: "dial", Err: syscall.EHOSTUNREACH}, want: errkit.Network},
		{name: "closed too early", err: &url.Error{Op: "Get", URL: canary, Err: io.EOF}, want: errkit.Network},
		{name: "closed by us", err: net.ErrClosed, want: errkit.Network},
		{name: "not TLS", err: &url.Error{Op: "Get", URL: canary, Err: tls.RecordHeaderError{Msg: canary}}, want: errkit.Network},
		{name: "a TLS alert", err: tls.AlertError(40), want: errkit.Network},
		{name: "an unknown authority", err: &url.Error{Op: "Get", URL: canary, Err: &tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}}, want: errkit.Network, retry: errkit.Never},
		{name: "another's certificate", err: x509.HostnameError{Certificate: &x509.Certificate{}, Host: canary}, want: errkit.Network, retry: errkit.Never},
		{name: "an old certificate", err: x509.CertificateInvalidError{Reason: x509.Expired}, want: errkit.Network, retry: errkit.Never},
		{name: "no URL", err: parseURL("http://[" + canary), want: errkit.Internal},
		{name: "canceled", err: &url.Error{Op: "Get", URL: canary, Err: context.Canceled}, want: errkit.Internal},
		{name: "anything else", err: errors.New(canary), want: errkit.Internal},
		{name: "a file", err: &os.PathError{Op: "open", Path: canary, Err: os.ErrNotExist}, want: errkit.Internal},
		{name: "a file of the system", err: &os.PathError{Op: "open", Path: canary, Err: syscall.ENOENT}, want: errkit.Internal},
		{name: "a broken disk", err: syscall.EIO, want: errkit.Internal},
		{name: "a file that has nothing yet", err: &os.PathError{Op: "read", Path: canary, Err: syscall.EAGAIN}, want: errkit.Internal},
		{name: "a bare number of the network", err: syscall.ECONNREFUSED, want: errkit.Network},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.ctx == nil {
				tt.ctx = t.Context()
			}
			e := known(t, tt.ctx, middleware.Network, tt.err)
			if tt.want == errkit.Internal {
				require.Nil(t, e)
				return
			}
			require.NotNil(t, e)
			require.Equal(t, tt.want, e.Kind)
			require.Equal(t, tt.retry, e.Retry)
		})
	}
}

func parseURL(s string) error {
	_, err := url.Parse(s)
	return err
}

// What real sockets say.
func TestNetworkForReal(t *testing.T) {
	const closed = "http://127.0.0.1:1" // one that was ours a moment ago may be a server's of another test
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	cut := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	defer cut.Close()
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelInfo) // the handshake fails on purpose
	secure.StartTLS()
	defer secure.Close()
	slow := make(chan struct{})
	stuck := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-slow }))
	defer stuck.Close()
	defer close(slow)

	tests := []struct {
		name  string
		url   string
		want  errkit.Kind
		retry errkit.Retry
	}{
		{"nobody listens", closed, errkit.Network, errkit.Unspecified},
		{"it hangs up", cut.URL, errkit.Network, errkit.Unspecified},
		{"not TLS", strings.Replace(plain.URL, "http:", "https:", 1), errkit.Network, errkit.Unspecified},
		{"not trusted", secure.URL, errkit.Network, errkit.Never},
		{"it says nothing", stuck.URL, errkit.Timeout, errkit.Unspecified},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			client := &http.Client{Timeout: time.Minute, Transport: &http.Transport{DisableKeepAlives: true}}
			if tt.want == errkit.Timeout {
				client.Timeout = 100 * time.Millisecond
			}
			_, err := client.Get(tt.url)
			e := known(t, t.Context(), middleware.Network, err)
			require.NotNil(t, e, "%v", err)
			require.Equal(t, tt.want, e.Kind)
			require.Equal(t, tt.retry, e.Retry)
		})
	}
}

func TestLimits(t *testing.T) {
	_, tooLarge := io.ReadAll(http.MaxBytesReader(httptest.NewRecorder(), io.NopCloser(strings.NewReader("12345")), 4))
	through := json.NewDecoder(http.MaxBytesReader(httptest.NewRecorder(), io.NopCloser(strings.NewReader(`"12345"`)), 4)).Decode(new(any))
	_, noForm := httptest.NewRequest("POST", "/", nil).MultipartReader()
	tests := []struct {
		name string
		err  error
		want errkit.Kind // Internal: not known
		text string
	}{
		{"a body", tooLarge, errkit.TooLarge, "The request is larger than 4 bytes."},
		{"through a JSON decoder", through, errkit.TooLarge, "The request is larger than 4 bytes."},
		{"a form", multipart.ErrMessageTooLarge, errkit.TooLarge, ""},
		{"a line of a chunked body", http.ErrLineTooLong, errkit.TooLarge, ""},
		{"a handler that was given up", http.ErrHandlerTimeout, errkit.Timeout, ""},
		{"no form", noForm, errkit.InvalidRequest, "The request must be multipart/form-data."},
		{"no boundary", http.ErrMissingBoundary, errkit.InvalidRequest, "The request's multipart/form-data names no boundary."},
		{"no file", http.ErrMissingFile, errkit.InvalidInput, "A file is missing."},
		{"anything else", errors.New(canary), errkit.Internal, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := known(t, t.Context(), middleware.Limits, tt.err)
			if tt.want == errkit.Internal {
				require.Nil(t, e)
				return
			}
			require.NotNil(t, e)
			require.Equal(t, tt.want, e.Kind)
			if tt.text != "" {
				require.Equal(t, tt.text, e.Error())
			}
		})
	}
}

// Of foreign errors only the type is known: none of their text is in an answer.
func TestNoClassifierQuotes(t *testing.T) {
	all := []middleware.Classifier{middleware.Limits, middleware.Context, middleware.Network, middleware.JSON}
	_, notThere := os.Open(filepath.Join(t.TempDir(), canary))
	errs := []error{
		errors.New(canary), notThere, &net.AddrError{Err: canary, Addr: canary}, &net.ParseError{Type: canary, Text: canary},
		&net.DNSError{Err: canary, Name: canary, Server: canary}, &url.Error{Op: canary, URL: canary, Err: errors.New(canary)},
		&json.MarshalerError{Err: errors.New(canary)}, &json.UnmarshalTypeError{Value: canary, Struct: canary},
		decode(`{"name":`+canary+`}`, new(wants)), decode(`{"time":"`+canary+`"}`, new(wants)), bytes.ErrTooLarge,
	}
	for _, err := range errs {
		for _, c := range append(all, nil) {
			b := &middleware.Boundary{Classify: all}
			if c != nil {
				b.Classify = []middleware.Classifier{c}
			}
			require.NotContains(t, public(t, coded(t, b.Normal(t.Context(), err))), canary, "%T", err)
		}
	}
}
