package mcperr

import (
	"cmp"
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/middleware/idempotency"
)

// Middleware returns a receiving middleware that renders the errors of tools, resources, prompts
// and completions. Nil options are the zero Options.
//
// The errors of what a program sends are unchanged: [ClientMiddleware] is the middleware for a
// client. A server with tools that change may add it as a sending middleware, too, so that it
// forgets the descriptions that sessions listed:
//
//	m := mcperr.Middleware(nil)
//	server.AddSendingMiddleware(m)
//	server.AddReceivingMiddleware(m)
//
// Middleware that is added later gets the *errkit.Error of a failed call from
// [mcp.CallToolResult.GetError].
func Middleware(o *Options) mcp.Middleware { return newConfig(o).middleware }

// config is what all requests of a server share.
type config struct {
	server *mcpserver.Server
	listed listed[mcp.ServerSession]
	key    string // the member of _meta that has the key of a call
	keys   *idempotency.Keys
}

func newConfig(o *Options) *config {
	c := &config{server: mcpserver.NewServer(o.server()), keys: new(idempotency.Keys)}
	if o != nil {
		c.key, c.keys = o.Key, cmp.Or(o.Keys, c.keys)
	}
	return c
}

func (c *config) middleware(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if sent(method, req) {
			if method == toolsChanged {
				c.listed.clear()
			}
			return next(ctx, method, req)
		}
		outer := requestOf(ctx)
		if outer != nil && outer.Method == method && outer.req.GetSession() == req.GetSession() {
			return next(ctx, method, req) // the middleware was added twice
		}
		r := c.newRequest(method, req, next)
		if extra := req.GetExtra(); extra != nil {
			ctx = header.WithLanguageOf(ctx, extra.Header)
		}
		return mcpserver.Serve(ctx, &r.Call, mcpserver.Handler[mcp.Result]{Run: r.Run, Finish: r.Finish, Respond: r.Respond})
	}
}

const toolsChanged = "notifications/tools/list_changed"

// sent reports whether a request is one that the program sends, so that the middleware is a
// sending one.
func sent(method string, req mcp.Request) bool {
	switch method {
	case mcpserver.Elicit, mcpserver.Sample, mcpserver.ListRoots:
		return true
	case "notifications/initialized", "notifications/roots/list_changed",
		"notifications/progress", "notifications/cancelled": // of clients
	default:
		if strings.HasPrefix(method, "notifications/") {
			return true
		}
	}
	_, client := req.GetSession().(*mcp.ClientSession)
	return client
}

// UserInput returns what the user entered in the form that an error with [errkit.Needs] asked for
// in an earlier round of the same call. It is nil if there was no form. Tools and prompts have the
// same input in their arguments, as far as their schema has these names; resources have no
// arguments. The map is for reading only.
func UserInput(ctx context.Context) map[string]any { return mcpserver.UserInput(ctx) }
