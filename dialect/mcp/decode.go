package mcp

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
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
		setMessage(r, r.String(r.Object(v, "params"), "reason"))
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
	v = wire.Inner(v, "task")
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
	setMessage(r, strings.Join(texts, "\n"))
	return true
}

// Detect rates a document: headers of MCP, results, and codes and data that only MCP has. Only
// JSON-RPC is a weak sign.
func (Dialect) Detect(doc dialect.Document, v jsontree.Value) (score int, why string) {
	if doc.Header.Get("Mcp-Protocol-Version") != "" || doc.Header.Get("Mcp-Method") != "" {
		return 97, "a header of MCP"
	}
	if method, _ := v.Member("method").Text(); method == "notifications/cancelled" {
		return 90, "notifications/cancelled"
	}
	result := v
	if inner := v.Member("result"); v.Member("jsonrpc").IsNull() && inner.Kind() == jsontree.Object &&
		inner.Member("success").IsNull() {
		result = inner
	}
	if fault := v.Member("error"); v.Member("jsonrpc").IsNull() && fault.Member("code").Kind() == jsontree.Number {
		if score, why = detectFault(fault, 5); score <= 60 && isZero(fault.Member("code")) {
			score = 0
		} else if score == 0 && isBare(v, fault) {
			score, why = 51, "an error of JSON-RPC without its version"
		}
	}
	if !v.Member("jsonrpc").IsNull() {
		score, why = 50, "JSON-RPC"
		if result = v.Member("result"); result.IsNull() {
			if s, w := detectFault(v.Member("error"), 0); s > score {
				return s, w
			}
			return score, why
		}
	}
	switch {
	case !result.Member("resultType").IsNull():
		return 90, "resultType"
	case result.Member("content").Kind() == jsontree.Array, result.Member("isError").Kind() == jsontree.Bool:
		return 85, "a tool result"
	case result.Member("taskId").Kind() == jsontree.String, !result.Member("task").IsNull():
		return 80, "a task"
	case score == 0 && v.Member("code").Kind() == jsontree.Number && v.Member("message").Kind() == jsontree.String &&
		v.Member("code").Scalar()[0] == '-': // a positive number is of any API
		if s, w := detectFault(v, 5); s > 45 {
			return s, w
		}
		return 45, "an error object of JSON-RPC"
	}
	return score, why
}

// detectFault rates an error object; less is subtracted if it has no envelope.
func detectFault(v jsontree.Value, less int) (score int, why string) {
	data := v.Member("data")
	if name := wire.FirstOf(data, "elicitations", "supported", "requiredCapabilities", "uri",
		dialect.MetaKey); name != "" {
		return 85 - less, "data." + name
	}
	code, ok := v.Member("code").Int()
	if !ok {
		return 0, ""
	}
	if _, known := mapping.Default().FromMCP(code); !known {
		return 0, ""
	}
	why = "code " + strconv.FormatInt(code, 10)
	if code <= codeHeaderMismatch && code > rpc.InvalidRequest {
		return 80 - less, why + " of MCP"
	}
	return 60 - less, why
}

// isZero reports whether a value is 0, which is the code of a success in many APIs.
func isZero(v jsontree.Value) bool {
	n, ok := v.Int()
	return ok && n == 0
}

// isBare reports whether v is a response of JSON-RPC without its version, as in the Chrome
// DevTools Protocol: an id and an error with a message and a code of a server (JSON-RPC 2.0
// §5.1).
func isBare(v, fault jsontree.Value) bool {
	code, _ := fault.Member("code").Int()
	return !v.Member("id").IsNull() && v.Len() <= 3 && fault.Member("message").Kind() == jsontree.String &&
		code <= -32000 && code >= -32768
}

// RoundTrips reports whether the place or the code of k is decoded as k. Challenges and
// unsupported versions have data of their own.
func (Dialect) RoundTrips(t *mapping.Table, k errkit.Kind) bool {
	return k == errkit.AuthRequired || k == errkit.UnsupportedVersion || t.RoundTrips(k, mapping.ColumnMCP)
}
