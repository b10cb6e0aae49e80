//go:build envoy

package extproc_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	service "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	"github.com/toolerr/toolerr/adapters/extproc"
	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/envoy"
	"github.com/toolerr/toolerr/lab/orders"
	"github.com/toolerr/toolerr/middleware/jsonschema"
)

// behindEnvoy returns the URL of an Envoy that asks s about the responses of an upstream.
func behindEnvoy(t testing.TB, s *extproc.Server, upstream string, replace ...[2]string) (url string) {
	t.Helper()
	return observed(t, s, func(*service.ProcessingRequest) {}, upstream, replace...)
}

// observed is behindEnvoy with a function that gets each message of Envoy.
func observed(t testing.TB, s *extproc.Server, observe func(*service.ProcessingRequest), upstream string,
	replace ...[2]string) (url string) {
	t.Helper()
	return configured(t, s, observe, envoy.Config{Upstream: upstream, Replace: replace})
}

// configured is observed with a configuration.
func configured(t testing.TB, s *extproc.Server, observe func(*service.ProcessingRequest), c envoy.Config) (url string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server := grpc.NewServer(grpc.StreamInterceptor(
		func(srv any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, next grpc.StreamHandler) error {
			return next(srv, &observer{stream, observe})
		}))
	extproc.Register(server, s)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	c.Processor = listener.Addr().String()
	return envoy.Start(t, c)
}

type observer struct {
	grpc.ServerStream
	observe func(*service.ProcessingRequest)
}

func (o *observer) RecvMsg(m any) error {
	err := o.ServerStream.RecvMsg(m)
	if r, ok := m.(*service.ProcessingRequest); ok && err == nil {
		o.observe(r)
	}
	return err
}

// Envoy passes a success, and the response to an error is the document of the server.
func TestRealEnvoy(t *testing.T) {
	const answer = `{"jsonrpc":"2.0","id":7,"result":{"content":[]}}`
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/500", "/stalls":
			http.Error(w, "at db7.internal:5432", http.StatusInternalServerError)
			if _ = http.NewResponseController(w).Flush(); r.URL.Path == "/stalls" {
				<-r.Context().Done()
			}
		default:
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, answer)
		}
	}))
	t.Cleanup(upstream.Close)
	b := &bridge.Bridge{To: mcp.Dialect{}, Wait: 100 * time.Millisecond}
	url := behindEnvoy(t, &extproc.Server{Bridge: b, Override: true}, upstream.Listener.Addr().String())
	const call = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ring"}}`
	post := func(path string) string {
		res, err := http.Post(url+path, "application/json", strings.NewReader(call))
		require.NoError(t, err)
		defer func() { _ = res.Body.Close() }()
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, res.StatusCode)
		return string(body)
	}
	require.Equal(t, answer, post("/"))
	for _, path := range []string{"/500", "/stalls"} { // the rest of the body of an error is not awaited
		body := post(path)
		require.Regexp(t, `^\{"jsonrpc":"2.0","id":7,"result":.*This call may have taken effect`, body, path)
		require.NotContains(t, body, "db7", path)
	}
}

// A client sends the head of a call before its body. Envoy has no server to ask, and would respond
// to the head.
func TestRealEnvoyDown(t *testing.T) {
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, closed.Close())
	url := behindEnvoy(t, &extproc.Server{Bridge: &bridge.Bridge{To: mcp.Dialect{}}, Override: true}, closed.Addr().String())
	const call = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ring"}}`
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	require.NoError(t, err)
	defer func() { _ = conn.Close() }()
	_, err = fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", len(call))
	require.NoError(t, err)
	time.Sleep(200 * time.Millisecond)
	_, err = io.WriteString(conn, call)
	require.NoError(t, err)
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(t, err)
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, res.StatusCode, string(body))
	require.Regexp(t, `^\{"jsonrpc":"2.0","id":7,"result":.*Nothing was done`, string(body))
}

