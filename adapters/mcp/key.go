package mcperr

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/middleware/idempotency"
)

// withKey returns a context with the idempotency key of a call. What continues a call that asked for
// input has none: its answer is of that input.
func (r *request) withKey(ctx context.Context) context.Context {
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
	a, err := idempotency.Do(r.withKey(ctx), r.Boundary, r.Name, func() []byte { return r.Arguments },
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
