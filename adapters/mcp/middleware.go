package mcperr

import (
	"context"
	"maps"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/language"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/middleware"
)

// Middleware returns a receiving middleware that renders the errors of tools, resources, prompts and completions. Nil options
// are the zero Options.
//
// The errors of what a program sends are unchanged: [ClientMiddleware] is the middleware for a client. A server with tools that change
// may add it as a sending middleware, too, so that it forgets the descriptions that sessions listed:
//
//	m := mcperr.Middleware(nil)
//	server.AddSendingMiddleware(m)
//	server.AddReceivingMiddleware(m)
//
// Middleware that is added later gets the *errkit.Error of a failed call from [mcp.CallToolResult.GetError].
func Middleware(o *Options) mcp.Middleware { return newConfig(o).middleware }

func (c *config) middleware(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if sent(method, req) {
			if method == toolsChanged {
				c.listed.clear()
			}
			return next(ctx, method, req)
		}
		outer, ok := ctx.Value(requestKey{}).(*request)
		if ok && outer.method == method && outer.req.GetSession() == req.GetSession() {
			return next(ctx, method, req) // the middleware was added twice
		}
		r := &request{config: c, next: next, method: method, req: req}
		if method == mcpserver.CallTool {
			r.config = c.forTool(r.tool())
		}
		return r.serve(ctx)
	}
}

const toolsChanged = "notifications/tools/list_changed"

// sent reports whether a request is one that the program sends, so that the middleware is a sending one.
func sent(method string, req mcp.Request) bool {
	switch method {
	case "elicitation/create", "sampling/createMessage", "roots/list":
		return true
	case "notifications/initialized", "notifications/roots/list_changed", "notifications/progress", "notifications/cancelled": // of clients
	default:
		if strings.HasPrefix(method, "notifications/") {
			return true
		}
	}
	_, client := req.GetSession().(*mcp.ClientSession)
	return client
}

type requestKey struct{}

// serve runs the handlers below this middleware and renders their failure.
func (r *request) serve(ctx context.Context) (res mcp.Result, err error) {
	defer func() {
		if v := recover(); v != nil {
			res, err = r.respond(ctx, mcpserver.HandlePanic(r.withFacts(ctx), r.Boundary, v), nil)
		}
	}()
	if extra := r.req.GetExtra(); extra != nil {
		ctx = language.FromHeader(ctx, extra.Header)
	}
	r.takeResponses()
	r.replaceNull()
	for {
		r.form = nil
		res, err = r.run(ctx)
		asking := r.form
		switch response := r.elicit(ctx, asking); {
		case response == nil:
			return res, err
		case response.Action != "accept":
			return r.respond(ctx, asking.err, asking.meta)
		}
	}
}

// run runs the handlers once.
func (r *request) run(ctx context.Context) (mcp.Result, error) {
	ctx = r.useInput(ctx)
	if r.hasInput() {
		ctx = middleware.WithInput(ctx, r.input)
	}
	res, err := r.call(context.WithValue(ctx, requestKey{}, r)) // for Handler and Add
	if err != nil {
		return r.fail(ctx, err, nil)
	}
	return r.finish(ctx, res)
}

// call runs the handlers. It runs those that the author of a server writes in a goroutine, so that there is a response to a handler
// that calls runtime.Goexit, and to one that runs for longer than its timeout, whose result is then ignored.
func (r *request) call(ctx context.Context) (mcp.Result, error) {
	var within time.Duration
	switch r.method {
	case mcpserver.CallTool:
		within = r.Timeout
	case mcpserver.ReadResource, mcpserver.GetPrompt, mcpserver.Complete:
	default:
		return r.next(ctx, r.method, r.req)
	}
	return mcpserver.RunWithin(ctx, within, func(ctx context.Context) (mcp.Result, error) { return r.next(ctx, r.method, r.req) },
		func(v any) error { return mcpserver.HandlePanic(r.withFacts(ctx), r.Boundary, v) })
}

