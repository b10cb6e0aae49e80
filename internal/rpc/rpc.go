// Package rpc is JSON-RPC 2.0 as it is sent: its codes and ids, what identifies a message that may
// be damaged or cut ([Message]), and the streams of server-sent events that carry messages
// ([Events]).
package rpc

import (
	"bytes"
	"encoding/json"
	"slices"
	"unicode/utf8"

	"github.com/toolerr/toolerr/internal/text"
)

// The codes of JSON-RPC 2.0 §5.1.
const (
	ParseError     = -32700
	InvalidRequest = -32600
	MethodNotFound = -32601
	InvalidParams  = -32602
	InternalError  = -32603
)

// repeatable are the methods of MCP and of A2A that only read, that begin (a second initialize
// begins again), and that set what may be set already.
var repeatable = [...]string{
	"completion/complete", "initialize", "logging/setLevel", "ping", "prompts/get", "prompts/list", "resources/list",
	"resources/read", "resources/subscribe", "resources/templates/list", "resources/unsubscribe", "roots/list",
	"server/discover", "subscriptions/listen", "tasks/cancel", "tasks/get", "tasks/list", "tasks/result", "tools/list",
	"GetExtendedAgentCard", "GetTask", "ListTasks", "CancelTask", "agent/getAuthenticatedExtendedCard", // A2A §3.3.1
}

// IsRepeatable reports whether a call of a method has the same effect if it is made twice.
func IsRepeatable(method string) bool { return slices.Contains(repeatable[:], method) }

// AppendID appends an id: null unless it is a JSON string or number (JSON-RPC 2.0 §5) of at most
// 1 KiB.
func AppendID(dst []byte, id json.RawMessage) []byte {
	if len(id) > text.MaxID || !isPlain(id) { // valid asks the same, but is not inlined
		if id = valid(id); id == nil {
			return append(dst, "null"...)
		}
	}
	return append(dst, id...)
}

// AppendIDBody appends an id as a part of a JSON string: nothing unless AppendID appends it.
func AppendIDBody(dst []byte, id json.RawMessage) []byte {
	id = valid(id)
	if len(id) > 0 && id[0] == '"' {
		id = id[1 : len(id)-1]
	}
	return append(dst, id...)
}

// valid returns an id without the space around it, or nil if it is too long, or neither a JSON
// string nor a number.
func valid(id []byte) []byte {
	if len(id) > text.MaxID {
		return nil
	}
	if isPlain(id) {
		return id
	}
	id = bytes.TrimSpace(id)
	if len(id) == 0 {
		return nil
	}
	if c := id[0]; c != '"' && c != '-' && (c < '0' || c > '9') || !json.Valid(id) || !utf8.Valid(id) {
		return nil
	}
	return id
}

// isPlain reports whether a value has one of the usual forms of an id: digits, or a string of
// printable ASCII without escapes.
func isPlain(id []byte) bool {
	if len(id) > 1 && id[0] == '"' && id[len(id)-1] == '"' {
		isOther := func(c rune) bool { return c < ' ' || c > '~' || c == '"' || c == '\\' }
		return !bytes.ContainsFunc(id[1:len(id)-1], isOther)
	}
	mayBeNumber := len(id) == 1 || len(id) > 1 && id[0] != '0'
	return mayBeNumber && !bytes.ContainsFunc(id, func(c rune) bool { return c < '0' || c > '9' })
}
