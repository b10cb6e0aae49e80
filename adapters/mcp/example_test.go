package mcperr_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/validate"
)

type ringInput struct {
	Bell  string `json:"bell"`
	Times int    `json:"times" validate:"min=1,max=10"`
}

func ringBell(_ context.Context, _ *mcp.CallToolRequest, in ringInput) (*mcp.CallToolResult, any, error) {
	if in.Bell != "front" {
		return nil, nil, &errkit.Error{Kind: errkit.NotFound, Message: errkit.Textf("There is no bell %q.", in.Bell),
			Hint: "Call list_bells and use an id from its answer."}
	}
	return nil, map[string]any{"sound": "ding"}, nil
}

// A server, and a client that decodes its errors.
func Example() {
	server := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "ring"}, mcperr.Handler(ringBell, validate.Input))
	quiet := new(middleware.Boundary) // reports nothing; without it, to log/slog
	server.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: quiet}))

	ctx := context.Background()
	clientSide, serverSide := mcp.NewInMemoryTransports()
	if _, err := server.Connect(ctx, serverSide, nil); err != nil {
		panic(err)
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil).Connect(ctx, clientSide, nil)
	if err != nil {
		panic(err)
	}
	defer session.Close()

	ring := func(arguments map[string]any) error {
		res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "ring", Arguments: arguments})
		if err != nil {
			return mcperr.FromError(err)
		}
		return mcperr.FromResult(res)
	}
	err = ring(map[string]any{"bell": "back", "times": 1})
	fmt.Println(errors.Is(err, errkit.NotFound), err)
	fmt.Println(errkit.From(err).Hint)
	for _, arguments := range []map[string]any{{"bell": 5}, {"bell": "front", "times": 0}} {
		for _, f := range errkit.From(ring(arguments)).Fields {
			fmt.Println(f.Path, f.Message)
		}
	}
	// Output:
	// true There is no bell "back".
	// Call list_bells and use an id from its answer.
	// /bell must be a string
	// /times is required
	// /times must be at least 1
}
