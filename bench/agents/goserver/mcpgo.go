package goserver

import (
	"context"
	"encoding/json"
	"errors"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/toolerr/toolerr/bench/agents"
)

// serveMCPGo runs a server of mcp-go, with its option to validate inputs or without. It recovers
// panics, as the examples of mcp-go do.
func serveMCPGo(ctx context.Context, s *shop, table *agents.Table, validate bool) error {
	options := []server.ServerOption{server.WithToolCapabilities(false), server.WithRecovery()}
	if validate {
		options = append(options, server.WithInputSchemaValidation())
	}
	m := server.NewMCPServer("shop", "1", options...)
	echoMCPGo[planTrip](m, table.Tools[0])
	echoMCPGo[orderBooks](m, table.Tools[1])
	echoMCPGo[scheduleMeeting](m, table.Tools[2])
	failMCPGo(m, table.Others[0], s.order)
	failMCPGo(m, table.Others[1], s.report)
	failMCPGo(m, table.Others[2], s.audit)
	return server.NewStdioServer(m).Listen(ctx, os.Stdin, os.Stdout)
}

func echoMCPGo[In any](m *server.MCPServer, t agents.Tool) {
	m.AddTool(mcp.NewToolWithRawSchema(t.Name, t.Description, t.Schema), mcp.NewTypedToolHandler(
		func(_ context.Context, _ mcp.CallToolRequest, in In) (*mcp.CallToolResult, error) {
			b, err := json.Marshal(in)
			return mcp.NewToolResultText(string(b)), err
		}))
}

func failMCPGo[In any](m *server.MCPServer, t agents.Other, f func(context.Context, In) (string, error)) {
	tool := mcp.NewTool(t.Name, mcp.WithDescription(t.Description), mcp.WithString(t.Member, mcp.Required()))
	m.AddTool(tool, mcp.NewTypedToolHandler(
		func(ctx context.Context, _ mcp.CallToolRequest, in In) (*mcp.CallToolResult, error) {
			text, err := f(ctx, in)
			var said *refusal
			if errors.As(err, &said) {
				return mcp.NewToolResultError(said.Error()), nil
			}
			return mcp.NewToolResultText(text), err
		}))
}
