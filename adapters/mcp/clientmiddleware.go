//lint:file-ignore SA1019 clients of revisions before 2026-07-28 have sampling, roots and logging

package mcperr

import (
	"cmp"
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/middleware"
)

// ClientMiddleware returns a sending middleware for a client, after which the methods of its
// sessions return an [*errkit.Error]: for a failed call as [FromError] does, and for a tool result
// with an error as [FromResult] does. A failed call has no result. The error of a tool result is
// wrapped by one with the whole text of the result, with the fields, the hint and what to do,
// because frameworks show their model nothing else of an error: find the [*errkit.Error] with
// [errors.As].
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
			e := errorOf(res, err)
			if e == nil {
				return res, nil
			}
			result, _ := res.(*mcp.CallToolResult)
			if result != nil && err == nil && (&ownResult{result}).Error() != "" {
				e = &toolError{ownResult{result}, e}
			}
			return nil, e
		}
	}
}

// A toolError is the error of a result with its text.
type toolError struct {
	ownResult
	of error
}

func (e *toolError) Error() string { return text.Clean(e.ownResult.Error(), text.MaxText) }
func (e *toolError) Unwrap() error { return e.of }

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

// GuardClient returns a copy of the options of a client whose handlers do not terminate the
// program if they panic. A failure is reported by the boundary b, nil is that of package standard,
// and the server gets a JSON-RPC error with its public text, also if a handler calls
// runtime.Goexit. A [*jsonrpc.Error] that a handler returns stays as it is.
//
//	client := mcp.NewClient(implementation, mcperr.GuardClient(options, nil))
//
// A receiving middleware could not do it: the SDK calls the handlers for input that a result asks
// for without any middleware.
func GuardClient(o *mcp.ClientOptions, b *middleware.Boundary) *mcp.ClientOptions {
	own := *cmp.Or(o, new(mcp.ClientOptions))
	s := mcpserver.NewServer(&mcpserver.Server{Boundary: b})
	own.CreateMessageHandler = guard(s, mcpserver.Sample, own.CreateMessageHandler)
	own.CreateMessageWithToolsHandler = guard(s, mcpserver.Sample, own.CreateMessageWithToolsHandler)
	own.ElicitationHandler = guard(s, mcpserver.Elicit, own.ElicitationHandler)
	own.ElicitationCompleteHandler = notify(s, "notifications/elicitation/complete", own.ElicitationCompleteHandler)
	own.ToolListChangedHandler = notify(s, toolsChanged, own.ToolListChangedHandler)
	own.PromptListChangedHandler = notify(s, "notifications/prompts/list_changed", own.PromptListChangedHandler)
	own.ResourceListChangedHandler = notify(s, "notifications/resources/list_changed", own.ResourceListChangedHandler)
	own.ResourceUpdatedHandler = notify(s, "notifications/resources/updated", own.ResourceUpdatedHandler)
	own.LoggingMessageHandler = notify(s, "notifications/message", own.LoggingMessageHandler)
	own.ProgressNotificationHandler = notify(s, "notifications/progress", own.ProgressNotificationHandler)
	return &own
}

type requestHandler[Req, Res any] = func(context.Context, *Req) (*Res, error)

func guard[Req, Res any](s *mcpserver.Server, method string, h requestHandler[Req, Res]) requestHandler[Req, Res] {
	if h == nil {
		return nil // the client does not support it
	}
	return func(ctx context.Context, req *Req) (*Res, error) {
		c := &mcpserver.Call{Server: s, Method: method}
		var rpc *jsonrpc.Error
		res, err := mcpserver.Guard(ctx, c, func(ctx context.Context) (*Res, error) {
			res, err := h(ctx, req)
			switch _, rpc, _ = find(err); {
			case rpc != nil:
				err = nil // rpc is sent as it is
			case err == nil && res == nil:
				err = mcpserver.ErrNoResult
			}
			return res, err
		})
		if err == nil && rpc == nil {
			return res, nil
		}
		if rpc == nil {
			_, rpc, _ = find(err) // the boundary passed it through
		}
		if rpc == nil {
			parts := c.RenderFor(ctx, mcpdialect.Dialect{}, errkit.From(err))
			rpc = &jsonrpc.Error{Code: int64(parts.Code), Message: parts.Message, Data: parts.Data}
		}
		return nil, rpc
	}
}

type notificationHandler[Req any] = func(context.Context, *Req)

func notify[Req any](s *mcpserver.Server, method string, h notificationHandler[Req]) notificationHandler[Req] {
	if h == nil {
		return nil
	}
	return func(ctx context.Context, req *Req) {
		call := &mcpserver.Call{Server: s, Method: method}
		_, _ = mcpserver.Guard(ctx, call, func(ctx context.Context) (none struct{}, err error) {
			h(ctx, req)
			return none, nil
		})
	}
}
