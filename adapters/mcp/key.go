package mcperr

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	httprequest "github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/middleware/idempotency"
)

// withKey returns a context with the idempotency key of a call. What continues a call that asked for
// input has none: its answer is of that input.
func (r *request) withKey(ctx context.Context) context.Context {
	req, ok := r.req.(*mcp.CallToolRequest)
	if !ok || r.config.key == "" || r.Asked.State != "" || len(r.Asked.Responses) > 0 || r.responses != nil {
		return ctx
	}
	key, _ := req.Params.Meta[r.config.key].(string)
	c := idempotency.Call{Key: key, Principal: r.principal(ctx)}
	c.JoinOnly = c.Principal == ""
	return r.config.keys.With(ctx, c)
}

// principal returns who sent the request, "" if nobody knows.
func (r *request) principal(ctx context.Context) string {
	if caller := idempotency.Principal(ctx); caller != "" {
		return "caller " + caller
	}
	if extra := r.req.GetExtra(); extra != nil {
		if extra.TokenInfo != nil && extra.TokenInfo.UserID != "" {
			return "user " + extra.TokenInfo.UserID
		}
		if credentials, joinOnly := httprequest.Principal(&http.Request{Header: extra.Header}); !joinOnly {
			return credentials
		}
	}
	if session := r.session(); session != nil && session.ID() != "" {
		return "session " + session.ID()
	}
	return ""
}
