package caddyerr_test

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
)

// breakOff sends the start of a response.
func breakOff(status int, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "500")
		respond(status, `{"a":"`+canary, header...)(w, r)
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
}

// failures are the ways in which an upstream, or a handler of Caddy, fails.
var failures = []struct {
	path, why string
	serve     http.HandlerFunc // of the upstream
	caddy     string           // in place of an upstream
	kind      errkit.Kind
	after     time.Duration
	status    int // over plain HTTP
	mcp       int // of the response to a call of MCP; 0: 200
}{
	{path: "stack", serve: respond(500, "Traceback\n\u009b31m\u202e\x7f"+canary), kind: errkit.UpstreamFailed, status: 500},
	{path: "page", why: "of a router", serve: respond(404, "<h1>"+canary+"</h1>", "Content-Type", "text/html"),
		kind: errkit.NotFound, status: 404, mcp: 404},
	{path: "delay", serve: respond(429, canary, "Retry-After", "3"), kind: errkit.RateLimited, after: 3 * time.Second,
		status: 429},
	{path: "challenge", serve: respond(401, canary, "WWW-Authenticate", `Bearer scope="ring"`),
		kind: errkit.Unauthenticated, status: 401, mcp: 401},
	{path: "rpc", why: "200 with an error inside",
		serve: respond(200, `{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"`+canary+`"}}`, "Content-Type",
			"application/json"),
		kind: errkit.UpstreamFailed, status: 502},
	{path: "truncated", serve: breakOff(200, "Content-Type", "application/json"), kind: errkit.UpstreamFailed,
		status: 502},
	{path: "truncated_error", serve: breakOff(503, "Retry-After", "7"), kind: errkit.Unavailable,
		after: 7 * time.Second, status: 503},
	{path: "nothing", serve: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		kind: errkit.UpstreamFailed, status: 502},
	{path: "refused", caddy: "reverse_proxy " + refused, kind: errkit.Network, status: 502},
	{path: "late", serve: func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // a server notices that a connection is closed only after the request
		<-r.Context().Done()
	},
		caddy: "reverse_proxy UPSTREAM {\n transport http {\n response_header_timeout 50ms\n }\n }",
		kind:  errkit.Timeout, status: 504},
	{path: "garbage", why: "not HTTP", caddy: "reverse_proxy GARBAGE", kind: errkit.UpstreamFailed, status: 502},
	{path: "no_upstream", why: "Caddy responds with 503",
		caddy: "reverse_proxy {\n dynamic a {\n name invalid\n port 1\n versions ipv4\n }\n }",
		kind:  errkit.Unavailable, status: 503},
	{path: "error", why: "a directive of Caddy", caddy: `error "` + canary + `" 403`, kind: errkit.PermissionDenied,
		status: 403},
	{path: "own_challenge", why: "as basic_auth",
		caddy: "route {\n header WWW-Authenticate `Bearer scope=\"ring\"`\n error 401\n }",
		kind:  errkit.Unauthenticated, status: 401, mcp: 401},
	{path: "own_failure", caddy: `error "` + canary + `" 500`, kind: errkit.UpstreamFailed, status: 500},
}

