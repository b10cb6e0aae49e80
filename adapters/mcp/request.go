package mcperr

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcpserver"
	requests "github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/middleware/idempotency"
)

// A request is one request of a client: the call that package mcpserver runs, and its conversions.
type request struct {
	mcpserver.Call
	config     *config
	next       mcp.MethodHandler // nil in a server without the middleware
	req        mcp.Request
	meta       mcp.Meta // of the result that contained the error, with its structured content
	structured json.RawMessage

	responses mcp.InputResponseMap // of the client to what this package or the handler asked for
}

// requestOf returns the request that the middleware put into ctx, nil in a server without it.
func requestOf(ctx context.Context) *request {
	if c := mcpserver.CallFrom(ctx); c != nil {
		r, _ := c.SDK.(*request)
		return r
	}
	return nil
}

func (c *config) newRequest(method string, req mcp.Request, next mcp.MethodHandler) *request {
	r := &request{config: c, next: next, req: req, Call: mcpserver.Call{Server: c.server, Method: method}}
	r.SDK, r.Asker = r, r
	switch p := req.GetParams().(type) {
	case *mcp.CallToolParamsRaw:
		if r.What = "tool"; p != nil {
			r.Name, r.Arguments, r.responses, r.Asked.State = p.Name, p.Arguments, p.InputResponses, p.RequestState
			r.Server = c.server.ForTool(p.Name)
			r.Repeatable = repeatable(c.listed.of(req)[p.Name])
		}
	case *mcp.GetPromptParams:
		if r.What = "prompt"; p != nil {
			r.Name, r.Texts, r.responses, r.Asked.State = p.Name, p.Arguments, p.InputResponses, p.RequestState
		}
	case *mcp.ReadResourceParams:
		if r.What = "resource"; p != nil {
			r.Name, r.responses, r.Asked.State = p.URI, p.InputResponses, p.RequestState
		}
	}
	for key, response := range r.responses {
		if e, ok := response.(*mcp.ElicitResult); ok && e != nil {
			if r.Asked.Responses == nil {
				r.Asked.Responses = map[string]mcpserver.Response{}
			}
			r.Asked.Responses[key] = mcpserver.Response{Action: e.Action, Content: e.Content}
		}
	}
	return r
}

// Rewrite replaces the request of the SDK, whose params are those of other middleware, too.
func (r *request) Rewrite() {
	if r.Asked.Taken {
		r.responses = nil
	}
	switch req := r.req.(type) {
	case *mcp.CallToolRequest:
		again, params := *req, *req.Params
		params.Arguments, params.InputResponses, params.RequestState = r.Arguments, r.responses, r.Asked.State
		again.Params = &params
		r.req = &again
	case *mcp.GetPromptRequest:
		again, params := *req, *req.Params
		params.Arguments, params.InputResponses, params.RequestState = r.Texts, r.responses, r.Asked.State
		again.Params = &params
		r.req = &again
	case *mcp.ReadResourceRequest:
		again, params := *req, *req.Params
		params.InputResponses, params.RequestState = r.responses, r.Asked.State
		again.Params = &params
		r.req = &again
	}
}

// A sender is a request of the SDK that has the properties of the client.
type sender interface {
	ProtocolVersion() string
	ClientCapabilities() *mcp.ClientCapabilities
	ClientInfo() *mcp.Implementation
}

// revision returns the negotiated revision.
func (r *request) revision() string {
	if req, ok := r.req.(sender); ok {
		return req.ProtocolVersion()
	}
	return ""
}

// Dialect returns the negotiated revision, and what the client declared that it can ask its user.
func (r *request) Dialect(context.Context) (d mcpdialect.Dialect) {
	if req, ok := r.req.(sender); ok {
		d.Revision = req.ProtocolVersion()
		if can := req.ClientCapabilities(); can != nil && can.Elicitation != nil {
			d.URLElicitation = can.Elicitation.URL != nil
			// A client that declares neither has forms (MCP 2025-11-25, Elicitation).
			d.FormElicitation = can.Elicitation.Form != nil || can.Elicitation.URL == nil
		}
	}
	return d
}

