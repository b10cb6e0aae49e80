package mcptool_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/adapters/mcp/mcptool"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/mcptest"
	"github.com/toolerr/toolerr/lab/toolcases"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

func newToolServer(b *middleware.Boundary, tools ...*tool.Tool) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	mcptool.Add(s, tools...)
	if b != nil {
		s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: b}))
	}
	return s
}

// Every case has the same output or error as in every other protocol, in each revision.
func TestToolCases(t *testing.T) {
	for _, revision := range mcptest.Revisions {
		t.Run(revision, func(t *testing.T) {
			toolcases.Run(t, toolcases.Cases(),
				func(ring *tool.Tool, b *middleware.Boundary) func(*testing.T, string) toolcases.Response {
					w := stdio(t, newToolServer(b, ring), revision, "{}")
					return func(t *testing.T, input string) toolcases.Response {
						got := body(t, w.Tool(t, ring.ModelName(), input))
						var res mcp.CallToolResult
						require.NoError(t, json.Unmarshal([]byte(got), &res), got)
						r := toolcases.Response{Body: got, Err: mcperr.FromResult(&res)}
						if r.Err == nil {
							r.Output = json.RawMessage(res.Content[0].(*mcp.TextContent).Text)
							structured, err := json.Marshal(res.StructuredContent)
							require.NoError(t, err)
							require.JSONEq(t, string(r.Output), string(structured))
						}
						return r
					}
				})
		})
	}
}

// What clients see of a tool, and of its output in each revision.
func TestTools(t *testing.T) {
	number := tool.New("Sum.Of", "Returns a sum.", func(_ context.Context, in struct {
		A float64 `json:"a"`
	}) (float64, error) {
		return in.A, nil
	})
	old := tool.Must(tool.Define(tool.Definition{Name: "Sum.Of", Version: "0.9.0"},
		func(context.Context, struct{}) (string, error) { return "", nil }))
	set := tool.NewSet(old, number, toolcases.New())
	var latest []*tool.Tool
	for t := range set.Latest() {
		latest = append(latest, t)
	}
	s := newToolServer(nil, latest...)
	list := body(t, stdio(t, s, "2025-11-25", "{}").Call(t, "tools/list", "{}"))
	require.Contains(t, list, `{"_meta":{"io.github.toolerr/errors":[{"kind":"not_found"},{"kind":"rate_limited","code":"resting","message":"This bell needs a rest."}]},"annotations":{"destructiveHint":false,"idempotentHint":true,"openWorldHint":true,"readOnlyHint":false,"title":"Ring"},"description":"Rings a doorbell.","inputSchema":{`)
	require.Contains(t, list, `"name":"Doorbell_Ring","outputSchema":{"required":["rings","mode","level"]`)
	require.Contains(t, list, `"name":"Sum_Of"}`, "an output that is not an object declares no schema")
	for revision, want := range map[string]string{
		"2025-06-18": `{"content":[{"type":"text","text":"1.5"}]}`,
		"2025-11-25": `{"content":[{"type":"text","text":"1.5"}]}`,
		"2026-07-28": `{"content":[{"type":"text","text":"1.5"}],"structuredContent":1.5,"resultType":"complete"}`,
	} {
		require.JSONEq(t, want, body(t, stdio(t, s, revision, "{}").Tool(t, "Sum_Of", `{"a":1.5}`)), revision)
	}
}

// Tools render their own errors in a server without the middleware.
func TestToolWithoutMiddleware(t *testing.T) {
	for _, revision := range mcptest.Revisions {
		w := stdio(t, newToolServer(nil, toolcases.New()), revision, "{}")
		for input, kind := range map[string]errkit.Kind{
			`{}`: errkit.InvalidInput,
			`{"bell":"front","volume":0,"loud":false,"do":"panic"}`: errkit.Internal,
			`{"bell":"front","volume":0,"loud":false,"do":"fail"}`:  errkit.NotFound,
		} {
			got := body(t, w.Tool(t, "Doorbell_Ring", input))
			require.NotContains(t, got, toolcases.Canary)
			var res mcp.CallToolResult
			require.NoError(t, json.Unmarshal([]byte(got), &res), got)
			require.ErrorIs(t, mcperr.FromResult(&res), kind, got)
		}
	}
}

// A panic of http.ErrAbortHandler is a failure of the tool, also without the middleware.
func TestToolAborts(t *testing.T) {
	abort := tool.New("Abort", "", func(context.Context, struct{}) (int, error) { panic(http.ErrAbortHandler) })
	for _, revision := range mcptest.Revisions {
		w := stdio(t, newToolServer(nil, abort), revision, "{}")
		require.Contains(t, body(t, w.Tool(t, "Abort", `{}`)), `"kind":"internal"`)
	}
}

// A challenge of a tool's requirements is rendered as the client declared it can be resolved.
func TestToolRequirements(t *testing.T) {
	challenge := &errkit.Challenge{ID: "mail", URL: "https://example.com/allow", Message: "Allow it."}
	mail := tool.Must(tool.Define(tool.Definition{Name: "Mail.Send", Requirements: tool.Requirements{
		Authorization: []tool.Authorization{{ID: "mail",
			Challenge: func(context.Context, tool.Caller) (*errkit.Challenge, error) { return challenge, nil }}},
	}}, func(context.Context, struct{}) (string, error) { return "sent", nil }))
	for name, s := range map[string]*mcp.Server{"middleware": newToolServer(new(middleware.Boundary), mail),
		"no middleware": newToolServer(nil, mail)} {
		require.Contains(t, body(t, stdio(t, s, "2025-11-25", mcptest.URLElicitation).Tool(t, "Mail_Send", `{}`)),
			`"code":-32042`, name)
		require.Contains(t, body(t, stdio(t, s, "2026-07-28", mcptest.URLElicitation).Tool(t, "Mail_Send", `{}`)),
			`"resultType":"input_required"`, name)
		require.Contains(t, body(t, stdio(t, s, "2025-11-25", `{}`).Tool(t, "Mail_Send", `{}`)),
			`Visit https://example.com/allow`, name)
	}
}
