// Package server has the names of github.com/mark3labs/mcp-go/server that the tests use.
package server

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
)

type ServerOption func(*MCPServer)

type MCPServer struct{}

func NewMCPServer(name, version string, options ...ServerOption) *MCPServer { return nil }

func (s *MCPServer) AddTool(name string, h func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error)) {
}
