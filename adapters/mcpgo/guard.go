package mcpgoerr

import (
	"context"
	"reflect"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/toolerr/toolerr/internal/mcpserver"
)

// What mcp-go has no middleware for, and calls without recovering a panic.

// PromptCompletion wraps a provider of completions:
//
//	server.WithPromptCompletionProvider(mcpgoerr.PromptCompletion(options, provider))
//
// Nil options are the zero Options.
func PromptCompletion(o *Options, p server.PromptCompletionProvider) server.PromptCompletionProvider {
	return completion{config: newConfig(o, nil), prompt: p}
}

// ResourceCompletion is [PromptCompletion] for the arguments of resource templates.
func ResourceCompletion(o *Options, p server.ResourceCompletionProvider) server.ResourceCompletionProvider {
	return completion{config: newConfig(o, nil), resource: p}
}

// A completion is a provider that calls one of two.
type completion struct {
	config   *config
	prompt   server.PromptCompletionProvider
	resource server.ResourceCompletionProvider
}

func (p completion) CompletePromptArgument(
	ctx context.Context, name string, a mcp.CompleteArgument, given mcp.CompleteContext,
) (*mcp.Completion, error) {
	return p.complete(ctx, "prompt", name, func(ctx context.Context) (*mcp.Completion, error) {
		return p.prompt.CompletePromptArgument(ctx, name, a, given)
	})
}

func (p completion) CompleteResourceArgument(
	ctx context.Context, uri string, a mcp.CompleteArgument, given mcp.CompleteContext,
) (*mcp.Completion, error) {
	return p.complete(ctx, "resource", uri, func(ctx context.Context) (*mcp.Completion, error) {
		return p.resource.CompleteResourceArgument(ctx, uri, a, given)
	})
}

type provider = func(context.Context) (*mcp.Completion, error)

// complete calls a provider. The server sends the text of its error as -32603.
func (p completion) complete(ctx context.Context, what, name string, provide provider) (*mcp.Completion, error) {
	call := p.config.newCall(mcp.MethodCompletionComplete, what, name)
	finish := func(_ context.Context, res *mcp.Completion) (*mcp.Completion, error) { return res, nil }
	return serveText(ctx, call, nil, provide, finish)
}

// ToolFilter wraps a filter:
//
//	server.WithToolFilter(mcpgoerr.ToolFilter(options, allowed))
//
// A filter that panics allows no tools: the client gets an empty list, or the response to a call
// of an unknown tool. Without ToolFilter the value of the panic is sent, or the process
// terminates. Nil options are the zero Options.
func ToolFilter(o *Options, f server.ToolFilterFunc) server.ToolFilterFunc {
	return filter(newConfig(o, nil), mcp.MethodToolsList, f)
}

// PromptFilter is [ToolFilter] for prompts.
func PromptFilter(o *Options, f server.PromptFilterFunc) server.PromptFilterFunc {
	return filter(newConfig(o, nil), mcp.MethodPromptsList, f)
}

func filter[T any](c *config, method mcp.MCPMethod, f func(context.Context, []T) []T) func(context.Context, []T) []T {
	return func(ctx context.Context, all []T) []T {
		call := c.newCall(method, "", "")
		allowed, _ := guard(ctx, call, func(ctx context.Context) ([]T, error) { return f(ctx, all), nil })
		return allowed
	}
}

// NotificationHandler wraps a handler of notifications. A panic of it is reported; without
// NotificationHandler it drops the connection, or terminates the process. Nil options are the zero
// Options.
func NotificationHandler(o *Options, h server.NotificationHandlerFunc) server.NotificationHandlerFunc {
	c := newConfig(o, nil)
	return func(ctx context.Context, n mcp.JSONRPCNotification) {
		call := c.newCall(mcp.MCPMethod(n.Method), "", "")
		_, _ = guard(ctx, call, func(ctx context.Context) (none struct{}, err error) {
			h(ctx, n)
			return none, nil
		})
	}
}

// TaskHooks wraps the hooks that the list has now, so that a panic of one is reported. Without it,
// it is sent or terminates the process:
//
//	server.WithTaskHooks(mcpgoerr.TaskHooks(options, hooks))
//
// It returns the same list, to which others may be added. Nil options are the zero Options.
func TaskHooks(o *Options, hooks *server.TaskHooks) *server.TaskHooks {
	if hooks != nil {
		newConfig(o, nil).guardHooks(hooks)
	}
	return hooks
}

// guardHooks replaces each hook by one that cannot fail the server: a panic of it is reported, and
// the text of an error, with which OnRequestInitialization rejects a request, is public. hooks is
// a pointer to a struct of slices of functions.
func (c *config) guardHooks(hooks any) {
	for field, list := range reflect.ValueOf(hooks).Elem().Fields() {
		for j := range list.Len() {
			hook := list.Index(j)
			hook.Set(reflect.MakeFunc(hook.Type(), c.guardHook(field.Name, reflect.ValueOf(hook.Interface()))))
		}
	}
}

// guardHook returns the function for a hook. A hook has a context and, in one case, returns an
// error.
func (c *config) guardHook(name string, hook reflect.Value) func([]reflect.Value) []reflect.Value {
	return func(args []reflect.Value) []reflect.Value {
		ctx := args[0].Interface().(context.Context)
		call := c.newCall(mcp.MCPMethod(name), "", "")
		results, err := guard(ctx, call, func(context.Context) ([]reflect.Value, error) {
			results := hook.Call(args)
			if len(results) == 1 && !results[0].IsNil() {
				return nil, results[0].Interface().(error)
			}
			return results, nil
		})
		if err == nil || hook.Type().NumOut() == 0 {
			return results
		}
		err = call.respondText(ctx, err)
		return []reflect.Value{reflect.ValueOf(&err).Elem()}
	}
}

// guard is [mcpserver.Guard] for a function that has no input, so that no error is about it.
func guard[R any](ctx context.Context, c *call, f func(context.Context) (R, error)) (R, error) {
	c.SDK = guarded{c}
	return mcpserver.Guard(ctx, &c.Call, f)
}

type guarded struct{ *call }

func (guarded) Convert(_ context.Context, err error) (mcpserver.Verdict, error) {
	return mcpserver.Coded, err
}
