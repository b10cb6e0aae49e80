package mcperr_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/mcptest"
	"github.com/toolerr/toolerr/middleware"
)

// once is a content whose second encoding fails.
type once struct {
	*mcp.TextContent
	encoded atomic.Int32
}

func (o *once) MarshalJSON() ([]byte, error) {
	if o.encoded.Add(1) > 1 {
		return nil, errors.New(canary)
	}
	return []byte(`{"type":"text","text":"once"}`), nil
}

// TestOddResults checks that results that the SDK cannot send, or would send wrongly, get a
// response, and the server continues.
func TestOddResults(t *testing.T) {
	var l log
	s := newServer(nil)
	object := json.RawMessage(`{"type":"object"}`)
	for name, h := range map[string]mcp.ToolHandler{
		"embedded": raw(&mcp.CallToolResult{Content: []mcp.Content{&mcp.EmbeddedResource{}}}, nil),
		"once": func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&once{TextContent: &mcp.TextContent{}}}}, nil
		},
		"no_structured": raw(&mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "ding"}},
			StructuredContent: json.RawMessage(nil)}, nil),
		"goexit": func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			runtime.Goexit()
			return nil, nil
		},
		"own_result": raw(&mcp.CallToolResult{IsError: true,
			Content: []mcp.Content{&mcp.TextContent{Text: "My own words."}}}, nil),
		"no_content": raw(&mcp.CallToolResult{IsError: true, StructuredContent: json.RawMessage(`{"bell":7}`),
			Meta: mcp.Meta{"x": 7}}, nil),
		"large": raw(&mcp.CallToolResult{IsError: true,
			StructuredContent: map[string]any{"bell": strings.Repeat("x", 100<<10)}}, nil),
		"unsendable": raw(&mcp.CallToolResult{IsError: true, StructuredContent: func() {}}, nil),
		"empty_error": func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			res := &mcp.CallToolResult{}
			res.SetError(errors.New(""))
			res.Content = []mcp.Content{&mcp.ImageContent{MIMEType: "image/png", Data: []byte("x")}}
			return res, nil
		},
		"blank": raw(&mcp.CallToolResult{IsError: true,
			Content: []mcp.Content{&mcp.TextContent{}, &mcp.TextContent{Text: " \n"}}}, nil),
		"picture": raw(&mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{},
			&mcp.ImageContent{MIMEType: "image/png", Data: []byte("x")}}}, nil),
	} {
		s.AddTool(&mcp.Tool{Name: name, InputSchema: object}, h)
	}
	s.AddResource(&mcp.Resource{Name: "m", URI: "bell://method"},
		resource(nil, errkit.New(errkit.MethodNotFound, "No such reading.")))
	s.AddResource(&mcp.Resource{Name: "n", URI: "bell://rpc"},
		resource(nil, &jsonrpc.Error{Code: -32601, Message: "No such reading."}))
	s.AddResource(&mcp.Resource{Name: "g", URI: "bell://goexit"},
		func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			runtime.Goexit()
			return nil, nil
		})
	s.AddPrompt(&mcp.Prompt{Name: "embedded"},
		prompt(&mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.EmbeddedResource{}}}},
			nil))
	s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: &middleware.Boundary{Report: l.report}}))
	const failedWithout = `"text":"The tool failed.\nThis call may have taken effect. If it only reads data, you may repeat it.`
	tests := []struct {
		name, method, params string
		want                 string
		kind                 errkit.Kind // of the report; 0xff: none
	}{
		{"an embedded resource without a resource", "tools/call", `{"name":"embedded","arguments":{}}`,
			`"kind":"output_invalid"`, errkit.OutputInvalid},
		{"a content that is encoded once", "tools/call", `{"name":"once","arguments":{}}`, `"text":"once"`, 0xff},
		{"empty structured content", "tools/call", `{"name":"no_structured","arguments":{}}`, `"text":"ding"`, 0xff},
		{"Goexit", "tools/call", `{"name":"goexit","arguments":{}}`, `"kind":"internal"`, errkit.Internal},
		{"Goexit in a resource", "resources/read", `{"uri":"bell://goexit"}`, `"code":-32603`, errkit.Internal},
		{"a result with isError", "tools/call", `{"name":"own_result","arguments":{}}`,
			`"text":"My own words."}],"isError":true`, errkit.ExecutionFailed},
		{"a failed result with only data", "tools/call", `{"name":"no_content","arguments":{}}`,
			failedWithout, errkit.ExecutionFailed},
		{"a failed result with only data keeps them", "tools/call", `{"name":"no_content","arguments":{}}`,
			`"structuredContent":{"bell":7}`, errkit.ExecutionFailed},
		{"a failed result with only data keeps its _meta", "tools/call", `{"name":"no_content","arguments":{}}`,
			`"x":7`, errkit.ExecutionFailed},
		{"large data without a text", "tools/call", `{"name":"large","arguments":{}}`,
			`"structuredContent":{"bell":"xxx`, errkit.ExecutionFailed},
		{"data that have no JSON", "tools/call", `{"name":"unsendable","arguments":{}}`, failedWithout, errkit.ExecutionFailed},
		{"a picture beside an error without a text", "tools/call", `{"name":"empty_error","arguments":{}}`,
			`"mimeType":"image/png"`, errkit.Internal},
		{"a failed result with blank texts", "tools/call", `{"name":"blank","arguments":{}}`,
			failedWithout, errkit.ExecutionFailed},
		{"a failed result with a picture", "tools/call", `{"name":"picture","arguments":{}}`,
			`"mimeType":"image/png"`, errkit.ExecutionFailed},
		{"a resource without a method", "resources/read", `{"uri":"bell://method"}`,
			`"code":-32602,"message":"No such reading."`, errkit.MethodNotFound},
		{"a resource with the code", "resources/read", `{"uri":"bell://rpc"}`,
			`"code":-32602,"message":"No such reading."`, 0xff},
		{"a prompt with an embedded resource", "prompts/get", `{"name":"embedded"}`, `"code":-32603`,
			errkit.OutputInvalid},
	}
	for _, revision := range mcptest.Revisions {
		for name, w := range map[string]*mcptest.Wire{"stdio": stdio(t, s, revision, "{}"),
			"http": overHTTP(t, s, revision, "{}")} {
			for _, tt := range tests {
				t.Run(revision+" "+name+" "+tt.name, func(t *testing.T) {
					l.errors = nil
					got := body(t, w.Call(t, tt.method, tt.params))
					require.Contains(t, got, tt.want)
					require.NotContains(t, got, canary)
					require.NotContains(t, got, `"structuredContent":null`)
					l.Lock()
					defer l.Unlock()
					if tt.kind == 0xff {
						require.Empty(t, l.errors)
						return
					}
					require.Len(t, l.errors, 1)
					require.Equal(t, tt.kind, l.errors[0].Kind)
				})
			}
		}
	}
}

