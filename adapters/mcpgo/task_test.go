package mcpgoerr_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/stretchr/testify/require"

	mcpgoerr "github.com/toolerr/toolerr/adapters/mcpgo"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/mcptest"
)

// taskResult returns the result of a task tool for the one of a tool.
func taskResult(res *mcp.CallToolResult) *mcp.CreateTaskResult {
	if res == nil {
		return nil
	}
	return &mcp.CreateTaskResult{Result: res.Result, Content: res.Content, StructuredContent: res.StructuredContent,
		IsError: res.IsError}
}

// newTaskServer returns a server in which each tool runs as a task: x by the middleware, and
// task_x as a task tool.
func newTaskServer(hooks *server.TaskHooks, wrap func(server.TaskToolHandlerFunc) server.TaskToolHandlerFunc,
	opts ...server.ServerOption) *server.MCPServer {
	s := server.NewMCPServer("bells", "1",
		append(opts, server.WithTaskCapabilities(true, true, true), server.WithTaskHooks(hooks))...)
	for name, h := range tools {
		s.AddTool(mcp.NewTool(name, mcp.WithTaskSupport(mcp.TaskSupportOptional)), h)
		s.AddTaskTool(mcp.NewTool("task_"+name, mcp.WithTaskSupport(mcp.TaskSupportRequired)),
			wrap(func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CreateTaskResult, error) {
				res, err := h(ctx, r)
				return taskResult(res), err
			}))
	}
	return s
}

// runTask runs a tool as a task until its end, and returns the responses to tasks/result and
// tasks/get.
func runTask(t *testing.T, w *mcptest.Wire, name string) (result, task string) {
	t.Helper()
	created := w.Call(t, "tools/call", fmt.Sprintf(`{"name":%q,"arguments":{"name":"front"},"task":{}}`, name))
	var doc struct {
		Result struct {
			Task struct{ TaskID string }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(created), &doc))
	id := fmt.Sprintf(`{"taskId":%q}`, doc.Result.Task.TaskID)
	return w.Call(t, "tasks/result", id), w.Call(t, "tasks/get", id)
}

// A tool that fails as a task ends as failed, with the text for the model, whoever runs it.
func TestTasks(t *testing.T) {
	const internal = "Something went wrong on our side."
	tests := []struct{ tool, status, text string }{
		{"ok", "completed", "ding"},
		{"structured", "completed", `"structuredContent":{"n":1}`},
		{"plain", "failed", internal},
		{"panic", "failed", internal},
		{"abort", "failed", internal},
		{"coded", "failed", `The bell \u003crings\u003e \u0026 swings.`},
		{"wrapped", "failed", errkit.NotFound.String()},
		{"deadline", "failed", "The call took too long."},
		{"nil_error", "failed", internal},
		{"nil_foreign", "failed", internal},
		{"nil_nil", "failed", internal},
		{"nan", "failed", errkit.OutputInvalid.String()},
		{"nil_block", "failed", errkit.OutputInvalid.String()},
		{"bad_meta", "failed", errkit.OutputInvalid.String()},
		{"marshal", "failed", internal},
		{"own", "failed", "My own words."},
		{"auth", "failed", `Link your account first.\nVisit https://example.com/a`},
		{"required", "failed", "Visit https://example.com/a"},
		{"kept", "failed", `This bell needs a rest.\nNothing was done. Try again in 1.5 seconds.`},
		{"protocol", "failed", "There is no such tool."},
	}
	for i := range tests {
		for _, k := range errkit.Kinds() {
			if tests[i].text == k.String() {
				encoded, err := json.Marshal(k.Text())
				require.NoError(t, err)
				tests[i].text = string(encoded[1 : len(encoded)-1])
			}
		}
	}
	wrap := func(h server.TaskToolHandlerFunc) server.TaskToolHandlerFunc { return mcpgoerr.TaskTool(quiet, h) }
	w := stdio(t, newTaskServer(nil, wrap, mcpgoerr.WithMiddleware(quiet)), "2025-11-25", mcptest.URLElicitation)
	for _, tt := range tests {
		for _, name := range []string{tt.tool, "task_" + tt.tool} {
			t.Run(name, func(t *testing.T) {
				result, task := runTask(t, w, name)
				require.Contains(t, result, tt.text)
				require.Contains(t, task, `"status":"`+tt.status+`"`)
				require.NotContains(t, result+task, canary)
				if tt.status == "failed" {
					require.Contains(t, task, `"statusMessage":"`)
					require.Contains(t, task, tt.text)
					require.Contains(t, result, `"code":-32603`)
				}
			})
		}
	}
}

