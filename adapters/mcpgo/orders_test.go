package mcpgoerr_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/lab/orders"
)

// orderServer is a server of mcp-go over HTTP, with its client.
func orderServer(t *testing.T, o *orders.Order) func() string {
	h := httptest.NewServer(server.NewStreamableHTTPServer(newToolServer(orders.Boundary(), o.Tool())))
	t.Cleanup(h.Close)
	c, err := client.NewStreamableHttpClient(h.URL)
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	require.NoError(t, c.Start(t.Context()))
	_, err = c.Initialize(t.Context(), mcp.InitializeRequest{})
	require.NoError(t, err)
	return func() string {
		var call mcp.CallToolRequest
		call.Params.Name, call.Params.Arguments = "Shop_Order", map[string]any{"way": 1}
		res, err := c.CallTool(context.Background(), call)
		require.NoError(t, err)
		require.True(t, res.IsError)
		return fmt.Sprintf("%+v", res)
	}
}

// An agent that does what it reads places one order, however the tool fails after it placed it.
func TestOrders(t *testing.T) {
	orders.RequireOne(t, orderServer)
	orders.RequireInvitations(t, orderServer, orders.Harmless...)
	orders.RequireAnnotated(t, orderServer)
}