// TestOwnTexts checks that the SDK's own texts are kept, and that suggestions come from what the
// session listed.
func TestOwnTexts(t *testing.T) {
	s := newServer(&mcp.ServerOptions{CompletionHandler: func(context.Context,
		*mcp.CompleteRequest) (*mcp.CompleteResult, error) {
		return nil, mcptest.ErrSecret
	}})
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			res, err := next(ctx, method, req)
			if list, ok := res.(*mcp.ListToolsResult); ok {
				list.Tools = list.Tools[:0]
				for _, name := range []string{"ring", "swing"} {
					list.Tools = append(list.Tools,
						&mcp.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)})
				}
			}
			return res, err
		}
	})
	s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: quiet.Boundary}))
	w := stdio(t, s, "2025-11-25", "{}")
	require.Contains(t, w.Call(t, "completion/complete", `{}`),
		`"code":-32602,"message":"invalid params: missing required 'ref' field"`)
	require.Contains(t, w.Call(t, "initialize",
		`{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`),
		`duplicate \"initialize\" received`)

	require.Contains(t, w.Tool(t, "rings", `{}`), `"message":"unknown tool \"rings\""`, "nothing was listed")
	w.Call(t, "tools/list", `{}`)
	require.Contains(t, w.Tool(t, "rings", `{}`), `"message":"unknown tool \"rings\". Did you mean \"ring\"?"`)
	require.Contains(t, w.Tool(t, "RING", `{}`), `Did you mean \"ring\"?"`)
	require.Contains(t, w.Tool(t, "raw_plainn", `{}`),
		`"message":"unknown tool \"raw_plainn\". The tools are: ring, swing."`, "no hidden tools")
	require.NotContains(t, stdio(t, s, "2025-11-25", "{}").Tool(t, "rings", `{}`), "ring\\\"?", "another session")
}