// With envoy-http.yaml Envoy asks about failures alone, with what the server needs of the request.
func TestRealEnvoyHTTP(t *testing.T) {
	var encoding atomic.Value // Accept-Encoding of the last request
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		encoding.Store(r.Header.Get("Accept-Encoding"))
		status, _ := strconv.Atoi(r.URL.Path[1:])
		if status == http.StatusSwitchingProtocols {
			w.Header().Set("Upgrade", "bell")
			w.Header().Set("Connection", "Upgrade")
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, `{"error":"at db7.internal:5432"}`)
	}))
	t.Cleanup(upstream.Close)
	var messages atomic.Int32
	reports := make(chan *bridge.Report, 1)
	s := &extproc.Server{Override: true, Bridge: &bridge.Bridge{
		Report: func(_ context.Context, r *bridge.Report) { reports <- r }}}
	url := configured(t, s, func(*service.ProcessingRequest) { messages.Add(1) }, envoy.Config{File: "envoy-http.yaml",
		Upstream: upstream.Listener.Addr().String(), Replace: [][2]string{
			{"stat_prefix: tools", "stat_prefix: tools\n                upgrade_configs: [{upgrade_type: bell}]"}}})
	tests := []struct {
		name, method, path, accepts, upgrade string
		encoding                             string
		asks                                 bool
		status                               int
		body                                 string
	}{
		{name: "a success", method: "POST", path: "/200", accepts: "br, gzip", encoding: "gzip", status: 200, body: "db7"},
		{name: "a redirect", method: "GET", path: "/307", accepts: "br", encoding: "identity", status: 307, body: "db7"},
		{name: "gzip is refused", method: "GET", path: "/200", accepts: "gzip;q=0", encoding: "identity", status: 200, body: "db7"},
		{name: "an error", method: "GET", path: "/500?x=1", encoding: "identity", asks: true,
			status: 500, body: `"kind":"upstream_failed"`},
		{name: "a busy server, and a call that may be repeated", method: "GET", path: "/503", encoding: "identity", asks: true,
			status: 503, body: `"kind":"unavailable","effect":"unknown"`},
		{name: "and one that may not", method: "POST", path: "/503", encoding: "identity", asks: true, status: 503,
			body: `"kind":"unavailable","retry":"after_action","effect":"unknown"`},
		{name: "one without a body", method: "HEAD", path: "/404", encoding: "identity", asks: true, status: 404},
		{name: "an upgrade that was asked for", method: "GET", path: "/101", upgrade: "bell", encoding: "identity", asks: true,
			status: 101},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			messages.Store(0)
			r, err := http.NewRequest(tt.method, url+tt.path, nil)
			require.NoError(t, err)
			r.Header.Set("Accept-Encoding", tt.accepts)
			if tt.upgrade != "" {
				r.Header.Set("Upgrade", tt.upgrade)
				r.Header.Set("Connection", "Upgrade")
			}
			res, err := (&http.Transport{DisableCompression: true, DisableKeepAlives: true}).RoundTrip(r)
			require.NoError(t, err)
			defer func() { _ = res.Body.Close() }()
			require.Equal(t, tt.status, res.StatusCode)
			require.Equal(t, tt.encoding, encoding.Load())
			require.Equal(t, tt.asks, messages.Load() > 0)
			if res.StatusCode == http.StatusSwitchingProtocols {
				return
			}
			body, err := io.ReadAll(res.Body)
			require.NoError(t, err)
			require.Contains(t, string(body), tt.body)
			if !tt.asks {
				return
			}
			require.NotContains(t, string(body), "db7")
			report := <-reports
			require.Equal(t, tt.method, report.Request.Method)
			require.Equal(t, tt.path, report.Request.URL.String())
		})
	}
}