// Client returns what a report has of the client.
func (r *request) Client(context.Context) mcpserver.Client {
	c := mcpserver.Client{Revision: r.revision()}
	if req, ok := r.req.(sender); ok {
		if info := req.ClientInfo(); info != nil {
			c.Name = info.Name
		}
	}
	if session := r.session(); session != nil {
		c.Session = session.ID()
	}
	return c
}

// functions run a request, which they find in the context as the handlers of this package do, so
// that they are made once.
var functions = mcpserver.Handler[mcp.Result]{
	Run: func(ctx context.Context) (mcp.Result, error) {
		r := requestOf(ctx)
		return r.next(ctx, r.Method, r.req)
	},
	Finish: func(ctx context.Context, res mcp.Result) (mcp.Result, error) {
		return requestOf(ctx).finish(ctx, res)
	},
	Respond: func(ctx context.Context, err error) (mcp.Result, error) { return requestOf(ctx).respond(ctx, err) },
}

// Elicit asks the user of a client of 2025-11-25 for the input of a form.
func (r *request) Elicit(ctx context.Context, form json.RawMessage) (response mcpserver.Response, ok bool) {
	session := r.session()
	if session == nil {
		return response, false
	}
	var raw struct{ RequestedSchema json.RawMessage }
	var params mcp.ElicitParams
	_ = json.Unmarshal(form, &params) // a dialect renders valid JSON
	_ = json.Unmarshal(form, &raw)
	params.RequestedSchema = raw.RequestedSchema // its members keep their order
	res, err := session.Elicit(ctx, &params)
	if err != nil || res == nil {
		return response, false
	}
	return mcpserver.Response{Action: res.Action, Content: res.Content}, true
}

// WithKey returns a context with the idempotency key of a call. What continues a call that asked
// for input has none: its answer is of that input.
func (r *request) WithKey(ctx context.Context) context.Context {
	req, ok := r.req.(*mcp.CallToolRequest)
	if !ok || r.config.key == "" || r.Asked.State != "" || len(r.Asked.Responses) > 0 || r.responses != nil {
		return ctx
	}
	c := idempotency.Call{}
	c.Key, _ = req.Params.Meta[r.config.key].(string)
	if extra := req.Extra; extra != nil {
		c.Header = extra.Header
		if extra.TokenInfo != nil {
			c.Principal = extra.TokenInfo.UserID
		}
	}
	if session := r.session(); session != nil {
		c.Session = session.ID()
	}
	return r.config.keys.With(ctx, c)
}

// An answer is what the handler of a tool returned.
type answer[T any] struct {
	Result *mcp.CallToolResult
	Output T
}

// once calls the handler of a tool, or returns the answer of the call that this one repeats.
func once[T any](ctx context.Context, r *request, h func(context.Context) (answer[T], error)) (answer[T], error) {
	if r == nil || r.config.key == "" {
		return h(ctx)
	}
	asks := &errkit.Error{Kind: errkit.InputRequired} // the next call brings the input
	input := func() []byte { return requests.Sorted(r.Arguments) }
	a, err := idempotency.Do(r.WithKey(ctx), r.Boundary, r.Name, input,
		func(ctx context.Context) (answer[T], error) {
			a, err := mcpserver.RunWithin(ctx, &r.Call, 0, h)
			switch {
			case err != nil:
			case a.Result == nil:
				return a, nil
			case a.Result.NeedsInput(), a.Result.InputRequests != nil:
				return a, asks
			case isFailure(a.Result):
				err = a.Result.GetError()
			default:
				return a, nil
			}
			return answer[T]{}, r.handle(ctx, err)
		})
	if err == asks {
		err = nil
	}
	return a, err
}
