package mcperr_test

import (
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/mcptest"
)

// TestMessages checks that everything that a model needs is in the text of a tool's result, and
// in the message of the JSON-RPC error of a resource or a prompt, which has no other place; and
// that each of them asks the user of a client that supports it.
func TestMessages(t *testing.T) {
	const (
		rest   = `This bell needs a rest.\nRing another one.\nNothing was done. Try again in 90 seconds.`
		input  = `Some input parameters are invalid.\nname: is required\ntimes: must be at least 1`
		scopes = `Permission denied.\nNeeded: a user id\nNeeded permissions: bells:ring`
	)
	tests := []struct {
		name    string
		err     error
		want    map[string]string // by revision; "": every other
		options mcperr.Options
	}{
		{"a delay", &errkit.Error{Kind: errkit.RateLimited, Message: "This bell needs a rest.",
			Hint: "Ring another one.", RetryAfter: 90 * time.Second}, map[string]string{"": rest}, mcperr.Options{}},
		{"a delay in toolError:v1", &errkit.Error{Kind: errkit.RateLimited, Message: "This bell needs a rest.",
			Hint: "Ring another one.", RetryAfter: 90 * time.Second}, map[string]string{"": rest},
			mcperr.Options{ToolError: true}},
		{"fields", errkit.Invalid(errkit.Field{Path: "/name", Message: "is required"},
			errkit.Field{Path: "/times", Message: "must be at least 1"}), map[string]string{"": input},
			mcperr.Options{}},
		{"scopes and a user", &errkit.Error{Kind: errkit.PermissionDenied,
			Needs: &errkit.Needs{Scopes: []string{"bells:ring"}, UserID: true}}, map[string]string{"": scopes},
			mcperr.Options{}},
		{"a challenge", mcptest.Authorize, map[string]string{
			"": `Link your account first.\nVisit https://example.com/a?x=1`, "2025-11-25": `"code":-32042`,
			"2026-07-28": `"resultType":"input_required","inputRequests":{"e1":{`,
		}, mcperr.Options{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.options.Boundary = quiet.Boundary
			s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
			s.AddTool(&mcp.Tool{Name: "x", InputSchema: in{"type": "object"}}, raw(nil, tt.err))
			s.AddResource(&mcp.Resource{Name: "x", URI: "bell://x"}, resource(nil, tt.err))
			s.AddPrompt(&mcp.Prompt{Name: "x"}, prompt(nil, tt.err))
			s.AddReceivingMiddleware(mcperr.Middleware(&tt.options))
			for _, revision := range mcptest.Revisions {
				want, ok := tt.want[revision]
				if !ok {
					want = tt.want[""]
				}
				w := stdio(t, s, revision, mcptest.URLElicitation)
				for _, got := range []string{w.Tool(t, "x", `{}`), w.Call(t, "resources/read", `{"uri":"bell://x"}`),
					w.Call(t, "prompts/get", `{"name":"x"}`)} {
					require.Contains(t, got, want, revision)
					require.NotContains(t, got, ":null", revision)
				}
			}
		})
	}
}
