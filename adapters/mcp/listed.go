package mcperr

import (
	"context"
	"maps"
	"runtime"
	"sync"
	"weak"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcpserver"
)

// A listed has what is remembered of the tools that each session of type S has listed, as the
// session sees them through all middleware. So the description of a called tool is not asked for
// again, and a session learns no names that the server hides from it.
type listed[S any] struct {
	mutex    sync.Mutex
	sessions map[weak.Pointer[S]]map[string]*mcp.Tool
}

// maxListed bounds the tools of one session that are remembered.
const maxListed = 1000

// remember adds the page of a list that res is, if it is one, to what the session of the request
// has listed; the first page replaces the list.
func (l *listed[S]) remember(req mcp.Request, res mcp.Result) {
	session, _ := any(req.GetSession()).(*S)
	page, _ := res.(*mcp.ListToolsResult)
	if session == nil || page == nil {
		return
	}
	params, _ := req.GetParams().(*mcp.ListToolsParams)
	key := weak.Make(session)
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.sessions == nil {
		l.sessions = map[weak.Pointer[S]]map[string]*mcp.Tool{}
	}
	list, known := l.sessions[key]
	if !known {
		runtime.AddCleanup(session, l.forget, key)
	}
	next := make(map[string]*mcp.Tool, len(page.Tools))
	if params != nil && params.Cursor != "" {
		maps.Copy(next, list)
	}
	for _, tool := range page.Tools {
		if tool != nil && (next[tool.Name] != nil || len(next) < maxListed) {
			next[tool.Name] = tool
		}
	}
	l.sessions[key] = next
}

func (l *listed[S]) forget(key weak.Pointer[S]) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	delete(l.sessions, key)
}

// clear forgets the tools of all sessions.
func (l *listed[S]) clear() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for key := range l.sessions {
		l.sessions[key] = nil
	}
}

// of returns the tools that the session of a request listed, by their names. The map is for
// reading only.
func (l *listed[S]) of(req mcp.Request) map[string]*mcp.Tool {
	session, _ := any(req.GetSession()).(*S)
	if session == nil {
		return nil
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.sessions[weak.Make(session)]
}

// maxPages bounds the pages of the tool list that are read.
const maxPages = 100

// Describe returns the input schema of the called tool, and whether it has an output schema.
func (r *request) Describe(ctx context.Context) (inputSchema any, hasOutput bool) {
	if t := r.description(ctx); t != nil {
		return t.InputSchema, t.OutputSchema != nil
	}
	return nil, false
}

// description returns the called tool as the session sees it: as it listed the tool, or else as
// the server lists it, through the middleware below this one. It is nil if the list does not have
// it. It is called only after a failure.
func (r *request) description(ctx context.Context) *mcp.Tool {
	if t := r.config.listed.of(r.req)[r.Name]; t != nil {
		return t
	}
	return r.list(ctx)
}

// repeatable returns what the annotations of a tool state; t may be nil. The SDK does not show
// whether a hint that is false is stated.
func repeatable(t *mcp.Tool) errkit.Repeatable {
	if t == nil || t.Annotations == nil {
		return errkit.RepeatableUnstated
	}
	h := mcpserver.Hints{DestructiveHint: t.Annotations.DestructiveHint}
	if t.Annotations.ReadOnlyHint || t.Annotations.IdempotentHint {
		h.ReadOnlyHint = new(true)
	}
	return h.Repeatable()
}

func (r *request) session() *mcp.ServerSession {
	session, _ := r.req.GetSession().(*mcp.ServerSession)
	return session
}

// list lists the tools until it finds the called one, which it returns, or nil.
func (r *request) list(ctx context.Context) *mcp.Tool {
	defer func() { _ = recover() }() // a panic of other middleware must not hide the failure
	call, ok := r.req.(*mcp.CallToolRequest)
	if r.next == nil || !ok || call.Params == nil {
		return nil
	}
	params := &mcp.ListToolsParams{Meta: call.Params.Meta}
	for range maxPages {
		req := &mcp.ListToolsRequest{Session: call.Session, Params: params, Extra: call.Extra}
		inner := &request{req: req, Call: mcpserver.Call{Method: mcpserver.ListTools}} // its failure is not reported
		inner.SDK = inner
		res, err := r.next(mcpserver.WithCall(ctx, &inner.Call), mcpserver.ListTools, req)
		page, ok := res.(*mcp.ListToolsResult)
		if err != nil || !ok || page == nil {
			return nil
		}
		r.config.listed.remember(req, page)
		for _, t := range page.Tools {
			if t != nil && t.Name == r.Name {
				return t
			}
		}
		if page.NextCursor == "" {
			return nil
		}
		params = &mcp.ListToolsParams{Meta: call.Params.Meta, Cursor: page.NextCursor}
	}
	return nil
}
