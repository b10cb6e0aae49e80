package nethttp_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

// The response to a notification that fails is an HTTP error status (MCP 2025-11-25, Transports),
// that to a call is 200.
func TestNotification(t *testing.T) {
	api := nethttp.API{Dialect: mcp.Dialect{}}
	h := api.Handler(func(http.ResponseWriter, *http.Request) error { return errkit.New(errkit.NotFound, "No bell.") })
	for body, status := range map[string]int{
		`{"jsonrpc":"2.0","method":"notifications/cancelled"}`:        404,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`:              200,
		`{"jsonrpc":"2.0","method":"tools/call","id":1}`:              200,
		`{"jsonrpc":"2.0","id":null,"method":"tools/call"}`:           200,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params`: 200, // cut: the id may follow
		`{"jsonrpc":"2.0"}`: 200,
	} {
		r := httptest.NewRequest("POST", "/", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		require.Equal(t, status, w.Code, "%s: %s", body, w.Body)
	}
}
