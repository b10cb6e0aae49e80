package bridge_test

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

const (
	invitation = "may be tried again"
	check      = `The call took too long.\nThis call may have taken effect. If it only reads data, you may repeat it. Otherwise check first; if you cannot, ask the user.`
)

// A call that may have reached the upstream may have had an effect: its error does not invite to
// repeat it.
func TestSentCalls(t *testing.T) {
	hijack := func(f func(*net.TCPConn)) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			conn, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				return
			}
			f(conn.(*net.TCPConn))
			_ = conn.Close()
		}
	}
	tests := []struct {
		name  string
		serve http.HandlerFunc
		kind  errkit.Kind
		text  string
	}{
		{"it ends without a response", hijack(func(*net.TCPConn) {}), errkit.UpstreamFailed, ""},
		{"it resets the connection", hijack(func(c *net.TCPConn) { _ = c.SetLinger(0) }), errkit.UpstreamFailed, ""},
		{"it does not respond with HTTP", hijack(func(c *net.TCPConn) { _, _ = io.WriteString(c, canary+"\r\n\r\n") }),
			errkit.UpstreamFailed, ""},
		{"it breaks off a success", hijack(func(c *net.TCPConn) {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
		}), errkit.UpstreamFailed, ""},
		{"it breaks off a stream", hijack(func(c *net.TCPConn) {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 100\r\n\r\n")
		}), errkit.UpstreamFailed, ""},
		{"it does not respond in time", func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
		}, errkit.Timeout, check},
		{"504", respond(504, canary), errkit.Timeout, check},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			upstream := httptest.NewServer(tt.serve)
			defer upstream.Close()
			to, err := url.Parse(upstream.URL)
			require.NoError(t, err)
			var log reports
			transport := &http.Transport{ResponseHeaderTimeout: 10 * time.Second}
			if tt.name == "it does not respond in time" {
				transport.ResponseHeaderTimeout = 50 * time.Millisecond
			}
			defer transport.CloseIdleConnections()
			server := httptest.NewServer((&bridge.Bridge{To: mcp.Dialect{}, Report: log.add}).Proxy(
				&httputil.ReverseProxy{Rewrite: rewrite(to), Transport: transport, ErrorLog: quiet}))
			defer server.Close()
			resp, body := post(t, server.Client(), server.URL, ring)
			require.Equal(t, 200, resp.StatusCode)
			require.Contains(t, body, `"id":7`)
			require.NotContains(t, body, invitation)
			require.Contains(t, body, tt.text)
			require.NotContains(t, body, canary)
			require.Len(t, log.all(), 1)
			require.Equal(t, tt.kind, log.all()[0].Error.Kind)
		})
	}
}

// Without a trace of the transport, the cause decides whether the call may have been sent.
func TestFailSent(t *testing.T) {
	tests := []struct {
		name, method string
		err          error
		kind         errkit.Kind
		invites      bool
	}{
		{"a dial", "POST", &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}, errkit.Network, true},
		{"a dial that takes too long", "POST", &net.OpError{Op: "dial", Err: context.DeadlineExceeded}, errkit.Timeout,
			true},
		{"a dial of a proxy", "POST", &net.OpError{Op: "proxyconnect", Err: errors.New("407")}, errkit.Network, true},
		{"a name", "POST", fmt.Errorf("x: %w", &net.DNSError{Err: "no such host"}), errkit.Network, true},
		{"no TLS", "POST", tls.RecordHeaderError{Msg: "x"}, errkit.Network, true},
		{"a reset", "POST", &net.OpError{Op: "read", Err: syscall.ECONNRESET}, errkit.UpstreamFailed, false},
		{"an end", "POST", io.ErrUnexpectedEOF, errkit.UpstreamFailed, false},
		{"anything else", "POST", errors.New("server response headers exceeded 65536 bytes"), errkit.UpstreamFailed,
			false},
		{"a timeout", "POST", context.DeadlineExceeded, errkit.Timeout, false},
		{"a timeout of a safe method", "GET", context.DeadlineExceeded, errkit.Timeout, true},
		{"an error of the caller", "POST", &errkit.Error{Kind: errkit.Timeout, Stage: errkit.BeforeCall},
			errkit.Timeout, true},
		{"advice of the caller", "POST", &errkit.Error{Kind: errkit.Timeout, Retry: errkit.Allowed}, errkit.Timeout,
			true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var log reports
			r := httptest.NewRequest(tt.method, "/", strings.NewReader(ring))
			r.Header.Set("Content-Type", "application/json")
			x := (&bridge.Bridge{To: mcp.Dialect{}, Report: log.add}).Exchange(r)
			x.Sent([]byte(ring))
			body := string(x.Fail(tt.err).Body)
			require.Equal(t, tt.kind, log.all()[0].Error.Kind)
			require.Equal(t, tt.invites, strings.Contains(body, invitation), body)
		})
	}
}
