package jsonrpc_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/jsonrpc"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
	"github.com/toolerr/toolerr/tool"
)

// The key of a call is the member of _meta that the program named; the members of a batch are
// calls.
func TestKey(t *testing.T) {
	call := func(meta string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Shop.Buy","arguments":{},"_meta":` + meta + `}}`
	}
	tests := []struct {
		name, why, body, caller string
		runs                    int
	}{
		{"the same key", "the first answer", call(`{"k":"1"}`), "Bearer ada", 1},
		{"a batch", "two calls with the key", "[" + call(`{"k":"1"}`) + "," + call(`{"k":"1"}`) + "]", "Bearer ada", 1},
		{"an empty key", "is none", call(`{"k":""}`), "Bearer ada", 2},
		{"another member", "the program did not name it", call(`{"l":"1"}`), "Bearer ada", 2},
		{"not a text", "is none", call(`{"k":1}`), "Bearer ada", 2},
		{"no _meta", "no key", call(`null`), "Bearer ada", 2},
		{"an unknown caller", "anyone could send the key", call(`{"k":"1"}`), "", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			runs := 0
			buy, err := tool.Define(tool.Definition{Name: "Shop.Buy", Version: "1.0.0"},
				func(context.Context, struct{}) (int, error) { runs++; return runs, nil })
			require.NoError(t, err)
			s := jsonrpc.Server{Boundary: new(middleware.Boundary), Key: "k", Keys: &idempotency.Keys{Replay: true}}
			require.NoError(t, s.Add(buy))
			for range 2 {
				r := httptest.NewRequest("POST", "/", strings.NewReader(tt.body))
				r.Header.Set("Content-Type", "application/json")
				if tt.caller != "" {
					r.Header.Set("Authorization", tt.caller)
				}
				w := httptest.NewRecorder()
				s.ServeHTTP(w, r)
				require.Equal(t, 200, w.Code, w.Body)
				require.NotContains(t, w.Body.String(), "error")
			}
			require.Equal(t, tt.runs, runs, tt.why)
		})
	}
}
