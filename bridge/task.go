package bridge

import (
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// isTask reports whether an upstream's error is the state of a task (A2A 1.0 §4.1.3), not an error of the call.
func isTask(e *errkit.Error) bool {
	return e != nil && e.Peer != nil && strings.HasPrefix(e.Peer.Dialect, a2a.Task{}.Name())
}

// asTask returns the dialect in which an upstream's error is rendered, and adds the ids of its task to the call: a client of A2A has to
// learn that a task of its own ended, and an error of the call would hide that.
func asTask(to dialect.Dialect, call *dialect.Call, upstream *errkit.Error) dialect.Dialect {
	if !isTask(upstream) {
		return to
	}
	switch d := to.(type) {
	case a2a.Dialect:
		to = a2a.Task(d)
	case a2a.Task:
	default:
		return to
	}
	root, _ := jsontree.Parse(upstream.Peer.Raw, jsontree.Limits{})
	if result := root.Member("result"); result.Kind() == jsontree.Object {
		root = result
	}
	if task := root.Member("task"); task.Kind() == jsontree.Object {
		root = task
	}
	if update := root.Member("statusUpdate"); update.Kind() == jsontree.Object {
		root = update
	}
	if call.TaskID, _ = root.Member("taskId").Text(); call.TaskID == "" {
		call.TaskID, _ = root.Member("id").Text()
	}
	call.ContextID, _ = root.Member("contextId").Text()
	return to
}
