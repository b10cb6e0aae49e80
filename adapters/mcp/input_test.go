package mcperr_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/lab/mcptest"
	"github.com/toolerr/toolerr/middleware/validate"
)

// TestBadInput checks that invalid requests get a response, and that the server continues.
func TestBadInput(t *testing.T) {
	deep := strings.Repeat("[", 900) + strings.Repeat("]", 900)
	huge := `"` + strings.Repeat("x", 1<<18) + `"`
	tests := []struct {
		name   string
		params string
		typed  string // part of the answer of a typed tool
		raw    string // and of a raw one
	}{
		{"no arguments", `{"name":%q}`, `"isError":true`, `"n":0`},
		{"null", `{"name":%q,"arguments":null}`, `"path":"/name","message":"is required"`, `"n":2`},
		{"an array", `{"name":%q,"arguments":[1]}`, `must be an object`, `"n":3`},
		{"a text", `{"name":%q,"arguments":"x"}`, `must be an object`, `"n":3`},
		{"huge", `{"name":%q,"arguments":{"name":` + huge + `}}`, `ding`, `"n":262155`},
		{"deep", `{"name":%q,"arguments":{"name":` + deep + `}}`, `"isError":true`, `"n":1809`},
		{"duplicate keys, of which the last counts", `{"name":%q,"arguments":{"name":5,"name":"front"}}`, `ding`,
			`"n":25`},
		{"duplicate keys, of which the last is wrong", `{"name":%q,"arguments":{"name":"front","name":5}}`,
			`"isError":true`, `"n":25`},
		{"arguments of another type", `{"name":%q,"arguments":{"name":{"a":` + `"` + canary + `"` + `}}}`,
			`"isError":true`, `"n":28`},
		{"params of another type", `["%s"]`, `-32602`, `-32602`},
		{"a name of another type", `{"name":{"a":"%s"}}`, `-32602`, `-32602`},
	}
	s := guarded(nil)
	s.AddTool(&mcp.Tool{Name: "raw_size", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{StructuredContent: in{"n": len(r.Params.Arguments)}}, nil
		})
	for _, revision := range mcptest.Revisions {
		w, web := stdio(t, s, revision, "{}"), overHTTP(t, s, revision, "{}")
		for _, tt := range tests {
			if revision == "2026-07-28" && strings.HasPrefix(tt.params, "[") {
				continue // without _meta there is no revision
			}
			t.Run(revision+" "+tt.name, func(t *testing.T) {
				for name, want := range map[string]string{"ok": tt.typed, "ok_h": tt.typed, "raw_size": tt.raw} {
					params := fmt.Sprintf(tt.params, name)
					got := w.Call(t, "tools/call", params)
					require.Contains(t, got, want)
					require.NotContains(t, got, canary)
					require.NotContains(t, got, "validating", "the SDK's text has the value in it")
					if !strings.HasSuffix(tt.name, " of another type") { // where the header must name the tool
						require.Contains(t, web.Call(t, "tools/call", params), want)
					}
				}
			})
		}
	}
}

// TestTooDeep checks that the process continues after a document nested deeper than 1000, which
// the SDK rejects; over stdio it ends the connection.
func TestTooDeep(t *testing.T) {
	s := guarded(nil)
	for _, depth := range []int{2_000, 1_000_000} {
		deep := `{"name":"ok","arguments":{"name":` + strings.Repeat("[", depth) + strings.Repeat("]", depth) + `}}`
		require.Empty(t, stdio(t, s, "2025-11-25", "{}").Call(t, "tools/call", deep))
		web := overHTTP(t, s, "2025-11-25", "{}")
		web.Ask("tools/call", deep)
		require.Contains(t, <-web.Lines, "nesting depth")
	}
	require.Contains(t, stdio(t, s, "2025-11-25", "{}").Tool(t, "ok", `{"name":"front"}`), "ding")
}

func TestUnknownRevision(t *testing.T) {
	s := guarded(nil)
	w := stdio(t, s, "2026-07-28", "{}")
	w.Revision = "2099-01-01"
	got := w.Tool(t, "ok", `{"name":"front"}`)
	require.Contains(t, got, `"code":-32022`)
	require.Contains(t, got, `"requested":"2099-01-01"`)

	w = stdio(t, s, "2026-07-28", "{}")
	w.Revision = "2025-11-25"
	got = w.Call(t, "initialize", `{"protocolVersion":"1999-01-01","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`)
	require.Contains(t, got, `"protocolVersion":"`, "the server offers one that it knows")
	w.Send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	require.Contains(t, w.Tool(t, "raw_plain", `{}`), `"isError":true`)
}

type tower struct {
	Bells  []bell         `json:"bells" validate:"dive"`
	Height float64        `json:"height,omitempty" validate:"lt=200"`
	A      string         `json:"a/b~c,omitempty"`
	Color  string         `json:"color,omitempty" validate:"omitempty,oneof=red green"`
	Extra  map[string]int `json:"extra,omitempty"`
}

