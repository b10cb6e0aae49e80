package mcpgoerr_test

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/stretchr/testify/require"

	mcpgoerr "github.com/toolerr/toolerr/adapters/mcpgo"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/lab/mcptest"
	"github.com/toolerr/toolerr/middleware"
)

const victim = `{"type":"object","additionalProperties":false,"properties":{
	"m":{"additionalProperties":{"items":{"type":"object","properties":{"x":{"type":"string"}},"required":["y"]}}},
	"l":{"items":{"type":"object","required":["x"]}}}}`

// TestAttacks checks that responses and log records have a bound, whatever a request contains.
func TestAttacks(t *testing.T) {
	const n = 100 << 10
	k := strings.Repeat("k", n/2)
	many := func(item string) string { return `[` + strings.Repeat(item+",", 1000) + item + `]` }
	tests := []struct{ name, tool, arguments string }{
		{"a long key around many faults", "victim", `{"m":{"` + k + `":` + many(`{"x":1}`) + `}}`},
		{"many faults", "victim", `{"l":` + many(`{}`) + `}`},
		{"a long unknown member", "victim", `{"` + k + `":1}`},
		{"a type that does not fit", "typed", `{"times":"` + k + `"}`},
		{"an unknown error", "plain", `{"` + k + `":1}`},
	}
	for _, revision := range []string{"2025-11-25", "2026-07-28"} {
		for _, o := range []mcpgoerr.Options{{}, {Structured: true}, {ToolError: true, Format: toolerror.Both}} {
			log := &mcptest.Records{}
			o.Boundary = &middleware.Boundary{Report: middleware.Log(slog.New(slog.NewJSONHandler(log, nil)))}
			s := newServer(mcpgoerr.WithMiddleware(&o))
			s.AddTool(mcp.NewToolWithRawSchema("victim", "", []byte(victim)), tools["ok"])
			w := stdio(t, s, revision, "{}")
			for _, tt := range tests {
				t.Run(revision+" "+tt.name, func(t *testing.T) {
					got := w.Tool(t, tt.tool, tt.arguments)
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
