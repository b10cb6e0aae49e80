package oxp

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// Decode decodes a response: wrapped, flat, of the older Open Tool Calling, or with the error
// bodies that real servers send in place of it. Lists of tools and pending challenges are
// successes.
func (d Dialect) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return wire.Decode(c, doc, d.Name(), read, foreign.Rules{})
}

// read reads a document and reports whether it has an error.
func read(r *wire.Reader, root jsontree.Value) (found bool, err error) {
	if root.Kind() != jsontree.Object {
		return false, fmt.Errorf("the document: want an object, got %s", root.Kind())
	}
	switch {
	case !root.Member("jsonrpc").IsNull():
		return false, fmt.Errorf("%s: JSON-RPC is not OXP", wire.Place(root.Member("jsonrpc")))
	case !root.Member("request").IsNull(), !root.Member("tool_id").IsNull():
		return false, fmt.Errorf("the document: a request, want a response")
	case !root.Member("input_schema").IsNull(), foreign.IsToolDefinition(root):
		return false, fmt.Errorf("the document: a tool definition, want a response")
	case root.Member("items").Kind() == jsontree.Array, root.Member("tools").Kind() == jsontree.Array:
		return false, nil // a list of tools
	}
	if r.Codec.Unread { // else nobody asks what was used
		r.Used(root.Member("$schema"))
	}
	if result := root.Member("result"); !result.IsNull() {
		if other := root.Member("error"); !other.IsNull() {
			return false, fmt.Errorf(`%s: contradicts "result" beside it`, wire.Place(other))
		}
		if result.Kind() != jsontree.Object {
			r.WrongType(result, "an object")
			return false, nil
		}
		return readResult(r, result)
	}
	if wire.FirstOf(root, "success", "call_id", "execution_id", "output") != "" {
		return readResult(r, root)
	}
	if status, ok := root.Member("status").Text(); ok && root.Member("message").IsNull() &&
		root.Member("error").IsNull() {
		return readCheck(r, status)
	}
	return readBody(r, root)
}

// readCheck reads the response of a check_url (OXP 1.0, Authorization Challenge Check Response).
func readCheck(r *wire.Reader, status string) (bool, error) {
	switch status {
	case "pending", "completed":
		return false, nil
	case "failed":
		r.Kind(errkit.PermissionDenied, "the authorization challenge failed")
		r.Error.Message = "The authorization failed."
		return true, nil
	}
	return false, fmt.Errorf("/status: want the status of a challenge: pending, completed or failed")
}

// readResult reads a CallToolResponse.
func readResult(r *wire.Reader, v jsontree.Value) (bool, error) {
	r.Peer.Stage = errkit.Execution
	if r.Codec.Unread {
		r.Used(v.Member("call_id"), v.Member("execution_id"), v.Member("duration"), v.Member("finished_at"))
	}
	success, ok := r.Require(v, "success", jsontree.Bool).Bool()
	fault := v.Member("error")
	value := v.Member("value")
	if out := v.Member("output"); out.Kind() == jsontree.Object { // Open Tool Calling, up to 2025-03-09
		value = out.Member("value")
		if fault = out.Member("error"); fault.IsNull() {
			fault = v.Member("error")
		}
		if need := out.Member("requires_authorization"); !need.IsNull() {
			r.Note("requires_authorization of Open Tool Calling")
			return readAuthorization(r, need)
		}
	}
	switch {
	case ok && success && !fault.IsNull():
		return false, fmt.Errorf(`%s: contradicts "success": true beside it`, wire.Place(fault))
	case ok && !success && value.Kind() != jsontree.Absent && value.Kind() != jsontree.Null:
		return false, fmt.Errorf(`%s: contradicts "success": false beside it`, wire.Place(value))
	case fault.IsNull() && ok && !success:
		r.Note(`no "error" beside "success": false`)
		r.Message(foreign.MessageOf(v))
		readFailure(r, v, "success is false")
		return true, nil
	case fault.IsNull():
		if !ok && value.IsNull() {
			return false, fmt.Errorf(`the document: neither "success" nor "error"`)
		}
		if need, _ := value.Member("auth_required").Bool(); need {
			r.Note("an authorization inside a success") // of langchain-tool-server
			return readAuthorization(r, value)
		}
		return false, nil
	}
	readFailure(r, v, "a tool execution error")
	if s, ok := fault.Text(); ok {
		r.Note("error is a string")
		r.Message(s)
		r.Peer.Retry = errkit.Never
		return true, nil
	}
	if fault.Kind() != jsontree.Object {
		r.WrongType(fault, "an object")
		return true, nil
	}
	r.Message(r.Text(r.Require(fault, "message", jsontree.String)))
	if fault.Len() > 1 { // most have only a message
		readToolError(r, fault)
	}
	if r.Peer.Retry == errkit.RetryUnspecified {
		r.Peer.Retry = errkit.Never // "clients MUST assume false"
	}
	r.Carry(fault.Member(dialect.CarryMember), Dialect{})
	return true, nil
}

