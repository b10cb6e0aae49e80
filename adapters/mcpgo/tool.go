package mcpgoerr

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/toolerr/toolerr/dialect"
	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
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

// TaskTool wraps the handler of a task tool, for which mcp-go has no middleware:
//
//	s.AddTaskTool(tool, mcpgoerr.TaskTool(options, ring))
//
// A task whose handler returns an error, panics, calls runtime.Goexit or returns a result with
// IsError ends as failed (MCP 2025-11-25, Tasks, Task Execution Errors), with the text for the
// model as its status message. mcp-go responds to tasks/result with -32603 and this text; the rest
// of the error is not sent. Without TaskTool it sends the text of any error and the value of a
// panic.
//
// Nil options are the zero Options. Their rendering options do not apply: the response is a text.
func TaskTool(o *Options, h server.TaskToolHandlerFunc) server.TaskToolHandlerFunc {
	all := newConfig(o, nil)
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CreateTaskResult, error) {
		c := all.newToolCall(ctx, r)
		c.task, c.Unbounded = true, true
		run := func(ctx context.Context) (*mcp.CreateTaskResult, error) { return h(ctx, r) }
		respond := func(ctx context.Context, err error) (*mcp.CreateTaskResult, error) {
			_, err = c.respond(ctx, err)
			return nil, err
		}
		h := mcpserver.Handler[*mcp.CreateTaskResult]{Run: run, Finish: c.finishTask, Respond: respond}
		return serve(ctx, c, r.Header, h)
	}
}

// runsAsTask reports whether mcp-go runs a tool as a task, if the client asks for it.
func runsAsTask(t *mcp.Tool) bool {
	return t != nil && t.Execution != nil &&
		(t.Execution.TaskSupport == mcp.TaskSupportOptional || t.Execution.TaskSupport == mcp.TaskSupportRequired)
}

// taskError returns the error with which mcp-go ends a task as failed, or as cancelled. It has the
// URLs to visit in its text.
func (c *call) taskError(ctx context.Context, e *errkit.Error) error {
	plain := mcpserver.Call{
		Server: &mcpserver.Server{Codec: c.Codec}, SDK: c.SDK,
		Method: c.Method, Name: c.Name, Repeatable: c.Repeatable,
	}
	parts := plain.RenderFor(ctx, mcpdialect.Dialect{Revision: c.Dialect(ctx).Revision}, asExecution(e))
	return &textError{text: parts.Text, err: e, task: true}
}

// finishTask returns the result of a task as the server can send it later, or the error in it.
func (c *call) finishTask(ctx context.Context, res *mcp.CreateTaskResult) (*mcp.CreateTaskResult, error) {
	if res == nil {
		return nil, mcpserver.ErrNoResult
	}
	finished, err := c.finish(ctx, &mcp.CallToolResult{
		Result: res.Result, Content: res.Content, StructuredContent: res.StructuredContent, IsError: res.IsError,
	})
	if err != nil {
		return nil, err
	}
	sent := *res
	sent.Content, sent.StructuredContent = finished.Content, finished.StructuredContent
	if finished.RawStructuredContent != nil {
		sent.StructuredContent = finished.RawStructuredContent
	}
	return &sent, nil
}
