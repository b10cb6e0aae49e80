package proxy

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/textproto"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
)

// A running is a proxy that serves.
type running struct {
	base, admin string
	log         *buffer
	stop        context.CancelFunc
	done        chan error
}

func start(t *testing.T, upstream string, change func(*HTTP)) *running {
	t.Helper()
	to, err := ParseUpstream(upstream)
	require.NoError(t, err)
	r := &running{log: new(buffer), done: make(chan error, 1)}
	h := HTTP{Upstream: to, Bridge: bridge.Bridge{To: mcp.Dialect{}}, Log: slog.New(slog.NewJSONHandler(r.log, nil)),
		Timeout: 10 * time.Second, Grace: 10 * time.Second}
	if change != nil {
		change(&h)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	admin, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	r.base, r.admin = "http://"+listener.Addr().String(), "http://"+admin.Addr().String()
	ctx, stop := context.WithCancel(t.Context())
	r.stop = stop
	go func() { r.done <- h.Serve(ctx, listener, admin) }()
	t.Cleanup(func() { stop(); http.DefaultClient.CloseIdleConnections() })
	return r
}

func get(t *testing.T, client *http.Client, url string) (int, string) {
	t.Helper()
	resp, err := client.Get(url)
	require.NoError(t, err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp.StatusCode, string(body)
}

// For a client that knows an error by its status, a response of 2xx is a success, whatever its
// document describes.
func TestSuccessByStatus(t *testing.T) {
	documents := []struct{ media, body string }{
		{"application/problem+json", `{"type":"about:blank","title":"Not Found","status":404,"detail":"No bell."}`},
		{"application/json", `{"id":"resp_1","object":"response","status":"failed","error":{"code":"server_error","message":"The model failed."}}`},
		{"application/json", `{"name":"operations/7","done":true,"error":{"code":5,"message":"Book not found.","status":"NOT_FOUND"}}`},
		{"application/json", `{"__type":"ResourceNotFoundException","message":"No table."}`},
		{"text/event-stream", "event: error\ndata: {\"type\":\"error\"}\n\n"},
	}
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, err := strconv.Atoi(r.URL.Path[1:])
		if err != nil {
			_, _ = io.WriteString(w, `{"call_id":"1","success":false,"error":{"message":"`+canary+`"}}`)
			return
		}
		w.Header().Set("Content-Type", documents[n].media)
		w.Header().Set("Etag", `"1"`)
		_, _ = io.WriteString(w, documents[n].body)
	}))
	defer upstream.Close()
	for _, name := range []string{"problem", "google", "connect", "a2a-http", "aai-string", "http"} {
		to, err := all.Parse(name)
		require.NoError(t, err)
		p := start(t, upstream.URL, func(h *HTTP) { h.Bridge.To = to })
		for n, d := range documents {
			resp, err := http.Get(fmt.Sprintf("%s/%d", p.base, n))
			require.NoError(t, err)
			body, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			require.NoError(t, err)
			require.Equal(t, 200, resp.StatusCode)
			require.Equal(t, d.body, string(body))
			require.Equal(t, d.media, resp.Header.Get("Content-Type"))
			require.Equal(t, `"1"`, resp.Header.Get("Etag"))
			require.EqualValues(t, len(d.body), resp.ContentLength)
		}
		p = start(t, upstream.URL, func(h *HTTP) {
			h.Bridge.To, h.Bridge.From = to, oxp.Dialect{Flat: true}
			h.Bridge.Codec.Disclose = dialect.DiscloseNone
		})
		status, body := get(t, http.DefaultClient, p.base+"/oxp")
		require.GreaterOrEqual(t, status, 400)
		require.NotContains(t, body, canary)
	}
}

// A response with a result and an error is not one, and an error about wrong params is the
// client's.
func TestHTTPCalls(t *testing.T) {
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Path == "/both" {
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"`+canary+
				`"}]},"error":{"code":1,"message":"`+canary+`"}}`)
			return
		}
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"`+canary+`"}}`)
	}))
	defer upstream.Close()
	p := start(t, upstream.URL, nil)
	for _, tt := range []struct{ path, params, want string }{
		{"/both", `{"name":"ring"}`, "not with a valid answer to this call"},
		{"/fault", `{"name":"ring","arguments":{}}`, "A service that the tool depends on failed."},
		{"/fault", `{"name":"ring","arguments":"` + canary + `"}`, "the arguments must be an object"},
		{"/fault", `{"arguments":{}}`, "the params must have the name of a tool, a string"},
	} {
		resp, err := http.Post(p.base+tt.path, "application/json",
			strings.NewReader(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":`+tt.params+`}`))
		require.NoError(t, err)
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		require.NoError(t, err)
		require.Equal(t, 200, resp.StatusCode)
		require.Contains(t, string(body), `"id":7`)
		require.Contains(t, string(body), tt.want)
		require.NotContains(t, string(body), canary)
	}
}

