package mcpgoerr_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/stretchr/testify/require"

	mcpgoerr "github.com/toolerr/toolerr/adapters/mcpgo"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// Whether a tool may be called twice is what its annotations state. mcp.NewTool states what MCP
// reads where nothing is stated, which says nothing.
func TestRepeatable(t *testing.T) {
	tests := []struct {
		name string
		tool mcp.Tool
		text string
		of   errkit.Repeatable
	}{
		{"nothing", mcp.Tool{Name: "buy"}, "If it only reads data", errkit.RepeatableUnstated},
		{"the defaults of mcp-go", mcp.NewTool("buy"), "If it only reads data", errkit.RepeatableUnstated},
		{"it only reads", mcp.NewTool("buy", mcp.WithReadOnlyHintAnnotation(true)), "may be tried again", errkit.RepeatableYes},
		{"idempotent", mcp.NewTool("buy", mcp.WithIdempotentHintAnnotation(true)), "may be tried again", errkit.RepeatableYes},
		{"destructive", mcp.NewTool("buy", mcp.WithDestructiveHintAnnotation(true), mcp.WithOpenWorldHintAnnotation(false)),
			"may already have taken effect", errkit.RepeatableNo},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var seen errkit.Repeatable
			s := server.NewMCPServer("shop", "1", mcpgoerr.WithMiddleware(quiet))
			s.AddTool(tt.tool, func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				seen = middleware.RepeatableFrom(ctx)
				return nil, &errkit.Error{Kind: errkit.Timeout, Effect: errkit.EffectUnknown}
			})
			res := s.HandleMessage(t.Context(), json.RawMessage(
				`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"buy","arguments":{}}}`))
			doc, err := json.Marshal(res)
			require.NoError(t, err)
			require.Contains(t, string(doc), tt.text)
			require.Equal(t, tt.of, seen)
		})
	}
}
