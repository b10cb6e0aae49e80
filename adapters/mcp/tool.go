package mcperr

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/tool"
)

// Add adds tools to a server, under their [tool.Tool.ModelName]. MCP has no versions of tools: a
// tool replaces another one with the same name. To serve a [tool.Set], add its Latest.
//
//	mcperr.Add(server, ring)
//	mcperr.Add(server, slices.Collect(set.Latest())...)
//
// The text of a result is the JSON of the output. Objects are also its structuredContent, and from
// revision 2026-07-28 on any output is. Add works in a server without the [Middleware], with the
// zero [Options].
func Add(s *mcp.Server, tools ...*tool.Tool) {
	defaults := newConfig(nil)
	for _, t := range tools {
		described := describe(t)
		s.AddTool(described, serveTool(t, &config{server: defaults.server, own: described}))
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
	if schema := mcpserver.OutputSchema(t); schema != nil {
		d.OutputSchema = schema
	}
	return d
}

// serveTool returns the handler of a tool. In a server without the middleware it runs in one with
// the defaults.
func serveTool(t *tool.Tool, defaults *config) mcp.ToolHandler {
	handler := func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		r := requestOf(ctx)
		output, err := t.Call(r.withKey(r.WithClient(ctx)), r.Boundary, req.Params.Arguments)
		if err != nil {
			return nil, err
		}
		res := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(output)}}}
		if structured := mcpserver.StructuredOutput(output, r.revision()); structured != nil {
			res.StructuredContent = structured
		}
		return res, nil
	}
	withMiddleware := defaults.middleware(func(ctx context.Context, _ string, req mcp.Request) (mcp.Result, error) {
		call, ok := req.(*mcp.CallToolRequest)
		if !ok { // such as for the list of tools, which this handler does not know
			return nil, errkit.MethodNotFound
		}
		return handler(ctx, call)
	})
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if requestOf(ctx) != nil {
			return handler(ctx, req)
		}
		res, err := withMiddleware(ctx, mcpserver.CallTool, req)
		result, _ := res.(*mcp.CallToolResult)
		return result, err //toolerr:public rendered by the middleware
	}
}
