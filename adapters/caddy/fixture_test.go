package caddyerr_test

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig"
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/encode"
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/encode/gzip"
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/headers"
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/reverseproxy"
	_ "github.com/caddyserver/caddy/v2/modules/logging"
	_ "github.com/caddyserver/caddy/v2/modules/metrics"
	"github.com/stretchr/testify/require"

	_ "github.com/toolerr/toolerr/adapters/caddy"
)

// canary is in everything that must not be public.
const canary = "hunter2"

// call is a call of MCP.
const call = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ring","arguments":{"id":9}}}`

// refused is an address at which no server listens.
const refused = "127.0.0.1:1"

// adapt returns the JSON configuration of a Caddyfile with one site, whose directives are given.
func adapt(listen, log, site string) ([]byte, error) {
	text, _, err := caddyconfig.GetAdapter("caddyfile").Adapt([]byte(`{
	admin off
	persist_config off
	auto_https off
	grace_period 5s
	log default {
		output file `+log+`
		format json
		level DEBUG
		include http.handlers.toolerr
	}
	servers {
		protocols h1 h2c
	}
}
http:// {
	bind `+listen+`
	`+site+`
}
`), map[string]any{"filename": "Caddyfile"})
	return text, err
}

// A server is Caddy with a site.
type server struct{ URL, listen, log string }

// start runs Caddy with a site until the end of the test. There is one Caddy in a process, so
// tests with it are not parallel.
//
// The configurations of a test share a socket, as one of systemd: Caddy opens another one for each
// configuration otherwise, and the kernel resets connections that the former one did not accept
// yet. Each test has its own, because a server that is stopped may still accept a connection and
// close it.
func start(t *testing.T, site string) *server {
	t.Helper()
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer socket.Close()
	l, err := socket.(*net.TCPListener).File()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, l.Close()) })
	s := &server{URL: "http://" + socket.Addr().String(), listen: fmt.Sprintf("fd/%d", l.Fd()),
		log: filepath.Join(t.TempDir(), "log")}
	t.Cleanup(func() { require.NoError(t, caddy.Stop()) })
	s.load(t, site)
	return s
}

// load replaces the configuration.
func (s *server) load(t *testing.T, site string) {
	t.Helper()
	config, err := adapt(s.listen, s.log, site)
	require.NoError(t, err)
	require.NoError(t, caddy.Load(config, true))
}

// records returns the log of the module.
func (s *server) records(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(s.log)
	require.NoError(t, err)
	return string(text)
}

// upstream runs a server until the end of the test, and returns it with its address.
func upstream(t *testing.T, h http.HandlerFunc) (*httptest.Server, string) {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.Start()
	t.Cleanup(s.Close)
	return s, s.Listener.Addr().String()
}

// client returns a client of HTTP/1.1 or of HTTP/2 without TLS.
func client(t *testing.T, http2 bool) *http.Client {
	t.Helper()
	transport := &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 64, Protocols: new(http.Protocols)}
	transport.Protocols.SetHTTP1(!http2)
	transport.Protocols.SetUnencryptedHTTP2(http2)
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// post sends a request that a client may repeat if the connection was closed before a response
// (RFC 9110 §9.2.2), such as that of a server whose configuration was replaced. Package net/http
// repeats a request with an Idempotency-Key only after an idle connection was closed.
func post(t *testing.T, c *http.Client, url, body string) (*http.Response, string) {
	t.Helper()
	resp, text, err := send(c, url, body)
	if errors.Is(err, io.EOF) {
		resp, text, err = send(c, url, body)
	}
	require.NoError(t, err)
	return resp, text
}

func send(c *http.Client, url, body string) (*http.Response, string, error) {
	r, err := http.NewRequest(http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		return nil, "", err
	}
	r.Header = http.Header{"Content-Type": {"application/json"}, "Idempotency-Key": {"7"}}
	resp, err := c.Do(r)
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return resp, string(text), err
}

// respond responds with headers, and one that is private.
func respond(status int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Add(header[i], header[i+1])
		}
		w.Header().Set("X-Debug", canary)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}
