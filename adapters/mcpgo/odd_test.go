//lint:file-ignore SA1019 clients of revisions before 2026-07-28 have sampling and roots

package mcpgoerr_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/stretchr/testify/require"

	mcpgoerr "github.com/toolerr/toolerr/adapters/mcpgo"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/mcptest"
	"github.com/toolerr/toolerr/middleware"
)

// once is a content whose second encoding fails.
type once struct {
	mcp.TextContent
	encoded *int
}

func (o once) MarshalJSON() ([]byte, error) {
	if *o.encoded++; *o.encoded > 1 {
		return nil, errors.New(canary)
	}
	return []byte(`{"type":"text","text":"once"}`), nil
}

// Results that the server cannot send, or would send wrongly, get a response, and an author's own
// result with isError is reported.
func TestOddResults(t *testing.T) {
	var kinds []errkit.Kind
	o := &mcpgoerr.Options{Boundary: &middleware.Boundary{Report: func(_ context.Context,
		e *errkit.Error) {
		kinds = append(kinds, e.Kind)
	}}}
	embedded := mcp.EmbeddedResource{Type: "resource"}
	results := map[string]func() *mcp.CallToolResult{
		"embedded": func() *mcp.CallToolResult { return &mcp.CallToolResult{Content: []mcp.Content{embedded}} },
		"pointer":  func() *mcp.CallToolResult { return &mcp.CallToolResult{Content: []mcp.Content{&embedded}} },
		"once": func() *mcp.CallToolResult {
			return &mcp.CallToolResult{Content: []mcp.Content{once{encoded: new(int)}}}
		},
		"no_content": func() *mcp.CallToolResult {
			return &mcp.CallToolResult{IsError: true, StructuredContent: map[string]any{"bell": 7},
				Result: mcp.Result{Meta: &mcp.Meta{AdditionalFields: map[string]any{"x": 7}}}}
		},
		"large": func() *mcp.CallToolResult {
			return &mcp.CallToolResult{IsError: true, StructuredContent: map[string]any{"bell": strings.Repeat("x", 100<<10)}}
		},
		"blank": func() *mcp.CallToolResult { return mcp.NewToolResultError(" \n") },
		"picture": func() *mcp.CallToolResult {
			return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{mcp.NewImageContent("eA==", "image/png")}}
		},
		"own": func() *mcp.CallToolResult { return mcp.NewToolResultError("My own words.") },
		"no_structured": func() *mcp.CallToolResult {
			return mcp.NewToolResultStructured(json.RawMessage(nil),
				"ding")
		},
	}
	s := server.NewMCPServer("bells", "1", mcpgoerr.WithMiddleware(o), server.WithTaskCapabilities(true, true, true))
	for name, result := range results {
		s.AddTool(mcp.NewTool(name), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult,
			error) {
			return result(), nil
		})
		s.AddTaskTool(mcp.NewTool("task_"+name, mcp.WithTaskSupport(mcp.TaskSupportRequired)),
			mcpgoerr.TaskTool(o, func(context.Context, mcp.CallToolRequest) (*mcp.CreateTaskResult, error) {
				return taskResult(result()), nil
			}))
	}
	s.AddPrompt(mcp.NewPrompt("embedded"),
		promptReturning(&mcp.GetPromptResult{Messages: []mcp.PromptMessage{{Role: "user", Content: embedded}}}, nil))
	w := stdio(t, s, "2025-11-25", "{}")
	tests := []struct {
		name, want string
		task       string
		reports    []errkit.Kind
	}{
		{"embedded", `"kind":"output_invalid"`, `"code":-32603`, []errkit.Kind{errkit.OutputInvalid}},
		{"pointer", `"kind":"output_invalid"`, `"code":-32603`, []errkit.Kind{errkit.OutputInvalid}},
		{"once", `"text":"once"`, `"text":"once"`, nil},
		{"own", `"text":"My own words."}],"isError":true`, `"message":"My own words.`,
			[]errkit.Kind{errkit.ExecutionFailed}},
		{"no_content", `"text":"The tool failed.`, `"message":"The tool failed.`, []errkit.Kind{errkit.ExecutionFailed}},
		{"no_content", `"structuredContent":{"bell":7}`, `"message":"The tool failed.`, []errkit.Kind{errkit.ExecutionFailed}},
		{"no_content", `"x":7`, `"message":"The tool failed.`, []errkit.Kind{errkit.ExecutionFailed}},
		{"large", `"structuredContent":{"bell":"xxx`, `"message":"The tool failed.`, []errkit.Kind{errkit.ExecutionFailed}},
		{"blank", `"text":"The tool failed.`, `"message":"The tool failed.`, []errkit.Kind{errkit.ExecutionFailed}},
		{"picture", `"mimeType":"image/png"`, `"message":"The tool failed.`, []errkit.Kind{errkit.ExecutionFailed}},
		{"no_structured", `"text":"ding"}]}`, `"text":"ding"`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			kinds = nil
			got := w.Tool(t, tt.name, `{}`)
			require.Contains(t, got, tt.want)
			require.NotContains(t, got, `"structuredContent":null`)
			require.Equal(t, tt.reports, kinds)
			kinds = nil
			got, _ = runTask(t, w, "task_"+tt.name)
			require.Contains(t, got, tt.task)
			require.Equal(t, tt.reports, kinds)
		})
	}
	require.Contains(t, w.Call(t, "prompts/get", `{"name":"embedded"}`), `"code":-32603`)
}

