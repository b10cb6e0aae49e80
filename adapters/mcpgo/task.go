package mcpgoerr

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcpserver"
)

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
		Server: &mcpserver.Server{Codec: c.Codec}, Method: c.Method, Name: c.Name, Repeatable: c.Repeatable,
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
