//lint:file-ignore SA1019 clients of revisions before 2026-07-28 have sampling, roots and logging

package mcperr

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/middleware"
)

// ClientMiddleware returns a sending middleware for a client, after which the methods of its sessions return an [*errkit.Error]: for
// a failed call as [FromError] does, and for a tool result with an error as [FromResult] does. A failed call has no result.
//
//	client.AddSendingMiddleware(mcperr.ClientMiddleware(), mcperr.Retry(nil))
//	...
//	res, err := session.CallTool(ctx, params)
//	if errors.Is(err, errkit.RateLimited) {
//
// The errors of the handshake are unchanged, because the SDK uses them to negotiate a revision.
func ClientMiddleware() mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			res, err := next(ctx, method, req)
			if !isClientCall(method) {
				return res, err
			}
			if e := errorOf(res, err); e != nil {
				return nil, e
			}
			return res, nil
		}
	}
}

// isClientCall reports whether a method calls something that a server offers.
func isClientCall(method string) bool {
	switch method {
	case mcpserver.CallTool, mcpserver.GetPrompt, mcpserver.ReadResource, mcpserver.Complete:
		return true
	}
	return strings.HasSuffix(method, "/list")
}

// errorOf returns the error of a call as an *errkit.Error, and nil for a success.
func errorOf(res mcp.Result, err error) error {
	if err != nil {
		return FromError(err)
	}
	if result, ok := res.(*mcp.CallToolResult); ok && (result == nil || result.IsError || result.NeedsInput()) {
		return FromResult(result)
	}
	return nil
}

// GuardClient returns a copy of the options of a client whose handlers do not terminate the program if they panic. A failure is
// reported by the boundary b, nil is that of package standard, and the server gets a JSON-RPC error with its public text, also if a
// handler calls runtime.Goexit. A [*jsonrpc.Error] that a handler returns stays as it is.
//
//	client := mcp.NewClient(implementation, mcperr.GuardClient(options, nil))
//
// A receiving middleware could not do it: the SDK calls the handlers for input that a result asks for without any middleware.
func GuardClient(o *mcp.ClientOptions, b *middleware.Boundary) *mcp.ClientOptions {
	var guarded mcp.ClientOptions
	if o != nil {
		guarded = *o
	}
	c := newConfig(&Options{Boundary: b, NoCarry: true})
	guarded.CreateMessageHandler = guard(c, "sampling/createMessage", guarded.CreateMessageHandler)
	guarded.CreateMessageWithToolsHandler = guard(c, "sampling/createMessage", guarded.CreateMessageWithToolsHandler)
	guarded.ElicitationHandler = guard(c, "elicitation/create", guarded.ElicitationHandler)
	guarded.ElicitationCompleteHandler = guardNotification(c, "notifications/elicitation/complete", guarded.ElicitationCompleteHandler)
	guarded.ToolListChangedHandler = guardNotification(c, "notifications/tools/list_changed", guarded.ToolListChangedHandler)
	guarded.PromptListChangedHandler = guardNotification(c, "notifications/prompts/list_changed", guarded.PromptListChangedHandler)
	guarded.ResourceListChangedHandler = guardNotification(c, "notifications/resources/list_changed", guarded.ResourceListChangedHandler)
	guarded.ResourceUpdatedHandler = guardNotification(c, "notifications/resources/updated", guarded.ResourceUpdatedHandler)
	guarded.LoggingMessageHandler = guardNotification(c, "notifications/message", guarded.LoggingMessageHandler)
	guarded.ProgressNotificationHandler = guardNotification(c, "notifications/progress", guarded.ProgressNotificationHandler)
	return &guarded
}

func guard[Req, Res any](c *config, method string, h func(context.Context, *Req) (*Res, error)) func(context.Context, *Req) (*Res, error) {
	if h == nil {
		return nil // the client does not support it
	}
	return func(ctx context.Context, req *Req) (*Res, error) {
		ctx = mcpserver.WithFacts(ctx, nil, method, "", "")
		res, err := run(ctx, c, func(ctx context.Context) (*Res, error) { return h(ctx, req) })
		switch found := find(err); {
		case err == nil && res == nil:
			err = mcpserver.ErrNoResult
		case err == nil:
			return res, nil
		case found.rpc != nil:
			return nil, found.rpc
		}
		err = c.Boundary.Handle(ctx, err)
		if found := find(err); found.rpc != nil {
			return nil, found.rpc // the boundary passed it through
		}
		parts := c.renderer.Render(mcpserver.Call{Method: method}, errkit.From(err))
		return nil, &jsonrpc.Error{Code: int64(parts.Code), Message: parts.Message, Data: parts.Data}
	}
}

func guardNotification[Req any](c *config, method string, h func(context.Context, *Req)) func(context.Context, *Req) {
	if h == nil {
		return nil
	}
	return func(ctx context.Context, req *Req) {
		ctx = mcpserver.WithFacts(ctx, nil, method, "", "")
		_, err := run(ctx, c, func(ctx context.Context) (none struct{}, err error) {
			h(ctx, req)
			return none, nil
		})
		_ = c.Boundary.Handle(ctx, err)
	}
}

// run runs a handler of a client, and returns an error if it panics or calls runtime.Goexit.
func run[R any](ctx context.Context, c *config, handler func(context.Context) (R, error)) (R, error) {
	return mcpserver.RunWithin(ctx, 0, handler, func(v any) error { return mcpserver.HandlePanic(ctx, c.Boundary, v) })
}
