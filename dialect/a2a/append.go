package a2a

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// A Binding is how the messages of A2A are sent (A2A 1.0 §9, §11). Errors of the binding of gRPC
// are those of package grpc.
type Binding uint8

const (
	JSONRPC Binding = iota // JSON-RPC 2.0
	HTTP                   // HTTP+JSON
)

// Version03 is the version before 1.0 that agents still use.
const Version03 = "0.3"

// MediaType is the media type of the binding HTTP (A2A 1.0 §11.1).
const MediaType = "application/a2a+json"

// Dialect is an error of A2A: a request that failed before the agent accepted it.
type Dialect struct {
	Binding Binding
	Version string // "": 1.0; Version03, or another one that starts with "0."
}

// Task is a task of A2A that failed: a success of the protocol.
type Task struct {
	Binding Binding
	Version string // as in Dialect
}

func isLegacy(version string) bool { return strings.HasPrefix(version, "0.") }

// nameOf returns the name for the binding and the version.
func nameOf(names *[2][2]string, b Binding, version string) string {
	i, j := 0, 0
	if b == HTTP {
		i = 1
	}
	if isLegacy(version) {
		j = 1
	}
	return names[i][j]
}

var (
	names     = [2][2]string{{"a2a", "a2a-0.3"}, {"a2a-http", "a2a-http-0.3"}}
	taskNames = [2][2]string{{"a2a-task", "a2a-task-0.3"}, {"a2a-http-task", "a2a-http-task-0.3"}}
)

// Name returns "a2a" or "a2a-http", followed by "-0.3" for that version.
func (d Dialect) Name() string { return nameOf(&names, d.Binding, d.Version) }

// Name returns "a2a-task" or "a2a-http-task", followed by "-0.3" for that version.
func (d Task) Name() string { return nameOf(&taskNames, d.Binding, d.Version) }

// Append appends an error response.
func (d Dialect) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	code := d.codeOf(c.Table, e)
	if d.Binding == HTTP {
		return d.appendHTTP(dst, c, call, e, code)
	}
	dst = wire.AppendRPC(dst, call.ID, `,"error":`)
	dst = append(d.appendFault(dst, c, call, e, code), '}')
	head := dialect.Head{Status: http.StatusOK, ContentType: wire.MediaTypeJSON}
	if status := c.Table.Status(e); !isLegacy(d.Version) && slices.Contains(meaningful[:], status) {
		head.Status, head.RetryAfter = status, e.RetryAfter
	}
	return dst, head
}

// meaningful are the HTTP statuses that a client needs beside an error of JSON-RPC: A2A has no
// code for these. Clients of 0.3 do not read a response with the status of an error.
var meaningful = [...]int{http.StatusUnauthorized, http.StatusForbidden, http.StatusMethodNotAllowed,
	http.StatusUnsupportedMediaType, http.StatusTooManyRequests, http.StatusServiceUnavailable}

// codeOf returns the code of an error with its reason and its code of google.rpc.
func (d Dialect) codeOf(t *mapping.Table, e *errkit.Error) mapping.A2ACode {
	n := t.Row(e.Kind).A2A
	if isLegacy(d.Version) && n < -32007 && n >= -32009 { // since 1.0
		n = rpc.InvalidRequest
	}
	if code, ok := mapping.LookupA2ACode(int64(n)); ok && code.Reason != "" {
		return code
	}
	code := t.RPCOf(e)
	if code == mapping.RPCNotFound { // in A2A the task is not found
		code = mapping.RPCInvalidArgument
	}
	return mapping.A2ACode{Code: n, RPC: code}
}

// optionsOf returns the options of the messages of google.rpc.
func optionsOf(code mapping.A2ACode) (o rpcdetails.Options) {
	if code.Reason != "" {
		o.Domain, o.Reason = rpcdetails.A2ADomain, code.Reason
	}
	return o
}

// appendFault appends an error object of JSON-RPC. In 0.3 its data is an object, the member error
// of which a2a-go shows.
func (d Dialect) appendFault(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error,
	code mapping.A2ACode) []byte {
	dst = text.AppendInt(append(dst, `{"code":`...), code.Code)
	dst = wire.AppendMessage(append(dst, `,"message":`...), c, e)
	if !isLegacy(d.Version) {
		return append(rpcdetails.AppendJSON(append(dst, `,"data":`...), c, call, e, optionsOf(code)), '}')
	}
	dst = wire.AppendMessage(append(dst, `,"data":{"error":`...), c, e)
	return append(rpcdetails.AppendJSON(append(dst, `,"details":`...), c, call, e, optionsOf(code)), `}}`...)
}

