package bridge_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
)

// targets are request targets (RFC 9112 §3.2) in bytes that clients send. They are valid or not:
// the upstream decides.
var targets = []struct{ name, target string }{
	{"a path", "/items"},
	{"the root", "/"},
	{"a query", "/items?id=1"},
	{"a semicolon in the query", "/?a;b=1"},
	{"a semicolon in a value", "/items?id=1;2"},
	{"an invalid escape in the query", "/?x=%zz"},
	{"a cut escape in the query", "/?x=1%"},
	{"valid and invalid parameters", "/?a=1&b=%zz&c=3;4"},
	{"an empty query", "/items?"},
	{"two question marks", "/items??"},
	{"a question mark in the query", "/items?a=b?c"},
	{"empty parameters", "/items?&&a=&=b&"},
	{"the order of parameters", "/items?b=2&a=1&b=1"},
	{"a plus and an escaped space", "/items?q=a+b%20c"},
	{"escapes of different case", "/items/%c3%BC?q=%c3%bc"},
	{"UTF-8 in the path", "/bücher/münchen"},
	{"UTF-8 in the query", "/items?q=bücher"},
	{"bytes that are not UTF-8", "/a\xff\xfe?b\xff"},
	{"characters of JSON in the query", `/items?filter={"a":["b"]}`},
	{"characters that others escape", "/a|b^c`d{e}\"<f>[g]"},
	{"a backslash", `/a\b`},
	{"a number sign", "/a#b"},
	{"escapes that are not needed", "/%61%2D%7E?%61"},
	{"an escaped slash", "/files/a%2Fb%2fc"},
	{"an escaped slash and other characters", "/files/a%2Fb|c"},
	{"an escaped percent sign", "/a%252Fb"},
	{"two slashes at the start", "//items//1"},
	{"three slashes", "///"},
	{"slashes at the end", "/items//"},
	{"dots", "/a/../b/./c/.."},
	{"escaped dots", "/a/%2e%2E/b"},
	{"a semicolon in the path", "/items;v=1/2;a,b"},
	{"a colon", "/a:b@c"},
	{"a URL", "/proxy/http://example.com//x?u=http://a/b?c"},
	{"many parameters", "/?" + strings.Repeat("a;b&", 11_000)},
}

// sent sends a request over a connection and returns what the upstream got as its target. server runs a front of the upstream and returns
// its address.
func sent(t *testing.T, method, target string, server func(upstream *url.URL) string) string {
	t.Helper()
	line := requestLine(t, func(upstream *url.URL) {
		conn, err := net.Dial("tcp", server(upstream))
		require.NoError(t, err)
		defer conn.Close()
		_, err = fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", method, target)
		require.NoError(t, err)
		response, err := io.ReadAll(conn)
		require.NoError(t, err)
		require.Contains(t, string(response), " 204 ")
	})
	return strings.TrimSuffix(strings.TrimPrefix(line, method+" "), " HTTP/1.1")
}

// requestLine returns the first line that an upstream gets while send runs.
func requestLine(t *testing.T, send func(upstream *url.URL)) string {
	t.Helper()
	upstream, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer upstream.Close()
	got := make(chan string, 1)
	go func() {
		conn, err := upstream.Accept()
		if err != nil {
			got <- err.Error()
			return
		}
		defer conn.Close()
		line, _ := bufio.NewReader(conn).ReadString('\n')
		_, _ = io.WriteString(conn, "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
		got <- strings.TrimSuffix(line, "\r\n")
	}()
	send(&url.URL{Scheme: "http", Host: upstream.Addr().String()})
	return <-got
}

// The upstream gets the target of a request as the client sent it.
func TestTarget(t *testing.T) {
	front := func(path string) func(upstream *url.URL) string {
		return func(upstream *url.URL) string {
			upstream.Path = path
			s := httptest.NewUnstartedServer(new(bridge.Bridge).Proxy(&httputil.ReverseProxy{Rewrite: rewrite(upstream), ErrorLog: quiet}))
			s.Config.DisableGeneralOptionsHandler = true
			s.Start()
			t.Cleanup(s.Close)
			return s.Listener.Addr().String()
		}
	}
	for _, tt := range targets {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.target, sent(t, http.MethodDelete, tt.target, front("")))
			require.Equal(t, "/v1"+tt.target, sent(t, http.MethodDelete, tt.target, front("/v1/")))
		})
	}
	require.Equal(t, "*", sent(t, http.MethodOptions, "*", front("")))
	require.Regexp(t, `^http://[0-9.:]+//a\|b%2Fc\?d;e$`, sent(t, http.MethodGet, "//a|b%2Fc?d;e", front("")),
		"the absolute form: package url writes no other one")
	require.Equal(t, "/a;b?c;d", sent(t, http.MethodGet, "http://example.com/a;b?c;d", front("")), "the absolute form")
}

