package main

import (
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig"
	"github.com/stretchr/testify/require"
)

// free returns a port that is free.
func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	require.NoError(t, err)
	return port
}

func TestCaddyfile(t *testing.T) {
	text, err := os.ReadFile("Caddyfile")
	require.NoError(t, err)
	front := free(t)
	config, warnings, err := caddyconfig.GetAdapter("caddyfile").Adapt([]byte(strings.NewReplacer("auto_https off",
		"auto_https off\n\tadmin off",
		"8080", front, "9000", free(t), "9001", "1").Replace(string(text))), map[string]any{"filename": "Caddyfile"})
	require.NoError(t, err)
	require.Empty(t, warnings, "the Caddyfile is formatted")
	require.NoError(t, caddy.Load(config, true))
	defer func() { require.NoError(t, caddy.Stop()) }()
	const call = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ring"}}`
	tests := []struct {
		path   string
		status int
		header string // Retry-After
		want   string
	}{
		{"/mcp/ring", 200, "", `"text":"ding"`},
		{"/mcp/bell/9", 200, "", "not with a valid answer to this call"},
		{"/mcp/bell", 200, "", "The bell is rung already."},
		{"/mcp/stack", 200, "", `"isError":true`},
		{"/oxp/limit", 200, "", `"retry_after_ms":3000`},
		{"/api/limit", 429, "3", `"kind":"rate_limited"`},
		{"/api/stack", 500, "", `"kind":"upstream_failed"`},
		{"/other", 404, "", `"kind":"not_found"`},
	}
	for _, tt := range tests {
		resp, err := http.Post("http://localhost:"+front+tt.path, "application/json", strings.NewReader(call))
		require.NoError(t, err)
		body, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
		require.Equal(t, tt.status, resp.StatusCode, "%s: %s", tt.path, body)
		require.Contains(t, string(body), tt.want, tt.path)
		require.Equal(t, tt.header, resp.Header.Get("Retry-After"), tt.path)
		require.NotContains(t, string(body), "hunter2", tt.path)
	}
}
