package bridge_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
)

// The status is that of the dialect, except where the transport needs that of the upstream.
func TestStatus(t *testing.T) {
	const notification = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	tests := []struct {
		name, why    string
		to           dialect.Dialect
		method, body string
		header       string // a header of the request
		upstream     string // the body of the response
		status, want int
		contains     string
	}{
		{name: "a call", why: "another status ends the session", to: mcp.Dialect{}, method: "POST", body: ring,
			status: 500, want: 200, contains: `"id":7,"result":{`},
		{name: "a call of another method", to: mcp.Dialect{}, method: "POST",
			body: `{"jsonrpc":"2.0","id":"a","method":"tools/list"}`, status: 500, want: 200,
			contains: `"id":"a","error":{"code":-32603,`},
		{name: "without authorization", why: "the client authorizes", to: mcp.Dialect{}, method: "POST", body: ring,
			status: 401, want: 401, contains: `"id":7,"error":{`},
		{name: "a session that ended", why: "the client starts a new one", to: mcp.Dialect{}, method: "POST",
			body: ring, header: "Mcp-Session-Id", status: 404, want: 404, contains: `"id":7,"error":{`},
		{name: "404 of a router", why: "the client looks for another endpoint", to: mcp.Dialect{}, method: "POST",
			body: ring, status: 404, want: 404, contains: `"id":7,"error":{`},
		{name: "404 of a server of MCP", to: mcp.Dialect{}, method: "POST", body: ring, status: 404,
			upstream: `{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"no"}}`, want: 200,
			contains: `"id":7,"result":{`},
		{name: "404 of a router before OXP", to: oxp.Dialect{}, method: "POST", body: `{}`, status: 404, want: 404},
		{name: "405 before OXP", to: oxp.Dialect{}, method: "PATCH", status: 405, want: 405},
		{name: "a notification", why: "the status is all of the response", to: mcp.Dialect{}, method: "POST",
			body: notification, status: 400, want: 400, contains: `"id":null,"error":{`},
		{name: "no stream", why: "MCP, Listening for Messages", to: mcp.Dialect{}, method: "GET", status: 405,
			want: 405, contains: `"id":null,"error":{`},
		{name: "no end of sessions", to: mcp.Dialect{}, method: "DELETE", status: 405, want: 405,
			contains: `"id":null,"error":{`},
		{name: "another method", to: mcp.Dialect{}, method: "PATCH", body: ring, status: 405, want: 405,
			contains: `"id":7,"error":{`},
		{name: "a tool of OXP", to: oxp.Dialect{}, method: "POST", body: `{}`, status: 500, want: 200,
			contains: `"success":false`},
		{name: "a page beside the tools", to: oxp.Dialect{}, method: "GET", status: 503, want: 400,
			contains: `"message"`},
		{name: "another status of the upstream", to: problem.Dialect{}, method: "GET", status: 418, want: 418,
			contains: `"status":418`},
		{name: "HEAD", to: problem.Dialect{}, method: "HEAD", status: 404, want: 404},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := &bridge.Bridge{To: tt.to}
			h := b.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(tt.status)
				_, _ = io.WriteString(w, tt.upstream)
			}))
			r := httptest.NewRequest(tt.method, "/", strings.NewReader(tt.body))
			r.Header.Set("Content-Type", "application/json")
			if tt.header != "" {
				r.Header.Set(tt.header, "1")
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			require.Equal(t, tt.want, w.Code, w.Body)
			require.Contains(t, w.Body.String(), tt.contains)
		})
	}
}

