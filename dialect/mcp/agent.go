package mcp

import (
	"strings"

	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// Agents respond with tasks in the format of A2A to the same envelope. A task that failed is a success of JSON-RPC.

// agentStates are the states of a task in which the call failed or waits for the caller (A2A 1.0, TaskState; before, the
// names in lower case with hyphens).
var agentStates = [...]struct {
	name string
	kind errkit.Kind
	open wire.Open
}{
	{"failed", errkit.ExecutionFailed, wire.FailedCall},
	{"rejected", errkit.PermissionDenied, 0},
	{"canceled", errkit.Canceled, 0},
	{"input-required", errkit.InputRequired, 0},
	{"auth-required", errkit.AuthRequired, 0},
}

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
	plain := strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(state, "TASK_STATE_")), "_", "-")
	for i := range agentStates {
		s := &agentStates[i]
		if s.name != plain {
			continue
		}
		r.Note("a failed task inside a success")
		r.Kind(s.kind, "the task's state is "+wire.Clip(state))
		r.Refine(s.open)
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
	return false
}
