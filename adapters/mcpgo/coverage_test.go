package mcpgoerr_test

import (
	"context"
	"encoding/json"
	"errors"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/stretchr/testify/require"

	mcpgoerr "github.com/toolerr/toolerr/adapters/mcpgo"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/mcptest"
	"github.com/toolerr/toolerr/middleware"
)

// registrations are the functions by which a program gives mcp-go code that may fail, and what
// covers it: the option WithMiddleware, a function of this package that wraps it, or nothing.
var registrations = map[string]string{
	"AddNotificationHandler":         "NotificationHandler",
	"AddPrompt":                      "WithMiddleware",
	"AddPrompts":                     "WithMiddleware",
	"AddResource":                    "WithMiddleware",
	"AddResourceTemplate":            "WithMiddleware",
	"AddResourceTemplates":           "WithMiddleware",
	"AddResources":                   "WithMiddleware",
	"AddSessionResource":             "WithMiddleware",
	"AddSessionResourceTemplate":     "WithMiddleware",
	"AddSessionResourceTemplates":    "WithMiddleware",
	"AddSessionResources":            "WithMiddleware",
	"AddSessionTool":                 "WithMiddleware",
	"AddSessionTools":                "WithMiddleware",
	"AddTaskTool":                    "TaskTool",
	"AddTaskTools":                   "TaskTool",
	"AddTool":                        "WithMiddleware",
	"AddTools":                       "WithMiddleware",
	"RegisterSession":                "a session has no handlers",
	"SetPrompts":                     "WithMiddleware",
	"SetResourceTemplates":           "WithMiddleware",
	"SetResources":                   "WithMiddleware",
	"SetTools":                       "WithMiddleware",
	"Use":                            "WithMiddleware, if it is first",
	"WithHooks":                      "WithMiddleware, if it is later",
	"WithLogger":                     "nothing: a logger",
	"WithMetaPropagator":             "nothing: tracing",
	"WithPromptCompletionProvider":   "PromptCompletion",
	"WithPromptFilter":               "PromptFilter",
	"WithPromptHandlerMiddleware":    "WithMiddleware, if it is first",
	"WithPropagator":                 "nothing: tracing",
	"WithResourceCompletionProvider": "ResourceCompletion",
	"WithResourceHandlerMiddleware":  "WithMiddleware, if it is first",
	"WithTaskHooks":                  "TaskHooks",
	"WithToolFilter":                 "ToolFilter",
	"WithToolHandlerMiddleware":      "WithMiddleware, if it is first",
	"WithTracer":                     "nothing: tracing",
}

// TestRegistrations checks that the table has all functions of package server that accept code:
// options of the server and methods of the server with a parameter that is not plain data. A new
// version of mcp-go may add others.
func TestRegistrations(t *testing.T) {
	pkg, err := build.Import("github.com/mark3labs/mcp-go/server", ".", build.FindOnly)
	require.NoError(t, err)
	files, err := filepath.Glob(filepath.Join(pkg.Dir, "*.go"))
	require.NoError(t, err)
	var found []string
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Name.IsExported() && registers(f) {
				found = append(found, f.Name.Name)
			}
		}
	}
	slices.Sort(found)
	var listed []string
	for name := range registrations {
		listed = append(listed, name)
	}
	slices.Sort(listed)
	require.Equal(t, listed, found)
}

// registers reports whether f gives code to a server.
func registers(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		results := f.Type.Results
		if results == nil || len(results.List) != 1 || typeName(results.List[0].Type) != "ServerOption" {
			return false
		}
	} else if typeName(f.Recv.List[0].Type) != "MCPServer" || !hasPrefix(f.Name.Name, "Add", "Set", "Use",
		"Register") {
		return false
	}
	return slices.ContainsFunc(f.Type.Params.List, func(p *ast.Field) bool {
		name := typeName(p.Type)
		return hasSuffix(name, "Func", "Middleware", "Provider", "Hooks", "Propagator", "Tracer", "Logger",
			"Session") || hasPrefix(name, "Server")
	})
}

