package mcptool_test

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/adapters/mcp/mcptool"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

// The model gets all faults of its input at once.
func ExampleAdd() {
	type input struct {
		Bell  string `json:"bell" validate:"required"`
		Times int    `json:"times" validate:"min=1,max=10"`
	}
	ring := tool.New("Bell.Ring", "Rings a bell.", func(context.Context, input) (string, error) { return "ding", nil })

	server := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	server.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: new(middleware.Boundary)}))
	mcptool.Add(server, ring)

	ctx := context.Background()
	here, there := mcp.NewInMemoryTransports()
	if _, err := server.Connect(ctx, there, nil); err != nil {
		fmt.Println(err)
		return
	}
	host, err := mcp.NewClient(&mcp.Implementation{Name: "host", Version: "1"}, nil).Connect(ctx, here, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer host.Close()
	res, err := host.CallTool(ctx, &mcp.CallToolParams{Name: "Bell_Ring", Arguments: map[string]any{"times": 99}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Content[0].(*mcp.TextContent).Text)
	// Output:
	// Some input parameters are invalid.
	// bell: is required
	// times: must be at most 10
}
