package a2a

import (
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// IsTask reports whether an error was decoded from the state of a task (A2A 1.0 §4.1.3), which is
// not an error of the call.
func IsTask(e *errkit.Error) bool {
	return e.Peer != nil && strings.HasPrefix(e.Peer.Dialect, Task{}.Name())
}

// Relay returns [Task] for the error of a task, and adds the ids of the task to the call: a client
// has to learn that a task of its own ended, and an error of the call would hide that.
func (d Dialect) Relay(call *dialect.Call, sent, server *errkit.Error, status int) (dialect.Dialect, int) {
	if !IsTask(server) {
		return d, 0
	}
	return Task(d).Relay(call, sent, server, status)
}

// Relay adds the ids of the task to the call, see [Dialect.Relay].
func (d Task) Relay(call *dialect.Call, _, server *errkit.Error, _ int) (dialect.Dialect, int) {
	if !IsTask(server) {
		return d, 0
	}
	root, _ := jsontree.ParseText(server.Peer.Raw, jsontree.Limits{})
	for _, name := range [...]string{"result", "task", "statusUpdate"} {
		if inner := root.Member(name); inner.Kind() == jsontree.Object {
			root = inner
		}
	}
	if call.TaskID, _ = root.Member("taskId").Text(); call.TaskID == "" {
		call.TaskID, _ = root.Member("id").Text()
	}
	call.ContextID, _ = root.Member("contextId").Text()
	return d, 0
}
