package mcp

import (
	"strings"

	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// Agents respond with tasks in the format of A2A, whose dialect is package a2a, in the same envelope. A task that failed is a
// success of JSON-RPC, which must not become one of MCP.

// readAgentTask reads a result of A2A, {"task":{"status":{"state":"TASK_STATE_FAILED","message":{...}}}}, with or without the
// member task, and reports whether the task failed.
func readAgentTask(r *wire.Reader, v jsontree.Value) bool {
	if inner := v.Member("task"); inner.Kind() == jsontree.Object {
		v = inner
	}
	status := v.Member("status")
	state, ok := status.Member("state").Text()
	if !ok {
		return false
	}
	k, failed := r.Codec.Table.FromA2AState(state)
	if !failed {
		return false
	}
	r.Note("a failed task inside a success")
	r.Kind(k, "the task's state is "+wire.Clip(state))
	if k == errkit.ExecutionFailed {
		r.Refine(wire.FailedCall)
	}
	r.Used(v.Member("id"), v.Member("contextId"), v.Member("kind"))
	message := status.Member("message")
	r.Used(message.Member("messageId"), message.Member("role"), message.Member("taskId"), message.Member("contextId"), message.Member("kind"))
	var texts []string
	for part := message.Member("parts").FirstElement(); part.Kind() != jsontree.Absent && r.Room(len(texts), "parts"); part = part.Next() {
		if text, ok := part.Member("text").Text(); ok {
			r.Used(part.Member("kind"))
			texts = append(texts, text)
		}
	}
	r.Message(strings.Join(texts, "\n"))
	return true
}
