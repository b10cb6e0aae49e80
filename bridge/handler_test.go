package bridge_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
)

// The headers of handlers around a bridge stay, those of an upstream that failed do not.
func TestOuterHeaders(t *testing.T) {
	refused := &url.URL{Scheme: "http", Host: "127.0.0.1:0"}
	b := new(bridge.Bridge)
	tests := []struct {
		name, why string
		h         http.Handler
		status    int
		server    string
	}{
		{"a success", "next may remove a header", b.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Del("Server")
			_, _ = io.WriteString(w, "ding")
		})), 200, ""},
		{"an error", "what next removed belongs to its response", b.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Del("Server")
			respond(500, canary)(w, nil)
		})), 502, "outer"},
		{"a panic", "a header without a response", b.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Debug", canary)
			panic(canary)
		})), 500, "outer"},
		{"unreachable", "of a handler", b.Handler(&httputil.ReverseProxy{Rewrite: rewrite(refused), ErrorLog: quiet}), 502, "outer"},
		{"unreachable, Proxy", "of a proxy", b.Proxy(&httputil.ReverseProxy{Rewrite: rewrite(refused), ErrorLog: quiet}), 502, "outer"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Server", "outer")
				w.Header().Set("Access-Control-Allow-Origin", "*")
				tt.h.ServeHTTP(w, r)
			}))
			defer s.Close()
			resp, body := post(t, s.Client(), s.URL, ring)
			require.Equal(t, tt.status, resp.StatusCode, body)
			require.Equal(t, "*", resp.Header.Get("Access-Control-Allow-Origin"), "without it a browser shows no error")
			require.Equal(t, tt.server, resp.Header.Get("Server"), tt.why)
			require.Empty(t, resp.Header.Get("X-Debug"), tt.why)
			require.NotContains(t, body, canary)
		})
	}
}

// The trailers of an error are not those of what replaces it.
func TestErrorTrailers(t *testing.T) {
	for _, f := range fronts {
		t.Run(f.name, func(t *testing.T) {
			client, base := serve(t, f, new(bridge.Bridge), http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"`+canary+`"}}`)
				_ = http.NewResponseController(w).Flush()
				w.Header().Set(http.TrailerPrefix+"X-Debug", canary)
			}), true)
			resp, body := post(t, client, base, ring)
			require.Equal(t, 502, resp.StatusCode)
			require.Empty(t, resp.Trailer)
			require.NotContains(t, body, canary)
		})
	}
}
