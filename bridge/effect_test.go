package bridge_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/refuser"
)

// What an upstream responded with, or did not, decides the effect in each dialect.
func TestEffect(t *testing.T) {
	hangUp := func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			_ = conn.Close()
		}
	}
	tests := []struct {
		name   string
		serve  http.HandlerFunc // nil: the dial is refused
		effect errkit.Effect
	}{
		{"500", respond(500, canary), errkit.EffectUnknown},
		{"502", respond(502, canary), errkit.EffectUnknown},
		{"503", respond(503, canary), errkit.EffectUnknown},
		{"504", respond(504, canary), errkit.EffectUnknown},
		{"no response", hangUp, errkit.EffectUnknown},
		{"503 with Retry-After", respond(503, canary, "Retry-After", "7"), errkit.EffectNone},
		{"429", respond(429, canary), errkit.EffectNone},
		{"421", respond(421, canary), errkit.EffectNone},
		{"425", respond(425, canary), errkit.EffectNone},
		{"400 with the text of a limit, which is a guess", respond(400, `{"message":"You sent too many requests"}`), errkit.EffectUnspecified},
		{"a dial that is refused", nil, errkit.EffectNone},
	}
	for _, tt := range tests {
		for _, to := range all.Dialects() {
			t.Run(tt.name+"/"+to.Name(), func(t *testing.T) {
				upstream := httptest.NewServer(tt.serve)
				defer upstream.Close()
				target, err := url.Parse(upstream.URL)
				require.NoError(t, err)
				if tt.serve == nil { // the port of a server that was closed may be that of the next one: the proxy itself
					target.Host = "127.0.0.1:0"
				}
				var log reports
				server := httptest.NewServer((&bridge.Bridge{To: to, Report: log.add}).Proxy(
					&httputil.ReverseProxy{Rewrite: rewrite(target), ErrorLog: quiet,
						Transport: &http.Transport{DisableKeepAlives: true}}))
				defer server.Close()
				_, body := post(t, server.Client(), server.URL, ring)
				require.Len(t, log.all(), 1)
				require.Equal(t, tt.effect, log.all()[0].Error.Effect)
				if tt.effect == errkit.EffectUnknown {
					require.NotContains(t, body, invitation)
					require.NotContains(t, body, `"status":"UNAVAILABLE"`)
					require.NotContains(t, body, `"code":"unavailable"`)
					require.NotContains(t, body, `"can_retry":true`)
					require.NotContains(t, body, `"retryable":true`)
				}
			})
		}
	}
}

// The text of a tool that quotes the error of another call says nothing about the effect of its own.
func TestEffectOfQuotedCode(t *testing.T) {
	tests := []struct {
		name, text string
		kind       errkit.Kind
		effect     errkit.Effect
	}{
		{"the SDK rejects the call", "MCP error -32602: times: Required", errkit.InvalidInput, errkit.EffectUnspecified}, // that of its kind
		{"a tool that called another one", "The order was placed, no mail was sent: McpError: MCP error -32602: to: Required",
			errkit.InvalidInput, errkit.EffectUnknown},
		{"behind its own code", "MCP error -32603: The order was placed: MCP error -32602: to: Required",
			errkit.InvalidInput, errkit.EffectUnknown},
		{"with words that refine the code", "The order was placed: MCP error -32602: Tool mail not found",
			errkit.ToolNotFound, errkit.EffectUnknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			upstream := httptest.NewServer(respond(200, `{"jsonrpc":"2.0","id":7,"result":{"isError":true,"content":[{"type":"text","text":"`+
				tt.text+`"}]}}`, "Content-Type", "application/json"))
			defer upstream.Close()
			target, err := url.Parse(upstream.URL)
			require.NoError(t, err)
			var log reports
			server := httptest.NewServer((&bridge.Bridge{To: mcp.Dialect{}, Report: log.add}).Proxy(
				&httputil.ReverseProxy{Rewrite: rewrite(target), ErrorLog: quiet}))
			defer server.Close()
			_, body := post(t, server.Client(), server.URL, ring)
			require.Len(t, log.all(), 1)
			e := log.all()[0].Error
			require.Equal(t, tt.kind, e.Kind)
			require.Equal(t, tt.effect, e.Effect)
			warns := strings.Contains(body, "This call may have taken effect")
			require.Equal(t, tt.effect == errkit.EffectUnknown, warns, body)
		})
	}
}

// A server of HTTP/2 that refused a request did nothing (RFC 9113 §8.7).
func TestRefusedByHTTP2(t *testing.T) {
	for answer, want := range map[refuser.Answer]errkit.Effect{
		refuser.RefusedStream: errkit.EffectNone, refuser.GoAway: errkit.EffectNone,
		refuser.GoAwayError: errkit.EffectNone, refuser.Hangup: errkit.EffectUnknown,
	} {
		target, err := url.Parse("http://" + refuser.Serve(t, answer))
		require.NoError(t, err)
		transport := &http.Transport{Protocols: new(http.Protocols)}
		transport.Protocols.SetUnencryptedHTTP2(true)
		var log reports
		server := httptest.NewServer((&bridge.Bridge{To: mcp.Dialect{}, Report: log.add}).Proxy(
			&httputil.ReverseProxy{Rewrite: rewrite(target), Transport: transport, ErrorLog: quiet}))
		_, body := post(t, server.Client(), server.URL, ring)
		server.Close()
		transport.CloseIdleConnections()
		require.Equal(t, want.String(), log.all()[0].Error.Effect.String(), body)
		require.Equal(t, want == errkit.EffectNone, strings.Contains(body, invitation), body)
	}
}

// net/http repeats a POST with a key on a connection that was used before: a front does not.
func TestSentOnce(t *testing.T) {
	t.Run("Rewrite", func(t *testing.T) {
		testSentOnce(t, func(target *url.URL, transport *http.Transport) *httputil.ReverseProxy {
			return &httputil.ReverseProxy{Rewrite: rewrite(target), Transport: transport, ErrorLog: quiet}
		})
	})
	t.Run("Director", func(t *testing.T) {
		testSentOnce(t, func(target *url.URL, transport *http.Transport) *httputil.ReverseProxy {
			p := httputil.NewSingleHostReverseProxy(target)
			p.Transport, p.ErrorLog = transport, quiet
			return p
		})
	})
}

func testSentOnce(t *testing.T, front func(*url.URL, *http.Transport) *httputil.ReverseProxy) {
	for _, body := range []string{"", ring} {
		for _, name := range []string{"Idempotency-Key", "X-Idempotency-Key"} {
			t.Run(name+"/"+body, func(t *testing.T) {
				var orders atomic.Int32
				upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					_, _ = io.Copy(io.Discard, r.Body)
					if r.Header.Get(name) == "" {
						return // keeps the connection
					}
					orders.Add(1)
					if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
						_ = conn.(*net.TCPConn).Close()
					}
				}))
				defer upstream.Close()
				target, err := url.Parse(upstream.URL)
				require.NoError(t, err)
				transport := &http.Transport{MaxConnsPerHost: 1}
				defer transport.CloseIdleConnections()
				h := new(bridge.Bridge).Proxy(front(target, transport))
				h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
				r := httptest.NewRequest("POST", "/", strings.NewReader(body))
				r.Header.Set(name, "k")
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				require.EqualValues(t, 1, orders.Load())
				require.Equal(t, 502, w.Code)
			})
		}
	}
}
