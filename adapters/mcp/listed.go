package mcperr

import (
	"runtime"
	"sync"
	"weak"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A tools has the tools that each session has listed, as it sees them through all middleware. So the description of a called tool is
// not asked for again, and a session learns no names that the server hides from it.
type tools struct {
	mutex    sync.Mutex
	sessions map[weak.Pointer[mcp.ServerSession]]map[string]*mcp.Tool
}

// maxListed bounds the tools of one session that are remembered.
const maxListed = 1000

// remember adds a page of the list of a session; the first page replaces the list.
func (t *tools) remember(session *mcp.ServerSession, page *mcp.ListToolsResult, first bool) {
	if session == nil || page == nil {
		return
	}
	key := weak.Make(session)
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.sessions == nil {
		t.sessions = map[weak.Pointer[mcp.ServerSession]]map[string]*mcp.Tool{}
	}
	list := t.sessions[key]
	if list == nil {
		runtime.AddCleanup(session, t.forget, key)
	}
	if list == nil || first {
		list = make(map[string]*mcp.Tool, len(page.Tools))
		t.sessions[key] = list
	}
	for _, tool := range page.Tools {
		if tool != nil && len(list) < maxListed {
			list[tool.Name] = tool
		}
	}
}

func (t *tools) forget(key weak.Pointer[mcp.ServerSession]) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	delete(t.sessions, key)
}

// find returns a tool that a session listed, or nil.
func (t *tools) find(session *mcp.ServerSession, name string) *mcp.Tool {
	if session == nil {
		return nil
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return t.sessions[weak.Make(session)][name]
}

// names returns the names of the tools that a session listed.
func (t *tools) names(session *mcp.ServerSession) (names []string) {
	if session == nil {
		return nil
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for name := range t.sessions[weak.Make(session)] {
		names = append(names, name)
	}
	return names
}