func TestHTTP(t *testing.T) {
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/ok":
			_, _ = io.WriteString(w, r.Header.Get("X-Forwarded-For")+r.Header.Get("Accept-Encoding"))
		default:
			http.Error(w, "panic: "+canary, http.StatusInternalServerError)
		}
	}))
	defer upstream.Close()
	p := start(t, upstream.URL, nil)

	status, body := get(t, http.DefaultClient, p.base+"/ok")
	require.Equal(t, 200, status)
	require.Equal(t, "127.0.0.1gzip", body)

	unencrypted := &http.Transport{Protocols: new(http.Protocols)}
	unencrypted.Protocols.SetUnencryptedHTTP2(true)
	defer unencrypted.CloseIdleConnections()
	for _, client := range []*http.Client{http.DefaultClient, {Transport: unencrypted}} {
		resp, err := client.Post(p.base+"/mcp", "application/json",
			strings.NewReader(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ring"}}`))
		require.NoError(t, err)
		document, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
		require.Equal(t, 200, resp.StatusCode)
		require.Contains(t, string(document), `"id":7`)
		require.Contains(t, string(document), `"isError":true`)
		require.NotContains(t, string(document), canary)
	}

	var record struct {
		Msg, Path, Kind, To, From string
		Upstream_Status           int
		Loss                      []struct{ Field, Why string }
		Cause                     any
	}
	for line := range strings.Lines(p.log.String()) {
		if strings.Contains(line, "call failed") {
			require.NoError(t, json.Unmarshal([]byte(line), &record))
		}
	}
	require.Equal(t, "call failed", record.Msg)
	require.Equal(t, "/mcp", record.Path)
	require.Equal(t, "upstream_failed", record.Kind)
	require.Equal(t, "http", record.From)
	require.Equal(t, "mcp", record.To)
	require.Equal(t, 500, record.Upstream_Status)
	require.Contains(t, p.log.String(), canary, "the cause is logged")

	for _, want := range []string{
		`toolerr_requests_total{code="200"} 3`,
		`toolerr_errors_total{from="http",kind="upstream_failed"} 2`,
		`toolerr_losses_total{field="kind",reason="narrowed"} 4`, // by the policy, and by MCP
		`toolerr_unread_total{reason="oversize"} 0`,
		`toolerr_request_duration_seconds_count 3`,
		`go_goroutines`,
	} {
		require.Eventually(t, func() bool { // a response is counted after it is sent
			_, metrics := get(t, http.DefaultClient, p.admin+"/metrics")
			return strings.Contains(metrics, want)
		}, 10*time.Second, time.Millisecond, want)
	}
	status, _ = get(t, http.DefaultClient, p.admin+"/healthz")
	require.Equal(t, 200, status)
	p.stop()
	require.NoError(t, <-p.done)
}

// The query of the upstream's URL may have a credential.
func TestHTTPLogsNoCredential(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, listener.Close())
	p := start(t, "http://"+listener.Addr().String()+"/?key="+canary, nil)
	status, body := get(t, http.DefaultClient, p.base+"/mcp?other="+canary)
	require.Equal(t, 502, status)
	require.NotContains(t, body, canary)
	p.stop()
	require.NoError(t, <-p.done)
	require.Contains(t, p.log.String(), "?key=…")
	require.Contains(t, p.log.String(), "call failed")
	require.NotContains(t, p.log.String(), canary)
}

