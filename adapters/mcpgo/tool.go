package mcpgoerr

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
	"github.com/toolerr/toolerr/tool"
)

// Add adds tools to a server, under their [tool.Tool.ModelName]. MCP has no versions of tools: a
// tool replaces another one with the same name. To serve a [tool.Set], add its Latest.
//
//	mcpgoerr.Add(s, ring)
//	mcpgoerr.Add(s, slices.Collect(set.Latest())...)
//
// The text of a result is the JSON of the output. Objects are also its structuredContent, and from
// revision 2026-07-28 on any output is. Add works in a server without [WithMiddleware], with the
// zero [Options].
//
// A tool validates its own input. [server.WithInputSchemaValidation] would reject some inputs
// before, with fewer of their faults.
func Add(s *server.MCPServer, tools ...*tool.Tool) {
	defaults := newConfig(nil, s)
	for _, t := range tools {
		s.AddTool(describe(t), serveTool(t, defaults))
	}
}

// describe returns what clients see of a tool.
func describe(t *tool.Tool) mcp.Tool {
	d := mcp.Tool{
		Name: t.ModelName(), Title: t.Title, Description: t.Description,
		RawInputSchema: t.InputSchema, RawOutputSchema: mcpserver.OutputSchema(t.OutputSchema),
		Annotations: mcp.ToolAnnotation{
			Title:           t.Title, // up to 2025-03-26 a tool has no other title
			ReadOnlyHint:    stated(t.Annotations.ReadOnly),
			DestructiveHint: t.Annotations.Destructive,
			IdempotentHint:  stated(t.Annotations.Idempotent),
			OpenWorldHint:   t.Annotations.OpenWorld,
		},
	}
	if len(t.Errors) > 0 {
		d.Meta = mcp.NewMetaFromMap(map[string]any{dialect.ErrorsKey: middleware.DeclaredJSON(t.Errors)})
	}
	return d
}

// stated returns a hint that is true, and nil, which is not stated, for one that is false: an
// idempotentHint of false would forbid what a hint that is absent leaves open.
func stated(hint bool) *bool {
	if !hint {
		return nil
	}
	return &hint
}

// serveTool returns the handler of a tool. In a server without the middleware it runs in one with
// the defaults.
func serveTool(t *tool.Tool, defaults *config) server.ToolHandlerFunc {
	handler := func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return ctx.Value(callKey{}).(*call).callTool(ctx, t) //toolerr:public of the boundary
	}
	withMiddleware := defaults.tool(handler)
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if _, ok := ctx.Value(callKey{}).(*call); ok {
			return handler(ctx, r) //toolerr:public of the boundary
		}
		return withMiddleware(ctx, r) //toolerr:public rendered by the middleware
	}
}

// callTool calls a tool with the arguments as received; a client in the same process passes them
// as a Go value.
func (c *call) callTool(ctx context.Context, t *tool.Tool) (*mcp.CallToolResult, error) {
	var output json.RawMessage
	var err error
	ctx = c.withKey(c.WithClient(ctx))
	if params := c.request.Params; params.RawArguments == nil && params.Arguments != nil {
		output, err = t.CallValue(ctx, c.Boundary, params.Arguments)
	} else {
		output, err = t.Call(ctx, c.Boundary, params.RawArguments)
	}
	if err != nil {
		return nil, err
	}
	res := mcp.NewToolResultText(string(output))
	if structured := mcpserver.StructuredOutput(output, c.Dialect(ctx).Revision); structured != nil {
		res.StructuredContent, res.RawStructuredContent = structured, structured
	}
	return res, nil
}

// withKey returns a context with the idempotency key of a call. What continues a call that asked
// for input has none: its answer is of that input.
func (c *call) withKey(ctx context.Context) context.Context {
	params := c.request.Params
	if c.config.key == "" || params.Meta == nil || params.RequestState != "" || len(params.InputResponses) > 0 {
		return ctx
	}
	k := idempotency.Call{Header: c.request.Header}
	k.Key, _ = params.Meta.AdditionalFields[c.config.key].(string)
	if id := c.Client(ctx).Session; id != "stdio" { // that of any client
		k.Session = id
	}
	return c.config.keys.With(ctx, k)
}
