package mcpgoerr_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/stretchr/testify/require"

	mcpgoerr "github.com/toolerr/toolerr/adapters/mcpgo"
	"github.com/toolerr/toolerr/dialect"
	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/mcptest"
	"github.com/toolerr/toolerr/lab/toolcases"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

func newToolServer(b *middleware.Boundary, tools ...*tool.Tool) *server.MCPServer {
	var opts []server.ServerOption
	if b != nil {
		opts = append(opts, mcpgoerr.WithMiddleware(&mcpgoerr.Options{Boundary: b}))
	}
	s := server.NewMCPServer("bells", "1", opts...)
	mcpgoerr.Add(s, tools...)
	return s
}

// decode returns the result in a response, and the error in it.
func decode(t *testing.T, response string) (mcp.CallToolResult, error) {
	t.Helper()
	var doc struct {
		Result mcp.CallToolResult
	}
	require.NoError(t, json.Unmarshal([]byte(response), &doc), response)
	var codec dialect.Codec
	e, err := codec.Decode(dialect.Document{Dialect: mcpdialect.Dialect{}, Body: []byte(response)})
	require.NoError(t, err, response)
	if e == nil {
		return doc.Result, nil
	}
	return doc.Result, e
}

// Every case has the same output or error as in every other protocol, in each revision.
func TestToolCases(t *testing.T) {
	// mcp-go rejects the request
	cases := slices.DeleteFunc(toolcases.Cases(), func(c toolcases.Case) bool { return c.Range })
	for _, revision := range mcptest.Revisions {
		t.Run(revision, func(t *testing.T) {
			toolcases.Run(t, cases, func(ring *tool.Tool,
				b *middleware.Boundary) func(*testing.T, string) toolcases.Response {
				w := stdio(t, newToolServer(b, ring), revision, "{}")
				return func(t *testing.T, input string) toolcases.Response {
					got := w.Tool(t, ring.ModelName(), input)
					res, err := decode(t, got)
					r := toolcases.Response{Body: got, Err: err}
					if err == nil {
						r.Output = json.RawMessage(res.Content[0].(mcp.TextContent).Text)
						require.JSONEq(t, string(r.Output), string(res.RawStructuredContent))
					}
					return r
				}
			})
		})
	}
}

// A client in the same process passes arguments as Go values.
func TestToolCasesInProcess(t *testing.T) {
	ring := toolcases.New()
	s := newToolServer(toolcases.Boundary(nil), ring)
	for _, c := range toolcases.Cases() {
		if c.Bytes {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			var arguments any
			require.NoError(t, json.Unmarshal([]byte(c.Input), &arguments))
			req := mcp.CallToolRequest{Params: mcp.CallToolParams{Name: ring.ModelName(), Arguments: arguments}}
			res, err := s.GetTool(ring.ModelName()).Handler(t.Context(), req)
			require.NoError(t, err)
			doc, err := json.Marshal(res)
			require.NoError(t, err)
			_, failed := decode(t, `{"jsonrpc":"2.0","id":1,"result":`+string(doc)+`}`)
			require.Equal(t, c.Output == "", failed != nil)
			if failed != nil {
				e := *errkit.From(failed)
				e.Message = errkit.Text(c.Error.Error()) // without the reference of the log
				c.CheckError(t, &e)
			}
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
	list := stdio(t, newToolServer(nil, number, toolcases.New()), "2025-11-25", "{}").Call(t, "tools/list", "{}")
	require.Contains(t, list, `{"_meta":{"io.github.toolerr/errors":[{"kind":"not_found"},{"kind":"rate_limited","code":"resting","message":"This bell needs a rest."}]},"annotations":{"title":"Ring","destructiveHint":false,"idempotentHint":true,"openWorldHint":true},"description":"Rings a doorbell.","inputSchema":{`)
	require.Contains(t, list, `"name":"Doorbell_Ring","outputSchema":{"required":["rings","mode","level"]`)
	require.Contains(t, list, `"name":"Sum_Of"}`, "an output that is not an object declares no schema")
	for revision, structured := range map[string]string{"2025-06-18": "", "2025-11-25": "", "2026-07-28": "1.5"} {
		res, err := decode(t, stdio(t, newToolServer(nil, number), revision, "{}").Tool(t, "Sum_Of", `{"a":1.5}`))
		require.NoError(t, err)
		require.Equal(t, "1.5", res.Content[0].(mcp.TextContent).Text)
		require.Equal(t, structured, string(res.RawStructuredContent), revision)
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
			got := w.Tool(t, "Doorbell_Ring", input)
			require.NotContains(t, got, toolcases.Canary)
			_, err := decode(t, got)
			require.ErrorIs(t, err, kind, got)
		}
	}
}

// A panic of http.ErrAbortHandler is a failure of the tool, also without the middleware.
func TestToolAborts(t *testing.T) {
	abort := tool.New("Abort", "", func(context.Context, struct{}) (int, error) { panic(http.ErrAbortHandler) })
	for _, revision := range mcptest.Revisions {
		w := stdio(t, newToolServer(nil, abort), revision, "{}")
		require.Contains(t, w.Tool(t, "Abort", `{}`), `"kind":"internal"`)
	}
}

// A challenge of a tool's requirements is rendered as the client declared it can be resolved.
func TestToolRequirements(t *testing.T) {
	challenge := &errkit.Challenge{ID: "mail", URL: "https://example.com/allow", Message: "Allow it."}
	mail := tool.Must(tool.Define(tool.Definition{Name: "Mail.Send", Requirements: tool.Requirements{
		Authorization: []tool.Authorization{{ID: "mail",
			Challenge: func(context.Context, tool.Caller) (*errkit.Challenge, error) { return challenge, nil }}},
	}}, func(context.Context, struct{}) (string, error) { return "sent", nil }))
	for name, b := range map[string]*middleware.Boundary{"middleware": quiet.Boundary, "no middleware": nil} {
		require.Contains(t, stdio(t, newToolServer(b, mail), "2025-11-25", mcptest.URLElicitation).Tool(t, "Mail_Send",
			`{}`), `"code":-32042`, name)
		require.Contains(t, stdio(t, newToolServer(b, mail), "2026-07-28", mcptest.URLElicitation).Tool(t, "Mail_Send",
			`{}`), `"resultType":"input_required"`, name)
		require.Contains(t, stdio(t, newToolServer(b, mail), "2025-11-25", `{}`).Tool(t, "Mail_Send", `{}`),
			`Visit https://example.com/allow`, name)
	}
}
