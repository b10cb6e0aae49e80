package nethttp_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/allocs"
)

func TestHandler(t *testing.T) {
	tests := []struct {
		name   string
		api    nethttp.API
		err    error
		status int
		ctype  string
		body   string
		header map[string]string
	}{
		{
			name: "zero value is RFC 9457", err: errkit.New(errkit.NotFound, "There is no bell with this id."),
			status: 404, ctype: "application/problem+json",
			body: `{"type":"about:blank","title":"Not Found","status":404,"detail":"There is no bell with this id.","kind":"not_found"}`,
		},
		{
			name: "a foreign error says nothing", err: errors.New(canary),
			status: 500, ctype: "application/problem+json",
			body:   `{"type":"about:blank","title":"Internal Server Error","status":500,"kind":"internal","retry":"never","effect":"unknown"}`,
			header: map[string]string{"Cache-Control": "no-store"},
		},
		{
			name: "oxp before the call", api: nethttp.API{Dialect: oxp.Dialect{}},
			err:    errkit.Wrap(errors.New(canary), errkit.Unavailable, "The bell rests."),
			status: 400, ctype: "application/json", body: `{"$schema":"urn:oxp:1.0","message":"The bell rests."}`,
		},
		{
			name: "oxp in the call", api: nethttp.API{Dialect: oxp.Dialect{}}, err: errkit.NotFound,
			status: 200, ctype: "application/json",
			body:   `{"$schema":"urn:oxp:1.0","result":{"call_id":"","success":false,"error":{"message":"What was asked for does not exist."}}}`,
			header: map[string]string{"Cache-Control": "no-store"},
		},
		{
			name:   "a delay is rounded up to seconds",
			err:    &errkit.Error{Kind: errkit.RateLimited, RetryAfter: 1200 * time.Millisecond},
			status: 429, ctype: "application/problem+json",
			body:   `{"type":"about:blank","title":"Too Many Requests","status":429,"kind":"rate_limited","retry_after_ms":1200,"effect":"none"}`,
			header: map[string]string{"Retry-After": "2", "Cache-Control": ""},
		},
		{
			name: "a peer's 401 is not ours",
			err: &errkit.Error{Kind: errkit.Unauthenticated, Message: canary,
				Peer: &errkit.Peer{Dialect: "problem"}},
			status: 502, ctype: "application/problem+json",
			body:   `{"type":"about:blank","title":"Bad Gateway","status":502,"kind":"upstream_failed","retry":"never","upstream":401}`,
			header: map[string]string{"Www-Authenticate": ""},
		},
		{
			name: "authenticate", api: nethttp.API{Authenticate: func(_ *http.Request,
				e *errkit.Error) string {
				return `Bearer error="` + e.Kind.String() + `"`
			}},
			err: errkit.Unauthenticated, status: 401, ctype: "application/problem+json",
			body: `{"type":"about:blank","title":"Unauthorized","status":401,"kind":"unauthenticated"}`,
			header: map[string]string{"Www-Authenticate": `Bearer error="unauthenticated"`,
				"Cache-Control": "no-store"},
		},
		{
			name: "a challenge that is no header",
			api: nethttp.API{Authenticate: func(*http.Request,
				*errkit.Error) string {
				return "Bearer x\r\nSet-Cookie: " + canary
			}},
			err: errkit.PermissionDenied, status: 403, ctype: "application/problem+json",
			body:   `{"type":"about:blank","title":"Forbidden","status":403,"kind":"permission_denied"}`,
			header: map[string]string{"Www-Authenticate": "", "Set-Cookie": ""},
		},
		{
			name: "a challenge that panics",
			api:  nethttp.API{Authenticate: func(*http.Request, *errkit.Error) string { panic(canary) }},
			err:  errkit.Unauthenticated, status: 401, ctype: "application/problem+json",
			body:   `{"type":"about:blank","title":"Unauthorized","status":401,"kind":"unauthenticated"}`,
			header: map[string]string{"Www-Authenticate": ""},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			api := tt.api
			api.Boundary = new(reports).boundary()
			api.Boundary.Report = nil // no reference in the bodies
			overWires(t, api.Handler(func(http.ResponseWriter, *http.Request) error { return tt.err }),
				func(t *testing.T, s served) {
					resp, body := s.do(t, "POST", "/", "")
					require.Equal(t, tt.status, resp.StatusCode)
					require.Equal(t, tt.ctype, resp.Header.Get("Content-Type"))
					require.Equal(t, "nosniff", resp.Header.Get("X-Content-Type-Options"))
					require.JSONEq(t, tt.body, body)
					for name, want := range tt.header {
						require.Equal(t, want, resp.Header.Get(name), name)
					}
					require.Empty(t, s.log.String())
				})
		})
	}
}

func TestSuccessIsUntouched(t *testing.T) {
	api := nethttp.API{Boundary: new(reports).boundary(), Rewrite: true}
	h := api.Handler(func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Etag", `"1"`)
		_, err := io.WriteString(w, "ding\n")
		return err
	})
	overWires(t, api.Middleware(h), func(t *testing.T, s served) {
		resp, body := s.do(t, "GET", "/", "")
		require.Equal(t, 200, resp.StatusCode)
		require.Equal(t, "ding\n", body)
		require.Equal(t, "5", resp.Header.Get("Content-Length"))
		require.Equal(t, `"1"`, resp.Header.Get("Etag"))
	})
}

