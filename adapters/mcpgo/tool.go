package mcpgoerr

import (
	"context"
	"errors"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// call is one call of a tool.
type call struct {
	*guard
	request mcp.CallToolRequest
	failed  error // what a handler wrapped by Structured returned
}

type callKey struct{}

// Structured wraps a handler for [mcp.NewStructuredToolHandler], so that its
// errors reach the middleware as they are:
//
//	s.AddTool(tool, mcp.NewStructuredToolHandler(mcpgoerr.Structured(ring)))
func Structured[In, Out any](h mcp.StructuredToolHandlerFunc[In, Out]) mcp.StructuredToolHandlerFunc[In, Out] {
	return func(ctx context.Context, r mcp.CallToolRequest, in In) (Out, error) {
		out, err := h(ctx, r, in)
		if c, ok := ctx.Value(callKey{}).(*call); ok && err != nil {
			c.failed = err
			err = errkit.From(err) // the server looks at the text
		}
		return out, err
	}
}

func (g *guard) tool(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
		c := &call{guard: g, request: r}
		ctx = middleware.WithInput(ctx, c.input)
		defer func() {
			if v := recover(); v != nil {
				res, err = c.render(ctx, g.recovered(c.facts(ctx), v))
			}
		}()
		res, err = next(context.WithValue(ctx, callKey{}, c), r)
		if err == nil {
			res, err = c.settle(ctx, res)
		}
		if err != nil {
			return c.fail(ctx, err)
		}
		return res, nil
	}
}

// input is the evidence for classifiers: the arguments as they came. A call
// without arguments has none: mcp-go binds them as null, which is no fault.
func (c *call) input() middleware.Input { return middleware.Input{Body: c.request.Params.RawArguments} }

func (c *call) facts(ctx context.Context) context.Context {
	return c.guard.facts(ctx, mcp.MethodToolsCall, "tool", c.request.Params.Name)
}

var errNoResult = errors.New("mcpgoerr: the handler returned neither a result nor an error")

// What mcp-go says by nothing but a text. What follows may hold the input, or
// the text of an error that nobody coded.
const (
	bindFailed    = "failed to bind arguments: "
	toolFailed    = "tool execution failed: "
	inputInvalid  = "input schema validation failed: "
	outputInvalid = "output schema validation failed"
)

// settle looks at a result: at the error in it, and whether it can be sent.
func (c *call) settle(ctx context.Context, res *mcp.CallToolResult) (*mcp.CallToolResult, error) {
	if res == nil {
		return nil, errNoResult
	}
	switch text := onlyText(res); {
	case !res.IsError:
	case c.failed != nil:
		return nil, c.failed
	case strings.HasPrefix(text, bindFailed):
		return nil, c.invalidInput(ctx)
	case strings.HasPrefix(text, toolFailed):
		return nil, &errkit.Error{Kind: errkit.ExecutionFailed, Err: errors.New(text)}
	}
	return sound(res)
}

// onlyText returns the text of a result that has nothing else.
func onlyText(r *mcp.CallToolResult) string {
	if len(r.Content) != 1 {
		return ""
	}
	text, _ := r.Content[0].(mcp.TextContent)
	return text.Text
}

// fail answers with an error as it was returned.
func (c *call) fail(ctx context.Context, err error) (*mcp.CallToolResult, error) {
	if asked := c.asks(ctx, err); asked != nil {
		return nil, *asked
	}
	return c.render(ctx, c.normal(c.facts(ctx), challenge(err)))
}

// asks returns mcp-go's error by which a handler asks its user to visit a URL,
// if the client can take it (MCP 2025-11-25, URL Elicitation Required Error).
func (g *guard) asks(ctx context.Context, err error) *mcp.URLElicitationRequiredError {
	if d := revisionOf(ctx); !d.URLElicitation || d.Revision != "2025-11-25" {
		return nil
	}
	return elicitation(err)
}

// elicitation finds mcp-go's error in a chain, but not where an author coded one:
// that counts, and mcp-go's is its cause.
func elicitation(err error) *mcp.URLElicitationRequiredError {
	_, coded := errors.AsType[*errkit.Error](err)
	_, kind := errors.AsType[errkit.Kind](err)
	if coded || kind {
		return nil
	}
	if e, ok := errors.AsType[mcp.URLElicitationRequiredError](err); ok {
		return &e
	}
	e, _ := errors.AsType[*mcp.URLElicitationRequiredError](err)
	return e
}

// challenge makes mcp-go's error one of ours, and returns any other as it is.
func challenge(err error) error {
	asked := elicitation(err)
	if asked == nil {
		return err
	}
	needs := &errkit.Needs{}
	for _, e := range asked.Elicitations {
		needs.Challenges = append(needs.Challenges, errkit.Challenge{ID: e.ElicitationID, URL: e.URL, Message: errkit.Text(e.Message)})
	}
	return &errkit.Error{Kind: errkit.AuthRequired, Needs: needs, Err: err}
}

// afterCall rewrites what the server's own validation says, which runs outside
// of all middleware. It writes to the result, which the server then sends.
func (g *guard) afterCall(ctx context.Context, _ any, r *mcp.CallToolRequest, result any) {
	res, ok := result.(*mcp.CallToolResult)
	if !ok || res == nil || !res.IsError || r == nil {
		return
	}
	c := &call{guard: g, request: *r}
	var err error
	switch text := onlyText(res); {
	case strings.HasPrefix(text, inputInvalid):
		err = c.invalidInput(ctx)
	case strings.HasPrefix(text, outputInvalid):
		err = &errkit.Error{Kind: errkit.OutputInvalid, Err: errors.New(text)}
	default:
		return
	}
	if said, err := c.render(ctx, c.normal(c.facts(ctx), err)); err == nil {
		*res = *said
	}
}
