//lint:file-ignore SA1019 clients of revisions before 2026-07-28 have sampling, roots and logging

package mcperr_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/lab/mcptest"
)

// TestClientFeatures checks that the model learns what its client does not support.
func TestClientFeatures(t *testing.T) {
	s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	for name, ask := range map[string]func(context.Context, *mcp.ServerSession) error{
		"elicitation": func(ctx context.Context, ss *mcp.ServerSession) error {
			_, err := ss.Elicit(ctx, &mcp.ElicitParams{Mode: "form", Message: "Who?"})
			return err
		},
		"sampling": func(ctx context.Context, ss *mcp.ServerSession) error {
			_, err := ss.CreateMessage(ctx, &mcp.CreateMessageParams{MaxTokens: 1})
			return err
		},
		"roots": func(ctx context.Context, ss *mcp.ServerSession) error {
			_, err := ss.ListRoots(ctx, nil)
			return err
		},
	} {
		h := func(ctx context.Context, r *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, any, error) {
			return nil, nil, fmt.Errorf("%s: %w", canary, ask(ctx, r.Session))
		}
		mcp.AddTool(s, &mcp.Tool{Name: name}, h)
		mcp.AddTool(s, &mcp.Tool{Name: name + "_h"}, mcperr.Handler(h))
	}
	s.AddReceivingMiddleware(mcperr.Middleware(quiet))
	w := stdio(t, s, "2025-11-25", "{}")
	for _, name := range []string{"elicitation", "sampling", "roots"} {
		for _, how := range []string{"", "_h"} {
			w.Ask("tools/call", fmt.Sprintf(`{"name":%q,"arguments":{}}`, name+how))
			if name != "elicitation" { // which the SDK knows from the capabilities
				var m struct{ ID json.RawMessage }
				require.NoError(t, json.Unmarshal([]byte(<-w.Lines), &m))
				w.Send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"Method not found"}}`,
					m.ID))
			}
			got := body(t, w.Answer(t, mcptest.Patience))
			require.Contains(t, got, `"kind":"unsupported"`)
			require.Contains(t, got, "The client does not support "+name+".")
			require.NotContains(t, got, canary)
		}
	}
}