// stub is a ResponseWriter that allocates nothing.
type stub struct {
	h http.Header
	n int
}

func (s *stub) Header() http.Header         { return s.h }
func (s *stub) WriteHeader(int)             {}
func (s *stub) Write(p []byte) (int, error) { s.n += len(p); return len(p), nil }

func (s *stub) FlushError() error { return nil }

func (s *stub) WriteString(p string) (int, error) { s.n += len(p); return len(p), nil }

var invalid = errkit.Invalid(
	errkit.Field{Path: "/name", Message: "is required", Rule: "required"},
	errkit.Field{Path: "/times", Message: "must be at least 1", Rule: "min", Param: "1"},
	errkit.Field{Path: "/colour", Message: "must be one of red, green, blue", Rule: "oneof"},
)

func TestAllocations(t *testing.T) {
	quiet := new(reports).boundary()
	quiet.Report = nil
	apis := []nethttp.API{
		{Boundary: quiet},
		{Boundary: quiet, Dialect: oxp.Dialect{}, Rewrite: true},
		{Boundary: quiet, Dialect: aai.Dialect{}},
		{Boundary: quiet, Choose: nethttp.ChooseByAccept(nethttp.Offer{Type: "application/json",
			Dialect: aai.Strings{}})},
	}
	for _, api := range apis {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Accept", "text/html, application/json;q=0.9")
		w := &stub{h: http.Header{}}
		succeed := func(w http.ResponseWriter, _ *http.Request) error {
			_, err := io.WriteString(w,
				"ding\n")
			return err
		}
		for name, h := range map[string]http.Handler{
			"handler": api.Handler(succeed),
			"middleware": api.Middleware(http.HandlerFunc(func(w http.ResponseWriter,
				r *http.Request) {
				_ = succeed(w, r)
			})),
			"handler in middleware": api.Middleware(api.Handler(succeed)),
			"stream": api.Middleware(http.HandlerFunc(func(w http.ResponseWriter,
				r *http.Request) {
				_ = succeed(w, r)
				w.(http.Flusher).Flush()
			})),
			"error": api.Handler(func(http.ResponseWriter, *http.Request) error { return invalid }),
			"error in middleware": api.Middleware(api.Handler(func(http.ResponseWriter,
				*http.Request) error {
				return invalid
			})),
		} {
			w.n = 0
			require.LessOrEqual(t, allocs.Of(func() { h.ServeHTTP(w, r) }), 2.0, name)
			require.NotZero(t, w.n)
		}
	}
}

// Where no handler of this package is around, an error allocates nothing, unless its
// dialect has to find the id of a JSON-RPC call in a body.
func TestAllocationsOfWriteError(t *testing.T) {
	for name, api := range map[string]nethttp.API{
		"problem": {Boundary: unreported},
		"OXP":     {Boundary: unreported, Dialect: oxp.Dialect{}},
	} {
		r := httptest.NewRequest("POST", "/", strings.NewReader("{}"))
		w := &stub{h: http.Header{}}
		require.Zero(t, allocs.Of(func() { api.WriteError(w, r, invalid) }), name)
		require.NotZero(t, w.n)
	}
}

// A panic costs its error, its stack, and what each request does.
func TestAllocationsOfPanics(t *testing.T) {
	api := nethttp.API{Boundary: unreported}
	h := api.Middleware(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(canary) }))
	r := httptest.NewRequest("GET", "/", nil)
	w := &stub{h: http.Header{}}
	require.LessOrEqual(t, allocs.Of(func() { h.ServeHTTP(w, r) }), 4.0)
	require.NotZero(t, w.n)
}

// A handler may have taken the request apart before it fails.
func TestRequestWithoutURL(t *testing.T) {
	_, badEscape := url.ParseQuery("%zz")
	for _, err := range []error{errors.New(canary), badEscape, io.EOF} {
		var seen reports
		api := nethttp.API{Boundary: seen.boundary()}
		w := httptest.NewRecorder()
		api.Middleware(api.Handler(func(_ http.ResponseWriter, r *http.Request) error {
			r.URL, r.Header, r.Body = nil, nil, nil
			return err
		})).ServeHTTP(w, httptest.NewRequest("POST", "/?%zz", strings.NewReader("{}")))
		require.Equal(t, 500, w.Code)
		require.Equal(t, []string{"internal"}, seen.kinds())
	}
}

// An error without a kind is rendered after the dialect was chosen by the body, which a handler
// may read then.
func TestWriteErrorChosenByBody(t *testing.T) {
	const call = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ring","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`
	api := nethttp.API{Choose: nethttp.ChooseByBody, Boundary: unreported}
	for name, err := range map[string]error{"a kind": errkit.New(errkit.NotFound, "No bell."),
		"no kind": errors.New(canary), "the end of a form": io.ErrUnexpectedEOF} {
		r := httptest.NewRequest("POST", "/", strings.NewReader(call))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		api.WriteError(w, r, err)
		require.Contains(t, w.Body.String(), `"id":7`, name)
		rest, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		require.Equal(t, call, string(rest), name)
	}
}
