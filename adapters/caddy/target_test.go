package caddyerr_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The module does not alter the target of a request, and Caddy no query.
func TestTarget(t *testing.T) {
	targets := []string{
		"/", "/?a;b=1", "/items?id=1;2", "/?x=%zz", "/?x=1%", "/?a=1&b=%zz", "/items?", "/items??", "/items?&&a=&=b&",
		"/items?b=2&a=1",
		"/items?q=a+b%20c", "/%c3%BC?q=%c3%bc", "/items?q=bücher", `/items?f={"a":["b"]}`, "/files/a%2Fb%2fc",
		"/a%252Fb", "/items//", "/a/../b/.",
		"/a/%2e%2E/b", "/items;v=1/2;a,b", "/a:b@c", "/http://example.com//x?u=http://a/b?c", "//items//1",
		"/bücher", "/a|b{c}", "/a%2Fb|c", `/a\b`, // package url escapes these, so Caddy does
	}
	_, addr := upstream(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Target", fmt.Sprintf("%q", r.RequestURI))
	})
	var got [2][]string
	for i, site := range []string{"reverse_proxy " + addr, "toolerr mcp\nreverse_proxy " + addr} {
		s := start(t, site)
		for _, target := range targets {
			resp, err := sendTarget(s.URL, target)
			if errors.Is(err, io.ErrUnexpectedEOF) { // the former configuration took the connection, and ended
				resp, err = sendTarget(s.URL, target)
			}
			require.NoError(t, err)
			require.Equal(t, 200, resp.StatusCode)
			got[i] = append(got[i], resp.Header.Get("X-Target"))
		}
	}
	require.Equal(t, got[0], got[1])
	for i, target := range targets {
		_, query, _ := strings.Cut(target, "?")
		require.True(t, strings.HasSuffix(got[1][i], strings.Trim(fmt.Sprintf("%q", query), `"`)+`"`), "%s became %s",
			target, got[1][i])
		if i < len(targets)-4 {
			require.Equal(t, fmt.Sprintf("%q", target), got[1][i])
		}
	}
}

// sendTarget sends a request with a target, byte for byte.
func sendTarget(url, target string) (*http.Response, error) {
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if _, err := fmt.Fprintf(conn, "DELETE %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
		target); err != nil {
		return nil, err
	}
	return http.ReadResponse(bufio.NewReader(conn), nil)
}
