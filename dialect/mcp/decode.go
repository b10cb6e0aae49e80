package mcp

import (
	"fmt"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// Decode decodes a response, a result or an error object without its envelope, or the
// notification that a call was canceled.
func (d Dialect) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return wire.Decode(c, doc, d.Name(), Read, foreign.Rules{})
}

// Read reads a document of MCP and reports whether it has an error. It is for [wire.Decode].
func Read(r *wire.Reader, v jsontree.Value) (bool, error) {
	if v.Member("method").Is("notifications/cancelled") {
		r.Used(v.Member("jsonrpc"), v.Member("params").Member("requestId"))
		r.Kind(errkit.Canceled, "notifications/cancelled")
		r.Message(r.String(r.Object(v, "params"), "reason"))
		r.Peer.Retry = errkit.Never
		return true, nil
	}
	result, fault, err := wire.UnwrapRPC(v)
	if err != nil {
		return false, err
	}
	switch {
	case fault.Kind() == jsontree.Object && v.Member("jsonrpc").IsNull() && fault.Member("code").IsNull():
		return false, fmt.Errorf("/error: neither a code nor an envelope of JSON-RPC")
	case fault.Kind() == jsontree.Object:
		return readFault(r, fault), nil
	case !fault.IsNull():
		r.WrongType(fault, "an object")
		return false, nil
	case result.Kind() == jsontree.Object:
		return ReadResult(r, result)
	case result.Kind() == jsontree.Null:
		return false, fmt.Errorf("/result: want an object, got null")
	case !result.IsNull():
		r.WrongType(result, "an object")
		return false, nil
	case IsResult(v):
		return ReadResult(r, v)
	case isFault(v):
		return readFault(r, v), nil
	}
	return false, fmt.Errorf("the document: neither a result nor an error of MCP")
}

// isFault reports whether v looks like an error object of JSON-RPC without its envelope. An
// object with a member kind is a payload of another protocol.
func isFault(v jsontree.Value) bool {
	return !v.Member("code").IsNull() && !v.Member("message").IsNull() && v.Member("kind").IsNull()
}

// IsResult reports whether v looks like a result without its envelope.
func IsResult(v jsontree.Value) bool {
	return isPayload(v) ||
		wire.FirstOf(v, "content", "isError", "structuredContent", "resultType", "taskId", "task") != ""
}

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