// A request that is pending when the proxy stops gets its response, and the proxy is not ready
// meanwhile.
func TestHTTPDrains(t *testing.T) {
	arrived, release := make(chan struct{}), make(chan struct{})
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(arrived)
		<-release
		_, _ = io.WriteString(w, "done")
	}))
	defer upstream.Close()
	p := start(t, upstream.URL, nil)
	response := make(chan string, 1)
	go func() {
		resp, err := http.Get(p.base)
		if err != nil {
			response <- err.Error()
			return
		}
		defer resp.Body.Close()
		body, _ := io.ReadAll(resp.Body)
		response <- string(body)
	}()
	<-arrived
	status, _ := get(t, http.DefaultClient, p.admin+"/readyz")
	require.Equal(t, 200, status)
	p.stop()
	require.Eventually(t, func() bool {
		status, _ := get(t, http.DefaultClient, p.admin+"/readyz")
		return status == 503
	}, 10*time.Second, time.Millisecond)
	close(release)
	require.Equal(t, "done", <-response)
	require.NoError(t, <-p.done)
}

// An upstream that does not respond in time is a call that took too long; after Grace pending
// requests are canceled.
func TestHTTPLate(t *testing.T) {
	upstream := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
	}))
	defer upstream.Close()
	p := start(t, upstream.URL, func(h *HTTP) { h.Timeout = 50 * time.Millisecond })
	status, body := get(t, http.DefaultClient, p.base)
	require.Equal(t, 504, status)
	require.Contains(t, body, "took too long")
	p.stop()
	require.NoError(t, <-p.done)

	p = start(t, upstream.URL, func(h *HTTP) { h.Timeout, h.Grace = 0, 50*time.Millisecond })
	failed := make(chan error, 1)
	go func() {
		resp, err := http.Get(p.base)
		if err == nil {
			resp.Body.Close()
		}
		failed <- err
	}()
	require.Eventually(t, func() bool {
		_, metrics := get(t, http.DefaultClient, p.admin+"/metrics")
		return strings.Contains(metrics, "toolerr_requests_pending 1")
	}, 10*time.Second, time.Millisecond)
	p.stop()
	require.NoError(t, <-p.done)
	<-failed
	require.Contains(t, p.log.String(), "some requests did not complete in time")
}

// An upstream that does not read a request is a call that took too long.
func TestHTTPUnread(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close() // its connections are never accepted
	p := start(t, "http://"+listener.Addr().String(), func(h *HTTP) { h.Timeout = 50 * time.Millisecond })
	resp, err := http.Post(p.base, "application/json", strings.NewReader(
		`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ring","_":"`+strings.Repeat("x",
			16<<20)+`"}}`))
	require.NoError(t, err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.Contains(t, string(body), `"id":7`)
	require.Contains(t, string(body), "took too long")
	p.stop()
	require.NoError(t, <-p.done)
}

// An error in a stream of events in gzip, which the proxy requests for clients that accept it,
// does not reach them.
func TestHTTPCompressedEvents(t *testing.T) {
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		require.Equal(t, "gzip", r.Header.Get("Accept-Encoding"))
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = io.WriteString(z, "event: error\ndata: "+canary+"\n\n")
		_ = z.Flush()
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}))
	defer upstream.Close()
	p := start(t, upstream.URL, nil)
	resp, err := http.Get(p.base)
	require.NoError(t, err)
	defer resp.Body.Close()
	line, err := bufio.NewReader(resp.Body).ReadString('\n')
	require.NoError(t, err)
	require.Contains(t, line, "data: {")
	require.NotContains(t, line, canary)
}

// A head of a response that is too long, or is not one, is a failure of the upstream, which may
// have done what it was asked for.
func TestHTTPLongHead(t *testing.T) {
	const fine = `{"jsonrpc":"2.0","id":7,"result":{"content":[]}}`
	for _, size := range []int{32 << 10, 96 << 10} {
		upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Long", strings.Repeat("x", size))
			_, _ = io.WriteString(w, fine)
		}))
		defer upstream.Close()
		p := start(t, upstream.URL, nil)
		resp, err := http.Post(p.base, "application/json",
			strings.NewReader(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ring"}}`))
		require.NoError(t, err)
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		if size < maxHeader {
			require.Equal(t, fine, string(body))
			continue
		}
		require.Contains(t, string(body), `"id":7`)
		require.NotContains(t, string(body), "again")
		require.Contains(t, p.log.String(), `"kind":"upstream_failed"`)
		_, metrics := get(t, http.DefaultClient, p.admin+"/metrics")
		require.Contains(t, metrics, `toolerr_errors_total{from="",kind="upstream_failed"} 1`)
	}
}

