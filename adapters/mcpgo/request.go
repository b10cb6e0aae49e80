package mcpgoerr

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"sync/atomic"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/mcpserver"
)

// A call is one that the server makes to a function of its author: the call that package mcpserver
// runs, and its conversions.
type call struct {
	mcpserver.Call
	config  *config
	request mcp.CallToolRequest   // of a tool
	task    bool                  // the tool runs as a task
	beside  *mcp.CallToolResult   // a failed result that had no text
	err     atomic.Pointer[error] // returned by a handler that Structured wraps, which gets decoded arguments
}

type callKey struct{}

// newCall returns a call; what is "tool", "prompt" or "resource".
func (c *config) newCall(method mcp.MCPMethod, what, name string) *call {
	made := &call{config: c, Call: mcpserver.Call{Server: c.Server, Method: string(method), What: what, Name: name}}
	made.SDK = made
	return made
}

// newToolCall returns the call of a tool.
func (c *config) newToolCall(ctx context.Context, r mcp.CallToolRequest) *call {
	made := c.newCall(mcp.MethodToolsCall, "tool", r.Params.Name)
	made.Server, made.request, made.Arguments = c.ForTool(r.Params.Name), r, arguments(r)
	for key := range r.Params.InputResponses {
		if response := server.ElicitationResponse(r.Params.InputResponses, key); response != nil {
			if made.Asked.Responses == nil {
				made.Asked.Responses = map[string]mcpserver.Response{}
			}
			made.Asked.Responses[key] = mcpserver.Response{Action: string(response.Action)}
		}
	}
	made.Repeatable = repeatable(made.tool(ctx))
	return made
}

// repeatable returns what the annotations of a tool state; t may be nil.
func repeatable(t *mcp.Tool) errkit.Repeatable {
	if t == nil {
		return errkit.RepeatableUnstated
	}
	a := t.Annotations
	return mcpserver.Hints{ReadOnlyHint: a.ReadOnlyHint, DestructiveHint: a.DestructiveHint,
		IdempotentHint: a.IdempotentHint, OpenWorldHint: a.OpenWorldHint}.Repeatable()
}

// arguments returns the arguments as received; a program that calls a handler itself passes them
// as a Go value.
func arguments(r mcp.CallToolRequest) (raw json.RawMessage) {
	defer func() { _ = recover() }() // in a method of the value
	if r.Params.RawArguments == nil && r.Params.Arguments != nil {
		raw, _ = json.Marshal(r.Params.Arguments)
		return raw
	}
	return r.Params.RawArguments
}

// serve runs a call. The handler of a tool finds it in its context.
func serve[R any](ctx context.Context, c *call, h http.Header, functions mcpserver.Handler[R]) (R, error) {
	ctx = header.WithLanguageOf(ctx, h)
	if c.Method == mcpserver.CallTool {
		ctx = context.WithValue(ctx, callKey{}, c)
	}
	return mcpserver.Serve(ctx, &c.Call, functions)
}

// serveText is serve for a method whose error has a text only, or URLs.
func serveText[R any](
	ctx context.Context, c *call, h http.Header,
	run func(context.Context) (R, error), finish func(context.Context, R) (R, error),
) (R, error) {
	respond := func(ctx context.Context, err error) (none R, _ error) { return none, c.respondText(ctx, err) }
	return serve(ctx, c, h, mcpserver.Handler[R]{Run: run, Finish: finish, Respond: respond})
}

// Dialect returns the negotiated revision, and whether the client declared elicitation by URL. A
// request without a revision is not of 2026-07-28, where it is required.
func (c *call) Dialect(ctx context.Context) mcpdialect.Dialect {
	d := mcpdialect.Dialect{Revision: cmp.Or(server.RequestProtocolVersion(ctx), mcpdialect.Revision20251125)}
	if can := capabilities(ctx); can != nil {
		d.URLElicitation = can.Elicitation != nil && can.Elicitation.URL != nil
	}
	return d
}

// Client returns what a report has of the client.
func (c *call) Client(ctx context.Context) mcpserver.Client {
	client := mcpserver.Client{Revision: server.RequestProtocolVersion(ctx)}
	session := server.ClientSessionFromContext(ctx)
	if session != nil {
		client.Session = session.SessionID()
	}
	if s, ok := session.(server.SessionWithClientInfo); ok {
		client.Name = s.GetClientInfo().Name
	}
	return client
}

// capabilities returns what the client declared that it supports, nil if the server does not know.
func capabilities(ctx context.Context) *mcp.ClientCapabilities {
	if info := server.RequestProtocolInfoFromContext(ctx); info != nil && info.Modern {
		return cmp.Or(info.ClientCapabilities, new(mcp.ClientCapabilities))
	}
	if s, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo); ok {
		return new(s.GetClientCapabilities())
	}
	return nil
}

// Describe returns the input schema of the called tool, and whether it has an output schema.
func (c *call) Describe(ctx context.Context) (inputSchema any, hasOutput bool) {
	t := c.tool(ctx)
	if t == nil {
		return nil, false
	}
	hasOutput = t.OutputSchema.Type != "" || len(t.RawOutputSchema) > 0
	if t.RawInputSchema != nil {
		return t.RawInputSchema, hasOutput
	}
	return t.InputSchema, hasOutput
}

// tool returns the called tool: that of the session, or of the server; nil for an unknown tool.
func (c *call) tool(ctx context.Context) *mcp.Tool {
	if s, ok := server.ClientSessionFromContext(ctx).(server.SessionWithTools); ok {
		if t, ok := s.GetSessionTools()[c.Name]; ok {
			return &t.Tool
		}
	}
	if s := cmp.Or(c.config.mcp, server.ServerFromContext(ctx)); s != nil {
		if t := s.GetTool(c.Name); t != nil {
			return &t.Tool
		}
	}
	return nil
}