// The dialect and its revision may depend on the request.
func TestChoose(t *testing.T) {
	b := &bridge.Bridge{To: problem.Dialect{}, Choose: func(r *http.Request) dialect.Dialect {
		switch r.URL.Path {
		case "/mcp":
			return mcp.Dialect{}
		case "/panic":
			panic(canary)
		}
		return nil
	}}
	h := b.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(500) }))
	for _, tt := range []struct{ path, revision, want string }{
		{"/mcp", "", `"resultType":"complete"`},
		{"/mcp", "2025-06-18", `"result":{"content"`},
		{"/mcp", "tomorrow", `"resultType":"complete"`},
		{"/", "", `"type":"about:blank"`},
	} {
		r := httptest.NewRequest(http.MethodPost, tt.path, strings.NewReader(ring))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Mcp-Protocol-Version", tt.revision)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		require.Contains(t, w.Body.String(), tt.want)
	}
	r := httptest.NewRequest(http.MethodPost, "/panic", nil)
	require.PanicsWithValue(t, canary, func() { h.ServeHTTP(httptest.NewRecorder(), r) }, "it is a panic of the program")
}

// A task of A2A that failed stays a task for a client of A2A, without its texts; one that waits
// passes.
func TestTasks(t *testing.T) {
	const (
		send   = `{"jsonrpc":"2.0","id":7,"method":"SendMessage","params":{}}`
		failed = `{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_FAILED","message":{"messageId":"m9","role":"ROLE_AGENT","parts":[{"text":"` + canary + `"}]}}}}`
		waits  = `{"jsonrpc":"2.0","id":7,"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_AUTH_REQUIRED","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"error?"}]}}}}}`
	)
	a2aJSON, err := all.Parse("a2a")
	require.NoError(t, err)
	tests := []struct {
		name, media, body string
		from, to          dialect.Dialect
		want              []string
	}{
		{"a task", "application/json", `{"jsonrpc":"2.0","id":7,"result":` + failed + `}`, nil, a2aJSON,
			[]string{`"id":7`, `"task":{"id":"t1","contextId":"c1"`, `"TASK_STATE_FAILED"`}},
		{"an event", "text/event-stream", `data: {"jsonrpc":"2.0","id":7,"result":` + failed + "}\n\n", nil, a2aJSON,
			[]string{`"id":7`, `"task":{"id":"t1","contextId":"c1"`}},
		{"for another client", "application/json", `{"jsonrpc":"2.0","id":7,"result":` + failed + `}`, a2a.Task{},
			problem.Dialect{}, []string{`"type":"about:blank"`}},
		{"it waits", "application/json", waits, nil, a2aJSON, []string{waits}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(send))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			(&bridge.Bridge{Policy: noTexts, From: tt.from, To: tt.to}).Handler(respond(200, tt.body, "Content-Type",
				tt.media)).ServeHTTP(w, r)
			for _, want := range tt.want {
				require.Contains(t, w.Body.String(), want)
			}
			require.NotContains(t, w.Body.String(), canary)
		})
	}
}

// An explicit dialect of the upstream is the only one that is looked for in successes.
func TestFrom(t *testing.T) {
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"no"}}`,
		`{"jsonrpc":"2.0","id":7,"result":{},"error":{"code":-32603,"message":"no"}}`,
		`{"jsonrpc":"2.0","id":7,"error":{"code":NaN,"message":"no"}}`,
		`{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"mess`,
	} {
		for name, want := range map[string]int{"mcp": 502, "oxp": 200} {
			from, err := all.Parse(name)
			require.NoError(t, err)
			w := httptest.NewRecorder()
			(&bridge.Bridge{From: from}).Handler(respond(200, body, "Content-Type", "application/json")).ServeHTTP(w,
				httptest.NewRequest(http.MethodPost, "/", nil))
			require.Equal(t, want, w.Code, "%s: %s", name, body)
		}
	}
}

