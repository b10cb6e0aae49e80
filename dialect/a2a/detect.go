package a2a

import (
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// Detect rates a document: the domain of A2A, details with @type in JSON-RPC, the default message
// of a code, the media type, a problem of A2A.
func (d Dialect) Detect(doc dialect.Document, v jsontree.Value) (score int, why string) {
	fault := v.Member("error")
	if d.Binding == HTTP {
		return detectHTTP(doc, v, fault)
	}
	if v.Member("jsonrpc").IsNull() || fault.Kind() != jsontree.Object {
		return 0, ""
	}
	data := fault.Member("data")
	details := data
	if data.Kind() == jsontree.Object {
		details = data.Member("details")
	}
	if errorInfo(details).Kind() == jsontree.Object {
		return 98, "JSON-RPC, and the domain of A2A"
	}
	if rpcdetails.IsDetails(details) {
		return 93, "JSON-RPC, and details with @type"
	}
	n, _ := fault.Member("code").Int()
	code, known := mapping.LookupA2ACode(n)
	text, _ := fault.Member("message").Text()
	if code.Reason != "" && hasPrefixFold(text, code.Message) {
		return 88, "a code of A2A, and its default message"
	}
	if long, _ := data.Member("error").Text(); known && text != "" && strings.HasSuffix(long, ": "+text) {
		return 88, "data.error, which ends with the message, as a2a-go has it"
	}
	return 0, ""
}

// hasPrefixFold reports whether a text starts with another one, in letters of any case.
func hasPrefixFold(text, start string) bool {
	return len(text) >= len(start) && strings.EqualFold(text[:len(start)], start)
}

func detectHTTP(doc dialect.Document, v, fault jsontree.Value) (score int, why string) {
	if _, ok := problemCode(v); ok {
		return 100, "a problem type of A2A"
	}
	if isNegative(v.Member("code")) && rpcdetails.IsDetails(v.Member("data").Member("details")) {
		return 92, "a code of JSON-RPC, and details with @type"
	}
	if !v.Member("jsonrpc").IsNull() || fault.Kind() != jsontree.Object ||
		fault.Member("code").Kind() != jsontree.Number {
		return 0, ""
	}
	switch {
	case errorInfo(fault.Member("details")).Kind() == jsontree.Object:
		return 98, "code, and the domain of A2A"
	case header.MediaType(doc.Header) == MediaType:
		return 98, "code, and the media type of A2A"
	}
	return 0, ""
}

// Detect rates a document: a task, a status update, a message or an artifact update.
func (d Task) Detect(_ dialect.Document, v jsontree.Value) (score int, why string) {
	if !v.Member("error").IsNull() {
		return 0, ""
	}
	if result := v.Member("result"); result.Kind() == jsontree.Object {
		v = result
	}
	p := payloadOf(v)
	state := stateOf(p)
	kind, _ := p.Member("kind").Text()
	hasContext := p.Member("contextId").Kind() == jsontree.String
	switch {
	case strings.HasPrefix(state, mapping.A2AStatePrefix):
		return 96, "a status with a state of A2A"
	case state != "" && (kind == "task" || kind == "status-update"):
		return 95, "kind, and a status with a state"
	case state != "" && (hasContext || p != v):
		return 82, "a status with a state, and the task of A2A"
	case p != v && p.Member("artifact").Kind() == jsontree.Object && hasContext:
		return 82, "an artifact, and the context of its task"
	case kind == "message" && p.Member("parts").Kind() == jsontree.Array:
		return 82, "kind, and the parts of a message"
	}
	return 0, ""
}

// RPC reports whether documents are JSON-RPC responses. Without Call.ID the id is null.
func (d Dialect) RPC() (envelope, needsID bool) { return d.Binding == JSONRPC, false }

// RPC reports whether documents are JSON-RPC responses. Without Call.ID the id is null.
func (d Task) RPC() (envelope, needsID bool) { return d.Binding == JSONRPC, false }

// InSuccess reports whether a result of JSON-RPC may be an error: the state of a task decides.
func (d Dialect) InSuccess() bool { return d.Binding == JSONRPC }

// InSuccess reports true: the state of a task decides.
func (Task) InSuccess() bool { return true }

// RoundTrips reports true: ErrorInfo names the kind.
func (Dialect) RoundTrips(*mapping.Table, errkit.Kind) bool { return true }

// RoundTrips reports true: ErrorInfo names the kind.
func (Task) RoundTrips(*mapping.Table, errkit.Kind) bool { return true }