func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.Ellipsis:
		return typeName(e.Elt)
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

func hasPrefix(s string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}

func hasSuffix(s string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(p string) bool { return strings.HasSuffix(s, p) })
}

// failing fails as its name describes, for each kind of handler that mcp-go has no middleware for.
type failing string

func (f failing) fail() error {
	switch f {
	case "panic":
		panic(canary)
	case "exit":
		runtime.Goexit()
	case "plain":
		return mcptest.ErrSecret
	}
	return errkit.Wrap(mcptest.ErrSecret, errkit.RateLimited, "Too many completions.")
}

func (f failing) CompletePromptArgument(context.Context, string, mcp.CompleteArgument,
	mcp.CompleteContext) (*mcp.Completion, error) {
	return nil, f.fail()
}

func (f failing) CompleteResourceArgument(context.Context, string, mcp.CompleteArgument,
	mcp.CompleteContext) (*mcp.Completion, error) {
	return nil, f.fail()
}

// What WithMiddleware does not cover is covered by the other functions, and sends private text
// without them.
func TestWithoutMiddleware(t *testing.T) {
	const internal = `"message":"Something went wrong on our side.`
	complete := func(ref string) [2]string {
		return [2]string{"completion/complete", `{"ref":` + ref + `,"argument":{"name":"a","value":"b"}}`}
	}
	prompt := complete(`{"type":"ref/prompt","name":"p"}`)
	resource := complete(`{"type":"ref/resource","uri":"bell://x"}`)
	list, call := [2]string{"tools/list", `{}`}, [2]string{"tools/call", `{"name":"ok"}`}
	failHook := func(f failing) *server.Hooks {
		h := &server.Hooks{}
		h.AddOnRequestInitialization(func(_ context.Context, _ any, message any) error {
			if !strings.Contains(string(message.(json.RawMessage)), `"method":"initialize"`) {
				return f.fail()
			}
			return nil
		})
		return h
	}
	panicHook := func() *server.Hooks {
		h := &server.Hooks{}
		h.AddBeforeCallTool(func(context.Context, any, *mcp.CallToolRequest) { panic(canary) })
		return h
	}
	noTools := func(context.Context, []mcp.Tool) []mcp.Tool { panic(canary) }
	noPrompts := func(context.Context, []mcp.Prompt) []mcp.Prompt { panic(canary) }
	options := func(opts ...server.ServerOption) []server.ServerOption { return opts }
	guard := mcpgoerr.WithMiddleware(quiet)
	tests := []struct {
		name          string
		request       [2]string
		bare, guarded []server.ServerOption
		want          string
	}{
		{"a prompt's completion fails", prompt, options(server.WithPromptCompletionProvider(failing("plain"))),
			options(guard, server.WithPromptCompletionProvider(mcpgoerr.PromptCompletion(quiet, failing("plain")))),
			internal},
		{"a prompt's completion panics", prompt, options(server.WithPromptCompletionProvider(failing("panic"))),
			options(guard, server.WithPromptCompletionProvider(mcpgoerr.PromptCompletion(quiet, failing("panic")))),
			internal},
		{"a resource's completion fails", resource, options(server.WithResourceCompletionProvider(failing("plain"))),
			options(guard, server.WithResourceCompletionProvider(mcpgoerr.ResourceCompletion(quiet,
				failing("plain")))), internal},
		{"a resource's completion panics", resource, options(server.WithResourceCompletionProvider(failing("panic"))),
			options(guard, server.WithResourceCompletionProvider(mcpgoerr.ResourceCompletion(quiet,
				failing("panic")))), internal},
		{"a filter panics in a list", list, options(server.WithToolFilter(noTools)),
			options(guard, server.WithToolFilter(mcpgoerr.ToolFilter(quiet, noTools))), `"tools":[]`},
		{"a filter panics in a call", call, options(server.WithToolFilter(noTools)),
			options(guard, server.WithToolFilter(mcpgoerr.ToolFilter(quiet, noTools))), `"code":-32602`},
		{"a filter of prompts panics", [2]string{"prompts/list", `{}`}, options(server.WithPromptFilter(noPrompts)),
			options(guard, server.WithPromptFilter(mcpgoerr.PromptFilter(quiet, noPrompts))), `"prompts":[]`},
		{"a hook panics", call, options(server.WithHooks(panicHook())), options(server.WithHooks(panicHook()), guard),
			`ding`},
		{"a hook refuses a request", list, options(server.WithHooks(failHook("plain"))),
			options(server.WithHooks(failHook("plain")), guard), internal},
		{"a hook panics instead", list, options(server.WithHooks(failHook("panic"))),
			options(server.WithHooks(failHook("panic")), guard), internal},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			serve := func(opts []server.ServerOption) string {
				s := newServer(append(opts, server.WithCompletions())...)
				return stdio(t, s, "2025-11-25", "{}").Call(t, tt.request[0], tt.request[1])
			}
			require.Contains(t, serve(tt.bare), canary, "mcp-go does not need the function any more")
			got := serve(tt.guarded)
			require.Contains(t, got, tt.want)
			require.NotContains(t, got, canary)
		})
	}

	coded, err := mcpgoerr.PromptCompletion(nil, failing("coded")).CompletePromptArgument(t.Context(), "p",
		mcp.CompleteArgument{}, mcp.CompleteContext{})
	require.Nil(t, coded)
	require.ErrorContains(t, err, "Too many completions.")
	require.ErrorIs(t, err, errkit.RateLimited)
	require.NotContains(t, err.Error(), canary)
}