// A server redirects to itself by the Host that it gets, which the proxy replaced: the client gets
// the same place of the proxy, and a place elsewhere is no answer to a call.
func TestHTTPLocation(t *testing.T) {
	const fine = `{"jsonrpc":"2.0","id":7,"result":{"content":[]}}`
	var to, query string
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/base/mcp/" || r.URL.Query().Get("x") == "1" {
			require.Equal(t, query, r.URL.RawQuery)
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, fine)
			return
		}
		w.Header().Set("Location", strings.ReplaceAll(to, "HOST", r.Host))
		w.WriteHeader(http.StatusTemporaryRedirect)
	}))
	defer upstream.Close()
	for _, tt := range []struct{ name, upstream, to, query, want string }{
		{"with the host", "/base", "http://HOST/base/mcp/", "", fine},
		{"a path", "/base", "/base/mcp/", "", fine},
		{"a part of a path", "/base/", "mcp/", "", fine},
		{"a query of the same path", "/base", "?x=1", "x=1", fine},
		{"with the query of the upstream", "/base?key=hunter2", "http://HOST/base/mcp/?key=hunter2", "key=hunter2", fine},
		{"with a query beside that", "/base?key=hunter2", "http://HOST/base/mcp/?key=hunter2&a=%20b#c", "key=hunter2&a=%20b", fine},
		{"with the query of the upstream, sorted", "/base?key=hunter2", "/base/mcp/?a=b&key=hunter2", "key=hunter2&a=b", fine},
		{"with another query", "/base?key=hunter2", "/base/mcp/?a=b", "key=hunter2&a=b", fine},
		{"with the path of another host", "/base", "http://HOST/base//evil.example/mcp/", "", ""},
		{"with a backslash", "/base", `http://HOST/base/\evil.example/mcp/`, "", ""},
		{"elsewhere", "/base", "http://internal.example/base/mcp/", "", "not with a valid answer"},
		{"elsewhere on the host", "/base", "http://HOST/mcp/", "", "not with a valid answer"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := start(t, upstream.URL+tt.upstream, nil)
			to, query = tt.to, tt.query
			client := http.Client{CheckRedirect: func(r *http.Request, via []*http.Request) error {
				require.Equal(t, via[0].Host, r.URL.Host, "the client leaves the proxy")
				require.NotContains(t, r.URL.String(), "hunter2")
				if len(via) > 1 {
					return http.ErrUseLastResponse
				}
				return nil
			}}
			resp, err := client.Post(p.base+"/mcp", "application/json",
				strings.NewReader(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ring"}}`))
			require.NoError(t, err)
			defer resp.Body.Close()
			body, err := io.ReadAll(resp.Body)
			require.NoError(t, err)
			require.Contains(t, string(body), tt.want)
		})
	}
}

// A gateway that the upstream is behind may remove the path: then what the upstream calls /login
// is /login here.
func TestHTTPLocationOfAnApp(t *testing.T) {
	var app http.ServeMux
	app.HandleFunc("POST /orders", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/orders/7", http.StatusSeeOther) })
	app.HandleFunc("GET /orders/7", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ordered") })
	upstream := httptest.NewServer(http.StripPrefix("/base", &app))
	defer upstream.Close()
	p := start(t, upstream.URL+"/base", func(h *HTTP) { h.Bridge.To = problem.Dialect{} })
	resp, err := http.Post(p.base+"/orders", "application/json", strings.NewReader("{}"))
	require.NoError(t, err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.Equal(t, "ordered", string(body))
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// The time in which the client sends a request does not count.
func TestSenderSlowClient(t *testing.T) {
	const timeout = 200 * time.Millisecond
	parts, client := io.Pipe()
	time.AfterFunc(2*timeout, func() { client.Close() })
	s := sender{timeout: timeout, transport: roundTrip(func(r *http.Request) (*http.Response, error) {
		_, _ = io.Copy(io.Discard, r.Body)
		return nil, r.Context().Err()
	})}
	_, err := s.RoundTrip(httptest.NewRequest(http.MethodPost, "/", parts))
	require.NoError(t, err)
}

// Responses of 1xx have no header but the Link of a 103.
func TestHTTPInformational(t *testing.T) {
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for _, status := range []int{http.StatusProcessing, http.StatusEarlyHints} {
			w.Header().Set("Link", "</bell.css>; rel=preload")
			w.Header().Set("X-Debug", canary)
			w.WriteHeader(status)
		}
		w.WriteHeader(http.StatusInternalServerError)
	}))
	defer upstream.Close()
	p := start(t, upstream.URL, nil)
	heads := map[int]textproto.MIMEHeader{}
	request, err := http.NewRequestWithContext(httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{
		Got1xxResponse: func(status int, header textproto.MIMEHeader) error {
			heads[status] = header
			return nil
		},
	}), http.MethodGet, p.base, nil)
	require.NoError(t, err)
	resp, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer resp.Body.Close()
	require.Equal(t, 502, resp.StatusCode)
	require.Empty(t, resp.Header["X-Debug"])
	require.Equal(t, map[int]textproto.MIMEHeader{102: {}, 103: {"Link": {"</bell.css>; rel=preload"}}}, heads)
	p.stop()
	require.NoError(t, <-p.done)
}