// A transport that panics, and an error of next, are requests without a response.
func TestPanics(t *testing.T) {
	var log reports
	b := &bridge.Bridge{Report: log.add}
	panics := &httputil.ReverseProxy{Rewrite: func(*httputil.ProxyRequest) {},
		Transport: roundTripper(func(*http.Request) (*http.Response, error) { panic(canary) })}
	for _, h := range []http.Handler{b.Proxy(panics), b.Handler(panics)} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://a/", nil))
		require.Equal(t, 500, w.Code)
		require.NotContains(t, w.Body.String(), canary)
		require.ErrorContains(t, log.all()[len(log.all())-1].Error.Err, canary)
	}
	w := httptest.NewRecorder()
	require.NoError(t, b.Serve(w, httptest.NewRequest(http.MethodGet, "/", nil),
		func(w http.ResponseWriter, _ *http.Request) error {
			w.Header().Set("X-Debug", canary)
			return &errkit.Error{Kind: errkit.Unavailable, RetryAfter: 2e9, Err: errors.New(canary)}
		}))
	require.Equal(t, 503, w.Code)
	require.Equal(t, "2", w.Header().Get("Retry-After"))
	require.Empty(t, w.Header().Get("X-Debug"))
	late := errors.New("late")
	w = httptest.NewRecorder()
	require.Equal(t, late, b.Serve(w, httptest.NewRequest(http.MethodGet, "/", nil),
		func(w http.ResponseWriter, _ *http.Request) error {
			_, _ = io.WriteString(w, "a page")
			return late
		}))
	require.Equal(t, "a page", w.Body.String())
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A client that disconnected is not a failure of the upstream, and a Report that panics changes
// nothing.
func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var got *errkit.Error
	b := &bridge.Bridge{Report: func(_ context.Context, r *bridge.Report) { got = r.Error; panic(canary) }}
	resp := b.Exchange(httptest.NewRequest(http.MethodGet, "/", nil).WithContext(ctx)).Fail(errors.New("dial: " +
		canary))
	require.Equal(t, 499, resp.Status)
	require.Equal(t, errkit.Canceled, got.Kind)
}

// Over HTTP the status is the word of the server, with the headers that it defines, and the
// document explains it.
func TestStatusOfHTTP(t *testing.T) {
	own := bridge.Policy{OwnCredentials: true}
	tests := []struct {
		name, why string
		policy    bridge.Policy
		status    int
		header    []string // of the response, by name and value
		want      int
		kind      string
		wants     []string // headers
		misses    string
	}{
		{name: "400", status: 400, want: 400, kind: "invalid_input"},
		{name: "410", status: 410, want: 410, kind: "not_found"},
		{name: "418", status: 418, want: 418},
		{name: "500", status: 500, want: 500, kind: "upstream_failed"},
		{name: "507", status: 507, want: 507},
		{name: "600", why: "RFC 9110 §15", status: 600, want: 502, kind: "upstream_failed"},
		{name: "401", why: "RFC 9110 §15.5.2", status: 401, header: []string{"Www-Authenticate", "Basic realm=a"}, want: 401,
			wants: []string{"Www-Authenticate", "Basic realm=a"}},
		{name: "401 without a challenge", policy: bridge.Policy{Challenge: "Bearer"}, status: 401, want: 401,
			wants: []string{"Www-Authenticate", "Bearer"}},
		{name: "401 about the front", policy: own, status: 401, header: []string{"Www-Authenticate", "Basic realm=a"},
			want: 502, kind: "upstream_failed", misses: "Www-Authenticate"},
		{name: "403 about the front", policy: own, status: 403, want: 502, kind: "upstream_failed"},
		{name: "407", why: "it is about the front", status: 407, want: 502, kind: "upstream_failed"},
		{name: "405", status: 405, header: []string{"Allow", "GET"}, want: 405, wants: []string{"Allow", "GET"}},
		{name: "501", status: 501, header: []string{"Accept-Encoding", "gzip"}, want: 501,
			wants: []string{"Accept-Encoding", "gzip"}},
		{name: "415", status: 415, header: []string{"Accept", "application/json", "Accept-Post", "text/csv"}, want: 415,
			wants: []string{"Accept", "application/json", "Accept-Post", "text/csv"}},
		{name: "416", status: 416, header: []string{"Content-Range", "bytes */47"}, want: 416,
			wants: []string{"Content-Range", "bytes */47"}},
		{name: "a range of another status", status: 404, header: []string{"Content-Range", "bytes */47"}, want: 404,
			misses: "Content-Range"},
		{name: "426", status: 426, header: []string{"Upgrade", "HTTP/3.0", "Connection", "Upgrade"}, want: 426,
			wants: []string{"Upgrade", "HTTP/3.0", "Connection", "Upgrade"}},
		{name: "429", status: 429, header: []string{"Retry-After", "7", "Ratelimit", `"default";r=0`}, want: 429,
			wants: []string{"Retry-After", "7", "Ratelimit", `"default";r=0`}},
		{name: "SDKs must not repeat the call", status: 500, header: []string{"X-Should-Retry", "false"}, want: 500,
			wants: []string{"X-Should-Retry", "false"}, why: "without it they repeat a call after 408, 409, 429 and 5xx"},
		{name: "SDKs may repeat the call", status: 500, header: []string{"X-Should-Retry", "true"}, want: 500,
			misses: "X-Should-Retry", why: "the call may have taken effect"},
		{name: "headers of other protocols", status: 500, header: []string{"Set-Cookie", "a=1", "X-Request-Id", "r1",
			"Traceparent", "00-1", "X-B3-Traceid", "1", "Server", canary}, want: 500, misses: "Server",
			wants: []string{"Set-Cookie", "a=1", "X-Request-Id", "r1", "Traceparent", "00-1", "X-B3-Traceid", "1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.policy.Disclose = dialect.DiscloseNone
			b := &bridge.Bridge{Policy: tt.policy}
			header := http.Header{}
			for i := 0; i < len(tt.header); i += 2 {
				header.Set(tt.header[i], tt.header[i+1])
			}
			for front, h := range successFronts(b, tt.status, header, canary) {
				w := httptest.NewRecorder()
				h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
				require.Equal(t, tt.want, w.Code, "%s %s", front, tt.why)
				require.NotContains(t, w.Body.String(), canary)
				require.Contains(t, w.Body.String(), `"kind":"`+tt.kind, front)
				require.Contains(t, w.Body.String(), `"status":`+strconv.Itoa(tt.want))
				for i := 0; i < len(tt.wants); i += 2 {
					require.Equal(t, tt.wants[i+1], w.Header().Get(tt.wants[i]), "%s %s", front, tt.wants[i])
				}
				require.Empty(t, w.Header().Get(tt.misses), front)
			}
		})
	}
}