// Each failure is an error of the same kind in each dialect, and shows nothing private.
func TestFailures(t *testing.T) {
	handlers := map[string]http.HandlerFunc{}
	for _, f := range failures {
		handlers["/"+f.path] = f.serve
	}
	_, addr := upstream(t, func(w http.ResponseWriter, r *http.Request) { handlers[r.URL.Path](w, r) })
	garbage, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer garbage.Close()
	go func() {
		for {
			c, err := garbage.Accept()
			if err != nil {
				return
			}
			_, _ = io.WriteString(c, canary+"\r\n\r\n")
			_ = c.Close()
		}
	}()
	dialects := []string{"problem", "mcp", "oxp"}
	var site strings.Builder
	site.WriteString("header Access-Control-Allow-Origin *\n")
	for _, name := range dialects {
		fmt.Fprintf(&site, "handle_path /%s/* {\n toolerr %s {\n from mcp\n disclose none\n no_guess\n }\n", name, name)
		for _, f := range failures {
			if f.caddy != "" {
				fmt.Fprintf(&site, "handle /%s {\n %s\n }\n", f.path,
					strings.NewReplacer("UPSTREAM", addr, "GARBAGE", garbage.Addr().String()).Replace(f.caddy))
			}
		}
		fmt.Fprintf(&site, "reverse_proxy %s\n }\n", addr)
	}
	s := start(t, site.String())
	for _, name := range dialects {
		to, err := all.Parse(name)
		require.NoError(t, err)
		for _, http2 := range []bool{false, true} {
			c := client(t, http2)
			for _, f := range failures {
				t.Run(fmt.Sprintf("%s/http2=%v/%s", name, http2, f.path), func(t *testing.T) {
					resp, body := post(t, c, s.URL+"/"+name+"/"+f.path, call)
					require.NotContains(t, body+fmt.Sprint(resp.Header, resp.Trailer), canary, f.why)
					e, err := (&dialect.Codec{NoGuess: true}).Decode(dialect.Document{Dialect: to,
						Status: resp.StatusCode, Header: resp.Header, Body: []byte(body)})
					require.NoError(t, err, body)
					require.NotNil(t, e, body)
					switch name {
					case "problem":
						require.Equal(t, f.kind, e.Kind, body)
						require.Equal(t, f.status, resp.StatusCode, body)
						require.Equal(t, f.after, e.RetryAfter)
					case "mcp":
						require.Contains(t, body, `"id":7`)
						require.Equal(t, max(f.mcp, 200), resp.StatusCode, body)
						require.NotEmpty(t, e.Ref, "_meta has the reference of the log")
					}
					if f.status == 401 {
						require.Equal(t, []string{`Bearer scope="ring"`}, resp.Header["Www-Authenticate"])
					}
					require.Equal(t, "*", resp.Header.Get("Access-Control-Allow-Origin"), "a header of Caddy")
				})
			}
		}
	}
	require.Contains(t, s.records(t), canary, "the log has the causes")
	require.NotRegexp(t, "[\u007f-\u009f\u202e]", s.records(t), "a terminal obeys it")
	require.NotContains(t, s.records(t), "stacktrace", "of this module, which explains no failure of an upstream")
}

// For a client that knows an error by its status, a response of 2xx is a success, whatever its
// document describes.
func TestSuccessByStatus(t *testing.T) {
	const stored = `{"type":"about:blank","title":"Not Found","status":404,"detail":"No bell."}`
	_, addr := upstream(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/problem+json")
		w.Header().Set("Etag", `"1"`)
		_, _ = io.WriteString(w, stored)
	})
	s := start(t, "toolerr problem\nreverse_proxy "+addr)
	resp, body := post(t, client(t, false), s.URL, call)
	require.Equal(t, 200, resp.StatusCode)
	require.Equal(t, stored, body)
	require.Equal(t, "application/problem+json", resp.Header.Get("Content-Type"))
	require.Equal(t, `"1"`, resp.Header.Get("Etag"))
	require.EqualValues(t, len(stored), resp.ContentLength)
	require.Empty(t, s.records(t))
}