// readFailure sets the kind of a failed call: that of the HTTP status, which OXP itself does not
// use for it, else execution_failed.
func readFailure(r *wire.Reader, v jsontree.Value, rule string) {
	if foreign.ByStatus(r) {
		r.Peer.Stage = errkit.StageUnspecified
		foreign.APIRefine(r, v)
		return
	}
	r.Kind(errkit.ExecutionFailed, rule)
	r.Refine(wire.FailedCall)
}

// readToolError reads a ToolError without its message.
func readToolError(r *wire.Reader, v jsontree.Value) {
	readDev(r, v)
	if parameters := v.Member("parameter_errors"); parameters.Kind() == jsontree.Object {
		readParameters(r, parameters)
		if r.Error.Kind == errkit.ExecutionFailed {
			r.Kind(errkit.InvalidInput, "parameter_errors")
		}
	}
	r.Error.Hint = errkit.Text(r.String(v, "additional_prompt_content"))
	r.Error.RetryAfter, _ = r.Milliseconds(v, "retry_after_ms")
	readMissing(r, v)
	if canRetry, ok := r.Bool(v, "can_retry"); ok {
		switch {
		case !canRetry:
			r.Peer.Retry = errkit.Never
		case r.Error.Needs != nil:
			r.Peer.Retry = errkit.AfterAction
		default:
			r.Peer.Retry = errkit.Allowed
		}
		r.Error.Retry = r.Peer.Retry // also if the table agrees: can_retry is never written from the table
	}
	foreign.ArcadeKind(r, v.Member("kind"))
	r.Peer.Status, _ = r.Status(v, "status_code")
}

func readAuthorization(r *wire.Reader, v jsontree.Value) (bool, error) {
	r.Kind(errkit.AuthRequired, "an authorization is asked for")
	first := func(names ...string) string {
		s, _ := v.Member(wire.FirstOf(v, names...)).Text()
		return s
	}
	if url := first("auth_url", "url", "authorization_url"); url != "" {
		r.Challenge(errkit.Challenge{
			ID: first("auth_id", "id", "authorization_id"), URL: url, CheckURL: first("check_url"),
			Message: errkit.Text(first("message")),
		})
	}
	return true, nil
}