// TestListedOnce checks that a session that listed the tools causes no further lists, unless a
// tool changes.
func TestListedOnce(t *testing.T) {
	lists := 0
	s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	add := func(schema string) {
		mcp.AddTool(s, &mcp.Tool{Name: "ring", InputSchema: json.RawMessage(schema)},
			func(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
				return nil, nil, nil
			})
	}
	add(`{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}`)
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if method == "tools/list" {
				lists++
			}
			return next(ctx, method, req)
		}
	})
	s.AddReceivingMiddleware(mcperr.Middleware(quiet))
	w := stdio(t, s, "2025-11-25", "{}")
	w.Call(t, "tools/list", `{}`)
	for range 3 {
		require.Contains(t, w.Tool(t, "ring", `{}`), `"path":"/name","message":"is required"`)
	}
	require.Equal(t, 1, lists)
	add(`{"type":"object","properties":{"times":{"type":"string"}},"required":["times"]}`)
	require.Contains(t, w.Tool(t, "ring", `{"name":"x"}`), `"path":"/times","message":"is required"`,
		"the schema has changed")
	require.Equal(t, 2, lists)
	add(`{"type":"object","properties":{"volume":{"type":"array","items":{"type":"string"}}},"required":["volume"]}`)
	require.Contains(t, w.Tool(t, "ring", `{}`), `"path":"/volume","message":"is required"`,
		"both schemas have a fault")
	require.Equal(t, 3, lists)
	require.Contains(t, w.Tool(t, "ring", `{"volume":[1]}`), `"path":"/volume/0","message":"must be a string"`)
	require.Equal(t, 3, lists, "it is the fault of an item")
}

// TestToolsChanged checks that the middleware, if it is a sending one, too, forgets the tools
// when the server notifies a client.
func TestToolsChanged(t *testing.T) {
	lists := 0
	s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	add := func(name string, output any) {
		s.AddTool(&mcp.Tool{Name: name, InputSchema: in{"type": "object"}, OutputSchema: output},
			raw(nil, errkit.Conflict))
	}
	add("ring", nil)
	add("swing", nil)
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if method == "tools/list" {
				lists++
			}
			return next(ctx, method, req)
		}
	})
	m := mcperr.Middleware(&mcperr.Options{Boundary: quiet.Boundary, Structured: true})
	s.AddReceivingMiddleware(m)
	s.AddSendingMiddleware(m)
	w := stdio(t, s, "2025-11-25", "{}")
	w.Call(t, "tools/list", `{}`)
	require.Contains(t, w.Tool(t, "ring", `{}`), "structuredContent")
	require.Contains(t, w.Tool(t, "rings", `{}`), `Did you mean \"ring\"?"`)
	require.Equal(t, 1, lists)

	s.RemoveTools("ring")
	add("swing", in{"type": "object"})
	for notified := false; !notified; {
		select {
		case line := <-w.Lines:
			notified = strings.Contains(line, "notifications/tools/list_changed")
		case <-time.After(mcptest.Patience):
			t.Fatal("no notification")
		}
	}
	require.NotContains(t, w.Tool(t, "rings", `{}`), "Did you mean")
	require.NotContains(t, w.Tool(t, "swing", `{}`), "structuredContent", "it has an output schema now")
	require.NotContains(t, w.Tool(t, "swing", `{}`), "structuredContent")
	require.Equal(t, 2, lists)
}

// TestInputFaults checks defaults, absent arguments and alternatives.
func TestInputFaults(t *testing.T) {
	s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	for name, schema := range map[string]string{
		"defaults": `{"type":"object","properties":{"a":{"type":"string","default":"x"},"b":{"type":"integer"},"c":{"type":"object","properties":{"d":{"type":"string","default":"y"}},"required":["d"]}},"required":["a","b"]}`,
		"oneof":    `{"type":"object","properties":{"date":{"type":"string"},"from":{"type":"string"},"to":{"type":"string"}},"oneOf":[{"required":["date"]},{"required":["from","to"]}]}`,
		"anyof":    `{"type":"object","anyOf":[{"title":"a date","required":["date"]},{"title":"a range","required":["from","to"]}]}`,
	} {
		mcp.AddTool(s, &mcp.Tool{Name: name, InputSchema: json.RawMessage(schema)},
			func(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
				return nil, nil, nil
			})
	}
	s.AddReceivingMiddleware(mcperr.Middleware(quiet))
	w := stdio(t, s, "2025-11-25", "{}")
	for _, tt := range []struct{ params, want, not string }{
		{`{"name":"defaults","arguments":{"c":{}}}`,
			`"fields":[{"path":"/b","message":"is required","rule":"required"}]`, ""},
		{`{"name":"defaults","arguments":null}`, `"fields":[{"path":"/b","message":"is required","rule":"required"}]`,
			""},
		{`{"name":"defaults"}`, `"fields":[{"path":"/b","message":"is required","rule":"required"}]`, ""},
		{`{"name":"oneof","arguments":{}}`, `must have exactly one of these forms: date; from and to`, ""},
		{`{"name":"oneof","arguments":{"date":"` + canary + `","from":"1","to":"2"}}`,
			`must have exactly one of these forms: date; from and to`, ""},
		{`{"name":"anyof","arguments":{}}`, `must have one of these forms: a date; a range`, ""},
	} {
		got := w.Call(t, "tools/call", tt.params)
		require.Contains(t, got, tt.want)
		require.NotContains(t, got, canary)
	}
}

