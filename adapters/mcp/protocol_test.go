package mcperr_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// TestCalling: an error that begins as those of the SDK's sessions do is a
// peer's only where no author coded it.
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
		{"further in", fmt.Errorf("trip: %w", fmt.Errorf("calling %q: %w", "geo", fmt.Errorf("%s: %w", canary, coded))), errkit.InvalidInput, errkit.InvalidInput},
		{"joined inside", fmt.Errorf("calling %q: %w", "geo", errors.Join(errSecret, coded)), errkit.InvalidInput, errkit.InvalidInput},
		{"joined beside", errors.Join(fmt.Errorf("calling %q: %w", "geo", errSecret), coded), errkit.InvalidInput, errkit.InvalidInput},
		{"a peer's error beside", errors.Join(fmt.Errorf("calling %q: %w", "geo", peers), coded), errkit.InvalidInput, errkit.InvalidInput},
		{"a peer's error", fmt.Errorf("calling %q: %w", "tools/call", peers), errkit.UpstreamFailed, errkit.Unknown},
		{"a peer's error, joined", errors.Join(errSecret, fmt.Errorf("calling %q: %w", "tools/call", peers)), errkit.UpstreamFailed, errkit.Unknown},
		{"a peer's error, joined inside", fmt.Errorf("calling %q: %w", "tools/call", errors.Join(errSecret, peers)), errkit.UpstreamFailed, errkit.Unknown},
		{"nothing known of it", fmt.Errorf("calling %q: %w", "tools/call", errSecret), errkit.Network, errkit.Network},
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
				got := w.tool(t, tool, `{}`)
				require.Contains(t, got, `"kind":"`+tt.want.String()+`"`, tool)
				require.NotContains(t, got, canary, tool)
			}
		})
	}
}

// TestNoRequest: a tool's error of a kind that says that the request is none is
// about what the tool read, and the model sees it, unless its author or a peer
// says otherwise.
func TestNoRequest(t *testing.T) {
	kinds := []errkit.Kind{errkit.Malformed, errkit.InvalidRequest, errkit.MethodNotAllowed}
	relay := &mcperr.Options{Boundary: &middleware.Boundary{Relay: true}}
	tests := []struct {
		name  string
		err   func(errkit.Kind) error
		model bool // sees it
	}{
		{"a kind", func(k errkit.Kind) error { return k }, true},
		{"wrapped", func(k errkit.Kind) error { return fmt.Errorf("%s: %w", canary, errkit.New(k, "No.")) }, true},
		{"before the call", func(k errkit.Kind) error { return &errkit.Error{Kind: k, Stage: errkit.BeforeCall} }, false},
		{"a peer's", func(k errkit.Kind) error { return &errkit.Error{Kind: k, Peer: &errkit.Peer{Dialect: "mcp"}} }, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
			for _, k := range kinds {
				h := func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
					return nil, nil, tt.err(k)
				}
				mcp.AddTool(s, &mcp.Tool{Name: "typed " + k.String()}, h)
				mcp.AddTool(s, &mcp.Tool{Name: "wrapped " + k.String()}, mcperr.Handler(h))
				s.AddTool(&mcp.Tool{Name: "raw " + k.String(), InputSchema: json.RawMessage(`{"type":"object"}`)}, raw(nil, tt.err(k)))
			}
			s.AddReceivingMiddleware(mcperr.Middleware(relay))
			for _, revision := range revisions {
				w := stdio(t, s, revision, "{}")
				for _, k := range kinds {
					for _, how := range []string{"typed ", "wrapped ", "raw "} {
						got := w.tool(t, how+k.String(), `{}`)
						require.NotContains(t, got, canary)
						require.Equal(t, tt.model, strings.Contains(got, `"isError":true`), got)
						require.Equal(t, tt.model, strings.Contains(got, `"stage":"execution"`), got)
						require.Contains(t, got, `"kind":"`+k.String()+`"`)
						require.Equal(t, !tt.model, strings.Contains(got, `"error":{"code":-32`), got)
					}
				}
			}
		})
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	s.AddTool(&mcp.Tool{Name: "raw", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, middleware.DecodeJSON(r.Params.Arguments, new(bell))
	})
	s.AddResource(&mcp.Resource{Name: "bell", URI: "bell://bell"}, resource(nil, errkit.InvalidRequest))
	s.AddReceivingMiddleware(mcperr.Middleware(quiet))
	w := stdio(t, s, "2025-11-25", "{}")
	got := w.call(t, "tools/call", `{"name":"raw"}`)
	require.Contains(t, got, `"isError":true`)
	require.Contains(t, got, "The request is empty")
	require.Contains(t, w.call(t, "resources/read", `{"uri":"bell://bell"}`), `"code":-32600`)
}