// finish returns a result as it can be sent, or the response for the error in it.
func (r *request) finish(ctx context.Context, res mcp.Result) (mcp.Result, error) {
	if req, ok := r.req.(*mcp.ListToolsRequest); ok {
		list, _ := res.(*mcp.ListToolsResult)
		r.remember(req, list)
	}
	tool, ok := res.(*mcp.CallToolResult)
	if !ok {
		if err := r.checkResult(res); err != nil {
			return r.fail(ctx, err, nil)
		}
		return copyResult(res, r.olderRevision()), nil
	}
	if tool == nil {
		return r.fail(ctx, mcpserver.ErrNoResult, nil)
	}
	if own, ok := tool.GetError().(*ownResult); ok {
		tool = own.complete(r.peer().Revision)
	}
	if err := tool.GetError(); tool.IsError && err != nil {
		if hasErrorText(tool, err) {
			return r.fail(ctx, err, tool.Meta)
		}
		_ = r.Boundary.Handle(r.withFacts(ctx), err) // the handler wrote its own text, which is sent: only report
	} else if tool.IsError && err == nil {
		e := &errkit.Error{Kind: errkit.ExecutionFailed, Stage: errkit.Execution, Message: errkit.Text((&ownResult{tool}).Error())}
		_ = r.Boundary.Handle(r.withFacts(ctx), e) // for the same reason
	}
	sent, err := checkToolResult(tool, r.olderRevision())
	if err != nil {
		return r.fail(ctx, err, nil)
	}
	return sent, nil
}

// hasErrorText reports whether the content of a result is only the text of err, as the SDK writes it. It may be private.
func hasErrorText(res *mcp.CallToolResult, err error) bool {
	if len(res.Content) != 1 {
		return len(res.Content) == 0
	}
	text, ok := res.Content[0].(*mcp.TextContent)
	return ok && text != nil && text.Text == err.Error()
}

// fail returns the response for an error that a handler or the SDK returned; meta is that of the result that contained it.
func (r *request) fail(ctx context.Context, err error, meta mcp.Meta) (mcp.Result, error) {
	if found := find(err); found.rpc == nil && !found.coded {
		if e := r.fromText(ctx, err); e != nil {
			err = e
		}
	}
	err = r.handle(ctx, err)
	if rpc, ok := err.(*jsonrpc.Error); ok {
		if !r.FoldErrors || r.method != mcpserver.CallTool {
			return nil, r.allowed(rpc)
		}
		err = r.folded(rpc)
	}
	return r.respond(ctx, err, meta)
}

// handle passes an error to the boundary. A JSON-RPC error is returned unwrapped, because the SDK does not unwrap it.
func (r *request) handle(ctx context.Context, err error) error {
	switch found := find(err); {
	case found.rpc != nil:
		e := r.fromRPC(found.rpc)
		if e == nil {
			return ownText(err, found.rpc)
		}
		err = e
	case found.coded:
	default:
		if unsupported := unsupportedByClient(err); unsupported != nil {
			err = unsupported
			break
		}
		if found.peer {
			err = FromError(err)
			break
		}
		ctx, err = mcpserver.Blame(ctx, err, r.evidence(ctx))
	}
	return r.Boundary.Handle(r.withFacts(ctx), err)
}

// respond renders an error that the boundary returned, and adds meta to the result.
func (r *request) respond(ctx context.Context, err error, meta mcp.Meta) (mcp.Result, error) {
	e, answered := r.afterAsking(errkit.From(err))
	parts := r.render(ctx, e, !answered)
	if parts.Form != nil {
		r.form = &form{parts.Form, e, meta}
	}
	if parts.Code != 0 {
		rpc := &jsonrpc.Error{Code: int64(parts.Code), Message: parts.Message, Data: parts.Data}
		rpc.Code = r.allowedCode(rpc)
		return nil, rpc
	}
	if parts.Requests != nil {
		return r.askUser(parts), nil
	}
	res := newResult(parts, e)
	if len(meta) > 0 && mcpserver.CheckJSON(meta) == nil {
		both := maps.Clone(meta)
		maps.Copy(both, res.Meta)
		res.Meta = both
	}
	return res, nil
}