// A panic of a handler of notifications is reported, and the server goes on.
func TestNotificationHandler(t *testing.T) {
	reported := make(chan *errkit.Error, 1)
	o := &mcpgoerr.Options{Boundary: &middleware.Boundary{Report: func(_ context.Context,
		e *errkit.Error) {
		reported <- e
	}}}
	for fail, want := range map[failing]string{"panic": canary, "exit": "runtime.Goexit"} {
		mcpgoerr.NotificationHandler(o, func(context.Context,
			mcp.JSONRPCNotification) {
			_ = fail.fail()
		})(t.Context(), mcp.JSONRPCNotification{})
		require.ErrorContains(t, (<-reported).Err, want)
	}
}

// There is a response to every request whose handler calls runtime.Goexit, as the FailNow of
// tests does, and it is reported.
func TestGoexit(t *testing.T) {
	var reports atomic.Int32
	o := &mcpgoerr.Options{Boundary: &middleware.Boundary{Report: func(_ context.Context, e *errkit.Error) {
		reports.Add(1)
		if !strings.Contains(e.Err.Error(), "runtime.Goexit") {
			t.Errorf("got %+v", e)
		}
	}}}
	exit := failing("exit")
	hooks := &server.Hooks{}
	hooks.AddBeforeListPrompts(func(context.Context, any, *mcp.ListPromptsRequest) { _ = exit.fail() })
	s := server.NewMCPServer("bells", "1", server.WithHooks(hooks), mcpgoerr.WithMiddleware(o),
		server.WithCompletions(), server.WithTaskCapabilities(true, true, true),
		server.WithPromptCompletionProvider(mcpgoerr.PromptCompletion(o, exit)),
		server.WithResourceCompletionProvider(mcpgoerr.ResourceCompletion(o, exit)),
		server.WithToolFilter(mcpgoerr.ToolFilter(o, func(_ context.Context, all []mcp.Tool) []mcp.Tool {
			if len(all) > 1 {
				_ = exit.fail()
			}
			return all
		})))
	s.AddTool(mcp.NewTool("ring"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult,
		error) {
		return nil, exit.fail()
	})
	s.AddTaskTool(mcp.NewTool("task", mcp.WithTaskSupport(mcp.TaskSupportRequired)),
		mcpgoerr.TaskTool(o, func(context.Context, mcp.CallToolRequest) (*mcp.CreateTaskResult, error) {
			return nil,
				exit.fail()
		}))
	s.AddResource(mcp.NewResource("bell://x", "x"),
		func(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			return nil, exit.fail()
		})
	s.AddPrompt(mcp.NewPrompt("p"), func(context.Context, mcp.GetPromptRequest) (*mcp.GetPromptResult,
		error) {
		return nil, exit.fail()
	})
	w := stdio(t, s, "2025-11-25", "{}")
	const internal = `"message":"Something went wrong on our side.`
	for _, tt := range []struct{ name, method, params, want string }{
		{"tool", "tools/call", `{"name":"ring"}`, `"kind":"internal"`},
		{"resource", "resources/read", `{"uri":"bell://x"}`, internal},
		{"prompt", "prompts/get", `{"name":"p"}`, internal},
		{"completion of a prompt", "completion/complete",
			`{"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":"b"}}`, internal},
		{"completion of a resource", "completion/complete",
			`{"ref":{"type":"ref/resource","uri":"bell://x"},"argument":{"name":"a","value":"b"}}`, internal},
		{"filter", "tools/list", `{}`, `"tools":[]`},
		{"hook", "prompts/list", `{}`, `"name":"p"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			reports.Store(0)
			require.Contains(t, w.Call(t, tt.method, tt.params), tt.want)
			require.EqualValues(t, 1, reports.Load())
		})
	}
	t.Run("task", func(t *testing.T) {
		reports.Store(0)
		result, task := runTask(t, w, "task")
		require.Contains(t, result, internal)
		require.Contains(t, task, `"status":"failed"`)
		require.EqualValues(t, 1, reports.Load())
	})
}

func TestTaskHooksPanic(t *testing.T) {
	hooks := &server.TaskHooks{}
	hooks.AddOnTaskCreated(func(context.Context, server.TaskMetrics) { panic(canary) })
	require.Same(t, hooks, mcpgoerr.TaskHooks(quiet, hooks))
	require.NotPanics(t, func() { hooks.OnTaskCreated[0](t.Context(), server.TaskMetrics{}) })
	require.Nil(t, mcpgoerr.TaskHooks(nil, nil))
}

// A call ends at its timeout, whatever its handler does, and tools may have options of their own.
func TestTimeout(t *testing.T) {
	stuck := make(chan struct{})
	defer close(stuck)
	o := &mcpgoerr.Options{Boundary: quiet.Boundary, Timeout: 20 * time.Millisecond,
		Tool: func(name string) *mcpgoerr.Options {
			if name == "slow" {
				return &mcpgoerr.Options{Timeout: mcptest.Patience, NoCarry: true}
			}
			return nil
		}}
	s := server.NewMCPServer("bells", "1", mcpgoerr.WithMiddleware(o))
	s.AddTool(mcp.NewTool("stuck"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		<-stuck
		return nil, mcptest.ErrSecret
	})
	s.AddTool(mcp.NewTool("obeys"), func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	s.AddTool(mcp.NewTool("slow"), func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		deadline, _ := ctx.Deadline()
		if time.Until(deadline) < mcptest.Patience/2 {
			return nil, errors.New("it has the options of other tools")
		}
		return nil, errkit.New(errkit.Conflict, "The bell rings.")
	})
	s.AddTool(mcp.NewTool("exit"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		runtime.Goexit()
		return nil, nil
	})
	s.AddTool(mcp.NewTool("panic"), tools["panic"])
	s.AddTool(mcp.NewTool("ok"), tools["ok"])
	w := stdio(t, s, "2025-11-25", "{}")
	require.Contains(t, w.Tool(t, "stuck", `{}`), `"kind":"timeout"`)
	require.Contains(t, w.Tool(t, "obeys", `{}`), `"kind":"timeout"`)
	require.Contains(t, w.Tool(t, "panic", `{}`), `"kind":"internal"`)
	require.Contains(t, w.Tool(t, "exit", `{}`), `"kind":"internal"`)
	require.Contains(t, w.Tool(t, "ok", `{}`), `ding`)
	slow := w.Tool(t, "slow", `{}`)
	require.Contains(t, slow, "The bell rings.")
	require.NotContains(t, slow, "_meta")
}
