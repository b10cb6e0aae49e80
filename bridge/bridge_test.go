package bridge_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

// canary is in everything of an upstream that is private.
const canary = "hunter2"

// hold is the bound of the bridges, in bytes.
const hold = 64 << 10

// A failure is a way in which an upstream fails.
type failure struct {
	name, why string
	serve     http.HandlerFunc
	kind      errkit.Kind // of what the client gets
	after     time.Duration
	status    int // of the response over plain HTTP (RFC 9457)
	mcp       int // of the response to a call of MCP; 0: 200
}

func respond(status int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Add(header[i], header[i+1])
		}
		w.Header().Set("X-Debug", canary)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func compressed(status int, body string) http.HandlerFunc {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = io.WriteString(z, body)
	_ = z.Close()
	return respond(status, b.String(), "Content-Type", "application/json", "Content-Encoding", "gzip")
}

const stack = "Traceback (most recent call last):\n  File \"/srv/app.py\", line 7\npsycopg2.OperationalError: password " + canary

var failures = []failure{
	{name: "500 with a stack", serve: respond(500, stack, "Content-Type", "text/plain"), kind: errkit.UpstreamFailed,
		status: 500},
	{name: "500 with a page", serve: respond(500, "<html><h1>"+canary+"</h1></html>", "Content-Type", "text/html"),
		kind: errkit.UpstreamFailed, status: 500},
	{name: "502 without a body", serve: respond(502, ""), kind: errkit.UpstreamFailed, status: 502},
	{name: "503 with a delay", serve: respond(503, canary, "Retry-After", "7"), kind: errkit.Unavailable,
		after: 7 * time.Second, status: 503},
	{name: "504", serve: respond(504, canary), kind: errkit.Timeout, status: 504},
	{name: "429 with a delay", serve: respond(429, `{"message":"`+canary+`"}`, "Retry-After", "3", "Content-Type",
		"application/json"), kind: errkit.RateLimited, after: 3 * time.Second, status: 429},
	{name: "401 with a challenge", serve: respond(401, canary, "WWW-Authenticate",
		`Bearer realm="bells", error="invalid_token", error_description="`+canary+`", scope="ring"`),
		kind: errkit.Unauthenticated, status: 401, mcp: 401},
	{name: "403 with a challenge", serve: respond(403, canary, "WWW-Authenticate",
		`Bearer error="insufficient_scope", scope="ring"`), kind: errkit.PermissionDenied, status: 403, mcp: 403},
	{name: "403 without a challenge", serve: respond(403, canary), kind: errkit.PermissionDenied, status: 403},
	{name: "404", serve: respond(404, canary), kind: errkit.NotFound, status: 404, mcp: 404},
	{name: "407", why: "between this proxy and the upstream",
		serve: respond(407, canary, "Proxy-Authenticate", "Basic realm="+canary), kind: errkit.UpstreamFailed,
		status: 502},
	{name: "422 with fields", serve: respond(422,
		`{"detail":[{"loc":["body","times"],"msg":"`+canary+`","type":"missing"}]}`, "Content-Type",
		"application/json"), kind: errkit.InvalidInput, status: 422},
	{name: "a problem", serve: respond(409,
		`{"type":"about:blank","title":"`+canary+`","status":409,"detail":"`+canary+`"}`, "Content-Type",
		"application/problem+json"), kind: errkit.Conflict, status: 409},
	{name: "600", why: "RFC 9110 §15: as 500", serve: respond(600, canary), kind: errkit.UpstreamFailed, status: 502},
	{name: "a compressed error", serve: compressed(429, `{"message":"`+canary+`"}`), kind: errkit.RateLimited,
		status: 429},
	{name: "a long error", serve: respond(429, strings.Repeat(canary, 20_000), "Retry-After", "9"),
		kind: errkit.RateLimited, after: 9 * time.Second, status: 429},
	{name: "a long JSON error", serve: respond(409, `{"message":"`+strings.Repeat(canary, 20_000)+`"}`, "Content-Type",
		"application/json"), kind: errkit.Conflict, status: 409},
	{name: "200 with a JSON-RPC error", serve: respond(200,
		`{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"`+canary+`"}}`, "Content-Type", "application/json"),
		kind: errkit.UpstreamFailed, status: 502},
	{name: "200 with isError", serve: respond(200,
		`{"jsonrpc":"2.0","id":7,"result":{"isError":true,"content":[{"type":"text","text":"`+canary+`"}]}}`,
		"Content-Type", "application/json"), kind: errkit.ExecutionFailed, status: 500},
	{name: "200 with an error, as plain text", why: "what net/http sends without a type",
		serve: respond(200, `{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"`+canary+`"}}`),
		kind:  errkit.InvalidInput, status: 422},
	{name: "200 with an error, compressed",
		serve: compressed(200, `{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"`+canary+`"}}`),
		kind:  errkit.InvalidInput, status: 422},
	{name: "200 with an error and more",
		serve: respond(200, `{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"`+canary+`"}}`+"\n",
			"Content-Type", "application/json"), kind: errkit.InvalidInput, status: 422},
	{name: "a truncated success", serve: func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", "500")
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","result":{"`+canary)
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}, kind: errkit.UpstreamFailed, status: 502},
	{name: "a truncated error", serve: func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "500")
		w.WriteHeader(429)
		_, _ = io.WriteString(w, canary)
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}, kind: errkit.RateLimited, status: 429},
	{name: "no response", serve: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		kind: errkit.UpstreamFailed, status: 502},
}

// A front serves an upstream through a bridge.
type front struct {
	name  string
	serve func(b *bridge.Bridge, to *url.URL, transport http.RoundTripper) http.Handler
}

var quiet = log.New(io.Discard, "", 0)

func rewrite(to *url.URL) func(*httputil.ProxyRequest) {
	return func(r *httputil.ProxyRequest) {
		r.SetURL(to)
		r.Out.Header["Accept-Encoding"] = r.In.Header["Accept-Encoding"]
	}
}

var fronts = []front{
	{"Proxy", func(b *bridge.Bridge, to *url.URL, transport http.RoundTripper) http.Handler {
		return b.Proxy(&httputil.ReverseProxy{Rewrite: rewrite(to), Transport: transport, ErrorLog: quiet})
	}},
	{"Handler", func(b *bridge.Bridge, to *url.URL, transport http.RoundTripper) http.Handler {
		return b.Handler(&httputil.ReverseProxy{Rewrite: rewrite(to), Transport: transport, ErrorLog: quiet,
			FlushInterval: -1,
			ErrorHandler:  func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) }})
	}},
}

// reports collects reports.
type reports struct {
	mu   sync.Mutex
	list []bridge.Report
}

func (r *reports) add(_ context.Context, report *bridge.Report) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = append(r.list, *report)
}

func (r *reports) all() []bridge.Report {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.list
}

// serve starts an upstream and a front of it, both with HTTP/1.1 or with HTTP/2.
func serve(t *testing.T, f front, b *bridge.Bridge, upstream http.Handler, http2 bool) (client *http.Client,
	base string) {
	t.Helper()
	start := func(h http.Handler) *httptest.Server {
		s := httptest.NewUnstartedServer(h)
		s.Config.ErrorLog = quiet
		if s.EnableHTTP2 = http2; http2 {
			s.StartTLS()
		} else {
			s.Start()
		}
		t.Cleanup(s.Close)
		return s
	}
	behind := start(upstream)
	to, err := url.Parse(behind.URL)
	require.NoError(t, err)
	transport := behind.Client().Transport.(*http.Transport)
	transport.DisableCompression = true
	s := start(f.serve(b, to, transport))
	s.Client().Transport.(*http.Transport).DisableCompression = true
	return s.Client(), s.URL
}

func post(t *testing.T, client *http.Client, url, body string) (*http.Response, string) {
	t.Helper()
	resp, err := client.Post(url, "application/json", strings.NewReader(body))
	require.NoError(t, err)
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp, string(got)
}

const ring = `{"method":"tools/call","params":{"name":"ring","arguments":{"id":9}},"jsonrpc":"2.0","id":7}`

// Each failure of an upstream is an error of the same kind in each dialect, and shows nothing
// private.
func TestFailures(t *testing.T) {
	for _, f := range fronts {
		for _, http2 := range []bool{false, true} {
			dialects := []string{"problem", "mcp"}
			if f.name == "Proxy" && !http2 {
				dialects = append(dialects, "oxp", "aai", "google", "connect", "a2a", "toolerror")
			}
			for _, name := range dialects {
				t.Run(fmt.Sprintf("%s/http2=%v/%s", f.name, http2, name), func(t *testing.T) {
					to, err := all.Parse(name)
					require.NoError(t, err)
					var current http.HandlerFunc
					var log reports
					b := &bridge.Bridge{Policy: noTexts, From: mcp.Dialect{}, To: to, Codec: dialect.Codec{NoGuess: true}, Hold: hold,
						Report: log.add}
					client, base := serve(t, f, b,
						http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { current(w, r) }), http2)
					for _, tt := range failures {
						current = tt.serve
						resp, body := post(t, client, base+"/tools/call", ring)
						require.NotContains(t, body, canary, tt.name)
						require.NotContains(t, fmt.Sprint(resp.Header), canary, tt.name)
						e, err := (&dialect.Codec{NoGuess: true}).Decode(dialect.Document{Dialect: to,
							Status: resp.StatusCode, Header: resp.Header, Body: []byte(body)})
						require.NoError(t, err, "%s: %s", tt.name, body)
						require.NotNil(t, e, "%s: %s", tt.name, body)
						sent := log.all()[len(log.all())-1]
						require.Equal(t, tt.kind, sent.Error.Kind, "%s: %s", tt.name, body)
						require.Equal(t, tt.after, sent.Error.RetryAfter, tt.name)
						require.Equal(t, sent.Response, resp.StatusCode)
						switch name {
						case "problem":
							require.Equal(t, tt.status, resp.StatusCode, "%s: %s", tt.name, body)
							require.Equal(t, tt.kind, e.Kind, "%s: %s", tt.name, body)
							require.Equal(t, tt.after, e.RetryAfter, tt.name)
						case "mcp":
							want := tt.mcp
							if want == 0 {
								want = 200
							}
							require.Equal(t, want, resp.StatusCode, "%s: %s", tt.name, body)
							require.Contains(t, body, `"id":7`)
						}
						if tt.status == 401 {
							require.Equal(t, []string{`Bearer realm="bells", error="invalid_token", scope="ring"`},
								resp.Header["Www-Authenticate"])
						}
					}
					require.Len(t, log.all(), len(failures))
				})
			}
		}
	}
}

// What answers no call of JSON-RPC is passed byte for byte, by its status.
func TestSuccesses(t *testing.T) {
	tests := []struct {
		name  string
		serve http.HandlerFunc
		body  string
	}{
		{"an error, as data", respond(200, `{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"x"}}`,
			"Content-Type", "application/json"),
			`{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"x"}}`},
		{"a list", respond(200, `[{"error":"x"}]`, "Content-Type", "application/json"), `[{"error":"x"}]`},
		{"a page", respond(200, "<html>error</html>", "Content-Type", "text/html"), "<html>error</html>"},
		{"no JSON", respond(200, "{error", "Content-Type", "application/json"), "{error"},
		{"nothing", respond(200, "", "Content-Type", "application/json"), ""},
		{"no content", respond(204, ""), ""},
		{"not modified", respond(304, ""), ""},
		{"a damaged encoding", respond(200, "gzip", "Content-Type", "application/json", "Content-Encoding", "gzip"),
			"gzip"},
		{"trailers", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Trailer", "X-Sum")
			_, _ = io.WriteString(w, `{"a":1}`)
			w.Header().Set("X-Sum", "42")
		}, `{"a":1}`},
	}
	for _, f := range fronts {
		for _, http2 := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/http2=%v", f.name, http2), func(t *testing.T) {
				var current http.HandlerFunc
				var log reports
				b := &bridge.Bridge{To: mcp.Dialect{}, Hold: hold, Report: log.add}
				client, base := serve(t, f, b,
					http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { current(w, r) }), http2)
				for _, tt := range tests {
					current = tt.serve
					resp, err := client.Get(base)
					require.NoError(t, err)
					body, err := io.ReadAll(resp.Body)
					require.NoError(t, err)
					require.NoError(t, resp.Body.Close())
					require.Equal(t, tt.body, string(body), tt.name)
					if tt.name == "trailers" {
						require.Equal(t, "42", resp.Trailer.Get("X-Sum"), "%v", resp.Header)
						continue
					}
					require.Equal(t, canary, resp.Header.Get("X-Debug"), tt.name)
				}
				require.Empty(t, log.all())
			})
		}
	}
}

// An upstream that cannot be reached is a failed call with its id, also if nothing of the request
// was read.
func TestUnreachable(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	closed := listener.Addr().String()
	to := &url.URL{Scheme: "http", Host: closed}
	var log reports
	s := httptest.NewServer((&bridge.Bridge{To: mcp.Dialect{},
		Report: log.add}).Proxy(&httputil.ReverseProxy{Rewrite: rewrite(to), ErrorLog: quiet}))
	defer s.Close()
	require.NoError(t, listener.Close()) // now: the port of s is another one
	resp, body := post(t, s.Client(), s.URL, ring)
	require.Equal(t, 200, resp.StatusCode)
	require.Contains(t, body, `"id":7`)
	require.Contains(t, body, `"isError":true`)
	require.NotContains(t, body, closed, "the address is private")
	require.Equal(t, errkit.Network, log.all()[0].Error.Kind)
	require.ErrorContains(t, log.all()[0].Error.Err, "refused", "the cause is reported")
	require.Zero(t, log.all()[0].Status)
}

func TestExchangeIsIdentified(t *testing.T) {
	tests := []struct {
		name, why, media string
		to               dialect.Dialect
		sent             []string
		want             bool
	}{
		{"a call of MCP that is not sent", "its id is missing", "application/json", mcp.Dialect{}, nil, false},
		{"a part of a call", "SDKs write the id last", "application/json", mcp.Dialect{},
			[]string{`{"method":"ping",`}, false},
		{"a call", "", "application/json", mcp.Dialect{}, []string{`{"method":"ping",`, `"id":1}`}, true},
		{"an upload", "it is not a call", "image/png", mcp.Dialect{}, nil, true},
		{"problem details", "they have no id", "application/json", nil, nil, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodPost, "/", nil)
			r.Header.Set("Content-Type", tt.media)
			x := (&bridge.Bridge{To: tt.to}).Exchange(r)
			for _, part := range tt.sent {
				x.Sent([]byte(part))
			}
			require.Equal(t, tt.want, x.IsIdentified(), tt.why)
		})
	}
}