// A success is passed byte for byte, with its trailers, and compressed by Caddy.
func TestSuccesses(t *testing.T) {
	const list = `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"an error message"}]}}`
	long := `{"jsonrpc":"2.0","id":7,"result":{"content":[` + strings.Repeat(`{"type":"error"},`, 200_000) + `{"type":"x"}]}}`
	_, addr := upstream(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/trailers":
			w.Header().Set("Trailer", "X-Sum")
			respond(200, list, "Content-Type", "application/json")(w, r)
			w.Header().Set("X-Sum", "42")
		case "/long":
			respond(200, long, "Content-Type", "application/json")(w, r)
		case "/none":
			w.WriteHeader(http.StatusNoContent)
		default:
			respond(200, list, "Content-Type", "application/json", "Server", "bells")(w, r)
		}
	})
	s := start(t, "encode gzip {\n minimum_length 10\n }\ntoolerr mcp\nreverse_proxy "+addr)
	for _, http2 := range []bool{false, true} {
		t.Run(fmt.Sprintf("http2=%v", http2), func(t *testing.T) {
			c := client(t, http2)
			resp, body := post(t, c, s.URL+"/list", call)
			require.Equal(t, list, body)
			require.Equal(t, "bells", resp.Header.Get("Server"))
			require.Equal(t, canary, resp.Header.Get("X-Debug"), "a success has its headers")
			resp, body = post(t, c, s.URL+"/trailers", call)
			require.Equal(t, list, body)
			require.Equal(t, "42", resp.Trailer.Get("X-Sum"))
			_, body = post(t, c, s.URL+"/long", call)
			require.Equal(t, long, body)
			resp, body = post(t, c, s.URL+"/none", `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
			require.Equal(t, 204, resp.StatusCode, body)

			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/list", strings.NewReader(call))
			require.NoError(t, err)
			r.Header.Set("Accept-Encoding", "gzip")
			resp, err = c.Do(r)
			require.NoError(t, err)
			defer resp.Body.Close()
			require.Equal(t, "gzip", resp.Header.Get("Content-Encoding"), "encode is around toolerr")
		})
	}
	require.Empty(t, s.records(t))
}

// Each event of a stream reaches the client before the next one is sent, and an error among them
// is replaced.
func TestStream(t *testing.T) {
	next := make(chan struct{})
	_, addr := upstream(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for i := range 3 {
			_, _ = fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"method\":\"n%d\"}\n\n", i)
			_ = http.NewResponseController(w).Flush()
			select {
			case <-next:
			case <-r.Context().Done():
				return
			}
		}
		_, _ = io.WriteString(w, `data: {"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"`+canary+`"}}`+
			"\n\n")
	})
	s := start(t, "toolerr mcp\nreverse_proxy "+addr)
	for _, http2 := range []bool{false, true} {
		resp, err := client(t, http2).Post(s.URL, "application/json", strings.NewReader(call))
		require.NoError(t, err)
		defer resp.Body.Close()
		events := bufio.NewReader(resp.Body)
		for i := range 3 {
			line, err := events.ReadString('\n')
			require.NoError(t, err)
			require.Equal(t, fmt.Sprintf("data: {\"jsonrpc\":\"2.0\",\"method\":\"n%d\"}\n", i), line)
			_, err = events.ReadString('\n')
			require.NoError(t, err)
			next <- struct{}{}
		}
		rest, err := io.ReadAll(events)
		require.NoError(t, err)
		require.Contains(t, string(rest), `"id":7`)
		require.Contains(t, string(rest), `"isError":true`)
		require.NotContains(t, string(rest), canary)
	}
}

// A connection that is upgraded is not touched, also if what is sent on it resembles an error.
func TestUpgrade(t *testing.T) {
	frame := "\x81\x7e\x00\x50" + `{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"` + canary + `"}}` +
		"\x00\xff"
	_, addr := upstream(t, func(w http.ResponseWriter, r *http.Request) {
		conn, in, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer conn.Close()
		_, _ = io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: "+
			r.Header.Get("Upgrade")+"\r\nSec-WebSocket-Accept: 7\r\n\r\n")
		_, _ = io.CopyN(conn, in, int64(len(frame)))
	})
	s := start(t, "toolerr mcp\nreverse_proxy "+addr)
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
	require.NoError(t, err)
	defer conn.Close()
	_, err = io.WriteString(conn, "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: 7\r\n\r\n")
	require.NoError(t, err)
	in := bufio.NewReader(conn)
	resp, err := http.ReadResponse(in, nil)
	require.NoError(t, err)
	require.Equal(t, 101, resp.StatusCode)
	require.Equal(t, "7", resp.Header.Get("Sec-Websocket-Accept"))
	_, err = io.WriteString(conn, frame)
	require.NoError(t, err)
	got, err := io.ReadAll(in)
	require.NoError(t, err)
	require.Equal(t, frame, string(got))
}

