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

// targets are request targets (RFC 9112 §3.2) in bytes that clients send. They are valid or not: the upstream decides.
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
		got <- strings.TrimSuffix(line, " HTTP/1.1\r\n")
	}()
	conn, err := net.Dial("tcp", server(&url.URL{Scheme: "http", Host: upstream.Addr().String()}))
	require.NoError(t, err)
	defer conn.Close()
	_, err = fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", method, target)
	require.NoError(t, err)
	response, err := io.ReadAll(conn)
	require.NoError(t, err)
	require.Contains(t, string(response), " 204 ")
	return strings.TrimPrefix(<-got, method+" ")
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
	require.Regexp(t, `^http://[0-9.:]+//a\|b%2Fc\?d;e$`, sent(t, http.MethodGet, "//a|b%2Fc?d;e", front("")), "the absolute form: package url writes no other one")
	require.Equal(t, "/a;b?c;d", sent(t, http.MethodGet, "http://example.com/a;b?c;d", front("")), "the absolute form")
}