// appendHTTP appends the error of the binding HTTP. That of 0.3, which the specification leaves
// open, is what SDKs send: the error object of JSON-RPC.
func (d Dialect) appendHTTP(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error,
	code mapping.A2ACode) ([]byte, dialect.Head) {
	head := dialect.Head{Status: code.RPC.HTTP(), ContentType: MediaType, RetryAfter: e.RetryAfter}
	if exact := c.Table.Status(e); exact != c.Table.Row(e.Kind).HTTP {
		head.Status = exact
	}
	if isLegacy(d.Version) {
		head.ContentType = wire.MediaTypeJSON
		return d.appendFault(dst, c, call, e, code), head
	}
	// A2A 1.0 §11.6
	dst = rpcdetails.AppendError(append(dst, `{"error":`...), c, call, e, head.Status, code.RPC, optionsOf(code))
	return append(dst, '}'), head
}

// Append appends the response with the task.
func (d Task) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	legacy := isLegacy(d.Version)
	head := dialect.Head{Status: http.StatusOK, ContentType: wire.MediaTypeJSON}
	end := `}}`
	switch {
	case d.Binding == JSONRPC && legacy:
		dst, end = wire.AppendRPC(dst, call.ID, `,"result":`), `}`
	case d.Binding == JSONRPC:
		dst = wire.AppendRPC(dst, call.ID, `,"result":{"task":`)
	case legacy:
		end = ``
	default:
		head.ContentType = MediaType
		dst, end = append(dst, `{"task":`...), `}`
	}
	return append(appendTask(dst, c, call, e, legacy), end...), head
}

// appendTask appends a task whose status has a message with two parts: the text for people and
// models, and the error for programs.
func appendTask(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error, legacy bool) []byte {
	state := c.Table.Row(e.Kind).A2AState
	if dst = append(dst, '{'); legacy {
		dst = append(dst, `"kind":"task",`...)
	}
	dst = appendID(dst, `"id":`, call.TaskID)
	if legacy || call.ContextID != "" {
		dst = appendID(dst, `,"contextId":`, call.ContextID)
	}
	if legacy {
		dst = append(append(dst, `,"status":{"state":"`...), mapping.A2ALegacyState(state)...)
		dst = append(dst, `","message":{"kind":"message","role":"agent"`...)
	} else {
		dst = append(append(dst, `,"status":{"state":"`+mapping.A2AStatePrefix...), state...)
		dst = append(dst, `","message":{"role":"ROLE_AGENT"`...)
	}
	dst = appendID(dst, `,"messageId":`, cmp.Or(call.MessageID, "error"))
	if call.TaskID != "" {
		dst = appendID(dst, `,"taskId":`, call.TaskID)
	}
	if call.ContextID != "" {
		dst = appendID(dst, `,"contextId":`, call.ContextID)
	}
	if dst = append(dst, `,"parts":[{`...); legacy {
		dst = append(dst, `"kind":"text",`...)
	}
	dst = append(dst, `"text":"`...)
	dst = wire.AppendModelBody(dst, c, e, wire.AllLines(call.Repeatable))
	if dst = append(dst, `"},{`...); legacy {
		dst = append(dst, `"kind":"data",`...)
	}
	dst = append(dst, `"data":{"error":`...)
	code := c.Table.RPCOf(e)
	dst = append(rpcdetails.AppendError(dst, c, call, e, code.HTTP(), code, rpcdetails.Options{}), '}')
	if !legacy {
		dst = append(dst, `,"mediaType":"application/json"`...)
	}
	return append(dst, `}]}}}`...)
}

func appendID(dst []byte, name, id string) []byte {
	return text.AppendClean(append(dst, name...), id, text.MaxKey)
}

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
		root = wire.Inner(root, name)
	}
	if call.TaskID, _ = root.Member("taskId").Text(); call.TaskID == "" {
		call.TaskID, _ = root.Member("id").Text()
	}
	call.ContextID, _ = root.Member("contextId").Text()
	return d, 0
}