// A server of HTTP/2 accepts a :path with a space, which must not end the target in the request line of HTTP/1.1 (RFC 9112 §3).
func TestTargetWithSpaces(t *testing.T) {
	tests := []struct{ name, target, want string }{
		{"a version", "/a HTTP/1.1", "/a%20HTTP/1.1"},
		{"a version in the query", "/a?b HTTP/1.1", "/a?b%20HTTP/1.1"},
		{"other characters stay", "/a%2Fb |c?d;e %zz", "/a%2Fb%20|c?d;e%20%zz"},
		{"at the end", "/a ? ", "/a%20?%20"},
	}
	protocols := new(http.Protocols)
	protocols.SetUnencryptedHTTP2(true)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, path := range []string{"", "/v1"} {
				line := requestLine(t, func(upstream *url.URL) {
					upstream.Path = path
					s := httptest.NewUnstartedServer(new(bridge.Bridge).Proxy(&httputil.ReverseProxy{Rewrite: rewrite(upstream), ErrorLog: quiet}))
					s.Config.Protocols = protocols
					s.Start()
					defer s.Close()
					transport := &http.Transport{Protocols: protocols}
					defer transport.CloseIdleConnections()
					resp, err := transport.RoundTrip(&http.Request{Method: http.MethodGet, Header: http.Header{},
						URL: &url.URL{Scheme: "http", Host: s.Listener.Addr().String(), Opaque: tt.target}})
					require.NoError(t, err)
					require.NoError(t, resp.Body.Close())
					require.Equal(t, 204, resp.StatusCode)
					require.Equal(t, 2, resp.ProtoMajor)
				})
				require.Equal(t, "GET "+path+tt.want+" HTTP/1.1", line)
			}
		})
	}
	t.Run("control characters", func(t *testing.T) { // of a request that no server of package net/http accepts
		reached := false
		upstream := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
		defer upstream.Close()
		target, err := url.Parse(upstream.URL)
		require.NoError(t, err)
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.URL = &url.URL{Path: "/a%\r\n\x7f", RawPath: "/a%25\r\n\x7f", RawQuery: "b\r\n\x7f"}
		w := httptest.NewRecorder()
		new(bridge.Bridge).Proxy(&httputil.ReverseProxy{Rewrite: rewrite(target), ErrorLog: quiet}).ServeHTTP(w, r)
		require.Equal(t, 502, w.Code)
		require.False(t, reached)
	})
}

// The target that is restored depends on the transport: a forward proxy needs the absolute form (RFC 9112 §3.2.2), and only over http.
func TestTargetByTransport(t *testing.T) {
	behind := func(address string) *http.Transport {
		return &http.Transport{Proxy: http.ProxyURL(&url.URL{Scheme: "http", Host: address})}
	}
	direct := func(string) http.RoundTripper { return new(http.Transport) }
	tests := []struct {
		name, target, want string
		transport          func(address string) http.RoundTripper
	}{
		{"a forward proxy", "/a%2Fb|c?d;e", "GET http://upstream.example/a%2Fb|c?d;e HTTP/1.1",
			func(address string) http.RoundTripper { return behind(address) }},
		{"no proxy", "/a%2Fb|c?d;e", "GET /a%2Fb|c?d;e HTTP/1.1", direct},
		{"a transport with one inside", "/a%2Fb|c?d;e", "GET http://upstream.example/a%2Fb|c?d;e HTTP/1.1",
			func(address string) http.RoundTripper { return unwrapped{behind(address)} }},
		{"a transport with one inside, no proxy", "/a%2Fb|c?d;e", "GET /a%2Fb|c?d;e HTTP/1.1",
			func(address string) http.RoundTripper { return unwrapped{direct(address)} }},
		{"any other transport", "/a|c?d;e", "GET http://upstream.example/a%7Cc?d;e HTTP/1.1",
			func(address string) http.RoundTripper { return roundTripper(behind(address).RoundTrip) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, requestLine(t, func(upstream *url.URL) {
				to := &url.URL{Scheme: "http", Host: "upstream.example"}
				if !strings.Contains(tt.want, to.Host) {
					to = upstream
				}
				w := httptest.NewRecorder()
				new(bridge.Bridge).Proxy(&httputil.ReverseProxy{Rewrite: rewrite(to),
					Transport: tt.transport(upstream.Host), ErrorLog: quiet}).
					ServeHTTP(w, httptest.NewRequest(http.MethodGet, tt.target, nil))
				require.Equal(t, 204, w.Code)
			}))
		})
	}
	for _, target := range []string{"/a|b", "//a|b"} {
		t.Run("over https "+target, func(t *testing.T) {
			got := make(chan string, 1)
			s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter,
				r *http.Request) {
				got <- r.RequestURI
			}))
			defer s.Close()
			tunnel := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				conn, err := net.Dial("tcp", s.Listener.Addr().String())
				if err != nil || r.Method != http.MethodConnect {
					panic(http.ErrAbortHandler)
				}
				client, _, err := w.(http.Hijacker).Hijack()
				if err != nil {
					panic(http.ErrAbortHandler)
				}
				_, _ = io.WriteString(client, "HTTP/1.1 200 OK\r\n\r\n")
				go func() {
					_, _ = io.Copy(conn, client)
					_ = conn.Close()
				}()
				_, _ = io.Copy(client, conn)
				_ = client.Close()
			}))
			defer tunnel.Close()
			transport := s.Client().Transport.(*http.Transport)
			defer transport.CloseIdleConnections()
			transport.DialContext = nil // of example.com
			transport.Proxy = behind(tunnel.Listener.Addr().String()).Proxy
			w := httptest.NewRecorder()
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			var err error
			r.URL, err = url.ParseRequestURI(target)
			require.NoError(t, err)
			new(bridge.Bridge).Proxy(&httputil.ReverseProxy{Rewrite: rewrite(&url.URL{Scheme: "https",
				Host: "example.com"}), Transport: transport, ErrorLog: quiet}).ServeHTTP(w, r)
			require.Equal(t, 200, w.Code, w.Body.String())
			want := target
			if strings.HasPrefix(target, "//") {
				want = "//a%7Cb"
			}
			require.Equal(t, want, <-got)
		})
	}
}

// unwrapped is a transport around another one, which it returns.
type unwrapped struct{ http.RoundTripper }

func (u unwrapped) Unwrap() http.RoundTripper { return u.RoundTripper }
