package mcperr

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/middleware"
)

// request is one request of a client.
type request struct {
	*config
	next    mcp.MethodHandler // nil in a server without the middleware
	method  string
	req     mcp.Request
	decoded atomic.Bool // the handler got the decoded arguments, see Handler

	asked asked
	form  *form // what may replace the last response; nil: nothing
}

// peer returns the dialect of the client: the negotiated revision, and what it can ask its user.
func (r *request) peer() (d mcpdialect.Dialect) {
	req, ok := r.req.(interface {
		ProtocolVersion() string
		ClientCapabilities() *mcp.ClientCapabilities
	})
	if !ok {
		return d
	}
	d.Revision = req.ProtocolVersion()
	if can := req.ClientCapabilities(); can != nil && can.Elicitation != nil && r.asked.rounds < maxRounds {
		d.URLElicitation = can.Elicitation.URL != nil
		d.FormElicitation = can.Elicitation.Form != nil || can.Elicitation.URL == nil // MCP 2025-11-25, Elicitation, Capabilities
	}
	return d
}

// olderRevision reports whether results of the negotiated revision have no resultType.
func (r *request) olderRevision() bool {
	revision := r.peer().Revision
	return revision != "" && revision < mcpdialect.Revision20260728
}

func (r *request) tool() string {
	if p, ok := r.req.GetParams().(*mcp.CallToolParamsRaw); ok && p != nil {
		return p.Name
	}
	return ""
}

func (r *request) arguments() json.RawMessage {
	if p, ok := r.req.GetParams().(*mcp.CallToolParamsRaw); ok && p != nil {
		return p.Arguments
	}
	return nil
}

// replaceNull replaces null in place of the arguments by the empty object, because the SDK panics or reports a wrong type.
func (r *request) replaceNull() {
	if req, ok := r.req.(*mcp.CallToolRequest); ok && string(bytes.TrimSpace(r.arguments())) == "null" {
		again, params := *req, *req.Params
		params.Arguments = json.RawMessage("{}")
		again.Params = &params
		r.req = &again
	}
}

func (r *request) uri() string {
	if p, ok := r.req.GetParams().(*mcp.ReadResourceParams); ok && p != nil {
		return p.URI
	}
	return ""
}

// hasInput reports whether the request has input that a handler may decode.
func (r *request) hasInput() bool {
	return r.method == mcpserver.CallTool || r.method == mcpserver.GetPrompt
}

// input returns the arguments, for classifiers. Absent arguments of a tool are an empty body.
func (r *request) input() (in middleware.Input) {
	switch p := r.req.GetParams().(type) {
	case *mcp.CallToolParamsRaw:
		in.Body = []byte{}
		if p != nil && p.Arguments != nil {
			in.Body = p.Arguments
		}
	case *mcp.GetPromptParams:
		if p != nil {
			in = mcpserver.PromptInput(p.Arguments)
		}
	}
	return in
}

// evidence returns the input of the request, which decides whose fault an uncoded error is.
func (r *request) evidence(ctx context.Context) (in mcpserver.Input) {
	switch p := r.req.GetParams().(type) {
	case *mcp.CallToolParamsRaw:
		in.Arguments, in.Decoded = r.arguments(), r.decoded.Load()
		in.Schema = func() any {
			if t := r.description(ctx); t != nil {
				return t.InputSchema
			}
			return nil
		}
	case *mcp.GetPromptParams:
		if p != nil {
			in.Arguments, _ = json.Marshal(p.Arguments) // texts, which have JSON
		}
		in.Texts = true
	}
	return in
}

// withFacts returns a context with the facts of the request, for the report.
func (r *request) withFacts(ctx context.Context) context.Context {
	if r.Boundary.Report == nil && len(r.Boundary.Classify) == 0 {
		return ctx
	}
	key, name := "tool", ""
	switch p := r.req.GetParams().(type) {
	case *mcp.CallToolParamsRaw:
		name = r.tool()
	case *mcp.ReadResourceParams:
		key, name = "resource", r.uri()
	case *mcp.GetPromptParams:
		if p != nil {
			key, name = "prompt", p.Name
		}
	}
	ctx = middleware.WithRef(ctx, mcpserver.CallOption(r.Ref, ctx))
	return middleware.WithAttrs(mcpserver.WithFacts(ctx, r.renderer.Codec.Table, r.method, key, name), r.clientFacts()...)
}