// A body that is longer than Envoy buffers has its end, however it is sent, and an answer that
// breaks the contract at its end is not complete, if its length is known.
func TestRealEnvoyLong(t *testing.T) {
	random := make([]byte, 600_000)
	_, _ = rand.NewChaCha8([32]byte{}).Read(random)
	random = hex.AppendEncode(nil, random)
	answer := `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"` + string(random) + `"}]}}`
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := new(bytes.Buffer)
		var to io.Writer = body
		if r.URL.Path == "/gzip" {
			to, _ = gzip.NewWriterLevel(body, gzip.NoCompression)
			w.Header().Set("Content-Encoding", "gzip")
		}
		_, _ = io.WriteString(to, answer)
		if z, ok := to.(io.Closer); ok {
			_ = z.Close()
		}
		if r.URL.Path == "/more" {
			_, _ = io.WriteString(to, "at db7.internal:5432")
		}
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Path != "/chunked" {
			w.Header().Set("Content-Length", strconv.Itoa(body.Len()))
		}
		_, _ = body.WriteTo(w)
	}))
	t.Cleanup(upstream.Close)
	for name, b := range map[string]*bridge.Bridge{
		"MCP": {To: mcp.Dialect{}}, "HTTP": {From: mcp.Dialect{}},
	} {
		url := behindEnvoy(t, &extproc.Server{Bridge: b, Override: true},
			upstream.Listener.Addr().String(), routed("timeout: 0s, idle_timeout: 5s"))
		post := func(path string) (string, error) {
			res, err := http.Post(url+path, "application/json",
				strings.NewReader(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ring"}}`))
			if err != nil {
				return "", err
			}
			defer func() { _ = res.Body.Close() }()
			body, err := io.ReadAll(res.Body)
			return string(body), err
		}
		for _, path := range []string{"/length", "/chunked", "/gzip"} {
			var group sync.WaitGroup
			wrong := make(chan string, 80)
			for range 8 {
				group.Go(func() {
					for range 10 {
						if body, err := post(path); err != nil || body != answer {
							wrong <- fmt.Sprintf("%d of %d bytes: %v", len(body), len(answer), err)
						}
					}
				})
			}
			group.Wait()
			close(wrong)
			for w := range wrong {
				require.Fail(t, w, "%s %s", name, path)
			}
		}
		if b.To != nil {
			body, _ := post("/more")
			require.False(t, strings.Contains(body, "db7.internal"))
		}
	}
}

// With --validate a call whose arguments break the schema of its tool does not reach the server,
// alone or in a batch.
func TestRealEnvoyValidate(t *testing.T) {
	const list = `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"ring","inputSchema":{"type":"object",` +
		`"properties":{"times":{"type":"integer"}}}}]}}`
	const answer = `{"jsonrpc":"2.0","id":7,"result":{"content":[]}}`
	var calls atomic.Int32
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "application/json")
		if strings.Contains(string(body), "tools/list") {
			_, _ = io.WriteString(w, list)
			return
		}
		if err == nil { // Envoy breaks off a request that is refused
			calls.Add(1)
		}
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(upstream.Close)
	b := &bridge.Bridge{To: mcp.Dialect{}, Tools: &bridge.Tools{Faults: jsonschema.Faults, Refuse: true}}
	url := behindEnvoy(t, &extproc.Server{Bridge: b, Override: true}, upstream.Listener.Addr().String())
	call := func(times string) string {
		return `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ring","arguments":{"times":` + times + `}}}`
	}
	for _, tt := range []struct {
		body, want string
		calls      int32
	}{
		{`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, list, 0},
		{call("3"), answer, 1},
		{call(`"three"`), "times: must be an integer", 1},
		{"[" + call(`3`) + "," + call(`"three"`) + "]", "No call of the batch was made.", 1},
	} {
		res, err := http.Post(url, "application/json", strings.NewReader(tt.body))
		require.NoError(t, err)
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Contains(t, string(body), tt.want)
		require.Equal(t, tt.calls, calls.Load(), tt.body)
	}
}

// Texts of the configuration that tests replace.
const (
	route   = "route: {cluster: tools, timeout: 0s}"
	cluster = "- name: tools\n      type: STRICT_DNS"
)

func routed(options string) [2]string {
	return [2]string{route, "route: {cluster: tools, " + options + "}"}
}

func clustered(options string) [2]string { return [2]string{cluster, cluster + "\n      " + options} }

// Envoy states what the server reads: the flags of a response of its own, and how often the
// request was sent. The effect is none only of a request that was not sent.
func TestRealEnvoyFlags(t *testing.T) {
	shop := orders.Open(t)
	open, closed := strings.TrimPrefix(shop.URL, "http://"), strings.TrimPrefix(shop.Closed, "http://")
	const none, unknown = errkit.EffectNone, errkit.EffectUnknown
	tests := []struct {
		name            string
		upstream, path  string
		config          [2]string
		flags, attempts float64
		effect          errkit.Effect
	}{
		{"500 of the server", open, "/500", [2]string{}, 0, 1, unknown},
		{"503 of the server", open, "/503", [2]string{}, 0, 1, unknown},
		{"503 with a delay", open, "/busy", [2]string{}, 0, 1, none},
		{"UC: the server hangs up", open, "/end", [2]string{}, 0x40, 1, unknown},
		{"UC: a reset", open, "/reset", [2]string{}, 0x40, 1, unknown},
		{"UT: the timeout of the route", open, "/silent", routed("timeout: 0.5s"), 0x4, 1, unknown},
		{"SI: the idle timeout", open, "/silent", routed("timeout: 0s, idle_timeout: 0.5s"), 0x10000, 1, unknown},
		{"no flag: the longest time of a stream", open, "/silent",
			routed("timeout: 0s, max_stream_duration: {max_stream_duration: 0.5s}"), 0, 1, unknown},
		{"UC and URX: it was sent three times", open, "/end",
			routed("timeout: 0s, retry_policy: {retry_on: reset, num_retries: 2}"), 0x8040, 3, unknown},
		{"UF: the connection is refused", closed, "/", [2]string{}, 0x20, 1, none},
		{"UF and URX: the attempts before the last may have been sent", closed, "/",
			routed("timeout: 0s, retry_policy: {retry_on: connect-failure, num_retries: 2}"), 0x8020, 3, unknown},
		{"UF: the TLS handshake fails", open, "/", clustered("transport_socket: {name: tls, typed_config: " +
			`{"@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext}}`), 0x20, 1, none},
		{"UH: the name is unknown", "shop.invalid:80", "/", [2]string{}, 0x2, 1, none},
		{"UO: too many requests", open, "/", clustered("circuit_breakers: {thresholds: [{max_pending_requests: 0}]}"),
			0x80, 1, none},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			seen := make(chan map[string]any, 1)
			effects := make(chan errkit.Effect, 1)
			b := &bridge.Bridge{To: mcp.Dialect{}, Report: func(_ context.Context, r *bridge.Report) { effects <- r.Error.Effect }}
			var config [][2]string
			if tt.config[0] != "" {
				config = append(config, tt.config)
			}
			url := observed(t, &extproc.Server{Bridge: b, Override: true}, func(m *service.ProcessingRequest) {
				if m.GetResponseHeaders() != nil {
					seen <- m.GetAttributes()["envoy.filters.http.ext_proc"].AsMap()
				}
			}, tt.upstream, config...)
			orders.Ask(t, mcp.Dialect{}, http.MethodPost, url+tt.path)()
			require.Equal(t, map[string]any{"response.flags": tt.flags, "upstream.request_attempt_count": tt.attempts}, <-seen)
			require.Equal(t, tt.effect, <-effects)
		})
	}
}

// An agent behind Envoy places one order, however the upstream fails after it took the order.
func TestRealEnvoyOrders(t *testing.T) {
	front := func(t *testing.T, upstream string, timeout time.Duration) string {
		s := &extproc.Server{Bridge: &bridge.Bridge{Choose: orders.Choose}, Override: true}
		return behindEnvoy(t, s, strings.TrimPrefix(upstream, "http://"),
			routed(fmt.Sprintf("timeout: %.2fs", timeout.Seconds())))
	}
	orders.RequireOneBehind(t, front)
	orders.RequireInvitationsBehind(t, front)
}
