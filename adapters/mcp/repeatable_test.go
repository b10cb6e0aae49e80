package mcperr_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// Whether a tool of the SDK may be called twice is what its annotations state, as the client sees
// them: those of the tool, or those that a middleware lists.
func TestRepeatable(t *testing.T) {
	const unstated, yes = "If it only reads data", "may be tried again"
	tests := []struct {
		name   string
		states *mcp.ToolAnnotations
		text   string
		of     errkit.Repeatable
	}{
		{"nothing", nil, unstated, errkit.RepeatableUnstated},
		{"no hint", &mcp.ToolAnnotations{Title: "Buy"}, unstated, errkit.RepeatableUnstated},
		{"it only reads", &mcp.ToolAnnotations{ReadOnlyHint: true}, yes, errkit.RepeatableYes},
		{"idempotent", &mcp.ToolAnnotations{IdempotentHint: true}, yes, errkit.RepeatableYes},
		{"destructive", &mcp.ToolAnnotations{DestructiveHint: new(true)}, "may already have taken effect", errkit.RepeatableNo},
	}
	type in struct{}
	var seen errkit.Repeatable
	fails := func(ctx context.Context) error {
		seen = middleware.RepeatableFrom(ctx)
		return &errkit.Error{Kind: errkit.Timeout, Effect: errkit.EffectUnknown}
	}
	raw := func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, fails(ctx) }
	typed := func(ctx context.Context, _ *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, any, error) {
		return nil, nil, fails(ctx)
	}
	schema := json.RawMessage(`{"type":"object"}`)
	add := map[string]func(*mcp.Server, *mcp.ToolAnnotations){
		"raw": func(s *mcp.Server, a *mcp.ToolAnnotations) {
			s.AddTool(&mcp.Tool{Name: "buy", InputSchema: schema, Annotations: a}, raw)
		},
		"raw, wrapped": func(s *mcp.Server, a *mcp.ToolAnnotations) {
			s.AddTool(&mcp.Tool{Name: "buy", InputSchema: schema, Annotations: a}, mcperr.Raw(raw))
		},
		"typed": func(s *mcp.Server, a *mcp.ToolAnnotations) {
			mcp.AddTool(s, &mcp.Tool{Name: "buy", Annotations: a}, typed)
		},
		"typed, wrapped": func(s *mcp.Server, a *mcp.ToolAnnotations) {
			mcperr.AddTool(s, &mcp.Tool{Name: "buy", Annotations: a}, typed)
		},
		"a middleware lists them": func(s *mcp.Server, a *mcp.ToolAnnotations) {
			s.AddTool(&mcp.Tool{Name: "buy", InputSchema: schema}, raw)
			s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
				return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
					res, err := next(ctx, method, req)
					if list, ok := res.(*mcp.ListToolsResult); ok {
						list.Tools[0] = &mcp.Tool{Name: "buy", InputSchema: schema, Annotations: a}
					}
					return res, err
				}
			})
		},
	}
	for _, tt := range tests {
		for name, add := range add {
			t.Run(fmt.Sprint(tt.name, " ", name), func(t *testing.T) {
				s := mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "1"}, nil)
				add(s, tt.states)
				s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: new(middleware.Boundary)}))
				h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s },
					&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
				require.Contains(t, callHTTP(h, "", `{"name":"buy","arguments":{}}`).Body.String(), tt.text)
				if name == "typed, wrapped" { // the only one that knows before it fails
					require.Equal(t, tt.of, seen)
				}
			})
		}
	}
}
