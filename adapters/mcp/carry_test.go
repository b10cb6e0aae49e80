package mcperr_test

import (
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/mcptest"
	"github.com/toolerr/toolerr/middleware"
)

// TestCarry checks that what is carried in _meta, in structuredContent and in the data of an
// error is bounded, clean, and without the names of secrets: clients show models all of it.
func TestCarry(t *testing.T) {
	many := make([]int, 4000)
	var details []slog.Attr
	for i := range 60 {
		details = append(details, slog.Any(strings.Repeat("k", i+1), many))
	}
	tests := []struct {
		name string
		err  *errkit.Error
	}{
		{"a large message", &errkit.Error{Message: errkit.Text(strings.Repeat("m", 1<<20)),
			Hint: errkit.Text(strings.Repeat("h", 1<<20))}},
		{"large details", &errkit.Error{Kind: errkit.Conflict, Details: details}},
		{"terminal and bidirectional characters", &errkit.Error{Kind: errkit.Conflict, Message: "a\x1b[31mred\u202e",
			Code: "c\x1b[0m", Details: []slog.Attr{slog.String("k\x1b[1m", "\u2066v"),
				slog.Any("raw", json.RawMessage(`{"a":"\u001b[5m\u202e"}`))}}},
		{"secrets", &errkit.Error{Kind: errkit.RequirementMissing,
			Needs: &errkit.Needs{UserID: true, Secrets: []string{"SECRET_TOKEN"}}}},
		{"only secrets", &errkit.Error{Kind: errkit.RequirementMissing,
			Needs: &errkit.Needs{Secrets: []string{"SECRET_TOKEN"}}}},
	}
	for name, o := range map[string]mcperr.Options{
		"default": {}, "structured": {Structured: true}, "toolError": {ToolError: true},
		"no limit": {Codec: dialect.Codec{MaxText: -1}},
	} {
		for _, tt := range tests {
			if o.Codec.MaxText < 0 && tt.name == "a large message" || o.ToolError && tt.err.Details != nil {
				continue // toolError:v1 has details of its own
			}
			t.Run(name+" "+tt.name, func(t *testing.T) {
				o.Boundary = new(middleware.Boundary)
				s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
				s.AddTool(&mcp.Tool{Name: "t", InputSchema: json.RawMessage(`{"type":"object"}`)}, raw(nil, tt.err))
				s.AddResource(&mcp.Resource{Name: "r", URI: "bell://r"}, resource(nil, tt.err))
				s.AddReceivingMiddleware(mcperr.Middleware(&o))
				for _, revision := range mcptest.Revisions {
					w := stdio(t, s, revision, "{}")
					for _, got := range []string{w.Tool(t, "t", `{}`),
						w.Call(t, "resources/read", `{"uri":"bell://r"}`)} {
						require.Less(t, len(got), 200<<10)
						for _, bad := range []string{"\x1b", `\u001b`, "\u202e", "\u2066", `\u202e`, "SECRET_TOKEN"} {
							require.NotContains(t, got, bad)
						}
					}
				}
			})
		}
	}
}

// The attachments of an error are in the result that the SDK sends.
func TestAttachments(t *testing.T) {
	const picture = `{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}`
	s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	s.AddTool(&mcp.Tool{Name: "t", InputSchema: json.RawMessage(`{"type":"object"}`)}, raw(nil, &errkit.Error{
		Kind: errkit.Conflict, Message: "The page did not load.", Details: []slog.Attr{
			slog.Any("content", json.RawMessage(`[`+picture+`]`)), slog.Group("structuredContent", slog.Int("step", 7)),
			slog.Group("_meta", slog.String("example.com/run", "r7"))},
	}))
	s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: new(middleware.Boundary)}))
	got := body(t, stdio(t, s, "2025-11-25", "{}").Tool(t, "t", `{}`))
	require.JSONEq(t, `{"content":[{"type":"text","text":"The page did not load."},`+picture+`],"structuredContent":{"step":7},
		"isError":true,"_meta":{"example.com/run":"r7","io.github.toolerr/error":{"kind":"conflict","message":"The page did not load.",
			"details":{"content":[`+picture+`],"structuredContent":{"step":7},"_meta":{"example.com/run":"r7"}}}}}`, got)
}

// Clients refuse structuredContent with another form than the output of the tool, also in a failed result.
func TestAttachedDataOfAnotherForm(t *testing.T) {
	s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	schema := json.RawMessage(`{"type":"object","properties":{"rung":{"type":"boolean"}},"required":["rung"]}`)
	s.AddTool(&mcp.Tool{Name: "t", InputSchema: json.RawMessage(`{"type":"object"}`), OutputSchema: schema}, raw(nil, &errkit.Error{
		Kind: errkit.Conflict, Message: "It rings.", Details: []slog.Attr{slog.Group("structuredContent", slog.Int("step", 7))},
	}))
	s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: new(middleware.Boundary)}))
	require.NotContains(t, body(t, stdio(t, s, "2025-11-25", "{}").Tool(t, "t", `{}`)), `"structuredContent":{"step":7},`)
}
