package mcperr

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/internal/violation"
	"github.com/toolerr/toolerr/middleware"
)

// A Validate checks a decoded input, such as validate.Input of package middleware/validate, which
// is [middleware.Boundary.Validate] of the boundary or else checks validate tags.
type Validate = func(ctx context.Context, b *middleware.Boundary, input any) error

// Handler wraps the handler of a typed tool:
//
//	mcp.AddTool(server, tool, mcperr.Handler(ring))
//
// It does what [Middleware] cannot do outside of the SDK. Input that the schema allows is checked
// by validate, by default by [middleware.Boundary.Validate]. An input type with validate tags
// needs validate.Input there, as the engine of the tags is not linked otherwise; without it
// Handler panics:
//
//	mcp.AddTool(server, tool, mcperr.Handler(ring, validate.Input))
//
// A result with IsError
// that h returns is kept, where the SDK would add an empty output to it. h may return the same
// result to several calls: the SDK, which writes to it, gets a copy. In a server without the
// middleware, panics become errors, and the text of uncoded errors is not sent.
func Handler[In, Out any](h mcp.ToolHandlerFor[In, Out], validate ...Validate) mcp.ToolHandlerFor[In, Out] {
	defaults, check := newConfig(nil), validatorOf(reflect.TypeFor[In](), validate)
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (res *mcp.CallToolResult, out Out, err error) {
		r := requestOf(ctx)
		if r == nil {
			r = defaults.newRequest(mcpserver.CallTool, req, nil)
		}
		defer func() {
			if v := recover(); v != nil {
				err = r.HandlePanic(ctx, v)
			}
			if err != nil {
				var zero Out
				res, out = nil, zero
			}
		}()
		r.Decoded.Store(true)
		if err = check(ctx, r.Boundary, in); err == nil {
			var a answer[Out]
			a, err = once(ctx, r, func(ctx context.Context) (a answer[Out], err error) {
				a.Result, a.Output, err = h(ctx, req, in)
				return a, err
			})
			res, out = a.Result, a.Output
		}
		switch {
		case err != nil:
			err = r.handle(ctx, err)
		case res == nil || !res.IsError:
		case isFailure(res):
			own := *res
			own.Content = nil
			own.SetError(r.handle(ctx, res.GetError())) //toolerr:public of the boundary, or of a jsonrpc.Error
			err = &ownResult{&own}
		default:
			err = &ownResult{res}
		}
		return copyOf(res), out, err
	}
}

// validatorOf returns the check of inputs of a type.
func validatorOf(in reflect.Type, given []Validate) Validate {
	switch {
	case len(given) > 0:
		return given[0]
	case violation.HasTags(in):
		panic(fmt.Sprintf("mcperr: %s has validate tags, which nothing checks: pass validate.Input, "+
			"of github.com/toolerr/toolerr/middleware/validate, after the handler", in))
	}
	return func(ctx context.Context, b *middleware.Boundary, input any) error {
		if b == nil || b.Validate == nil {
			return nil
		}
		return b.Validate(ctx, input)
	}
}

// AddTool adds a typed tool as [mcp.AddTool] does, with its output schema, and with the handler as
// [Handler] wraps it.
func AddTool[In, Out any](s *mcp.Server, t *mcp.Tool, h mcp.ToolHandlerFor[In, Out], validate ...Validate) {
	of, wrapped := repeatable(t), Handler(h, validate...)
	mcp.AddTool(s, t, func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		return wrapped(middleware.WithRepeatable(ctx, of), req, in)
	})
}

// Raw wraps a handler for [mcp.Server.AddTool], and returns a copy of each result. It is needed
// only if h returns the same result to concurrent calls, because the SDK writes to it before any
// middleware runs, and for the keys of calls ([Options].Key). [Handler] does the same for typed
// tools.
func Raw(h mcp.ToolHandler) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		a, err := once(ctx, requestOf(ctx), func(ctx context.Context) (a answer[any], err error) {
			a.Result, err = h(ctx, req)
			return a, err
		})
		return copyOf(a.Result), err
	}
}

// copyOf returns a copy of a result that a handler may return to several calls.
func copyOf(res *mcp.CallToolResult) *mcp.CallToolResult {
	if res == nil {
		return nil
	}
	sent := *res
	sent.Meta = maps.Clone(res.Meta)
	return &sent
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

// complete returns the result in place of that which the SDK made of it, with the resultType of
// the latter.
func (o *ownResult) complete(res *mcp.CallToolResult) *mcp.CallToolResult {
	own := *res
	own.SetError(o.result.GetError()) //toolerr:public set by the SDK or by the handler, and checked by the middleware
	own.Meta, own.Content, own.StructuredContent = o.result.Meta, o.result.Content, o.result.StructuredContent
	return &own
}