// TestToolOptions checks options of single tools, timeouts, folded errors and references.
func TestToolOptions(t *testing.T) {
	var l log
	o := &mcperr.Options{Boundary: &middleware.Boundary{Report: l.report}, FoldErrors: true,
		Tool: func(name string) *mcperr.Options {
			if strings.HasPrefix(name, "slow") { // new ones for each call
				return &mcperr.Options{Timeout: 20 * time.Millisecond, NoCarry: true}
			}
			if name == "panic" {
				return &mcperr.Options{Ref: func(context.Context) string { return "trace-of-panic" }}
			}
			return nil
		},
		Ref: func(context.Context) string { return "trace-7" },
	}
	s := newServer(nil)
	release := make(chan struct{})
	s.AddTool(&mcp.Tool{Name: "slow_deaf", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			<-release
			panic(canary)
		})
	s.AddTool(&mcp.Tool{Name: "slow", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
	s.AddTool(&mcp.Tool{Name: "slow_plain", InputSchema: json.RawMessage(`{"type":"object"}`)},
		raw(nil, mcptest.ErrSecret))
	mcperr.AddTool(s, &mcp.Tool{Name: "added"}, typedTools["coded"])
	s.AddReceivingMiddleware(mcperr.Middleware(o))
	w := stdio(t, s, "2026-07-28", "{}")

	for _, name := range []string{"slow", "slow_deaf"} {
		got := body(t, w.Tool(t, name, `{}`))
		require.Contains(t, got, `The call took too long.`)
		require.NotContains(t, got, "io.github.toolerr/error", "its own options")
	}
	close(release)
	got := body(t, w.Tool(t, "slow_plain", `{}`))
	require.Contains(t, got, "(reference trace-7)", "the boundary and the references are those of the server")
	require.NotContains(t, got, "io.github.toolerr/error")
	require.Contains(t, body(t, w.Tool(t, "panic", `{"name":"x"}`)), "(reference trace-of-panic)")
	require.Contains(t, body(t, w.Tool(t, "raw_rpc", `{}`)),
		`"text":"app specific\nTry again in 1.5 seconds."}],"isError":true`)
	require.Contains(t, body(t, w.Tool(t, "nope", `{}`)), `There is no tool \"nope\".`)
	require.Contains(t, w.Call(t, "resources/read", `{"uri":"bell://rpc"}`), `"code":-31999`,
		"a resource has no result with isError")
	got = body(t, w.Tool(t, "raw_plain", `{}`))
	require.Contains(t, got, "(reference trace-7)")
	require.NotContains(t, got, canary)
	require.Contains(t, w.Tool(t, "added", `{"name":"x"}`), "This bell needs a rest.")
	require.Contains(t, w.Call(t, "tools/list", `{}`), `"name":"added","outputSchema":{`)
}

// TestConcurrentAsking runs calls of many sessions at the same time, for the race detector.
func TestConcurrentAsking(t *testing.T) {
	s := askingServer(func(input in) (string, error) {
		if input["name"] == "front" {
			return "front rings", nil
		}
		return "", &errkit.Error{Kind: errkit.InputRequired,
			Needs: &errkit.Needs{Input: []errkit.Input{{Name: "name"}}}}
	})
	var group sync.WaitGroup
	for _, revision := range []string{"2025-11-25", "2026-07-28"} {
		u := &user{action: "accept", content: func(int) in { return in{"name": "front"} }}
		for _, session := range u.sessions(t, s, revision, everything) {
			for range 4 {
				group.Go(func() {
					for _, what := range methods {
						if got := ask(t, session, what); !strings.Contains(got, "front rings") {
							t.Errorf("got %s", fmt.Sprint(got))
						}
					}
				})
			}
		}
	}
	group.Wait()
}

// A function of the options that panics is as if it were not set.
func TestOptionsThatPanic(t *testing.T) {
	var l log
	s := newServer(nil)
	s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{
		Boundary: &middleware.Boundary{Report: l.report},
		Ref:      func(context.Context) string { panic(canary) },
		Tool:     func(string) *mcperr.Options { panic(canary) },
	}))
	w := stdio(t, s, "2025-11-25", "{}")
	for _, name := range []string{"raw_plain", "raw_panic"} {
		got := body(t, w.Tool(t, name, `{}`))
		require.Regexp(t, `"text":"Something went wrong on our side.+\(reference [0-9a-f]{8}\)`, got, name)
		require.NotContains(t, got, canary, name)
	}
}