// readBody reads a Server Error or an Input Validation Error, or what servers send in place of
// them.
func readBody(r *wire.Reader, v jsontree.Value) (bool, error) {
	status := r.Document.Status
	switch status {
	case 0, http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound,
		http.StatusUnprocessableEntity:
		r.Peer.Stage = errkit.BeforeCall
	}
	message, detail, fault := v.Member("message"), v.Member("detail"), v.Member("error")
	parameters := v.Member("parameter_errors")
	var inner jsontree.Value // an error object in place of the message
	switch {
	case message.Kind() == jsontree.String:
		r.Message(r.String(v, "message"))
	case !message.IsNull():
		r.WrongType(message, "a string")
	case detail.Kind() == jsontree.String:
		r.Note(`"detail" in place of "message"`)
		r.Message(r.String(v, "detail"))
	case detail.Kind() == jsontree.Array:
		r.Note(`"detail" in place of "message"`)
		foreign.FastAPI(r, detail)
	case fault.Kind() == jsontree.String && foreign.OAuth(r, v):
		r.Note(`an error of OAuth in place of "message"`)
		return true, nil
	case fault.Kind() == jsontree.String:
		r.Note(`"error" in place of "message"`)
		r.Message(r.String(v, "error"))
	case fault.Kind() == jsontree.Array && fault.Len() > 0:
		r.Note(`"error" in place of "message"`)
		foreign.FastAPI(r, fault)
	case fault.Kind() == jsontree.Object && fault.Member("message").Kind() == jsontree.String &&
		!header.IsError(status):
		r.Note(`"error" in place of "message"`)
		return readResult(r, v)
	case detail.Kind() == jsontree.Object && (header.IsError(status) || foreign.MessageOf(detail) != ""):
		r.Note(`"detail" in place of "message"`)
		inner = detail
	case fault.Kind() == jsontree.Object && (header.IsError(status) || foreign.MessageOf(fault) != ""):
		r.Note(`"error" in place of "message"`)
		inner = fault
	case !parameters.IsNull(), !v.Member("missing_requirements").IsNull(),
		v.Member("developer_message").Kind() == jsontree.String:
		r.Note(`no "message"`)
	default:
		return false, fmt.Errorf(`the document: none of "message", "detail", "error", "success"`)
	}
	if inner.Kind() == jsontree.Object {
		r.Message(foreign.MessageOf(inner))
		r.Peer.Code, _ = inner.Member("code").Text()
		if r.Unused(inner.Member("code")); r.Error.Message == "" {
			r.NoteAt(inner, "no member that is known as the message")
		}
	}
	switch {
	case !parameters.IsNull():
		r.Kind(errkit.InvalidInput, "parameter_errors")
		readParameters(r, parameters)
	case header.IsError(status):
		r.ByStatus()
	case !isFailure(v, status):
		return false, nil
	default:
		if status != 0 {
			r.Note("HTTP status %d is not that of an error", status)
		}
		r.Kind(errkit.InvalidRequest, "the shape of a server error")
		r.Refine(wire.BadRequest)
	}
	readDev(r, v)
	readMissing(r, v)
	if parameters.IsNull() && r.Error.Needs == nil {
		foreign.APIRefine(r, v)
	} else { // it is OXP's
		foreign.RetryMembers(r, v)
	}
	if inner.Kind() == jsontree.Object {
		readToolError(r, inner)
	}
	r.Carry(v.Member(dialect.CarryMember), Dialect{})
	return true, nil
}

// isFailure reports whether a body with a message is an error although its HTTP status is not
// that of one.
func isFailure(v jsontree.Value, status int) bool {
	if word, _ := v.Member("status").Text(); !header.IsSuccess(status) && word != "success" && word != "ok" {
		return true
	}
	return v.Member("detail").Kind() == jsontree.Array ||
		wire.FirstOf(v, "$schema", "error", "missing_requirements", "developer_message", dialect.CarryMember) != ""
}

// readParameters reads parameter_errors, whose values may have any type.
func readParameters(r *wire.Reader, v jsontree.Value) {
	if v.Kind() != jsontree.Object {
		r.WrongType(v, "an object")
		return
	}
	if r.Error.Fields == nil && v.Len() > 0 {
		r.Error.Fields = make([]errkit.Field, 0, min(v.Len(), text.MaxFields))
	}
	for m := v.FirstMember(); m.Kind() != jsontree.Absent; m = m.Next() {
		text, ok := m.Text()
		if !ok {
			text = m.Raw()
			r.NoteAt(m, "%s, read as its JSON", m.Kind())
		}
		r.Field(errkit.Field{Path: pointer.FromKey(m.Name()), Message: errkit.Text(text)})
	}
}

func readDev(r *wire.Reader, v jsontree.Value) {
	if dev := r.String(v, "developer_message"); dev != "" {
		r.Error.Dev = errkit.Dev(dev)
		r.GuessFrom(dev)
	}
}

