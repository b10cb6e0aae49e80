package check

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/check/internal/probe"
)

// TestOtherDocuments checks that over HTTP the error of OAuth or of a router is not judged as a
// response of JSON-RPC, and that everything else still is.
func TestOtherDocuments(t *testing.T) {
	for name, tt := range map[string]struct {
		status int
		body   string
		broken []string
	}{
		"OAuth (RFC 6750 §3.1)": {401, `{"error":"invalid_token","error_description":"Missing Authorization header"}`, nil},
		"a router":              {404, `{"error":"Not found"}`, nil},
		"a gateway":             {403, `{"error":{"code":"forbidden","message":"No access."}}`, nil},
		"without jsonrpc":       {400, `{"error":{"code":-32600,"message":"a"}}`, []string{"jsonrpc/response/1"}},
		"with an id":            {400, `{"id":1,"error":"a"}`, []string{"jsonrpc/response/1", "jsonrpc/error/1"}},
		"a success":             {200, `{"error":"a"}`, []string{"jsonrpc/response/1", "jsonrpc/error/1"}},
		"stdio":                 {0, `{"error":"a"}`, []string{"jsonrpc/response/1", "jsonrpc/error/1"}},
	} {
		t.Run(name, func(t *testing.T) {
			var broken []string
			for _, r := range Rules() {
				if r.ID == "jsonrpc/response/1" || r.ID == "jsonrpc/error/1" {
					x := &probe.Exchange{Dialect: "mcp", Status: tt.status, Body: []byte(tt.body), Message: []byte(tt.body)}
					r.judge([]*probe.Exchange{x}, func(*probe.Exchange, string) { broken = append(broken, r.ID) })
				}
			}
			require.Equal(t, tt.broken, broken)
		})
	}
}
