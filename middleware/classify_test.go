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
	"io/fs"
	"log/slog"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp/syntax"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/attack"
	"github.com/toolerr/toolerr/middleware"
)

// known calls a Classifier for err and for an error that wraps it, and checks that the text of
// err is not public.
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
	e := coded(t, (&middleware.Boundary{Classify: []middleware.Classifier{c}}).Handle(ctx, wrapped))
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

// blamed is a case of TestJSON: decoding doc into dst fails, and the input of the call is body.
type blamed struct {
	name string
	why  string
	doc  string
	dst  any
	body string // "=": doc
	more string // in the input, after what is decoded
	with middleware.Input
	want errkit.Kind // Internal: not the fault of the caller
	code errkit.Code
	text string
	path string
	err  error // instead of decoding
}

func TestJSON(t *testing.T) {
	const same = "="
	long := `{"name":"` + strings.Repeat("x", 1000) + `",`
	tests := []blamed{
		{name: "empty", doc: "", body: same, want: errkit.Malformed, code: middleware.EmptyBody,
			text: "The request is empty; a JSON document is needed."},
		{name: "spaces", doc: " \n", body: same, want: errkit.Malformed, code: middleware.EmptyBody},
		{name: "cut off", doc: "{", body: same, want: errkit.Malformed, code: middleware.TruncatedBody,
			text: "The request is not valid JSON: line 1, column 2: unexpected end of document."},
		{name: "cut off in the second line", doc: "{\n\"a\"", body: same, want: errkit.Malformed,
			code: middleware.TruncatedBody,
			text: "The request is not valid JSON: line 2, column 4: unexpected end of document."},
		{name: "cut off in a literal", doc: "nul", body: same, want: errkit.Malformed, code: middleware.TruncatedBody,
			text: "The request is not valid JSON: line 1, column 4: unexpected end of document."},
		{name: "cut off in a number", doc: "-", body: same, want: errkit.Malformed, code: middleware.TruncatedBody},
		{name: "a space in a literal", doc: "nul ", body: same, want: errkit.Malformed,
			code: middleware.MalformedJSON},
		{name: "cut off in a literal where the rest is not known", doc: "nul",
			with: middleware.Input{Body: []byte("nul"), Truncated: true}},
		{name: "a byte order mark", why: "offsets are of its first or of its last byte", doc: "\ufeff{}", body: same,
			want: errkit.Malformed, code: middleware.MalformedJSON,
			text: "The request is not valid JSON: line 1, column 1."},
		{name: "wrong", doc: `{"a" 1}`, body: same, want: errkit.Malformed, code: middleware.MalformedJSON,
			text: "The request is not valid JSON: line 1, column 6: invalid character '1' after object key."},
		{name: "a second value is wrong", doc: `{"name":"a"} {"name" 1}`, body: same, want: errkit.Malformed,
			code: middleware.MalformedJSON},
		{name: "a page", doc: "<html>", body: same, want: errkit.Malformed, code: middleware.MalformedJSON},
		{name: "a text for a number", doc: `{"items":[{"Q":1},{"Q":"` + canary + `"}]}`, body: same,
			want: errkit.InvalidInput, path: "/items/1/Q", text: "must be an integer"},
		{name: "a text for a number, after spaces", doc: "\n  \t" + `{"items":[{"Q":"` + canary + `"}]}`, body: same,
			want: errkit.InvalidInput, path: "/items/0/Q", text: "must be an integer"},
		{name: "too large", why: "encoding/json quotes the number", doc: `{"n":4711000}`, body: same,
			want: errkit.InvalidInput, path: "/n", text: "must be an integer from -128 to 127"},
		{name: "a fraction", doc: `{"n":1.5}`, body: same, want: errkit.InvalidInput, path: "/n",
			text: "must be an integer, without a point or an exponent"},
		{name: "a number for a bool", doc: `{"yes":1}`, body: same, want: errkit.InvalidInput, path: "/yes",
			text: "must be true or false"},
		{name: "a number for a text", doc: `{"name":1}`, body: same, want: errkit.InvalidInput, path: "/name",
			text: "must be a string"},
		{name: "a name in another case", doc: `{"NAME":1}`, body: same, want: errkit.InvalidInput, path: "/NAME",
			text: "must be a string"},
		{name: "a text for a float", doc: `{"f":""}`, body: same, want: errkit.InvalidInput, path: "/f",
			text: "must be a number"},
		{name: "an object for an array", doc: `{"items":{}}`, body: same, want: errkit.InvalidInput, path: "/items",
			text: "must be an array"},
		{name: "an array for a struct", doc: `[]`, body: same, want: errkit.InvalidInput, path: "",
			text: "must be an object"},
		{name: "a value of a map", doc: `{"a":{"b.c":"x"}}`, dst: new(map[string]map[string]int), body: same,
			want: errkit.InvalidInput, path: "/a/b.c", text: "must be an integer"},
		{name: "a key of a map", doc: `{"a":1}`, dst: new(map[int64]int), body: same, want: errkit.InvalidInput,
			path: "/a", text: "has a name that is not an integer from -9223372036854775808 to 9223372036854775807"},
		{name: "an embedded struct", doc: `{"name":5}`, dst: new(struct{ Named }), body: same,
			want: errkit.InvalidInput, path: "/name", text: "must be a string"},
		{name: "a type that decodes itself", doc: `{"a":[{},{"hand": {"n":3000}}]}`,
			dst: new(struct{ A []struct{ Hand byHand } }), body: same, want: errkit.InvalidInput, path: "/a/1/hand/n",
			text: "must be an integer from -128 to 127"},
		{name: "text that is not UTF-8 before it", doc: "{\"name\":\"\xff\xfe\",\"n\":\"x\"}", body: same,
			want: errkit.InvalidInput, path: "/n"},
		{name: "more after the value", doc: `{"n":"x"}`, more: " and more", body: same, want: errkit.InvalidInput,
			path: "/n"},
		{name: "unknown", doc: `{"z\"z":1}`, body: same, want: errkit.InvalidInput, path: `/z"z`,
			text: "is not known"},
		{name: "unknown, of two that have the name", doc: `{"z":1,"items":[{"z":1}]}`, body: same,
			want: errkit.InvalidInput, text: `has a property that is not known: "z"`},
		{name: "another decoder", why: "its path is exact, and it has no offset",
			err: &json.UnmarshalTypeError{Value: "number 3000 overflows", Type: reflect.TypeFor[int8](),
				Field: "a.b.1.c"},
			body: `{"a.b":[1,{"c":3000}]}`, want: errkit.InvalidInput, path: "/a.b/1/c"},
		{name: "a document that was encoded again", why: "as the MCP SDK does",
			err:  json.Unmarshal([]byte(`{"a":{"b":"x","n":1}}`), new(struct{ A struct{ B int } })),
			body: `{ "a": {"n": 1e0, "b": "x"} }`, want: errkit.InvalidInput, path: "/a/b"},
		{name: "a parameter", doc: `{"name"`, with: middleware.Input{Values: parameters("front", `{"name"`)},
			want: errkit.Malformed, code: middleware.TruncatedBody,
			text: "A parameter of the request is not valid JSON: line 1, column 8: unexpected end of document."},
		{name: "a value in a parameter", doc: `{"n":"x"}`,
			with: middleware.Input{Body: []byte(`{"n":1}`), Values: parameters(`{"n":"x"}`)}, want: errkit.InvalidInput,
			path: "/n"},
		{name: "within what is kept", doc: `{"a" 1}`, with: middleware.Input{Body: []byte(`{"a" 1`), Truncated: true},
			want: errkit.Malformed, code: middleware.MalformedJSON},

		{name: "another document is empty", doc: "", body: `{}`},
		{name: "another document is cut off", doc: "{", body: `{}`},
		{name: "another document is cut off, at another place", doc: `{"a`, body: `{"name" 1}`},
		{name: "another document is wrong", doc: `{"a" 1}`, body: `{"a":1}`},
		{name: "another document is wrong at this place", doc: `{"a" 1}`, body: `{"a":1,}`},
		{name: "both are wrong at one place", why: "with another character", doc: `<html>`, body: `{name}`},
		{name: "another document has the wrong type", doc: `{"n":"x"}`, body: `{"n":5}`},
		{name: "another document has the wrong type where the input has one too", why: "at another place",
			doc: `{"n":"upstream"}`, body: `{"n":"x"}`},
		{name: "another document has another path", doc: `{"n":"x"}`, body: `{"m":"x"}`},
		{name: "another document has another number", doc: `{"n":3000}`, body: `{"n":4000}`},
		{name: "another document has an unknown member", doc: `{"z":1}`, body: `{"name":"z"}`},
		{name: "a number that fits", err: &json.UnmarshalTypeError{Value: "number", Type: reflect.TypeFor[int8](),
			Field: "n"}, body: `{"n":3}`},
		{name: "a long document", doc: long + `"n":"x"}`, body: `{"n":"x"}`},
		{name: "no input", doc: "{", why: "the adapter did not record one", with: middleware.Input{}},
		{name: "an input that was not read", why: "a service disconnects", doc: "",
			with: middleware.Input{Values: parameters("front")}},
		{name: "a parameter that is a word", why: "the response of a service may have the same error",
			doc: "Service down", with: middleware.Input{Values: parameters("Smith")}},
		{name: "a parameter that starts a literal", doc: "tr", with: middleware.Input{Values: parameters("tr", "-")}},
		{name: "a parameter without a value", why: "an empty response of a service has the same error", doc: "",
			with: middleware.Input{Values: parameters("")}},
		{name: "cut off where the rest is not known", doc: `{"a":1`,
			with: middleware.Input{Body: []byte(`{"a":1`), Truncated: true}},
		{name: "a type that cannot be decoded", why: "a bug of the program", doc: `1`, dst: new(chan int), body: same},
		{name: "an interface with methods", why: "a bug of the program", doc: `{"a":1}`,
			dst: new(struct{ A io.Reader }), body: same},
		{name: "without a type", err: &json.UnmarshalTypeError{}, body: `{}`},
		{name: "unknown, but no JSON error", err: errors.New(`json: unknown field zz`), body: `{"zz":1}`},
		{name: "into nil", why: "a bug of the program", err: decode(`{}`, nil), body: `{}`},
		{name: "not to be written", err: marshal(make(chan int)), body: `{}`},
		{name: "a service's EOF", why: "it is about a connection",
			err: &url.Error{Op: "Get", URL: canary, Err: io.EOF}, with: middleware.Input{Body: []byte{}}},
		{name: "a connection's EOF", err: &net.OpError{Op: "read", Err: io.ErrUnexpectedEOF}, body: "{"},
		{name: "anything else", err: errors.New(canary), body: "{"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.dst == nil {
				tt.dst = new(wants)
			}
			if tt.body == same {
				tt.body = tt.doc + tt.more
			}
			if tt.with.Body == nil && tt.with.Values == nil && (tt.body != "" || tt.want != errkit.Internal) {
				tt.with.Body = []byte(tt.body)
			}
			ctx := middleware.WithInput(t.Context(), func() middleware.Input { return tt.with })
			errs := []error{tt.err}
			if tt.err == nil {
				errs = []error{decode(tt.doc, tt.dst)}
				if err := json.Unmarshal([]byte(tt.doc), tt.dst); err != nil {
					errs = append(errs, err)
				}
			}
			for _, err := range errs {
				if err == nil { // a Decoder reads only the first value
					err = streamError(tt.doc)
				}
				e := known(t, ctx, middleware.JSON, err)
				if tt.want == errkit.Internal {
					require.Nil(t, e, tt.why)
					continue
				}
				require.NotNil(t, e, "%v", err)
				require.Equal(t, tt.want, e.Kind)
				require.Equal(t, tt.code, e.Code)
				if len(e.Fields) > 0 {
					require.Equal(t, tt.path, e.Fields[0].Path)
				}
				switch {
				case tt.text == "":
				case len(e.Fields) > 0:
					require.Equal(t, tt.text, string(e.Fields[0].Message))
				default:
					require.Equal(t, tt.text, e.Error())
				}
				require.NotContains(t, public(t, e), "4711000")
			}
			require.Nil(t, middleware.JSON(t.Context(), errs[0]), "no adapter recorded an input")
		})
	}
}

