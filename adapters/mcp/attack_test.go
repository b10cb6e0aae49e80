package mcperr_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/lab/mcptest"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/validate"
)

type victim struct {
	M map[string][]leaf `json:"m,omitempty" validate:"dive,dive"`
	L []leaf            `json:"l,omitempty" validate:"dive"`
}

type leaf struct {
	X string `json:"x,omitempty" validate:"required"`
}

// TestAttacks checks that responses and log records have a bound, whatever a request contains.
func TestAttacks(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it sends every attack over both transports")
	}
	const n = 1 << 20
	k := strings.Repeat("k", n/2)
	call := func(tool, arguments string) string { return `{"name":"` + tool + `","arguments":` + arguments + `}` }
	many := func(item string) string { return `[` + strings.Repeat(item+",", 1000) + item + `]` }
	tests := []struct{ name, method, params string }{
		{"a long key around many faults", "tools/call", call("victim", `{"m":{"`+k+`":`+many(`{"x":1}`)+`}}`)},
		{"a long key around many violations", "tools/call", call("victim", `{"m":{"`+k+`":`+many(`{}`)+`}}`)},
		{"many faults", "tools/call", call("victim", `{"l":`+many(`1`)+`}`)},
		{"many violations", "tools/call", call("victim", `{"l":`+many(`{}`)+`}`)},
		{"a long unknown member", "tools/call", call("victim", `{"`+k+`":1}`)},
		{"a long tool", "tools/call", call(k, `{}`)},
		{"a long resource", "resources/read", `{"uri":"bell://` + k + `"}`},
		{"a long prompt", "prompts/get", `{"name":"` + k + `"}`},
	}
	for _, revision := range mcptest.Revisions {
		for _, o := range []mcperr.Options{{}, {Structured: true},
			{ToolError: true, Format: toolerror.Both, UnknownTool: true}} {
			log := &mcptest.Records{}
			o.Boundary = &middleware.Boundary{Report: middleware.Log(slog.New(slog.NewJSONHandler(log, nil)))}
			s := guarded(&o)
			mcp.AddTool(s, &mcp.Tool{Name: "victim"},
				mcperr.Handler(func(context.Context, *mcp.CallToolRequest, victim) (*mcp.CallToolResult, any, error) {
					return nil, nil, nil
				}, validate.Input))
			w := stdio(t, s, revision, "{}")
			for _, tt := range tests {
				t.Run(revision+" "+tt.name, func(t *testing.T) {
					got := w.Call(t, tt.method, tt.params)
					require.Contains(t, strings.ToLower(got), "error")
					require.LessOrEqual(t, len(got), text.MaxInput)
				})
			}
			for _, record := range log.All() {
				require.LessOrEqual(t, len(record), text.MaxRecord)
			}
		}
	}
}