// readMissing reads missing_requirements, which determine the kind.
func readMissing(r *wire.Reader, v jsontree.Value) {
	m := r.Object(v, "missing_requirements")
	if m.Kind() == jsontree.Absent {
		return
	}
	n := r.Needs()
	n.UserID, _ = r.Bool(m, "user_id")
	list := m.Member("authorization")
	others := n.UserID || m.Member("secrets").Len() > 0
	switch kind := list.Kind(); {
	// empty: an authorization without details, unless something else is missing
	case kind == jsontree.Array && (list.Len() > 0 || !others):
		r.Kind(errkit.AuthRequired, "missing_requirements.authorization")
		for ch := list.FirstElement(); ch.Kind() != jsontree.Absent; ch = ch.Next() {
			if ch.Kind() != jsontree.Object {
				r.WrongType(ch, "an object")
				return
			}
			if url, ok := ch.Member("url").Text(); ok && url == "" {
				r.Used(ch)
				r.NoteAt(ch.Member("url"), "empty, the challenge is ignored")
				continue
			}
			r.Challenge(errkit.Challenge{
				ID: r.String(ch, "id"), URL: r.String(ch, "url"), CheckURL: r.String(ch, "check_url"),
				Message: errkit.Text(r.String(ch, "message")),
			})
		}
	case kind == jsontree.Array, list.IsNull():
		r.Kind(errkit.RequirementMissing, "missing_requirements")
	default:
		r.WrongType(list, "an array")
	}
	for s := m.Member("secrets").FirstElement(); s.Kind() != jsontree.Absent; s = s.Next() {
		name, ok := s.Text()
		if !ok {
			name, _ = s.Member("id").Text()
		}
		if r.Room(len(n.Secrets), "secrets") {
			n.Secrets = append(n.Secrets, name)
		}
	}
	if n.IsZero() {
		r.Error.Needs = nil
	}
}

// Detect rates a document: $schema and result of the wrapped form, and the members that only OXP
// has.
func (d Dialect) Detect(doc dialect.Document, v jsontree.Value) (score int, why string) {
	if v.Kind() != jsontree.Object || !v.Member("jsonrpc").IsNull() {
		return 0, ""
	}
	if d.Flat {
		return detectFlat(doc, v)
	}
	schema, _ := v.Member("$schema").Text()
	switch {
	case isSchema(schema):
		return 95, "$schema"
	case v.Member("result").Member("success").Kind() == jsontree.Bool:
		return 88, "result.success"
	case v.Member("success").Kind() == jsontree.Bool && !v.Member("output").IsNull():
		return 80, "success and output of Open Tool Calling"
	case v.Member("tools").Kind() == jsontree.Array:
		return 70, "a list of tools"
	}
	return 0, ""
}

// isSchema reports whether $schema names OXP or its predecessors.
func isSchema(schema string) bool {
	return strings.HasPrefix(schema, "urn:oxp:") || strings.HasPrefix(schema, "otc://") ||
		strings.Contains(schema, "OpenToolCalling") || strings.Contains(schema, "OpenExecProtocol")
}

func detectFlat(doc dialect.Document, v jsontree.Value) (score int, why string) {
	if doc.Header.Get("OXP-Version") != "" {
		return 95, "the header OXP-Version"
	}
	value, success := v.Member("success").Bool()
	if success && !v.Member("call_id").IsNull() {
		return 88, "success and call_id"
	}
	if name := wire.FirstOf(v, "missing_requirements", "parameter_errors", "developer_message"); name != "" {
		return 85, name
	}
	status, _ := v.Member("status").Text()
	fault := v.Member("error")
	switch {
	case v.Len() == 1 && !header.IsError(doc.Status) && (status == "pending" || status == "completed" || status == "failed"):
		return 80, "the status of a challenge"
	case v.Member("items").Kind() == jsontree.Array:
		return 70, "a list of tools"
	case success && !value && (fault.Member("message").Kind() != jsontree.String || !fault.Member("code").IsNull()):
		return 40, "success, without the error of OXP"
	case success && !value && v.Len() > 2:
		return 52, "success and an error"
	case success:
		return 60, "success"
	}
	return 0, ""
}

// RoundTrips reports whether the form of k is decoded as k.
func (Dialect) RoundTrips(t *mapping.Table, k errkit.Kind) bool {
	return t.RoundTrips(k, mapping.ColumnOXP)
}
