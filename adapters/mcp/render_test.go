package mcperr_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/dialect"
	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/mcptest"
)

// TestRender checks that the SDK encodes a result as the dialect does.
func TestRender(t *testing.T) {
	challenge := &errkit.Needs{Challenges: []errkit.Challenge{{ID: "e1", URL: "https://example.com/a?x=1&y=2",
		Message: "Link it."}}}
	question := &errkit.Needs{Reason: "Which one?",
		Input: []errkit.Input{{Name: "bell", Suggestions: []string{"front"}}}}
	errs := map[string]*errkit.Error{
		"bare":    {},
		"no text": {Kind: errkit.NotFound, Message: "\x00"},
		"lines": {Kind: errkit.InvalidInput, Message: "No.", Hint: "Try\tthis.\n\"that\" \\ \u2028 \x1b[31m </b>",
			Fields: []errkit.Field{{Path: "/a~1b", Message: "is 日本", Rule: "min", Param: "1"}}},
		"numbers": {Kind: errkit.Conflict,
			Details: []slog.Attr{slog.Int64("large", 1<<62), slog.Any("raw", json.RawMessage(`{"b":1.0,"a":[ ]}`))}},
		"private":   {Kind: errkit.Network, Dev: errkit.Dev(canary), Err: mcptest.ErrSecret},
		"challenge": {Kind: errkit.AuthRequired, Message: "Link your account.", Needs: challenge},
		"question":  {Kind: errkit.InputRequired, Needs: question},
		"reference": {Kind: errkit.Timeout, Message: "No.", Ref: "7f3a9c"},
		"rate":      {Kind: errkit.RateLimited, Stage: errkit.BeforeCall, RetryAfter: time.Second},
		"before":    {Kind: errkit.InvalidInput, Stage: errkit.BeforeCall, Message: "No."},
	}
	options := map[string]mcperr.Options{
		"plain":      {NoCarry: true},
		"carried":    {},
		"structured": {Structured: true},
		"drafts":     {Drafts: true},
		"markdown":   {ToolError: true},
		"json":       {ToolError: true, Format: toolerror.JSON},
		"both":       {ToolError: true, Format: toolerror.Both, NoCarry: true},
	}
	for name, e := range errs {
		if e.Retry == errkit.RetryUnspecified {
			e.Effect = e.Kind.Effect() // as the boundary sets it
		}
		for with, o := range options {
			for _, revision := range mcptest.Revisions {
				t.Run(fmt.Sprintf("%s %s %s", name, with, revision), func(t *testing.T) {
					o.Boundary = quiet.Boundary
					req := &mcp.CallToolRequest{Params: &mcp.CallToolParamsRaw{Name: "ring", Meta: mcp.Meta{
						mcp.MetaKeyProtocolVersion:    revision,
						mcp.MetaKeyClientCapabilities: json.RawMessage(mcptest.URLElicitation),
					}}}
					h := mcperr.Middleware(&o)(func(context.Context, string, mcp.Request) (mcp.Result,
						error) {
						return nil, e
					})
					var d dialect.Dialect = mcpdialect.Dialect{Revision: revision, Structured: o.Structured,
						Drafts: o.Drafts, URLElicitation: true, FormElicitation: true}
					if o.ToolError {
						d = toolerror.Dialect{Revision: revision, Format: o.Format}
					}
					codec := &dialect.Codec{Carry: !o.NoCarry}
					want, _ := codec.Append(nil, d, dialect.Call{Tool: "ring", Method: "tools/call"}, e)

					res, err := h(t.Context(), "tools/call", req)
					var got []byte
					if err != nil {
						got, err = json.Marshal(err)
					} else if got, err = json.Marshal(res); res.(*mcp.CallToolResult).IsError {
						require.Same(t, e, res.(*mcp.CallToolResult).GetError(), "for middleware above")
					}
					require.NoError(t, err)
					wanted := read(t, want)
					if wanted["resultType"] == "input_required" {
						wanted["content"] = []any{} // the SDK always has it
						wanted["requestState"] = "io.github.toolerr/asked:1"
					}
					require.Equal(t, wanted, read(t, got), "want %s, got %s", want, got)
					require.NotContains(t, string(got), canary)
				})
			}
		}
	}
}

// read decodes an object without rounding its numbers.
func read(t *testing.T, doc []byte) (v map[string]any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	require.NoError(t, d.Decode(&v))
	return v
}
