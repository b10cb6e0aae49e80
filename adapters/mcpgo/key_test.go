package mcpgoerr_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/server"
	"github.com/stretchr/testify/require"

	mcpgoerr "github.com/toolerr/toolerr/adapters/mcpgo"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
	"github.com/toolerr/toolerr/tool"
)

// The key of a call is the member of _meta that the program named.
func TestKey(t *testing.T) {
	tests := []struct {
		name, meta, caller string
		runs               int
	}{
		{"the same key", `{"k":"1"}`, "Bearer ada", 1},
		{"an empty key is none", `{"k":""}`, "Bearer ada", 2},
		{"another member", `{"l":"1"}`, "Bearer ada", 2},
		{"not a text", `{"k":1}`, "Bearer ada", 2},
		{"no _meta", `null`, "Bearer ada", 2},
		{"an unknown caller", `{"k":"1"}`, "", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			runs := 0
			buy, err := tool.Define(tool.Definition{Name: "Shop.Buy", Version: "1.0.0"},
				func(context.Context, struct{}) (int, error) { runs++; return runs, nil })
			require.NoError(t, err)
			s := server.NewMCPServer("shop", "1", mcpgoerr.WithMiddleware(&mcpgoerr.Options{
				Boundary: new(middleware.Boundary), Key: "k", Keys: &idempotency.Keys{Replay: true}}))
			mcpgoerr.Add(s, buy)
			h := server.NewStreamableHTTPServer(s, server.WithStateLess(true))
			for range 2 {
				r := httptest.NewRequest("POST", "/mcp", strings.NewReader(
					`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Shop_Buy","arguments":{},"_meta":`+tt.meta+`}}`))
				r.Header.Set("Content-Type", "application/json")
				if tt.caller != "" {
					r.Header.Set("Authorization", tt.caller)
				}
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				var doc struct{ Result struct{ IsError bool } }
				require.NoError(t, json.Unmarshal(w.Body.Bytes(), &doc), w.Body)
				require.False(t, doc.Result.IsError, w.Body)
			}
			require.Equal(t, tt.runs, runs)
		})
	}
}
