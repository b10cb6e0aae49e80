package mcpgoerr

import (
	"context"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/middleware"
)

// TaskTool wraps the handler of a task tool, for which mcp-go has no middleware:
//
//	s.AddTaskTool(tool, mcpgoerr.TaskTool(options, ring))
//
// A task whose handler returns an error, panics, calls runtime.Goexit or returns a result with IsError ends as failed (MCP 2025-11-25, Tasks, Task
// Execution Errors), with the text for the model as its status message. mcp-go responds to tasks/result with -32603 and this
// text; the rest of the error is not sent. Without TaskTool it sends the text of any error and the value of a panic.
//
// Nil options are the zero Options. Their rendering options do not apply: the response is a text.
func TaskTool(o *Options, h server.TaskToolHandlerFunc) server.TaskToolHandlerFunc {
	all := newConfig(o, nil)
	return func(ctx context.Context, r mcp.CallToolRequest) (res *mcp.CreateTaskResult, err error) {
		c := &call{config: all.forTool(r.Params.Name), request: r, task: true}
		ctx = middleware.WithInput(ctx, c.input)
		defer func() {
			if v := recover(); v != nil {
				_, err = c.render(ctx, c.handlePanic(c.withFacts(ctx), v))
				res = nil
			}
		}()
		res, err = run(ctx, c, 0, func(ctx context.Context) (*mcp.CreateTaskResult, error) { return h(ctx, r) })
		if err == nil {
			res, err = c.finishTask(ctx, res)
		}
		if err != nil {
			_, err = c.fail(ctx, err)
			return nil, err
		}
		return res, nil
	}
}

// taskError returns the error with which mcp-go ends a task as failed, or as cancelled.
func (c *call) taskError(facts mcpserver.Call, e *errkit.Error) error {
	plain := mcpserver.Renderer{Codec: c.renderer.Codec}
	facts.Peer = mcpdialect.Dialect{Revision: facts.Peer.Revision} // the URLs to visit are in the text
	return &textError{text: plain.Render(facts, asExecution(e)).Text, err: e, task: true}
}

// ownFailure returns the error for the content of a result with IsError, which the handler wrote for the client.
func ownFailure(content []mcp.Content) error {
	var texts []string
	for _, block := range content {
		if t, ok := block.(mcp.TextContent); ok && t.Text != "" {
			texts = append(texts, t.Text)
		}
	}
	return &errkit.Error{Kind: errkit.ExecutionFailed, Message: errkit.Text(strings.Join(texts, "\n"))} // public: it is the result
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
