package mcpgoerr_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	mcpgoerr "github.com/toolerr/toolerr/adapters/mcpgo"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

func ExampleWithMiddleware() {
	// which reports nothing; without it, to log/slog
	quiet := &mcpgoerr.Options{Boundary: &middleware.Boundary{}, NoCarry: true}
	s := server.NewMCPServer("bells", "1", mcpgoerr.WithMiddleware(quiet))
	s.AddTool(mcp.NewTool("ring"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, &errkit.Error{Kind: errkit.NotFound, Message: "There is no bell with this id.", Hint: "ids: front"}
	})
	call := json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ring"}}`)
	response, err := json.Marshal(s.HandleMessage(context.Background(), call))
	fmt.Println(string(response), err)
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"There is no bell with this id.\nids: front"}],"isError":true}} <nil>
}
