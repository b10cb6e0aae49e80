package demo_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// The forms of an error of Pattern.Get over MCP are those of Tool Error Responses, Format Gating;
// only the sentence for the model is ours.
func TestFormats(t *testing.T) {
	base, _ := start(t)
	const (
		people = "text/markdown"
		data   = "application/json"
	)
	tests := []struct {
		format string
		blocks []string // their MIME types
	}{
		{``, []string{people}},
		{`,"format":"markdown"`, []string{people}},
		{`,"format":"json"`, []string{data}},
		{`,"format":"both"`, []string{people, data}},
	}
	failures := []struct {
		id, text, payload string
	}{
		{"timeout", "Network error: Request timeout",
			`{"kind":"toolError:v1","code":"NETWORK_ERROR","message":"Network error: Request timeout","retryable":true}`},
		{"unauthorized", "Authentication required: Missing or invalid API key",
			`{"kind":"toolError:v1","code":"AUTHENTICATION_ERROR","message":"Authentication required: Missing or invalid API key","retryable":false,"details":{"statusCode":401}}`},
		{"broken", "Internal server error",
			`{"kind":"toolError:v1","code":"SERVER_ERROR","message":"Internal server error","retryable":true,"details":{"statusCode":500}}`},
		{"invalid", "Invalid request: limit must be between 1 and 100",
			`{"kind":"toolError:v1","code":"CLIENT_ERROR","message":"Invalid request: limit must be between 1 and 100","retryable":false,"details":{"statusCode":400}}`},
	}
	for _, f := range failures {
		for _, tt := range tests {
			t.Run(f.id+tt.format, func(t *testing.T) {
				_, _, body := do(t, "POST", base+"/mcp", rpc("Pattern_Get", fmt.Sprintf(`{"id":%q%s}`, f.id, tt.format)),
					"MCP-Protocol-Version", "2025-11-25")
				var doc struct {
					Result struct {
						Content           []struct{ Type, Text, MimeType string }
						StructuredContent json.RawMessage
						IsError           bool
					}
				}
				require.NoError(t, json.Unmarshal([]byte(body), &doc), body)
				require.True(t, doc.Result.IsError)
				require.JSONEq(t, f.payload, string(doc.Result.StructuredContent))
				require.Len(t, doc.Result.Content, len(tt.blocks), body)
				for i, mime := range tt.blocks {
					block := doc.Result.Content[i]
					require.Equal(t, "text", block.Type)
					require.Equal(t, mime, block.MimeType)
					if mime == data {
						require.JSONEq(t, f.payload, block.Text)
					} else {
						require.Contains(t, block.Text, f.text)
						require.NotContains(t, block.Text, "toolError:v1")
					}
				}
			})
		}
	}
	t.Run("an unknown id is a question", func(t *testing.T) {
		_, _, body := do(t, "POST", base+"/mcp", rpc("Pattern_Get", `{"id":"nope","format":"json"}`), "MCP-Protocol-Version",
			"2025-11-25")
		require.Contains(t, body, `"kind":"needsInput:v1"`)
		require.Contains(t, body, `"suggestions":{"id":["circuit-breaker","retry"]}`)
		require.NotContains(t, body, `"isError"`)
	})
	t.Run("a success, and other tools", func(t *testing.T) {
		_, _, body := do(t, "POST", base+"/mcp", rpc("Pattern_Get", `{"id":"retry"}`), "MCP-Protocol-Version", "2025-11-25")
		require.Contains(t, body, "Repeat a call that failed")
		_, _, body = do(t, "POST", base+"/mcp", rpc("Fail_With", `{"kind":"timeout"}`), "MCP-Protocol-Version", "2025-11-25")
		require.NotContains(t, body, "toolError:v1")
	})
}