// The server does not apply the defaults of a schema, so a required member that has one is a
// fault.
func TestDefaults(t *testing.T) {
	s := newServer(mcpgoerr.WithMiddleware(quiet))
	s.AddTool(mcp.NewToolWithRawSchema("defaults", "",
		[]byte(`{"type":"object","properties":{"a":{"type":"string","default":"x"}},"required":["a"]}`)), tools["ok"])
	w := stdio(t, s, "2025-11-25", "{}")
	require.Contains(t, w.Tool(t, "defaults", `{}`), `"path":"/a","message":"is required"`)
	require.Contains(t, w.Tool(t, "defaults", `{"a":"y"}`), "ding")
}

// The model learns what its client does not support. If the client declared that it does, it is
// another error.
func TestClientFeatures(t *testing.T) {
	requests := map[string]func(context.Context, *server.MCPServer) error{
		"elicitation": func(ctx context.Context, s *server.MCPServer) error {
			_, err := s.RequestElicitation(ctx,
				mcp.ElicitationRequest{Params: mcp.ElicitationParams{Message: "Who?",
					RequestedSchema: map[string]any{"type": "object"}}})
			return err
		},
		"sampling": func(ctx context.Context, s *server.MCPServer) error {
			_, err := s.RequestSampling(ctx, mcp.CreateMessageRequest{})
			return err
		},
		"roots": func(ctx context.Context, s *server.MCPServer) error {
			_, err := s.RequestRoots(ctx, mcp.ListRootsRequest{})
			return err
		},
	}
	for capabilities, want := range map[string]string{`{}`: `"kind":"unsupported"`,
		`{"elicitation":{},"sampling":{},"roots":{}}`: `"kind":"internal"`} {
		s := server.NewMCPServer("bells", "1", mcpgoerr.WithMiddleware(quiet))
		for name, ask := range requests {
			s.AddTool(mcp.NewTool(name),
				func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
					return nil, fmt.Errorf("%s: %w", canary, ask(ctx, s))
				})
		}
		w := stdio(t, s, "2025-11-25", capabilities)
		for name := range requests {
			w.Ask("tools/call", fmt.Sprintf(`{"name":%q}`, name))
			var m struct{ ID json.RawMessage }
			require.NoError(t, json.Unmarshal([]byte(<-w.Lines), &m))
			w.Send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"Method not found"}}`, m.ID))
			got := w.Answer(t, mcptest.Patience)
			require.Contains(t, got, want, name)
			require.Equal(t, capabilities == `{}`, strings.Contains(got, "The client does not support "+name+"."))
			require.NotContains(t, got, canary)
		}
	}
}
