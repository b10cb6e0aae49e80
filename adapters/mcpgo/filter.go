package mcpgoerr

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/toolerr/toolerr/internal/mcpserver"
)

// ToolFilter wraps a filter, for which mcp-go has no middleware:
//
//	server.WithToolFilter(mcpgoerr.ToolFilter(options, allowed))
//
// A filter that panics allows no tools: the client gets an empty list, or the response to a call of an unknown tool. Without
// ToolFilter the value of the panic is sent, or the process terminates. Nil options are the zero Options.
func ToolFilter(o *Options, f server.ToolFilterFunc) server.ToolFilterFunc {
	return filter(newConfig(o, nil), mcp.MethodToolsList, f)
}

// PromptFilter is [ToolFilter] for prompts.
func PromptFilter(o *Options, f server.PromptFilterFunc) server.PromptFilterFunc {
	return filter(newConfig(o, nil), mcp.MethodPromptsList, f)
}

func filter[T any](c *config, method mcp.MCPMethod, f func(context.Context, []T) []T) func(context.Context, []T) []T {
	return func(ctx context.Context, all []T) []T {
		return guard(ctx, c, method, func(ctx context.Context) []T { return f(ctx, all) })
	}
}

// NotificationHandler wraps a handler of notifications, for which mcp-go has no middleware. A panic of it is reported; without
// NotificationHandler it drops the connection, or terminates the process. Nil options are the zero Options.
func NotificationHandler(o *Options, h server.NotificationHandlerFunc) server.NotificationHandlerFunc {
	c := newConfig(o, nil)
	return func(ctx context.Context, n mcp.JSONRPCNotification) {
		guard(ctx, c, mcp.MCPMethod(n.Method), func(ctx context.Context) struct{} {
			h(ctx, n)
			return struct{}{}
		})
	}
}

// guard returns the result of f. A panic of f, or a call of runtime.Goexit, is reported; then the result is the zero value.
func guard[R any](ctx context.Context, c *config, method mcp.MCPMethod, f func(context.Context) R) R {
	call := &request{config: c, method: method}
	res, err := mcpserver.RunWithin(ctx, 0, func(ctx context.Context) (R, error) { return f(ctx), nil }, call.panicked(ctx))
	if err != nil {
		_ = c.handle(call.withFacts(ctx), err)
	}
	return res
}
