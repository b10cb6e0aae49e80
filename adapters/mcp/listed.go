package mcperr

import (
	"runtime"
	"sync"
	"weak"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A listed has what is remembered of the tools that each session of type S has listed, as the session sees them through all
// middleware. So the description of a called tool is not asked for again, and a session learns no names that the server hides from it.
type listed[S, V any] struct {
	mutex    sync.Mutex
	sessions map[weak.Pointer[S]]map[string]V
}

// maxListed bounds the tools of one session that are remembered.
const maxListed = 1000

// remember adds a page of the list of a session; the first page replaces the list. value returns what is remembered of a tool.
func (l *listed[S, V]) remember(session *S, page *mcp.ListToolsResult, params *mcp.ListToolsParams, value func(*mcp.Tool) V) {
	if session == nil || page == nil {
		return
	}
	key := weak.Make(session)
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.sessions == nil {
		l.sessions = map[weak.Pointer[S]]map[string]V{}
	}
	list, known := l.sessions[key]
	if !known {
		runtime.AddCleanup(session, l.forget, key)
	}
	if list == nil || params == nil || params.Cursor == "" {
		list = make(map[string]V, len(page.Tools))
		l.sessions[key] = list
	}
	for _, tool := range page.Tools {
		if tool == nil {
			continue
		}
		if _, known := list[tool.Name]; known || len(list) < maxListed {
			list[tool.Name] = value(tool)
		}
	}
}

func (l *listed[S, V]) forget(key weak.Pointer[S]) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	delete(l.sessions, key)
}

// clear forgets the tools of all sessions.
func (l *listed[S, V]) clear() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for key := range l.sessions {
		l.sessions[key] = nil
	}
}

// find returns what is remembered of a tool, else the zero value.
func (l *listed[S, V]) find(session *S, name string) (v V) {
	if session == nil {
		return v
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.sessions[weak.Make(session)][name]
}

// names returns the names of the tools that a session listed.
func (l *listed[S, V]) names(session *S) (names []string) {
	if session == nil {
		return nil
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for name := range l.sessions[weak.Make(session)] {
		names = append(names, name)
	}
	return names
}
