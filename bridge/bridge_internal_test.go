package bridge

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect/mcp"
)

// What is before a document is not a part of it.
func TestErrorAfterSpace(t *testing.T) {
	const before = `{"jsonrpc":"2.0","id":1,"result":{"isError":true,"content":[{"type":"text","text":"`
	r := httptest.NewRequest(http.MethodPost, "/", nil)
	r.Header.Set("Content-Type", "application/json")
	x := (&Bridge{To: mcp.Dialect{}}).Exchange(r)
	require.Equal(t, Hold, x.Head(200, http.Header{"Content-Type": {"application/json"}}))
	require.Equal(t, Hold, x.Body([]byte(strings.Repeat(" ", len(before)))))
	require.Equal(t, Replace, x.Body([]byte(before+`x"}]}}`)))
}

// Clients without a session may differ in nothing but a key in the query, a certificate or their
// address, and what one of them may list is not shown to another.
func TestSessionOf(t *testing.T) {
	of := func(target, certificate, address, session string) sessionKey {
		r := httptest.NewRequest(http.MethodPost, target, nil)
		if r.RemoteAddr = address; certificate != "" {
			r.TLS = &tls.ConnectionState{PeerCertificates: []*x509.Certificate{{Raw: []byte(certificate)}}}
		}
		if session != "" {
			r.Header.Set("Mcp-Session-Id", session)
		}
		return sessionOf(r)
	}
	ada := of("/mcp?key=ada", "ada", "192.0.2.1:1", "")
	require.Equal(t, ada, of("/mcp?key=ada", "ada", "192.0.2.1:2", ""), "another connection")
	require.NotEqual(t, ada, of("/mcp?key=bob", "ada", "192.0.2.1:1", ""))
	require.NotEqual(t, ada, of("/mcp?key=ada", "bob", "192.0.2.1:1", ""))
	require.NotEqual(t, ada, of("/mcp?key=ada", "", "192.0.2.1:1", ""))
	require.NotEqual(t, ada, of("/mcp?key=ada", "ada", "192.0.2.2:1", ""))
	session := of("/mcp", "ada", "192.0.2.1:1", "s1")
	require.Equal(t, session, of("/mcp", "ada", "192.0.2.2:1", "s1"), "a session that moved")
	require.NotEqual(t, session, of("/mcp", "bob", "192.0.2.1:1", "s1"))
}

// What isCall accepts is not parsed, so it must not be an error in any spelling.
func TestIsCall(t *testing.T) {
	tests := []struct {
		name, data string
		want       bool
	}{
		{"a notification", `{"jsonrpc":"2.0","method":"notifications/progress","params":{"message":"3 bells failed"}}`,
			true},
		{"its version last", `{"method":"notifications/message","params":{"data":"x"},"jsonrpc":"2.0"}`, true},
		{"an error", `{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"x"}}`, false},
		{"an error first", `{"error":{"code":1,"message":"x"},"id":7,"jsonrpc":"2.0"}`, false},
		{"an error between others", `{"jsonrpc":"2.0","a":"","error":"","b":"","id":7}`, false},
		{"a call with an error", `{"jsonrpc":"2.0","method":"ring","error" : {"code":1,"message":"x"}}`, false},
		{"another document", `{"code":"x","message":"failed","call":{"jsonrpc":"2.0"}}`, false},
		{"a batch", `[{"jsonrpc":"2.0","id":7,"error":{}}]`, false},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, isCall([]byte(tt.data)), tt.name)
	}
	for n := range 40 { // wherever the name is
		pad := `{"jsonrpc":"2.0","method":"ring","` + strings.Repeat("t", n)
		for _, name := range []string{"error", "result", "isError", "notifications/tools/list_changed"} {
			require.False(t, isCall([]byte(pad+`":1,"`+name+`":{}}`)), "%s after %d", name, n)
			require.False(t, isCall([]byte(pad+name+`"}`)), "%s at the end after %d", name, n)
			require.True(t, isCall([]byte(pad+`":1,"`+name+`s":{}}`)), "%ss after %d", name, n)
		}
	}
}
