package goserver

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/bench/agents"
)

// serveGoSDK runs a server of the official SDK, with or without the middleware of this module.
func serveGoSDK(ctx context.Context, s *shop, table *agents.Table, ours bool) error {
	server := mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "1"}, nil)
	explain := func(err error) error { return err }
	if ours {
		server.AddReceivingMiddleware(mcperr.Middleware(nil))
		explain = coded
	}
	addEcho[planTrip](server, table.Tools[0])
	addEcho[orderBooks](server, table.Tools[1])
	addEcho[scheduleMeeting](server, table.Tools[2])
	addFailing(server, table.Others[0], s.order)
	addFailing(server, table.Others[1], func(ctx context.Context, in readReport) (string, error) {
		text, err := s.report(ctx, in)
		return text, explain(err)
	})
	addFailing(server, table.Others[2], s.audit)
	return server.Run(ctx, &mcp.StdioTransport{})
}

func addEcho[In any](server *mcp.Server, t agents.Tool) {
	mcp.AddTool(server, &mcp.Tool{Name: t.Name, Description: t.Description, InputSchema: t.Schema},
		func(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
			b, err := json.Marshal(in)
			return textResult(string(b)), nil, err
		})
}

func addFailing[In any](server *mcp.Server, t agents.Other, f func(context.Context, In) (string, error)) {
	hints := &mcp.ToolAnnotations{ReadOnlyHint: strings.HasPrefix(t.Name, "read_")}
	mcp.AddTool(server, &mcp.Tool{Name: t.Name, Description: t.Description, Annotations: hints},
		func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
			text, err := f(ctx, in)
			return textResult(text), nil, err
		})
}

func textResult(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}