// Responses that break off are counted, and upgraded connections.
func TestMetrics(t *testing.T) {
	tests := []struct {
		name    string
		handler http.HandlerFunc
		want    string
	}{
		{"a complete response", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusNoContent)
		}, "204"},
		{"a body", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ding") }, "200"},
		{"hints", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusEarlyHints)
			w.WriteHeader(404)
		}, "404"},
		{"a body that breaks off", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusCreated)
			panic(http.ErrAbortHandler)
		}, "201"},
		{"no response", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "none"},
		{"an upgrade", func(w http.ResponseWriter, _ *http.Request) {
			if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
				conn.Close()
			}
		}, "101"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := newCounts()
			server := httptest.NewServer(m.instrument(tt.handler))
			if resp, err := http.Get(server.URL); err == nil {
				resp.Body.Close()
			}
			server.Close()
			admin := httptest.NewServer(m.admin(new(atomic.Bool)))
			defer admin.Close()
			require.Eventually(t, func() bool {
				_, got := get(t, http.DefaultClient, admin.URL+"/metrics")
				return strings.Contains(got, `toolerr_requests_total{code="`+tt.want+`"} 1`) &&
					strings.Contains(got, "toolerr_request_duration_seconds_count 1") &&
					strings.Contains(got, "toolerr_requests_pending 0")
			}, 10*time.Second, time.Millisecond)
		})
	}
}

// An upgraded connection is not touched.
func TestHTTPUpgrade(t *testing.T) {
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, buffered, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer conn.Close()
		_, _ = io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n"+
			"Upgrade: bells\r\n\r\n")
		line, _ := buffered.ReadString('\n')
		_, _ = io.WriteString(conn, `{"jsonrpc":"2.0","error":{"code":1,"message":"`+strings.TrimSpace(line)+`"}}`)
	}))
	defer upstream.Close()
	p := start(t, upstream.URL, nil)
	conn, err := net.Dial("tcp", strings.TrimPrefix(p.base, "http://"))
	require.NoError(t, err)
	defer conn.Close()
	_, err = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: bells\r\n\r\n")
	require.NoError(t, err)
	in := bufio.NewReader(conn)
	resp, err := http.ReadResponse(in, nil)
	require.NoError(t, err)
	require.Equal(t, http.StatusSwitchingProtocols, resp.StatusCode)
	_, err = io.WriteString(conn, canary+"\n")
	require.NoError(t, err)
	all, err := io.ReadAll(in)
	require.NoError(t, err)
	require.Equal(t, string(all), `{"jsonrpc":"2.0","error":{"code":1,"message":"`+canary+`"}}`)
	p.stop()
	require.NoError(t, <-p.done)
}

func TestParseUpstream(t *testing.T) {
	for _, text := range []string{"", "127.0.0.1:9000", "ftp://a", "http://", "http://a#b", "http://a b"} {
		_, err := ParseUpstream(text)
		require.ErrorContains(t, err, "want an http or https URL with a host", text)
	}
	_, err := ParseUpstream("https://user:" + canary + "@a")
	require.ErrorContains(t, err, "want a URL without a user and a password")
	_, invalid := ParseUpstream("ftp://user:" + canary + "@a\x7f")
	require.NotContains(t, errors.Join(err, invalid).Error(), canary)
	u, err := ParseUpstream("https://a/b?c=d")
	require.NoError(t, err)
	require.Equal(t, "a", u.Host)
}
