package mcperr_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// What the result of a failed tool costs: two are the result of the SDK and its text, two the
// goroutine of the handler and its response, and one the call.
func TestAllocs(t *testing.T) {
	failed := &errkit.Error{Kind: errkit.NotFound, Message: "There is no such bell."}
	fails := func(context.Context, string, mcp.Request) (mcp.Result, error) { return nil, failed }
	h := mcperr.Middleware(&mcperr.Options{NoCarry: true, Boundary: new(middleware.Boundary)})(fails)
	req := &mcp.CallToolRequest{Params: &mcp.CallToolParamsRaw{Name: "ring", Arguments: json.RawMessage("{}")}}
	require.LessOrEqual(t, testing.AllocsPerRun(100, func() { _, _ = h(t.Context(), "tools/call", req) }), 6.0,
		"one of them is a copy of the error with the effect of the call")
}

// A handler that logs its context does not log the arguments.
func TestContextText(t *testing.T) {
	var printed string
	h := mcperr.Middleware(nil)(func(ctx context.Context, _ string, _ mcp.Request) (mcp.Result, error) {
		printed = fmt.Sprintf("%v %+v %s", ctx, ctx, ctx)
		return &mcp.CallToolResult{}, nil
	})
	_, err := h(t.Context(), "tools/call", &mcp.CallToolRequest{Params: &mcp.CallToolParamsRaw{
		Name: "ring", Arguments: json.RawMessage(`{"pin":"hunter2"}`)}})
	require.NoError(t, err)
	require.Equal(t, "mcpserver.Call mcpserver.Call mcpserver.Call", printed)
}
