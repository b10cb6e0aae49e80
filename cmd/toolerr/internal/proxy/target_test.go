package proxy

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A raw is a request as an upstream got it.
type raw struct {
	target string
	header http.Header
}

// forwarded sends a request with lines of a header through a proxy to an upstream with a path.
func forwarded(t *testing.T, method, target, header, path string, change func(*HTTP)) raw {
	t.Helper()
	upstream, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer upstream.Close()
	got := make(chan raw, 1)
	go func() {
		defer close(got)
		conn, err := upstream.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		if r, err := http.ReadRequest(bufio.NewReader(conn)); err == nil {
			_, _ = io.WriteString(conn, "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
			got <- raw{r.RequestURI, r.Header}
		}
	}()
	p := start(t, "http://"+upstream.Addr().String()+path, change)
	conn, err := net.Dial("tcp", strings.TrimPrefix(p.base, "http://"))
	require.NoError(t, err)
	defer conn.Close()
	_, err = fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s\r\n", method, target,
		header)
	require.NoError(t, err)
	response, err := io.ReadAll(conn)
	require.NoError(t, err)
	require.Contains(t, string(response), " 204 ")
	p.stop()
	require.NoError(t, <-p.done)
	return <-got
}

// The target of a request is joined to the path and the query of --upstream, and not altered. All
// cases are in package bridge.
func TestHTTPTarget(t *testing.T) {
	tests := []struct{ name, method, target, upstream, want string }{
		{"a semicolon", "DELETE", "/items?id=1;2", "", "/items?id=1;2"},
		{"a path of the upstream", "DELETE", "/items?id=1;2", "/v1", "/v1/items?id=1;2"},
		{"a query of the upstream", "GET", "/a%2Fb|c?x=%zz", "/v1/?key=1;2", "/v1/a%2Fb|c?key=1;2&x=%zz"},
		{"an empty query", "GET", "//items?", "", "//items?"},
		{"the server", "OPTIONS", "*", "", "*"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, forwarded(t, tt.method, tt.target, "", tt.upstream, nil).target)
		})
	}
}

// The X-Forwarded headers of a client are replaced, those of a trusted proxy are kept.
func TestHTTPForwarded(t *testing.T) {
	const sent = "X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-For: 192.0.2.8\r\n" +
		"X-Forwarded-Host: tools.example.com\r\n" +
		"X-Forwarded-Proto: https\r\nForwarded: for=192.0.2.7;proto=https\r\n"
	tests := []struct {
		name, why, header           string
		trust                       bool
		addr, host, proto, standard string
	}{
		{"of a client", "it could state any address", sent, false, "127.0.0.1", "localhost", "http", ""},
		{"of a trusted proxy", "", sent, true, "192.0.2.7, 192.0.2.8, 127.0.0.1", "tools.example.com", "https",
			"for=192.0.2.7;proto=https"},
		{"none of a trusted proxy", "", "", true, "127.0.0.1", "localhost", "http", ""},
		{"removed on the way", "a client must not remove them (RFC 9110 §7.6.1)",
			sent + "Connection: X-Forwarded-For\r\n", true,
			"192.0.2.7, 192.0.2.8, 127.0.0.1", "tools.example.com", "https", "for=192.0.2.7;proto=https"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := forwarded(t, "GET", "/", tt.header, "", func(h *HTTP) { h.TrustForwarded = tt.trust }).header
			require.Equal(t, tt.addr, strings.Join(got["X-Forwarded-For"], ", "))
			require.Equal(t, tt.host, got.Get("X-Forwarded-Host"))
			require.Equal(t, tt.proto, got.Get("X-Forwarded-Proto"))
			require.Equal(t, tt.standard, got.Get("Forwarded"))
		})
	}
}
