// Package mcptool, for applications, serves tools of package tool in a server of the official Go
// SDK for the Model Context Protocol. It is apart from package mcperr, so that a server whose
// tools are functions of the SDK does not link schemas and their validation.
package mcptool

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

// Add adds tools to a server, under their [tool.Tool.ModelName]. MCP has no versions of tools: a
// tool replaces another one with the same name. To serve a [tool.Set], add its Latest.
//
//	mcptool.Add(server, ring)
//	mcptool.Add(server, slices.Collect(set.Latest())...)
//
// The text of a result is the JSON of the output. Objects are also its structuredContent, and from
// revision 2026-07-28 on any output is. Add works in a server without [mcperr.Middleware], with
// the zero [mcperr.Options].
func Add(s *mcp.Server, tools ...*tool.Tool) {
	defaults := mcperr.Middleware(nil)
	for _, t := range tools {
		described := describe(t)
		s.AddTool(described, serveTool(t, described, defaults))
	}
}

// describe returns what clients see of a tool.
func describe(t *tool.Tool) *mcp.Tool {
	d := &mcp.Tool{
		Name: t.ModelName(), Title: t.Title, Description: t.Description, InputSchema: t.InputSchema,
		Annotations: &mcp.ToolAnnotations{
			Title:           t.Title, // up to 2025-03-26 a tool has no other title
			ReadOnlyHint:    t.Annotations.ReadOnly,
			DestructiveHint: t.Annotations.Destructive,
			IdempotentHint:  t.Annotations.Idempotent,
			OpenWorldHint:   t.Annotations.OpenWorld,
		},
	}
	if len(t.Errors) > 0 {
		d.Meta = mcp.Meta{dialect.ErrorsKey: middleware.DeclaredJSON(t.Errors)}
	}
	if schema := mcpserver.OutputSchema(t.OutputSchema); schema != nil {
		d.OutputSchema = schema
	}
	return d
}

// serveTool returns the handler of a tool. In a server without the middleware it runs in defaults.
func serveTool(t *tool.Tool, described *mcp.Tool, defaults mcp.Middleware) mcp.ToolHandler {
	handler := func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		c := mcpserver.CallFrom(ctx)
		keyed := c.SDK.(interface {
			WithKey(context.Context) context.Context
		})
		output, err := t.Call(keyed.WithKey(c.WithClient(ctx)), c.Boundary, req.Params.Arguments)
		if err != nil {
			return nil, err
		}
		res := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(output)}}}
		if structured := mcpserver.StructuredOutput(output, req.ProtocolVersion()); structured != nil {
			res.StructuredContent = structured
		}
		return res, nil
	}
	withMiddleware := defaults(func(ctx context.Context, _ string, req mcp.Request) (mcp.Result, error) {
		switch req := req.(type) {
		case *mcp.CallToolRequest:
			return handler(ctx, req)
		case *mcp.ListToolsRequest: // of the middleware, about a failed call
			return &mcp.ListToolsResult{Tools: []*mcp.Tool{described}}, nil
		}
		return nil, errkit.MethodNotFound
	})
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if mcpserver.CallFrom(ctx) != nil {
			return handler(ctx, req)
		}
		ctx = middleware.WithRepeatable(ctx, t.Annotations.Repeatable())
		res, err := withMiddleware(ctx, mcpserver.CallTool, req)
		result, _ := res.(*mcp.CallToolResult)
		return result, err //toolerr:public rendered by the middleware
	}
}
