package mcperr

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/middleware"
)

// Handler wraps the handler of a typed tool, where more is possible than
// [Middleware] alone can do. Input that the schema allows is checked by
// [Options.Validate]. A result of the handler's own with IsError stays as it is,
// where the SDK would put an empty output into it. And without the middleware
// too panics become errors, and of errors that nobody coded nothing is told. h
// may return one result to several calls: the SDK, which writes to it, gets a
// copy.
//
//	mcp.AddTool(server, tool, mcperr.Handler(ring))
func Handler[In, Out any](h mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	alone := newSetup(nil) // for a server without the middleware
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (res *mcp.CallToolResult, out Out, err error) {
		c, _ := ctx.Value(callKey{}).(*call)
		if c == nil {
			c = &call{setup: alone, method: callTool, req: req}
		}
		defer func() {
			if v := recover(); v != nil {
				err = c.recovered(ctx, v)
			}
			if err != nil {
				var none Out
				res, out = nil, none
			}
		}()
		if len(c.arguments()) == 0 {
			ctx = middleware.WithInput(ctx, nil) // h decodes no absent document: its errors are about others
		}
		if err = c.validate(in); err == nil {
			res, out, err = h(ctx, req, in)
		}
		switch {
		case err != nil:
			err = c.normal(ctx, err)
		case res == nil || !res.IsError:
		case res.GetError() != nil && saidBySDK(res, res.GetError()):
			said := *res
			said.Content = nil
			said.SetError(c.normal(ctx, res.GetError()))
			err = &ownResult{result: &said}
		default:
			err = &ownResult{result: res}
		}
		return copyToolResult(res, false), out, err
	}
}

// ownResult carries a failed result of the handler's own past the SDK, which
// would change it.
type ownResult struct{ result *mcp.CallToolResult }

// Error is the result's text, for a server without the middleware.
func (o *ownResult) Error() string {
	var texts []string
	for _, block := range o.result.Content {
		if t, ok := block.(*mcp.TextContent); ok && t != nil {
			texts = append(texts, t.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// complete returns the result as the SDK would have: it says that it is
// complete where the revision wants that, in a field that only JSON can set.
func (o *ownResult) complete(revision string) *mcp.CallToolResult {
	if revision < revision2026 {
		return o.result
	}
	res := complete
	from := o.result
	res.Meta, res.StructuredContent, res.IsError = from.Meta, from.StructuredContent, from.IsError
	if from.Content != nil {
		res.Content = from.Content
	}
	if err := from.GetError(); err != nil {
		res.SetError(err)
	}
	return &res
}
