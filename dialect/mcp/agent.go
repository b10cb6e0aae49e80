package mcp

import (
	"strings"

	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/jsontree"
)

// Agents respond with tasks in the format of A2A, whose dialect is package a2a, in the same
// envelope. A task that failed is a success of JSON-RPC, which must not become one of MCP.

// readAgentTask reads a result of A2A,
// {"task":{"status":{"state":"TASK_STATE_FAILED","message":{...}}}}, with or without the member
// task, and reports whether the task failed.
func readAgentTask(r *wire.Reader, v jsontree.Value) bool {
	if inner := v.Member("task"); inner.Kind() == jsontree.Object {
		v = inner
	}
	message, failed := r.FailedTask(v)
	if !failed {
		return false
	}
	var texts []string
	for part := message.Member("parts").FirstElement(); part.Kind() != jsontree.Absent && r.Room(len(texts),
		"parts"); part = part.Next() {
		if text, ok := part.Member("text").Text(); ok {
			r.Used(part.Member("kind"))
			texts = append(texts, text)
		}
	}
	r.Message(strings.Join(texts, "\n"))
	return true
}