// A proxy that adds credentials is the one that a 401 is about.
func TestOwnCredentials(t *testing.T) {
	for _, changes := range []bool{false, true} {
		b := new(bridge.Bridge)
		h := b.Proxy(&httputil.ReverseProxy{
			Rewrite: func(r *httputil.ProxyRequest) {
				r.SetURL(&url.URL{Scheme: "http", Host: "upstream.example"})
				if changes {
					r.Out.Header.Set("Authorization", "Bearer "+canary)
				}
			},
			Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
				return &http.Response{StatusCode: 401, Header: http.Header{"Www-Authenticate": {"Bearer"}}, Body: http.NoBody,
					Request: r}, nil
			}),
		})
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Authorization", "Bearer a")
		h.ServeHTTP(w, r)
		require.Equal(t, map[bool]int{false: 401, true: 502}[changes], w.Code)
	}
}

// A call whose effect is not known is not repeated, and no header invites to.
func TestDelayOfStatus(t *testing.T) {
	for _, tt := range []struct {
		name, method string
		status       int
		want         string
	}{
		{"500 to POST", http.MethodPost, 500, ""},
		{"502 to POST", http.MethodPost, 502, ""},
		{"503 to POST", http.MethodPost, 503, "7"},
		{"429 to POST", http.MethodPost, 429, "7"},
		{"500 to GET", http.MethodGet, 500, "7"},
	} {
		for front, h := range successFronts(&bridge.Bridge{}, tt.status, http.Header{"Retry-After": {"7"}}, canary) {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest(tt.method, "/", nil))
			require.Equal(t, tt.want, w.Header().Get("Retry-After"), "%s, %s: %s", tt.name, front, w.Body)
		}
	}
}
