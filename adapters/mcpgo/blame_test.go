package mcpgoerr_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"testing"

	"github.com/go-playground/validator/v10"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/stretchr/testify/require"

	mcpgoerr "github.com/toolerr/toolerr/adapters/mcpgo"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/mcptest"
	"github.com/toolerr/toolerr/middleware/standard"
)

// TestBlame checks that an error of encoding/json is the caller's only if the arguments have that
// fault, and that errors of validator are, with the default boundary.
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
	requireInt := func(r mcp.CallToolRequest) error {
		_, err := r.RequireInt("nights")
		return fmt.Errorf(canary+": %w", err)
	}
	requireList := func(r mcp.CallToolRequest) error {
		_, err := r.RequireStringSlice("a/b")
		return err
	}
	coded := func(r mcp.CallToolRequest) error {
		_, err := r.RequireInt("nights")
		return errkit.Wrap(err, errkit.Conflict, "No.")
	}
	atoi := func(r mcp.CallToolRequest) error {
		_, err := strconv.Atoi(r.GetString("room", ""))
		return fmt.Errorf("room: %w", err)
	}
	says := func(text string) func(mcp.CallToolRequest) error {
		return func(mcp.CallToolRequest) error { return errors.New(text) }
	}
	tests := []struct {
		name   string
		f      func(mcp.CallToolRequest) error
		params string
		want   string
	}{
		{"arguments of the wrong type", bind, `,"arguments":{"nights":"` + canary + `"}`, `"path":"/nights"`},
		{"a number too large", bind, `,"arguments": { "nights": 1e99 }`, `"path":"/nights"`},
		{"a rule of validator", func(mcp.CallToolRequest) error { return validator.New().Struct(trip{}) },
			`,"arguments":{}`, `"kind":"invalid_input"`},
		{"a document of a service", decode(`{"nights":"` + canary + `"}`), `,"arguments":{"nights":"three"}`,
			`"kind":"internal"`},
		{"a broken document of a service", decode(`{"nights" 1}`), `,"arguments":{"nights":3}`, `"kind":"internal"`},
		{"an empty document of a service", decode(``), ``, `"kind":"internal"`},
		{"an argument that is missing", requireInt, ``,
			`"fields":[{"path":"/nights","message":"is required","rule":"required"}]`},
		{"an argument of the wrong type", requireInt, `,"arguments":{"nights":["` + canary + `"]}`,
			`"fields":[{"path":"/nights","message":"must be an integer","rule":"type"}]`},
		{"an argument that is no number", requireInt, `,"arguments":{"nights":"` + canary + `"}`,
			`"fields":[{"path":"/nights","message":"must be an integer","rule":"type"}]`},
		{"an item of an argument", requireList, `,"arguments":{"a/b":["x",7]}`,
			`"fields":[{"path":"/a~1b/1","message":"must be a string","rule":"type"}]`},
		{"the text of such an error, but not the fault", says(`required argument "nights" not found`),
			`,"arguments":{"nights":3}`, `"kind":"internal"`},
		{"the text of such an error, about an argument of that type", says(`argument "path" is not a string`),
			`,"arguments":{"path":"/a"}`, `"kind":"internal"`},
		{"the text of such an error, about an item of that type", says(`item 0 in argument "list" is not a string`),
			`,"arguments":{"list":["a"]}`, `"kind":"internal"`},
		{"the text of such an error, with a kind", coded, ``, `"kind":"conflict"`},
		{"the text of such an error, about nothing", says(`argument "nights" is not an int`), ``, `"kind":"internal"`},
		{"a text that is no number", atoi, `,"arguments":{"room":"` + canary + `"}`,
			`"fields":[{"path":"/room","message":"must be an integer","rule":"type","param":"integer"}]`},
		{"a text of a service that is no number", fails(strconv.ErrSyntax), `,"arguments":{"room":"7"}`, `"kind":"internal"`},
		{"a cache that hangs up", fails(io.EOF), ``, `"kind":"internal"`},
		{"a cache that hangs up early", fails(io.ErrUnexpectedEOF), `,"arguments":{"nights":3}`, `"kind":"internal"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := server.NewMCPServer("trips", "1", mcpgoerr.WithMiddleware(nil))
			s.AddTool(mcp.NewTool("plan"),
				func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, tt.f(r) })
			got := stdio(t, s, "2025-11-25", "{}").Call(t, "tools/call", `{"name":"plan"`+tt.params+`}`)
			require.Contains(t, got, tt.want)
			require.NotContains(t, got, canary)
		})
	}

	s := server.NewMCPServer("trips", "1", mcpgoerr.WithMiddleware(nil))
	s.AddPrompt(mcp.NewPrompt("plan"), func(_ context.Context, r mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return nil, json.Unmarshal([]byte(r.Params.Arguments["trip"]), new(trip))
	})
	w := stdio(t, s, "2025-11-25", "{}")
	require.Contains(t, w.Call(t, "prompts/get", `{"name":"plan","arguments":{"trip":"{\"nights"}}`),
		"A parameter of the request is not valid JSON: line 1, column 9")
	require.Contains(t, w.Call(t, "prompts/get", `{"name":"plan"}`), "Something went wrong")
}

// TestForeignViolations checks that an error about another document than the arguments is the
// server's, however much the documents are alike.
func TestForeignViolations(t *testing.T) {
	type order struct {
		ID    string  `json:"id" validate:"required,len=5"`
		Price float64 `json:"price" validate:"gt=0"`
	}
	decode := func(doc string, dst any) error { return json.Unmarshal([]byte(doc), dst) }
	validate := func(s any) error { return validator.New().Struct(s) }
	tests := []struct {
		name      string
		err       error
		arguments string
		want      string
	}{
		{"the same document, which the schema allows", decode(`{"id":"4711"}`, new(struct{ ID int })), `{"id":"4711"}`,
			"internal"},
		{"a type that the schema allows", decode(`{"price":1.5}`, new(struct{ Price int })), `{"price":1.5}`,
			"invalid_input"},
		{"a tag, other values", validate(order{ID: "12345"}), `{"id":"4711","price":3}`, "internal"},
		{"a tag, the values of the call", validate(order{ID: "4711", Price: 3}), `{"id":"4711","price":3}`,
			"invalid_input"},
		{"a tag, an absent member", validate(order{ID: "12345"}), `{"id":"12345"}`, "invalid_input"},
		{"a tag, a member that the tool does not have", validate(struct {
			Weight float64 `validate:"gt=0"`
		}{}), `{"id":"12345"}`, "internal"},
		{"an error that wraps itself", new(mcptest.Endless), `{"id":"12345"}`, "internal"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Error(t, tt.err)
			b := standard.Boundary()
			b.Report = nil
			s := server.NewMCPServer("orders", "1", mcpgoerr.WithMiddleware(&mcpgoerr.Options{Boundary: b}))
			s.AddTool(mcp.NewToolWithRawSchema("order", "",
				[]byte(`{"type":"object","properties":{"id":{"type":"string"},"price":{"type":"number"}}}`)),
				toolReturning(nil, fmt.Errorf("order: %w", tt.err)))
			s.AddResource(mcp.NewResource("order://1", "order"), resourceReturning(nil, tt.err))
			w := stdio(t, s, "2025-11-25", "{}")
			require.Contains(t, w.Tool(t, "order", tt.arguments), `"kind":"`+tt.want+`"`)
			require.Contains(t, w.Call(t, "resources/read", `{"uri":"order://1"}`),
				"Something went wrong on our side.", "a resource has no arguments")
		})
	}
}
