// Package tools has tools of MCP.
package tools

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
)

func read(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := os.ReadFile("bells")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil // want `mcp.NewToolResultError sends the text of an error of os.ReadFile`
	}
	if err != nil {
		return mcp.NewToolResultErrorFromErr("failed to read", err), nil // want `mcp.NewToolResultErrorFromErr sends the text of an error of os.ReadFile`
	}
	if err != nil {
		return mcp.NewToolResultError(fmt.Sprintf("failed to read: %v", err)), nil // want `mcp.NewToolResultError sends the text of an error of os.ReadFile`
	}
	if err != nil {
		return mcp.NewToolResultErrorf("failed to read: %v", err), nil // want `mcp.NewToolResultErrorf sends the text of an error of os.ReadFile`
	}
	if err != nil {
		return &mcp.CallToolResult{
			IsError: true,
			Content: []mcp.Content{mcp.TextContent{Type: "text", Text: err.Error()}}, // want `mcp.TextContent.Text sends the text of an error of os.ReadFile`
		}, nil
	}
	if err != nil {
		return nil, err // want `mcp.CallToolResult sends the text of an error of os.ReadFile`
	}
	if err != nil {
		return nil, fmt.Errorf("failed to read: %w", err) // want `mcp.CallToolResult sends the text of an error of os.ReadFile`
	}
	return mcp.NewToolResultText("done"), nil
}

// own has texts of its author only.
func own(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := check(); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return nil, errors.New("this bell is broken")
}

func check() error { return fmt.Errorf("bell %d is broken", 7) }

// helper is not a handler.
func helper(path string) (*mcp.CallToolResult, error) {
	_, err := os.ReadFile(path)
	return nil, err
}

type bell struct{}

// open returns no error: its failed results stay results.
func open(req mcp.CallToolRequest) (*mcp.CallToolResult, *bell) {
	if req == (mcp.CallToolRequest{}) {
		return mcp.NewToolResultError("name is required"), nil // want `mcp.NewToolResultError sends a text about an invalid input`
	}
	if err := os.Remove("x"); err != nil {
		return mcp.NewToolResultError(err.Error()), nil // want `mcp.NewToolResultError sends the text of an error of os.Remove`
	}
	return nil, &bell{}
}
