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
	for i, f := range []func(context.Context, string) (string, error){s.order, s.report, s.audit} {
		t := table.Others[i]
		m.AddTool(mcp.NewTool(t.Name, mcp.WithDescription(t.Description), mcp.WithString(t.Member, mcp.Required())),
			func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				value, err := r.RequireString(t.Member)
				if err != nil {
					return mcp.NewToolResultError(err.Error()), nil
				}
				text, err := f(ctx, value)
				var said *refusal
				if errors.As(err, &said) {
					return mcp.NewToolResultError(said.Error()), nil
				}
				return mcp.NewToolResultText(text), err
			})
	}
	return server.NewStdioServer(m).Listen(ctx, os.Stdin, os.Stdout)
}

func echoMCPGo[In any](m *server.MCPServer, t agents.Tool) {
	m.AddTool(mcp.NewToolWithRawSchema(t.Name, t.Description, t.Schema), mcp.NewTypedToolHandler(
		func(_ context.Context, _ mcp.CallToolRequest, in In) (*mcp.CallToolResult, error) {
			b, err := json.Marshal(in)
			return mcp.NewToolResultText(string(b)), err
		}))
}
