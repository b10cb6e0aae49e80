// Package mirrored has a tool for a package with the names of mcp-go.
package mirrored

import (
	"context"
	"os"

	"github.com/stacklok/toolhive-core/mcpcompat/mcp"
)

func read(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := os.Remove("bells"); err != nil {
		return mcp.NewToolResultError(err.Error()), nil // want `mcp.NewToolResultError sends the text of an error of os.Remove`
	}
	err := os.Remove("x")
	return nil, err // want `mcp.CallToolResult sends the text of an error of os.Remove`
}
