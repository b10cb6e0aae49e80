// Package sdk has tools of the official SDK of MCP.
package sdk

import (
	"context"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type input struct{ Path string }

func read(ctx context.Context, req *mcp.CallToolRequest, in input) (*mcp.CallToolResult, any, error) {
	if _, err := os.ReadFile(in.Path); err != nil {
		return nil, nil, err // want `mcp.CallToolResult sends the text of an error of os.ReadFile`
	}
	res := new(mcp.CallToolResult)
	if _, err := os.ReadFile(in.Path); err != nil {
		res.SetError(err) // want `mcp.CallToolResult.SetError sends the text of an error of os.ReadFile`
	}
	return res, nil, nil
}

func content(err error) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: err.Error()}}, IsError: true}
}

func raw(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := os.ReadFile("bells")
	if err != nil {
		return content(err), nil // want `sdk.content, which calls mcp.TextContent.Text sends the text of an error of os.ReadFile`
	}
	return nil, err // the error is nil, but its text would be foreign // want `mcp.CallToolResult sends the text of an error of os.ReadFile`
}
