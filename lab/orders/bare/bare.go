// Package bare serves the shop of package orders with a server that does not use toolerr.
package bare

import (
	"context"
	"errors"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/lab/orders"
)

// Server returns a server of the official SDK without toolerr, whose tool sends the text of its
// error.
func Server(o *orders.Order) http.Handler {
	s := mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "1"}, nil)
	s.AddTool(&mcp.Tool{Name: "Shop_Order", InputSchema: map[string]any{"type": "object"}},
		func(ctx context.Context, _ *mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
			defer func() {
				if v := recover(); v != nil { // the SDK does not recover: the process ends
					err = errors.New("the process ended")
				}
			}()
			res = &mcp.CallToolResult{}
			if err := o.Fail(ctx); err != nil {
				res.SetError(err)
			}
			return res, nil
		})
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s },
		&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
}
