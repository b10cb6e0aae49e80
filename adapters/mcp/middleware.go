package mcperr

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/middleware"
)

// Middleware returns a receiving middleware that tells the errors of tools,
// resources, prompts and completions. Nil options are the zero ones.
//
// An outer middleware finds the *errkit.Error of a failed call by
// [mcp.CallToolResult.GetError].
func Middleware(o *Options) mcp.Middleware {
	s := newSetup(o)
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			c := &call{setup: s, next: next, method: method, req: req}
			return c.run(ctx)
		}
	}
}

const (
	callTool     = "tools/call"
	getPrompt    = "prompts/get"
	listTools    = "tools/list"
	readResource = "resources/read"
)

// call is one request.
type call struct {
	*setup
	next   mcp.MethodHandler
	method string
	req    mcp.Request
}

type callKey struct{}

func (c *call) run(ctx context.Context) (res mcp.Result, err error) {
	if c.hasInput() {
		ctx = middleware.WithInput(ctx, c.input)
	}
	defer func() {
		if v := recover(); v != nil {
			res, err = c.answer(ctx, c.recovered(ctx, v), nil)
		}
	}()
	inner := ctx
	if c.method == callTool {
		inner = context.WithValue(ctx, callKey{}, c) // for Handler
	}
	res, err = c.next(inner, c.method, c.req)
	if err != nil {
		return c.fail(ctx, err, nil)
	}
	return c.settle(ctx, res)
}

// recovered makes an error of the value of a panic. It is called from the
// deferred function.
func (c *call) recovered(ctx context.Context, v any) error {
	if v == http.ErrAbortHandler { // there is no HTTP server above, it would end the program
		v = fmt.Errorf("mcperr: %w", http.ErrAbortHandler)
	}
	return c.Boundary.HandlePanic(c.facts(ctx), v)
}

// facts adds to ctx, for the report, what was called.
func (c *call) facts(ctx context.Context) context.Context {
	if c.Boundary.Report == nil && len(c.Boundary.Classify) == 0 {
		return ctx // nobody looks
	}
	attrs := append(make([]slog.Attr, 0, 2), slog.String("method", c.method))
	if name := c.tool(); name != "" {
		attrs = append(attrs, slog.String("tool", limit.Runes(name, limit.Key)))
	} else if uri := c.uri(); uri != "" {
		attrs = append(attrs, slog.String("resource", limit.Middle(uri, limit.URI)))
	} else if p, ok := c.req.GetParams().(*mcp.GetPromptParams); ok && p != nil {
		attrs = append(attrs, slog.String("prompt", limit.Runes(p.Name, limit.Key)))
	}
	return middleware.WithAttrs(middleware.WithTable(ctx, c.codec.Table), attrs...)
}

var errNoResult = errors.New("mcperr: the handler returned neither a result nor an error")

// settle looks at a result: at the error in it, and whether it can be sent.
func (c *call) settle(ctx context.Context, res mcp.Result) (mcp.Result, error) {
	r, ok := res.(*mcp.CallToolResult)
	if !ok {
		if err := c.sound(res); err != nil {
			return c.fail(ctx, err, nil)
		}
		return copyResult(res, c.older()), nil
	}
	if r == nil {
		return c.fail(ctx, errNoResult, nil)
	}
	if own, ok := r.GetError().(*ownResult); ok {
		r = own.complete(c.mcp().Revision)
	}
	if err := r.GetError(); r.IsError && err != nil {
		if saidBySDK(r, err) {
			return c.fail(ctx, err, r.Meta)
		}
		_ = c.Boundary.Handle(c.facts(ctx), err) // its author wrote a text beside it, which stays
	}
	sent, err := soundResult(r, c.older())
	if err != nil {
		return c.fail(ctx, err, nil)
	}
	return sent, nil
}

// saidBySDK reports whether a result has the error's own text, as the SDK puts
// it there, which may be anything.
func saidBySDK(r *mcp.CallToolResult, err error) bool {
	if len(r.Content) != 1 {
		return len(r.Content) == 0
	}
	text, ok := r.Content[0].(*mcp.TextContent)
	return ok && text != nil && text.Text == err.Error()
}

// fail answers with an error as the SDK returned it; meta is of the result that
// it was in.
func (c *call) fail(ctx context.Context, err error, meta mcp.Meta) (mcp.Result, error) {
	if found := find(err); found.own == nil && !found.coded {
		if known := c.readText(ctx, err); known != nil {
			err = known
		}
	}
	err = c.normal(ctx, err)
	if rpc, ok := err.(*jsonrpc.Error); ok {
		return nil, c.allowed(rpc)
	}
	return c.answer(ctx, err, meta)
}

// normal returns an error of JSON-RPC as its bare pointer, for the SDK looks no
// deeper, and any other as the Boundary does.
func (c *call) normal(ctx context.Context, err error) error {
	switch found := find(err); {
	case found.own != nil:
		known := c.read(found.own)
		if known == nil {
			return found.own
		}
		err = known
	case found.peer:
		err = FromError(err)
	case found.ended && len(c.arguments()) == 0:
		// Absent arguments are no document that a handler reads to its end, so
		// the end is that of a connection or of another document.
		ctx = middleware.WithInput(ctx, nil)
	}
	return c.Boundary.Handle(c.facts(ctx), err)
}

// answer says what a Boundary returned, and keeps meta, which a result had.
func (c *call) answer(ctx context.Context, err error, meta mcp.Meta) (mcp.Result, error) {
	res, fault := c.render(ctx, errkit.From(err))
	if fault != nil {
		return nil, fault
	}
	if len(meta) > 0 && jsonMeta(meta) == nil {
		both := maps.Clone(meta)
		maps.Copy(both, res.Meta)
		res.Meta = both
	}
	return res, nil
}
