// Command mcpgo shows a server of mark3labs/mcp-go on standard input and output. Its handlers
// return errors, where they returned mcp.NewToolResultError(err.Error()) before.
package main

import (
	"context"
	"errors"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	mcpgoerr "github.com/toolerr/toolerr/adapters/mcpgo"
	"github.com/toolerr/toolerr/errkit"
)

func ring(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	switch r.GetString("bell", "") {
	case "front":
		return mcp.NewToolResultText("ding"), nil
	case "broken":
		return nil, errors.New("relay 7 is stuck")
	}
	return nil, &errkit.Error{Kind: errkit.NotFound, Message: "There is no bell with this id.", Hint: "ids: front"}
}

func newServer() *server.MCPServer {
	s := server.NewMCPServer("bells", "1", mcpgoerr.WithMiddleware(nil))
	s.AddTool(mcp.NewTool("ring", mcp.WithString("bell", mcp.Required())), ring)
	return s
}

func main() { log.Fatal(server.ServeStdio(newServer())) }