// clientFacts returns what the report has of the client: its name, the negotiated revision, and the session.
func (r *request) clientFacts() (attrs []slog.Attr) {
	req, ok := r.req.(interface {
		ProtocolVersion() string
		ClientInfo() *mcp.Implementation
	})
	if !ok {
		return nil
	}
	add := func(key, value string) {
		if value != "" {
			attrs = append(attrs, slog.String(key, limit.Middle(value, limit.Key)))
		}
	}
	if info := req.ClientInfo(); info != nil {
		add("client", info.Name)
	}
	add("revision", req.ProtocolVersion())
	if session, ok := r.req.GetSession().(*mcp.ServerSession); ok && session != nil {
		add("session", session.ID())
	}
	return attrs
}

// maxPages bounds the pages of the tool list that are read.
const maxPages = 100

// description returns the called tool as the session sees it: as it listed the tool, or else as the server lists it, through the
// middleware below this one. It is nil if the list does not have it. It is called only after a failure.
func (r *request) description(ctx context.Context) *mcp.Tool {
	call, ok := r.req.(*mcp.CallToolRequest)
	if !ok || call.Params == nil {
		return nil
	}
	if t := r.listed.find(call.Session, call.Params.Name); t != nil {
		return t
	}
	return r.list(ctx, call)
}

// remember remembers a page of the list of tools.
func (r *request) remember(req *mcp.ListToolsRequest, page *mcp.ListToolsResult) {
	r.listed.remember(req.Session, page, req.Params, func(t *mcp.Tool) *mcp.Tool { return t })
}

// list lists the tools until it finds the called one, which it returns, or nil.
func (r *request) list(ctx context.Context, call *mcp.CallToolRequest) *mcp.Tool {
	defer func() { _ = recover() }() // a panic of other middleware must not hide the failure
	if r.next == nil {
		return nil
	}
	params := &mcp.ListToolsParams{Meta: call.Params.Meta}
	for range maxPages {
		req := &mcp.ListToolsRequest{Session: call.Session, Params: params, Extra: call.Extra}
		inner := context.WithValue(ctx, requestKey{}, &request{method: mcpserver.ListTools, req: req}) // its failure is not reported
		res, err := r.next(inner, mcpserver.ListTools, req)
		list, ok := res.(*mcp.ListToolsResult)
		if err != nil || !ok || list == nil {
			return nil
		}
		r.remember(req, list)
		for _, t := range list.Tools {
			if t != nil && t.Name == call.Params.Name {
				return t
			}
		}
		if list.NextCursor == "" {
			return nil
		}
		params = &mcp.ListToolsParams{Meta: call.Params.Meta, Cursor: list.NextCursor}
	}
	return nil
}

// invalidInput returns the error for arguments that the SDK rejected by the schema, with a text. If the text mentions no fault that
// the schema finds, which the session listed, the tool has changed since.
func (r *request) invalidInput(ctx context.Context, text string) *errkit.Error {
	t := r.description(ctx)
	if t == nil {
		return &errkit.Error{Kind: errkit.InvalidInput}
	}
	e := mcpserver.InvalidInput(t.InputSchema, r.arguments(), true)
	if call, ok := r.req.(*mcp.CallToolRequest); ok && !slices.ContainsFunc(e.Fields, func(f errkit.Field) bool { return mentions(text, f.Path) }) {
		if now := r.list(ctx, call); now != nil && now != t {
			return mcpserver.InvalidInput(now.InputSchema, r.arguments(), true)
		}
	}
	return e
}

// mentions reports whether a text of the SDK may be about the value at a path: it has the name of the innermost member.
func mentions(text, path string) bool {
	for i := strings.LastIndexByte(path, '/'); i >= 0; i = strings.LastIndexByte(path, '/') {
		if _, err := strconv.Atoi(path[i+1:]); err != nil {
			return strings.Contains(text, pointer.Unescape(path[i+1:]))
		}
		path = path[:i] // without the index of an item
	}
	return true
}
