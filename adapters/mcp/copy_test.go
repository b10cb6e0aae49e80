package mcperr_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/lab/mcptest"
)

// sharing returns a server whose handlers return the same result to every call.
func sharing() *mcp.Server {
	shared := func() *mcp.CallToolResult {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "shared"}}}
	}
	withMeta := shared()
	withMeta.Meta = mcp.Meta{"mine": 1}
	failed := shared()
	failed.SetError(mcptest.ErrSecret)
	prompt := &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user",
		Content: &mcp.TextContent{Text: "shared"}}}}
	resource := &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: "bell://shared",
		MIMEType: "text/plain", Text: "shared"}}}
	completion := &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: []string{"shared"}}}

	s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, &mcp.ServerOptions{
		CompletionHandler: func(context.Context, *mcp.CompleteRequest) (*mcp.CompleteResult,
			error) {
			return completion, nil
		},
	})
	for name, r := range map[string]*mcp.CallToolResult{"text": shared(), "meta": withMeta, "failed": failed,
		"empty": {}} {
		tool := mcp.Tool{Name: name, InputSchema: in{"type": "object"}}
		s.AddTool(&tool, raw(r, nil))
		tool.Name += "_raw"
		s.AddTool(&tool, mcperr.Raw(raw(r, nil)))
		mcp.AddTool(s, &mcp.Tool{Name: name + "_typed"},
			mcperr.Handler(func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, sound, error) {
				return r, sound{"ding"}, nil
			}))
	}
	s.AddPrompt(&mcp.Prompt{Name: "shared"},
		func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) { return prompt, nil })
	s.AddResource(&mcp.Resource{Name: "shared", URI: "bell://shared"},
		func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return resource, nil
		})
	s.AddReceivingMiddleware(mcperr.Middleware(quiet))
	return s
}

func TestSharedResults(t *testing.T) {
	requests := []struct{ method, params string }{
		{"prompts/get", `{"name":"shared"}`},
		{"resources/read", `{"uri":"bell://shared"}`},
		{"completion/complete", `{"ref":{"type":"ref/prompt","name":"shared"},"argument":{"name":"a","value":"b"}}`},
	}
	for _, name := range []string{"text", "meta", "failed", "empty"} {
		for _, way := range []string{"", "_raw", "_typed"} {
			requests = append(requests, struct{ method, params string }{"tools/call",
				fmt.Sprintf(`{"name":%q,"arguments":{}}`, name+way)})
		}
	}
	for _, r := range requests {
		t.Run(r.method+" "+r.params, func(t *testing.T) {
			s := sharing()
			for _, revision := range []string{"2026-07-28", "2025-06-18", "2026-07-28"} {
				got := stdio(t, s, revision, "{}").Call(t, r.method, r.params)
				want := stdio(t, sharing(), revision, "{}").Call(t, r.method, r.params)
				require.NotEmpty(t, got)
				require.Equal(t, want, got, "a server that has answered before, %s", revision)
			}
		})
	}
}

// With -race it detects calls that write to the shared result.
func TestSharedResultsConcurrently(t *testing.T) {
	s := sharing()
	var group sync.WaitGroup
	for _, name := range []string{"text_raw", "meta_raw", "failed_raw", "empty_raw", "text_typed", "meta_typed",
		"failed_typed", "empty_typed"} {
		for _, revision := range mcptest.Revisions {
			w := stdio(t, s, revision, "{}")
			params := fmt.Sprintf(`{"name":%q,"arguments":{}}`, name)
			want := body(t, stdio(t, sharing(), revision, "{}").Call(t, "tools/call", params))
			group.Go(func() {
				for range 20 {
					got := w.Call(t, "tools/call", params)
					if got == "" || body(t, got) != want {
						t.Errorf("%s, %s: %s, want %s", name, revision, got, want)
					}
				}
			})
		}
	}
	group.Wait()
}
