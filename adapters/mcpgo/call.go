package mcpgoerr

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/language"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/middleware"
)

// call is one call of a tool.
type call struct {
	*config
	request mcp.CallToolRequest
	task    bool                  // the tool runs as a task
	err     atomic.Pointer[error] // returned by a handler that Structured wraps, which gets decoded arguments
}

type callKey struct{}

// Structured wraps a handler for [mcp.NewStructuredToolHandler], so that its errors are rendered as those of other handlers:
//
//	s.AddTool(tool, mcp.NewStructuredToolHandler(mcpgoerr.Structured(ring)))
func Structured[In, Out any](h mcp.StructuredToolHandlerFunc[In, Out]) mcp.StructuredToolHandlerFunc[In, Out] {
	return func(ctx context.Context, r mcp.CallToolRequest, in In) (Out, error) {
		out, err := h(ctx, r, in)
		if c, ok := ctx.Value(callKey{}).(*call); ok && err != nil {
			returned := err
			c.err.Store(&returned)
			err = errkit.From(err) // the server calls Error, which may panic for a nil pointer
		}
		return out, err
	}
}

// tool is the middleware for tools.
func (c *config) tool(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
		c := &call{config: c.forTool(r.Params.Name), request: r}
		c.task = r.Params.Task != nil && runsAsTask(c.description(ctx))
		ctx = middleware.WithInput(language.FromHeader(ctx, r.Header), c.input)
		defer func() {
			if v := recover(); v != nil {
				res, err = c.render(ctx, c.handlePanic(c.withFacts(ctx), v))
			}
		}()
		within := c.Timeout
		if c.task {
			within = 0
		}
		res, err = run(ctx, c, within, func(ctx context.Context) (*mcp.CallToolResult, error) { return next(ctx, r) })
		if err == nil {
			res, err = c.finish(ctx, res)
		}
		if err != nil {
			return c.fail(ctx, err)
		}
		return res, nil
	}
}

// run runs the handler of a call, which finds the call in its context.
func run[R any](ctx context.Context, c *call, within time.Duration, handler func(context.Context) (R, error)) (R, error) {
	return mcpserver.RunWithin(context.WithValue(ctx, callKey{}, c), within, handler,
		func(v any) error { return c.handlePanic(c.withFacts(ctx), v) })
}

// input returns the arguments, for classifiers. Absent arguments are nil: mcp-go decodes them as null, which never fails.
func (c *call) input() middleware.Input { return middleware.Input{Body: c.arguments()} }

// arguments returns the arguments as received; a program that calls a handler itself passes them as a Go value.
func (c *call) arguments() json.RawMessage {
	params := &c.request.Params
	if params.RawArguments != nil || params.Arguments == nil {
		return params.RawArguments
	}
	raw, err := json.Marshal(params.Arguments)
	if err != nil {
		return nil
	}
	return raw
}

func (c *call) withFacts(ctx context.Context) context.Context {
	return c.config.withFacts(ctx, mcp.MethodToolsCall, "tool", c.request.Params.Name)
}

// The starts of the texts by which mcp-go reports failures. The rest may contain the input, or the text of an uncoded error.
const (
	bindFailed    = "failed to bind arguments: "
	toolFailed    = "tool execution failed: "
	inputInvalid  = "input schema validation failed: "
	outputInvalid = "output schema validation failed"
)

// finish returns a result as it can be sent, or the error in it.
func (c *call) finish(ctx context.Context, res *mcp.CallToolResult) (*mcp.CallToolResult, error) {
	if res == nil {
		return nil, mcpserver.ErrNoResult
	}
	switch text := onlyText(res); {
	case !res.IsError:
	case c.err.Load() != nil:
		return nil, *c.err.Load()
	case strings.HasPrefix(text, bindFailed):
		return nil, c.invalidInput(ctx)
	case strings.HasPrefix(text, toolFailed):
		return nil, &errkit.Error{Kind: errkit.ExecutionFailed, Err: errors.New(text)}
	case c.task:
		return nil, ownFailure(res.Content)
	default:
		_ = c.handle(c.withFacts(ctx), ownFailure(res.Content)) // the handler wrote its own text, which is sent: only report
		if isValidation(text) {                                 // for afterCall, which must not replace it
			own := *res
			own.Content = []mcp.Content{typedText{TextContent: res.Content[0].(mcp.TextContent)}}
			res = &own
		}
	}
	return checkToolResult(res)
}

// isValidation reports whether the text of a result starts as those of the server's own validation.
func isValidation(text string) bool {
	return strings.HasPrefix(text, inputInvalid) || strings.HasPrefix(text, outputInvalid)
}

// onlyText returns the text of a result without other content, else "".
func onlyText(res *mcp.CallToolResult) string {
	if len(res.Content) != 1 {
		return ""
	}
	text, _ := res.Content[0].(mcp.TextContent)
	return text.Text
}

func (c *call) invalidInput(ctx context.Context) *errkit.Error {
	return mcpserver.InvalidInput(inputSchema(c.description(ctx)), c.arguments(), false)
}

// fail returns the response for an error of a handler.
func (c *call) fail(ctx context.Context, err error) (*mcp.CallToolResult, error) {
	found := find(err)
	if found.resolvable(ctx) && !c.task {
		return nil, *found.required
	}
	if invalid := c.ofRequire(err); invalid != nil {
		err = invalid
	}
	ctx, err = found.convert(ctx, err, mcpserver.Input{
		Arguments: c.arguments(), Decoded: c.err.Load() != nil,
		Schema: func() any { return inputSchema(c.description(ctx)) },
	})
	return c.render(ctx, c.handle(c.withFacts(ctx), err))
}

// afterCall replaces the results of the server's own validation, which runs outside of all middleware. The server sends the
// result after its hooks. A text of a handler is a typedText, if it starts in the same way.
func (c *config) afterCall(ctx context.Context, _ any, r *mcp.CallToolRequest, result any) {
	res, ok := result.(*mcp.CallToolResult)
	if !ok || res == nil || !res.IsError || r == nil {
		return
	}
	failed := &call{config: c.forTool(r.Params.Name), request: *r}
	ctx = language.FromHeader(ctx, r.Header)
	var err error
	switch text := onlyText(res); {
	case strings.HasPrefix(text, inputInvalid):
		err = failed.invalidInput(ctx)
	case strings.HasPrefix(text, outputInvalid):
		err = &errkit.Error{Kind: errkit.OutputInvalid, Err: errors.New(text)}
	default:
		return
	}
	if rendered, err := failed.render(ctx, failed.handle(failed.withFacts(ctx), err)); err == nil {
		*res = *rendered
	}
}
