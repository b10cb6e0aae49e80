// Command shapes is a server of mcp-go over standard input and output whose tools change
// something, but for peek. Each writes its executions to a file. It validates inputs with
// -validate only, as mcp-go does:
//
//	shapes [-validate] FILE
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var tools = []mcp.Tool{
	mcp.NewTool("kill", mcp.WithInteger("pid", mcp.Required()), mcp.WithString("signal")),
	mcp.NewTool("restart", mcp.WithBoolean("force")),
	mcp.NewTool("set_level", mcp.WithString("level", mcp.Required(), mcp.Enum("low", "high"))),
	mcp.NewToolWithRawSchema("move", "", json.RawMessage(`{"type":"object","required":["to"],"properties":{"to":{"type":"object",
		"required":["place"],"properties":{"place":{"type":"string"},"room":{"type":"integer","maximum":9}}}}}`)),
	mcp.NewTool("purge", mcp.WithSchemaAdditionalProperties(false)),
	mcp.NewTool("wipe"),
	mcp.NewTool("stop", mcp.WithInteger("pid", mcp.Required(), mcp.DefaultNumber(1))),
	mcp.NewTool("delete_repository", mcp.WithString("name", mcp.Required()), mcp.WithDestructiveHintAnnotation(true)),
	mcp.NewTool("peek", mcp.WithString("bell", mcp.Required()), mcp.WithReadOnlyHintAnnotation(true)),
}

func main() {
	validate := flag.Bool("validate", false, "validate inputs")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: shapes [-validate] FILE")
		os.Exit(2)
	}
	if err := serve(flag.Arg(0), *validate); err != nil {
		fmt.Fprintln(os.Stderr, "shapes:", err)
		os.Exit(1)
	}
}

func serve(file string, validate bool) error {
	out, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer out.Close()
	var options []server.ServerOption
	if validate {
		options = append(options, server.WithInputSchemaValidation())
	}
	s := server.NewMCPServer("shapes", "1", options...)
	var mu sync.Mutex
	for _, tool := range tools {
		s.AddTool(tool, func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			mu.Lock()
			defer mu.Unlock()
			input := r.GetArguments()
			if input == nil { // it is not an object
				input = map[string]any{}
			}
			if err := json.NewEncoder(out).Encode(map[string]any{"tool": tool.Name, "input": input}); err != nil {
				return nil, err
			}
			return mcp.NewToolResultText("done"), nil
		})
	}
	return server.ServeStdio(s)
}
