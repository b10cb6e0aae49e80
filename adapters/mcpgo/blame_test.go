package mcpgoerr_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"testing"

	"github.com/go-playground/validator/v10"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/stretchr/testify/require"

	mcpgoerr "github.com/toolerr/toolerr/adapters/mcpgo"
)

// TestBlame checks that an error of encoding/json is the caller's only if the arguments have that fault, and that errors of
// validator are, with the default boundary.
func TestBlame(t *testing.T) {
	old := slog.Default()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	t.Cleanup(func() { slog.SetDefault(old) })
	type trip struct {
		Nights int `json:"nights" validate:"min=1"`
	}
	bind := func(r mcp.CallToolRequest) error { return r.BindArguments(new(trip)) }
	decode := func(doc string) func(mcp.CallToolRequest) error {
		return func(mcp.CallToolRequest) error { return json.Unmarshal([]byte(doc), new(trip)) }
	}
	fails := func(err error) func(mcp.CallToolRequest) error {
		return func(mcp.CallToolRequest) error { return fmt.Errorf("cache: %w", err) }
	}
	tests := []struct {
		name   string
		f      func(mcp.CallToolRequest) error
		params string
		want   string
	}{
		{"arguments of the wrong type", bind, `,"arguments":{"nights":"` + canary + `"}`, `"path":"/nights"`},
		{"a number too large", bind, `,"arguments": { "nights": 1e99 }`, `"path":"/nights"`},
		{"a rule of validator", func(mcp.CallToolRequest) error { return validator.New().Struct(trip{}) }, `,"arguments":{}`, `"kind":"invalid_input"`},
		{"a document of a service", decode(`{"nights":"` + canary + `"}`), `,"arguments":{"nights":"three"}`, `"kind":"internal"`},
		{"a broken document of a service", decode(`{"nights" 1}`), `,"arguments":{"nights":3}`, `"kind":"internal"`},
		{"an empty document of a service", decode(``), ``, `"kind":"internal"`},
		{"a cache that hangs up", fails(io.EOF), ``, `"kind":"internal"`},
		{"a cache that hangs up early", fails(io.ErrUnexpectedEOF), `,"arguments":{"nights":3}`, `"kind":"internal"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := server.NewMCPServer("trips", "1", mcpgoerr.WithMiddleware(nil))
			s.AddTool(mcp.NewTool("plan"), func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, tt.f(r) })
			got := stdio(t, s, "2025-11-25", "{}").call(t, "tools/call", `{"name":"plan"`+tt.params+`}`)
			require.Contains(t, got, tt.want)
			require.NotContains(t, got, canary)
		})
	}

	s := server.NewMCPServer("trips", "1", mcpgoerr.WithMiddleware(nil))
	s.AddPrompt(mcp.NewPrompt("plan"), func(_ context.Context, r mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return nil, json.Unmarshal([]byte(r.Params.Arguments["trip"]), new(trip))
	})
	w := stdio(t, s, "2025-11-25", "{}")
	require.Contains(t, w.call(t, "prompts/get", `{"name":"plan","arguments":{"trip":"{\"nights"}}`), "A parameter of the request is not valid JSON: line 1, column 9")
	require.Contains(t, w.call(t, "prompts/get", `{"name":"plan"}`), "Something went wrong")
}
