package mcperr

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/middleware/standard"
)

// Handler wraps the handler of a typed tool:
//
//	mcp.AddTool(server, tool, mcperr.Handler(ring))
//
// It does what [Middleware] cannot do outside of the SDK. Input that the schema allows is validated by [middleware.Boundary.Validate], by default by validate tags. A
// result with IsError that h returns is kept, where the SDK would add an empty output to it. h may return the same result to
// several calls: the SDK, which writes to it, gets a copy. In a server without the middleware, panics become errors, and the
// text of uncoded errors is not sent.
func Handler[In, Out any](h mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	defaults := newConfig(nil)
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (res *mcp.CallToolResult, out Out, err error) {
		r := requestOf(ctx, req, defaults)
		defer func() {
			if v := recover(); v != nil {
				err = mcpserver.HandlePanic(r.withFacts(ctx), r.Boundary, v)
			}
			if err != nil {
				var zero Out
				res, out = nil, zero
			}
		}()
		r.decoded.Store(true)
		if err = standard.Validate(ctx, r.Boundary, in); err == nil {
			res, out, err = h(ctx, req, in)
		}
		switch {
		case err != nil:
			err = r.handle(ctx, err)
		case res == nil || !res.IsError:
		case res.GetError() != nil && hasErrorText(res, res.GetError()):
			own := *res
			own.Content = nil
			own.SetError(r.handle(ctx, res.GetError())) //toolerr:public of the boundary, or of a jsonrpc.Error
			err = &ownResult{&own}
		default:
			err = &ownResult{res}
		}
		return copyToolResult(res, false), out, err
	}
}

// AddTool adds a typed tool as [mcp.AddTool] does, with its output schema, and with the handler as [Handler] wraps it.
func AddTool[In, Out any](s *mcp.Server, t *mcp.Tool, h mcp.ToolHandlerFor[In, Out]) {
	mcp.AddTool(s, t, Handler(h))
}

// requestOf returns the request that the middleware put into ctx; in a server without it, a request with a default config.
func requestOf(ctx context.Context, req *mcp.CallToolRequest, defaults *config) *request {
	if r, ok := ctx.Value(requestKey{}).(*request); ok {
		return r
	}
	return &request{config: defaults, method: mcpserver.CallTool, req: req}
}

// ownResult transports a result with IsError through the SDK, which would change it.
type ownResult struct{ result *mcp.CallToolResult }

// Error returns the text of the result, which the SDK sends in a server without the middleware.
func (o *ownResult) Error() string {
	var texts []string
	for _, block := range o.result.Content {
		if t, ok := block.(*mcp.TextContent); ok && t != nil {
			texts = append(texts, t.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// complete returns the result as the SDK would send it: with a resultType if the revision has one.
func (o *ownResult) complete(revision string) *mcp.CallToolResult {
	if revision < mcpdialect.Revision20260728 {
		return o.result
	}
	res := complete
	own := o.result
	res.Meta, res.StructuredContent, res.IsError = own.Meta, own.StructuredContent, own.IsError
	if own.Content != nil {
		res.Content = own.Content
	}
	if err := own.GetError(); err != nil {
		res.SetError(err) //toolerr:public set by the SDK or by the handler, and checked by the middleware
	}
	return &res
}