type Named struct {
	Name string `json:"name"`
}

// byHand decodes itself, by a call of encoding/json.
type byHand struct{ N int8 }

func (b *byHand) UnmarshalJSON(data []byte) error {
	var in struct{ N int8 }
	err := json.Unmarshal(data, &in)
	b.N = in.N
	return err
}

func streamError(doc string) error {
	d := json.NewDecoder(strings.NewReader(doc))
	for {
		if err := d.Decode(new(any)); err != nil {
			return err
		}
	}
}

// TestJSONWork checks that the work of the classifier is linear in the input.
func TestJSONWork(t *testing.T) {
	inputs := map[string]func(n int) string{
		"nested arrays": func(n int) string {
			return strings.Repeat("[", 900) + strings.Repeat("1,", n) + `"x"` + strings.Repeat("]", 900)
		},
		"many small arrays":   func(n int) string { return "[" + strings.Repeat("[[]],", n) + `"x"]` },
		"many values":         func(n int) string { return strings.Repeat("1 ", n) + `"x"` },
		"members of one name": func(n int) string { return "{" + strings.Repeat(`"z":{"z":1},`, n) + `"z":1}` },
		"text, not UTF-8":     func(n int) string { return `["` + strings.Repeat("\xff", n) + `"]` },
	}
	errs := []error{
		&json.UnmarshalTypeError{Value: "string", Type: reflect.TypeFor[int](), Field: "a.b", Offset: 7},
		&json.UnmarshalTypeError{Value: "array", Type: reflect.TypeFor[int](), Offset: 2},
		&json.UnmarshalTypeError{Value: "number", Type: reflect.TypeFor[string](), Field: "0.1.2"},
		json.Unmarshal([]byte("[1,"), new(any)),
		io.ErrUnexpectedEOF,
		errors.New(`json: unknown field "z"`),
	}
	for name, input := range inputs {
		t.Run(name, func(t *testing.T) {
			for _, err := range errs {
				attack.Linear(t, 5000, 500,
					func(n int) ([]byte, int) { body := []byte(input(n)); return body, len(body) },
					func(body []byte) int {
						middleware.JSON(middleware.WithInput(t.Context(),
							func() middleware.Input { return middleware.Input{Body: body} }), err)
						return 0
					})
			}
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
		{name: "something inside was canceled", why: "the call is not canceled", ctx: live, err: context.Canceled,
			want: errkit.Internal},
		{name: "the call's deadline", ctx: late, err: context.DeadlineExceeded, want: errkit.Timeout},
		{name: "the call's deadline canceled something", ctx: late, err: context.Canceled, want: errkit.Timeout},
		{name: "a deadline inside", ctx: live, err: context.DeadlineExceeded, want: errkit.Timeout},
		{name: "a deadline inside, and the caller is gone", ctx: canceled, err: context.DeadlineExceeded,
			want: errkit.Timeout},
		{name: "a coded cause", ctx: told, err: context.Canceled, want: errkit.Unavailable,
			text: "This server is going down."},
		{name: "another cause", ctx: odd, err: context.Canceled, want: errkit.Canceled},
		{name: "inside a request to a service", ctx: canceled,
			err: &url.Error{Op: "Get", URL: canary, Err: context.Canceled}, want: errkit.Canceled},
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
		want  errkit.Kind // Internal: not classified
		retry errkit.Retry
	}{
		{name: "refused", err: &net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)},
			want: errkit.Network},
		{name: "refused, bare", err: syscall.ECONNREFUSED, want: errkit.Network},
		{name: "reset", err: &net.OpError{Op: "read", Err: syscall.ECONNRESET}, want: errkit.Network},
		{name: "reset by a caller who is gone", ctx: canceled, err: &net.OpError{Op: "write", Err: syscall.EPIPE},
			want: errkit.Canceled},
		{name: "no such host", err: &net.DNSError{Err: "no such host", Name: canary, IsNotFound: true},
			want: errkit.Network},
		{name: "names took too long", err: &net.DNSError{Err: "timeout", Name: canary, IsTimeout: true},
			want: errkit.Timeout},
		{name: "a service took too long", err: &url.Error{Op: "Get", URL: canary, Err: os.ErrDeadlineExceeded},
			want: errkit.Timeout},
		{name: "a socket's deadline", err: os.ErrDeadlineExceeded, want: errkit.Timeout},
		{name: "a file's deadline", err: &os.PathError{Op: "read", Path: canary, Err: os.ErrDeadlineExceeded},
			want: errkit.Timeout},
		{name: "the system's patience", err: &net.OpError{Op: "dial", Err: syscall.ETIMEDOUT}, want: errkit.Timeout},
		{name: "no way there", err: &net.OpError{Op: "dial", Err: syscall.EHOSTUNREACH}, want: errkit.Network},
		{name: "closed too early", err: &url.Error{Op: "Get", URL: canary, Err: io.EOF}, want: errkit.Network},
		{name: "closed by us", err: net.ErrClosed, want: errkit.Network},
		{name: "not TLS", err: &url.Error{Op: "Get", URL: canary, Err: tls.RecordHeaderError{Msg: canary}},
			want: errkit.Network},
		{name: "a TLS alert", err: tls.AlertError(40), want: errkit.Network},
		{name: "an unknown authority", err: &url.Error{Op: "Get", URL: canary,
			Err: &tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}}, want: errkit.Network,
			retry: errkit.Never},
		{name: "another's certificate", err: x509.HostnameError{Certificate: &x509.Certificate{}, Host: canary},
			want: errkit.Network, retry: errkit.Never},
		{name: "an old certificate", err: x509.CertificateInvalidError{Reason: x509.Expired}, want: errkit.Network,
			retry: errkit.Never},
		{name: "no URL", err: parseURL("http://[" + canary), want: errkit.Internal},
		{name: "canceled", err: &url.Error{Op: "Get", URL: canary, Err: context.Canceled}, want: errkit.Internal},
		{name: "anything else", err: errors.New(canary), want: errkit.Internal},
		{name: "a file", err: &os.PathError{Op: "open", Path: canary, Err: os.ErrNotExist}, want: errkit.Internal},
		{name: "a file of the system", err: &os.PathError{Op: "open", Path: canary, Err: syscall.ENOENT},
			want: errkit.Internal},
		{name: "a broken disk", err: syscall.EIO, want: errkit.Internal},
		{name: "a file that has nothing yet", err: &os.PathError{Op: "read", Path: canary, Err: syscall.EAGAIN},
			want: errkit.Internal},
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

// TestNetworkOfSockets has errors of real connections.
func TestNetworkOfSockets(t *testing.T) {
	const closed = "http://127.0.0.1:1" // a free port may be that of a server of another test
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	cut := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter,
		*http.Request) {
		panic(http.ErrAbortHandler)
	}))
	defer cut.Close()
	loop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, r.URL.Path, http.StatusFound)
	}))
	defer loop.Close()
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelInfo) // the handshake fails
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
		{"nobody listens", closed, errkit.Network, errkit.RetryUnspecified},
		{"it hangs up", cut.URL, errkit.Network, errkit.RetryUnspecified},
		{"not TLS", strings.Replace(plain.URL, "http:", "https:", 1), errkit.Network, errkit.Never},
		{"a loop of redirections", loop.URL, errkit.Network, errkit.Never},
		{"a scheme of nobody", "bell" + plain.URL, errkit.Network, errkit.Never},
		{"no host", "http:///bells", errkit.Network, errkit.Never},
		{"not trusted", secure.URL, errkit.Network, errkit.Never},
		{"it says nothing", stuck.URL, errkit.Timeout, errkit.RetryUnspecified},
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
	read := middleware.WithInput(t.Context(),
		func() middleware.Input { return middleware.Input{Body: []byte("12345"), Truncated: true} })
	through := json.NewDecoder(http.MaxBytesReader(httptest.NewRecorder(), io.NopCloser(strings.NewReader(`"12345"`)),
		4)).Decode(new(any))
	_, noForm := httptest.NewRequest("POST", "/", nil).MultipartReader()
	tests := []struct {
		name string
		err  error
		want errkit.Kind // Internal: not classified
		text string
	}{
		{"a body", tooLarge, errkit.TooLarge, "The request is larger than 4 bytes."},
		{"through a JSON decoder", through, errkit.TooLarge, "The request is larger than 4 bytes."},
		{"a form, of an input that is not a form", multipart.ErrMessageTooLarge, errkit.Internal, ""},
		{"a line of a chunked body, perhaps of a response", http.ErrLineTooLong, errkit.Internal, ""},
		{"a handler that was given up", http.ErrHandlerTimeout, errkit.Timeout, ""},
		{"no form", noForm, errkit.InvalidRequest, "The request must be multipart/form-data."},
		{"no boundary", http.ErrMissingBoundary, errkit.InvalidRequest,
			"The request's multipart/form-data names no boundary."},
		{"no file", http.ErrMissingFile, errkit.InvalidInput, "A file is missing."},
		{"anything else", errors.New(canary), errkit.Internal, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := known(t, read, middleware.Limits, tt.err)
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
	inputs := []struct {
		name  string
		input middleware.Input
		want  bool // TooLarge
	}{
		{"smaller than the limit", middleware.Input{Body: []byte("123")}, false},
		{"not read", middleware.Input{}, false},
		{"not read, or only at its start", middleware.Input{Body: []byte("1"), Truncated: true}, false},
		{"as large as the limit", middleware.Input{Body: []byte("1234")}, false},
		{"larger than the limit", middleware.Input{Body: []byte("12345"), Truncated: true}, true},
		{"larger than the limit, and not kept", middleware.Input{Truncated: true, Size: 5}, true},
		{"as large as the limit, and not kept", middleware.Input{Truncated: true, Size: 4}, false},
	}
	require.Nil(t, middleware.Limits(t.Context(), tooLarge), "an input that is not known")
	for _, tt := range inputs {
		t.Run("an input that is "+tt.name, func(t *testing.T) {
			ctx := middleware.WithInput(t.Context(), func() middleware.Input { return tt.input })
			require.Equal(t, tt.want, middleware.Limits(ctx, tooLarge) != nil)
		})
	}
}

// TestNoClassifierQuotes checks that no text of a foreign error is public.
func TestNoClassifierQuotes(t *testing.T) {
	all := []middleware.Classifier{middleware.Limits, middleware.Context, middleware.Value, middleware.Network,
		middleware.JSON}
	ctx := middleware.WithInput(t.Context(), func() middleware.Input {
		return middleware.Input{Body: []byte(`{"name":"` + canary + `"}`)}
	})
	_, notThere := os.Open(filepath.Join(t.TempDir(), canary))
	errs := []error{
		errors.New(canary), notThere, &net.AddrError{Err: canary, Addr: canary},
		&net.ParseError{Type: canary, Text: canary}, &time.ParseError{Layout: time.DateOnly, Value: canary, Message: canary},
		&strconv.NumError{Func: "Atoi", Num: canary, Err: strconv.ErrSyntax}, failed(time.ParseDuration(canary)),
		&url.Error{Op: "parse", URL: canary, Err: errors.New(canary)}, failed(time.LoadLocation(canary)),
		&fs.PathError{Op: canary, Path: canary, Err: fs.ErrNotExist}, &syntax.Error{Code: canary, Expr: canary},
		&net.DNSError{Err: canary, Name: canary, Server: canary},
		&url.Error{Op: canary, URL: canary, Err: errors.New(canary)},
		&json.MarshalerError{Err: errors.New(canary)}, &json.UnmarshalTypeError{Value: canary, Struct: canary},
		decode(`{"name":`+canary+`}`, new(wants)), decode(`{"time":"`+canary+`"}`, new(wants)), bytes.ErrTooLarge,
	}
	for _, err := range errs {
		for _, c := range append(all, nil) {
			b := &middleware.Boundary{Classify: all}
			if c != nil {
				b.Classify = []middleware.Classifier{c}
			}
			require.NotContains(t, public(t, coded(t, b.Handle(ctx, err))), canary, "%T", err)
		}
	}
}

// A form that is too large is the caller's only if the input of the call is one.
func TestLimitsOfForm(t *testing.T) {
	const part = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
	tests := []struct {
		name, why string
		input     middleware.Input
		want      bool
	}{
		{"too many parts", "1,000 are allowed",
			middleware.Input{Body: []byte(strings.Repeat(part, 1001) + "--b--\r\n")}, true},
		{"1,000 parts", "the form of a service is too large",
			middleware.Input{Body: []byte(strings.Repeat(part, 1000) + "--b--\r\n")}, false},
		{"a form that was not read to its end", "the rest may be too large",
			middleware.Input{Body: []byte(part), Truncated: true}, true},
		{"JSON", "it is not a form", middleware.Input{Body: []byte(`{"a":1}`), Truncated: true}, false},
		{"dashes", "there is no boundary", middleware.Input{Body: []byte("--\r\n"), Truncated: true}, false},
		{"an empty body", "it is not a form", middleware.Input{Body: []byte{}}, false},
		{"no body", "it was not read", middleware.Input{Truncated: true}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx := middleware.WithInput(t.Context(), func() middleware.Input { return tt.input })
			e := known(t, ctx, middleware.Limits, multipart.ErrMessageTooLarge)
			require.Equal(t, tt.want, e != nil, tt.why)
			if e != nil {
				require.Equal(t, errkit.TooLarge, e.Kind)
			}
			require.Nil(t, known(t, ctx, middleware.Limits, http.ErrLineTooLong))
		})
	}
}