// TestFields checks that an error about the input of a typed tool has all faults as fields,
// without the values, both those of the schema and those of the validate tags.
func TestFields(t *testing.T) {
	s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, &mcp.ServerOptions{PageSize: 1})
	h := func(context.Context, *mcp.CallToolRequest, tower) (*mcp.CallToolResult, any, error) {
		return nil, in{"rings": true}, nil
	}
	mcp.AddTool(s, &mcp.Tool{Name: "plain"}, h)
	mcp.AddTool(s, &mcp.Tool{Name: "wrapped"}, mcperr.Handler(h, validate.Input))
	mcp.AddTool(s, &mcp.Tool{Name: "pointer"},
		mcperr.Handler(func(context.Context, *mcp.CallToolRequest, *tower) (*mcp.CallToolResult, any, error) {
			return nil, in{"rings": true}, nil
		}, validate.Input))
	mcp.AddTool(s, &mcp.Tool{Name: "any"},
		mcperr.Handler(func(context.Context, *mcp.CallToolRequest, any) (*mcp.CallToolResult, any, error) {
			return nil, in{"rings": true}, nil
		}))
	mcp.AddTool(s, &mcp.Tool{Name: "hidden"}, h)
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			res, err := next(ctx, method, req)
			if list, ok := res.(*mcp.ListToolsResult); ok {
				list.Tools = slices.DeleteFunc(list.Tools, func(t *mcp.Tool) bool { return t.Name == "hidden" })
			}
			return res, err
		}
	})
	s.AddReceivingMiddleware(mcperr.Middleware(quiet))
	const rings = `"rings":true`
	tests := []struct {
		name      string
		tool      string
		arguments string
		want      []string
	}{
		{"all of it", "plain", `{"bells":[{"name":"` + canary + `"},{"name":{"` + canary +
			`":1}},{"times":1}],"height":"` + canary + `","a/b~c":7777}`,
			[]string{`"path":"/bells/1/name"`, `"path":"/bells/2/name"`, `"path":"/height"`, `"path":"/a~1b~0c"`,
				`"rule":"required"`, `"rule":"type"`, `bells/1/name: `}},
		{"what is missing", "plain", `{}`, []string{`"path":"/bells"`, `"rule":"required"`}},
		{"nothing", "plain", `null`, []string{`"path":"/bells"`, `"rule":"required"`}},
		{"an array", "plain", `[7777]`, []string{`"path":""`, `"rule":"type"`}},
		{"an unknown member", "plain", `{"bells":[],"more":"` + canary + `"}`, []string{`"path":"/more"`}},
		{"a tag, which an unwrapped handler does not check", "plain", `{"bells":[],"height":7777}`, []string{rings}},
		{"a tag", "wrapped", `{"bells":[],"height":7777,"color":"` + canary + `"}`,
			[]string{`"path":"/height"`, `"path":"/color"`, `"rule":"oneof"`}},
		{"a tag of a pointer", "pointer", `{"bells":[],"height":7777}`, []string{`"path":"/height"`}},
		{"no fault", "wrapped", `{"bells":[{"name":"x"}],"height":7,"color":"red"}`, []string{rings}},
		{"no fault of a pointer", "pointer", `{"bells":[]}`, []string{rings}},
		{"no struct, no tags", "any", `{"x":7777}`, []string{rings}},
		{"a tool that the list does not have", "hidden", `{"bells":"` + canary + `"}`,
			[]string{`"kind":"invalid_input"`}},
	}
	for _, revision := range mcptest.Revisions {
		w := stdio(t, s, revision, "{}")
		for _, tt := range tests {
			t.Run(revision+" "+tt.name, func(t *testing.T) {
				got := body(t, w.Tool(t, tt.tool, tt.arguments))
				for _, want := range tt.want {
					require.Contains(t, got, want)
				}
				require.NotContains(t, got, canary)
				require.NotContains(t, got, "7777")
			})
		}
	}
}

// TestForeignSchema checks that references to other documents are not followed, and that a schema
// that does not compile does not prevent a response.
func TestForeignSchema(t *testing.T) {
	asked := false
	file := filepath.Join(t.TempDir(), "a.json")
	require.NoError(t, os.WriteFile(file, []byte(`{"type":"string"}`), 0o600))
	web := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	defer web.Close()
	s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	text := func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var r mcp.CallToolResult
		r.SetError(errors.New(`validating "arguments": ` + canary)) // as the SDK says it
		return &r, nil
	}
	for name, schema := range map[string]string{
		"web":  `{"type":"object","properties":{"a":{"$ref":"` + web.URL + `"}}}`,
		"file": `{"type":"object","properties":{"a":{"$ref":"file://` + file + `"}}}`,
		"bad":  `{"type":"object","properties":{"a":{"pattern":"("}}}`,
	} {
		s.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(schema)}, text)
	}
	s.AddReceivingMiddleware(mcperr.Middleware(quiet))
	w := stdio(t, s, "2025-11-25", "{}")
	for _, name := range []string{"web", "file", "bad"} {
		got := body(t, w.Tool(t, name, `{"a":1}`))
		require.Contains(t, got, `"kind":"invalid_input"`)
		require.NotContains(t, got, canary)
		require.NotContains(t, got, "fields", name)
	}
	require.False(t, asked)
}

// A type with validate tags that nothing would check is an error of the program, found when it
// starts.
func TestHandlerNeedsTheEngineOfTags(t *testing.T) {
	type list[T any] struct{ Items map[string][]*T }
	require.PanicsWithValue(t, "mcperr: mcperr_test.tower has validate tags, which nothing checks: pass validate.Input, "+
		"of github.com/toolerr/toolerr/middleware/validate, after the handler", func() {
		mcperr.Handler(func(context.Context, *mcp.CallToolRequest, tower) (*mcp.CallToolResult, any, error) {
			return nil, nil, nil
		})
	})
	require.Panics(t, func() {
		mcperr.Handler(func(context.Context, *mcp.CallToolRequest, list[tower]) (*mcp.CallToolResult, any, error) {
			return nil, nil, nil
		})
	}, "inside of a type")
	require.NotPanics(t, func() {
		mcperr.Handler(func(context.Context, *mcp.CallToolRequest, list[bell]) (*mcp.CallToolResult, any, error) {
			return nil, nil, nil
		}, validate.Input)
	})
}
