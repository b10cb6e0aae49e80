package mcperr_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/mcptest"
)

// TestCalling checks that an error with the text of the SDK's sessions is a peer's only if it is
// not coded.
func TestCalling(t *testing.T) {
	coded := errkit.Invalid(errkit.Field{Path: "/city", Message: "unknown city"})
	peers := &jsonrpc.Error{Code: -31999, Message: canary}
	tests := []struct {
		name string
		err  error
		want errkit.Kind // of a handler's error
		from errkit.Kind // of FromError
	}{
		{"a coded error", fmt.Errorf("calling %q: %w", "geo", coded), errkit.InvalidInput, errkit.InvalidInput},
		{"a kind", fmt.Errorf("calling %q: %w", "geo", errkit.Conflict), errkit.Conflict, errkit.Conflict},
		{"further in", fmt.Errorf("trip: %w",
			fmt.Errorf("calling %q: %w", "geo", fmt.Errorf("%s: %w", canary, coded))), errkit.InvalidInput,
			errkit.InvalidInput},
		{"joined inside", fmt.Errorf("calling %q: %w", "geo", errors.Join(mcptest.ErrSecret, coded)),
			errkit.InvalidInput, errkit.InvalidInput},
		{"joined beside", errors.Join(fmt.Errorf("calling %q: %w", "geo", mcptest.ErrSecret), coded),
			errkit.InvalidInput, errkit.InvalidInput},
		{"a peer's error beside", errors.Join(fmt.Errorf("calling %q: %w", "geo", peers), coded), errkit.InvalidInput,
			errkit.InvalidInput},
		{"a peer's error", fmt.Errorf("calling %q: %w", "tools/call", peers), errkit.UpstreamFailed, errkit.Unknown},
		{"a peer's error, joined", errors.Join(mcptest.ErrSecret, fmt.Errorf("calling %q: %w", "tools/call", peers)),
			errkit.UpstreamFailed, errkit.Unknown},
		{"a peer's error, joined inside",
			fmt.Errorf("calling %q: %w", "tools/call", errors.Join(mcptest.ErrSecret, peers)), errkit.UpstreamFailed,
			errkit.Unknown},
		{"nothing known of it", fmt.Errorf("calling %q: %w", "tools/call", mcptest.ErrSecret), errkit.Network,
			errkit.Network},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.from, errkit.KindOf(mcperr.FromError(tt.err)))
			s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
			h := func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
				return nil, nil, tt.err
			}
			mcp.AddTool(s, &mcp.Tool{Name: "typed"}, h)
			mcp.AddTool(s, &mcp.Tool{Name: "wrapped"}, mcperr.Handler(h))
			s.AddTool(&mcp.Tool{Name: "raw", InputSchema: json.RawMessage(`{"type":"object"}`)}, raw(nil, tt.err))
			s.AddReceivingMiddleware(mcperr.Middleware(quiet))
			w := stdio(t, s, "2025-11-25", "{}")
			for _, tool := range []string{"typed", "wrapped", "raw"} {
				got := w.Tool(t, tool, `{}`)
				require.Contains(t, got, `"kind":"`+tt.want.String()+`"`, tool)
				require.NotContains(t, got, canary, tool)
			}
		})
	}
}

// broken is an error whose methods panic for a nil pointer.
type broken struct{ err error }

func (b *broken) Error() string { return b.err.Error() }
func (b *broken) Unwrap() error { return b.err }

// TestHostileChains checks that a chain that cannot be visited to its end gets a response: it is
// a fault of the server.
func TestHostileChains(t *testing.T) {
	for name, err := range map[string]error{
		"an error that wraps itself": fmt.Errorf("ring: %w", new(mcptest.Endless)),
		"joined":                     errors.Join(mcptest.ErrSecret, new(mcptest.Endless)),
		"Unwrap panics":              fmt.Errorf("ring: %w", (*broken)(nil)),
	} {
		t.Run(name, func(t *testing.T) {
			s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
			s.AddTool(&mcp.Tool{Name: "raw", InputSchema: json.RawMessage(`{"type":"object"}`)}, raw(nil, err))
			mcp.AddTool(s, &mcp.Tool{Name: "wrapped"}, mcperr.Handler(typed(err)))
			s.AddReceivingMiddleware(mcperr.Middleware(quiet))
			w := stdio(t, s, "2025-11-25", "{}")
			for _, tool := range []string{"raw", "wrapped"} {
				got := w.Tool(t, tool, `{"name":"x"}`)
				require.Contains(t, got, `"kind":"internal"`, tool)
				require.NotContains(t, got, canary)
			}
			require.NotNil(t, mcperr.FromError(err))
		})
	}
}
