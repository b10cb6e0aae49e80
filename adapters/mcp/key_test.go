package mcperr_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
	"github.com/toolerr/toolerr/tool"
)

// The key of a call is the member of _meta that the program named.
func TestKey(t *testing.T) {
	const name = "com.example/key"
	tests := []struct {
		name   string
		meta   mcp.Meta
		caller string
		runs   int
	}{
		{"the same key", mcp.Meta{name: "k"}, "ada", 1},
		{"an empty key is none", mcp.Meta{name: ""}, "ada", 2},
		{"another member", mcp.Meta{"com.example/other": "k"}, "ada", 2},
		{"not a text", mcp.Meta{name: 1}, "ada", 2},
		{"an unknown caller", mcp.Meta{name: "k"}, "", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			runs := 0
			buy, err := tool.Define(tool.Definition{Name: "Shop.Buy", Version: "1.0.0"},
				func(context.Context, struct{}) (int, error) { runs++; return runs, nil })
			require.NoError(t, err)
			s := mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "1"}, nil)
			mcperr.Add(s, buy)
			s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{
				Boundary: new(middleware.Boundary), Key: name, Keys: &idempotency.Keys{Replay: true},
			}), func(next mcp.MethodHandler) mcp.MethodHandler {
				return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
					return next(idempotency.WithPrincipal(ctx, tt.caller), method, req)
				}
			})
			near, far := mcp.NewInMemoryTransports()
			server, err := s.Connect(t.Context(), near, nil)
			require.NoError(t, err)
			client, err := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil).Connect(t.Context(), far, nil)
			require.NoError(t, err)
			for range 2 {
				res, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: "Shop_Buy", Meta: tt.meta})
				require.NoError(t, err)
				require.False(t, res.IsError)
			}
			require.Equal(t, tt.runs, runs)
			require.NoError(t, client.Close())
			require.NoError(t, server.Wait())
		})
	}
}

// Over HTTP without sessions the caller is known by the credentials.
func TestKeyOverHTTP(t *testing.T) {
	for caller, want := range map[string]int{"Bearer ada": 1, "": 2} {
		runs := 0
		buy, err := tool.Define(tool.Definition{Name: "Shop.Buy", Version: "1.0.0"},
			func(context.Context, struct{}) (int, error) { runs++; return runs, nil })
		require.NoError(t, err)
		s := mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "1"}, nil)
		mcperr.Add(s, buy)
		s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{
			Boundary: new(middleware.Boundary), Key: "k", Keys: &idempotency.Keys{Replay: true},
		}))
		h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s },
			&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
		for range 2 {
			r := httptest.NewRequest("POST", "/", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call",`+
				`"params":{"name":"Shop_Buy","arguments":{},"_meta":{"k":"1"}}}`))
			r.Header = http.Header{"Content-Type": {"application/json"}, "Authorization": {caller},
				"Accept": {"application/json, text/event-stream"}}
			if caller == "" {
				r.Header.Del("Authorization")
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			require.Equal(t, 200, w.Code, w.Body)
			require.NotContains(t, w.Body.String(), "isError")
		}
		require.Equal(t, want, runs, caller)
	}
}
