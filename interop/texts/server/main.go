// Command server is a server of go-sdk or of mcp-go over standard input and output, for the texts
// with which these reject the input of a tool:
//
//	server go-sdk|mcp-go
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// schemas are the input schemas of the tools, which every server of the texts has.
var schemas = map[string]json.RawMessage{
	"ring": json.RawMessage(`{"type":"object","required":["pitch","city"],"properties":{
		"pitch":{"type":"integer","minimum":1,"maximum":7},"city":{"type":"string"},"tone":{"enum":["low","high"]},
		"entities":{"type":"array","items":{"type":"object","required":["entityType"],"properties":{
			"entityType":{"type":"string"}}}}}}`),
	"strict": json.RawMessage(`{"type":"object","required":["city"],"properties":{"city":{"type":"string"}},
		"additionalProperties":false}`),
}

func main() {
	err := fmt.Errorf("usage: server go-sdk|mcp-go")
	if len(os.Args) == 2 {
		switch os.Args[1] {
		case "go-sdk":
			err = serveGoSDK()
		case "mcp-go":
			err = serveMCPGo()
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "server:", err)
		os.Exit(1)
	}
}

func serveGoSDK() error {
	s := mcp.NewServer(&mcp.Implementation{Name: "texts", Version: "1"}, nil)
	for name, schema := range schemas {
		mcp.AddTool(s, &mcp.Tool{Name: name, InputSchema: schema},
			func(context.Context, *mcp.CallToolRequest, map[string]any) (*mcp.CallToolResult, any, error) {
				return nil, nil, nil
			})
	}
	return s.Run(context.Background(), &mcp.StdioTransport{})
}

func serveMCPGo() error {
	s := server.NewMCPServer("texts", "1", server.WithInputSchemaValidation())
	for name, schema := range schemas {
		s.AddTool(mcpgo.NewToolWithRawSchema(name, "", schema),
			func(context.Context, mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
				return mcpgo.NewToolResultText("done"), nil
			})
	}
	return server.ServeStdio(s)
}