// mcp-go gives no middleware to task tools: without TaskTool everything is sent, also with the
// middleware.
func TestTaskToolNeedsWrapping(t *testing.T) {
	wrap := func(h server.TaskToolHandlerFunc) server.TaskToolHandlerFunc { return h }
	w := stdio(t, newTaskServer(nil, wrap, mcpgoerr.WithMiddleware(quiet)), "2025-11-25", "{}")
	for _, name := range []string{"task_plain", "task_panic"} {
		result, task := runTask(t, w, name)
		require.Contains(t, result, canary)
		require.Contains(t, task, canary)
	}
}

// Hooks for tasks get the error with its causes, and a canceled task is not a failed one.
func TestTaskHooks(t *testing.T) {
	failed, canceled := make(chan server.TaskMetrics, 1), make(chan server.TaskMetrics, 1)
	hooks := &server.TaskHooks{}
	hooks.AddOnTaskFailed(func(_ context.Context, m server.TaskMetrics) { failed <- m })
	hooks.AddOnTaskCancelled(func(_ context.Context, m server.TaskMetrics) { canceled <- m })
	s := server.NewMCPServer("bells", "1", mcpgoerr.WithMiddleware(quiet),
		server.WithTaskCapabilities(true, true, true), server.WithTaskHooks(hooks))
	s.AddTaskTool(mcp.NewTool("fails", mcp.WithTaskSupport(mcp.TaskSupportRequired)),
		mcpgoerr.TaskTool(quiet, func(context.Context, mcp.CallToolRequest) (*mcp.CreateTaskResult, error) {
			return nil, fmt.Errorf("ring: %w", errkit.Wrap(mcptest.ErrSecret, errkit.Conflict, "The bell rings."))
		}))
	s.AddTaskTool(mcp.NewTool("waits", mcp.WithTaskSupport(mcp.TaskSupportRequired)),
		mcpgoerr.TaskTool(quiet, func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CreateTaskResult, error) {
			<-ctx.Done()
			return nil, fmt.Errorf("%s: %w", canary, ctx.Err())
		}))
	w := stdio(t, s, "2025-11-25", "{}")
	_, task := runTask(t, w, "fails")
	require.Contains(t, task, `"statusMessage":"The bell rings."`)
	m := <-failed
	require.ErrorIs(t, m.Error, errkit.Conflict)
	require.ErrorIs(t, m.Error, mcptest.ErrSecret)
	require.NotErrorIs(t, m.Error, context.Canceled)
	var e *errkit.Error
	require.ErrorAs(t, m.Error, &e)

	w.Call(t, "tools/call", `{"name":"waits","task":{}}`) // mcp-go cancels the context of a task with its request
	require.NotContains(t, (<-canceled).StatusMessage, canary)
}

// The result of a task is encoded later: what has no JSON must fail the task.
func TestTaskResultIsChecked(t *testing.T) {
	h := mcpgoerr.TaskTool(quiet, func(context.Context, mcp.CallToolRequest) (*mcp.CreateTaskResult, error) {
		return &mcp.CreateTaskResult{StructuredContent: math.Inf(1)}, nil
	})
	_, err := h(t.Context(), mcp.CallToolRequest{})
	require.ErrorIs(t, err, errkit.OutputInvalid)
}