// In a route for errors, the error that Caddy handles is rendered.
func TestHandleErrors(t *testing.T) {
	s := start(t, `
	handle /refused {
		reverse_proxy `+refused+`
	}
	handle /challenge {
		route {
			header WWW-Authenticate "Bearer scope=\"ring\""
			error 401
		}
	}
	handle {
		error "`+canary+`" 404
	}
	handle_errors {
		toolerr mcp
		respond "{err.message}"
	}`)
	tests := []struct {
		path   string
		status int
		want   string
	}{
		{"/refused", 200, `"isError":true`},
		{"/challenge", 401, `"error"`},
		{"/other", 404, `"error"`},
	}
	for _, tt := range tests {
		resp, body := post(t, client(t, false), s.URL+tt.path, call)
		require.Equal(t, tt.status, resp.StatusCode, "%s: %s", tt.path, body)
		require.Contains(t, body, `"id":7`, tt.path)
		require.Contains(t, body, tt.want, tt.path)
		require.NotContains(t, body, canary, tt.path)
		require.NotContains(t, body, refused, tt.path)
		require.Equal(t, tt.status == 401, resp.Header.Get("WWW-Authenticate") != "", tt.path)
	}
}

// A rule relays what the authors of an upstream wrote for users.
func TestPolicy(t *testing.T) {
	_, addr := upstream(t, respond(404, `{"message":"There is no bell \"42\"."}`, "Content-Type", "application/json",
		"X-Request-Id", "9"))
	s := start(t, "toolerr mcp {\n headers X-Request-Id\n rule {\n statuses 4xx\n disclose actionable\n }\n }\nreverse_proxy "+addr)
	resp, body := post(t, client(t, false), s.URL, call)
	require.Contains(t, body, `There is no bell \"42\".`)
	require.Equal(t, "9", resp.Header.Get("X-Request-Id"))
	require.Empty(t, resp.Header.Get("X-Debug"))
}

// The metrics of all handlers are in Caddy's registry, which is that of one configuration.
func TestMetrics(t *testing.T) {
	_, addr := upstream(t, respond(429, canary, "Content-Type", "text/plain"))
	site := "metrics /metrics\nhandle /mcp {\n toolerr mcp\n reverse_proxy " + addr +
		"\n }\nhandle /oxp {\n toolerr oxp\n reverse_proxy " + addr + "\n }"
	s := start(t, site)
	c := client(t, false)
	post(t, c, s.URL+"/mcp", call)
	post(t, c, s.URL+"/oxp", call)
	_, text := post(t, c, s.URL+"/metrics", "")
	require.Contains(t, text, `toolerr_errors_total{from="http",kind="rate_limited"} 2`+"\n")
	require.Contains(t, text, `toolerr_unread_total{reason="oversize"} 0`+"\n")
	require.Contains(t, text, "toolerr_losses_total{")
	require.NotContains(t, text, canary)

	s.load(t, site)
	post(t, c, s.URL+"/mcp", call)
	_, text = post(t, c, s.URL+"/metrics", "")
	require.Contains(t, text, `toolerr_errors_total{from="http",kind="rate_limited"} 1`+"\n")
}

// An error in a stream of events in gzip does not pass.
func TestCompressedEvents(t *testing.T) {
	_, addr := upstream(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = io.WriteString(z, "event: error\ndata: "+canary+"\n\n")
		_ = z.Flush()
		w.(http.Flusher).Flush()
		<-r.Context().Done() // its client waits for more
	})
	s := start(t, "toolerr mcp\nreverse_proxy "+addr)
	r, err := http.NewRequest(http.MethodPost, s.URL, strings.NewReader(call))
	require.NoError(t, err)
	r.Header = http.Header{"Content-Type": {"application/json"}, "Accept-Encoding": {"gzip"}}
	resp, err := client(t, false).Do(r)
	require.NoError(t, err)
	defer resp.Body.Close()
	require.Empty(t, resp.Header.Get("Content-Encoding"))
	line, err := bufio.NewReader(resp.Body).ReadString('\n')
	require.NoError(t, err)
	require.NotContains(t, line, canary)
	require.Contains(t, line, `"isError":true`)
}
