package dialect

import (
	"fmt"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonr"
	"github.com/toolerr/toolerr/internal/jsonw"
)

// Decode reads a response: wrapped, flat, of the older Open Tool Calling, or the
// bare bodies of real servers.
func (d OXP) Decode(c *Codec, doc Document) (*errkit.Error, error) {
	return c.decode(doc, d.Name(), formOXP, "")
}

// oxp reads a document and reports whether it holds an error.
func (r *reader) oxp(root jsonr.Value) (found bool, err error) {
	if root.Kind() != jsonr.Object {
		return false, fmt.Errorf("the document: want an object, got %s", root.Kind())
	}
	switch {
	case !null(root.Member("jsonrpc")):
		return false, fmt.Errorf("%s: JSON-RPC is not OXP", place(root.Member("jsonrpc")))
	case !null(root.Member("request")), !null(root.Member("tool_id")):
		return false, fmt.Errorf("the document: a request, want a response")
	case !null(root.Member("input_schema")), toolDefinition(root):
		return false, fmt.Errorf("the document: a tool definition, want a response")
	case root.Member("items").Kind() == jsonr.Array, root.Member("tools").Kind() == jsonr.Array:
		return false, nil // a list of tools
	}
	if result := root.Member("result"); !null(result) {
		if other := root.Member("error"); !null(other) {
			r.contradiction(other, `"result"`)
		}
		if result.Kind() != jsonr.Object {
			r.wrong(result, "an object")
			return false, nil
		}
		return r.oxpResult(result)
	}
	for _, name := range [...]string{"success", "call_id", "execution_id", "output"} {
		if !null(root.Member(name)) {
			return r.oxpResult(root)
		}
	}
	if status, ok := root.Member("status").Text(); ok && null(root.Member("message")) && null(root.Member("error")) {
		return r.oxpCheck(status)
	}
	return r.oxpBody(root)
}

// oxpCheck reads the answer of a check_url
// (OXP 1.0, Authorization Challenge Check Response).
func (r *reader) oxpCheck(status string) (bool, error) {
	switch status {
	case "pending", "completed":
		return false, nil
	case "failed":
		r.kind(errkit.PermissionDenied, "the authorization challenge failed")
		r.e.Message = "The authorization failed."
		return true, nil
	}
	return false, fmt.Errorf("/status: want the status of a challenge: pending, completed or failed")
}

// clip shortens a text of a peer for a message of ours.
func clip(s string) string { return jsonw.Clean(s, 40) }

// oxpResult reads a CallToolResponse.
func (r *reader) oxpResult(v jsonr.Value) (bool, error) {
	r.stage = errkit.Execution
	r.need(v, "success", jsonr.Bool)
	success, told := v.Member("success").Bool()
	fault := v.Member("error")
	value := v.Member("value")
	if out := v.Member("output"); out.Kind() == jsonr.Object { // Open Tool Calling, up to 2025-03-09
		value = out.Member("value")
		if fault = out.Member("error"); null(fault) {
			fault = v.Member("error")
		}
		if need := out.Member("requires_authorization"); !null(need) {
			r.note("requires_authorization of Open Tool Calling")
			return r.oxpAuthorize(need)
		}
	}
	switch {
	case told && success && !null(fault):
		r.contradiction(fault, `"success": true`)
		return false, nil
	case told && !success && value.Kind() != jsonr.Absent && value.Kind() != jsonr.Null:
		r.contradiction(value, `"success": false`)
		return false, nil
	case null(fault) && told && !success:
		r.kind(errkit.ExecutionFailed, "success is false")
		r.note(`no "error" beside "success": false`)
		r.message(objectWords(v))
		return true, nil
	case null(fault):
		if !told && null(value) {
			return false, fmt.Errorf(`the document: neither "success" nor "error"`)
		}
		return r.oxpValue(value)
	}
	r.kind(errkit.ExecutionFailed, "a tool execution error")
	if s, ok := fault.Text(); ok {
		r.note("error is a string")
		r.message(s)
		r.retry = errkit.Never
		return true, nil
	}
	if fault.Kind() != jsonr.Object {
		r.wrong(fault, "an object")
		return true, nil
	}
	r.need(fault, "message", jsonr.String)
	r.message(r.text(fault, "message"))
	if r.oxpError(fault); !r.retrySaid {
		r.retry = errkit.Never // "clients MUST assume false"
	}
	return true, nil
}

// oxpError reads a ToolError but for its message.
func (r *reader) oxpError(v jsonr.Value) {
	r.oxpDev(v)
	r.e.Hint = errkit.Text(r.text(v, "additional_prompt_content"))
	ms, _ := r.integer(v, "retry_after_ms")
	r.e.RetryAfter = milliseconds(ms)
	r.oxpMissing(v)
	again, told := r.bool(v, "can_retry")
	r.retrySaid = told
	switch {
	case !told:
	case !again:
		r.retry = errkit.Never
	case r.e.Needs != nil:
		r.retry = errkit.AfterAction
	default:
		r.retry = errkit.Allowed
	}
	r.heir(v)
	if !r.carried {
		r.carry(v.Member(carryMember))
	}
}

// oxpValue looks for the error that a successful value may be
// (langchain-tool-server sends its authorization so).
func (r *reader) oxpValue(value jsonr.Value) (bool, error) {
	if need, _ := value.Member("auth_required").Bool(); need {
		r.note("an authorization inside a success")
		return r.oxpAuthorize(value)
	}
	return false, nil
}

func (r *reader) oxpAuthorize(v jsonr.Value) (bool, error) {
	r.kind(errkit.AuthRequired, "an authorization is asked for")
	first := func(names ...string) string {
		for _, name := range names {
			if s, ok := v.Member(name).Text(); ok {
				return s
			}
		}
		return ""
	}
	url := first("auth_url", "url", "authorization_url")
	if url != "" {
		r.challenge(first("auth_id", "id", "authorization_id"), url, first("check_url"), first("message"))
	}
	return true, nil
}

// oxpBody reads a Server Error or a Validation Error, or what servers send in
// their place.
func (r *reader) oxpBody(v jsonr.Value) (bool, error) {
	r.stage = errkit.BeforeCall
	status := r.doc.Status
	message, detail, fault := v.Member("message"), v.Member("detail"), v.Member("error")
	parameters := v.Member("parameter_errors")
	var inner jsonr.Value // an error object in place of the message
	switch {
	case message.Kind() == jsonr.String:
		r.message(r.text(v, "message"))
	case !null(message):
		r.wrong(message, "a string")
	case detail.Kind() == jsonr.String:
		r.note(`"detail" in place of "message"`)
		r.message(r.text(v, "detail"))
	case detail.Kind() == jsonr.Array:
		r.note(`"detail" in place of "message"`)
		r.oxpDetails(detail)
	case fault.Kind() == jsonr.String:
		r.note(`"error" in place of "message"`)
		r.message(r.text(v, "error"))
	case fault.Kind() == jsonr.Array && fault.Len() > 0:
		r.note(`"error" in place of "message"`)
		r.oxpDetails(fault)
	case fault.Kind() == jsonr.Object && fault.Member("message").Kind() == jsonr.String && !failed(status):
		r.note(`"error" in place of "message"`)
		return r.oxpResult(v)
	case detail.Kind() == jsonr.Object && (failed(status) || objectWords(detail) != ""):
		r.note(`"detail" in place of "message"`)
		inner = detail
	case fault.Kind() == jsonr.Object && (failed(status) || objectWords(fault) != ""):
		r.note(`"error" in place of "message"`)
		inner = fault
	case !null(parameters), !null(v.Member("missing_requirements")):
		r.note(`no "message"`)
	default:
		return false, fmt.Errorf(`the document: none of "message", "detail", "error", "success"`)
	}
	if inner.Kind() == jsonr.Object {
		r.message(objectWords(inner))
		if r.peer.Code, _ = inner.Member("code").Text(); r.e.Message == "" {
			r.note("%s: no text in it that is known as its message", place(inner))
		}
	}
	k, known := r.c.Table.FromHTTP(status)
	switch {
	case !null(parameters):
		k = errkit.InvalidInput
		r.kind(k, "parameter_errors")
		r.parameters(parameters)
	case known:
		r.byCode(k, "HTTP status", int64(status))
	case !oxpFailure(v, status):
		return false, nil
	default:
		if status != 0 {
			r.note("HTTP status %d is none of an error", status)
		}
		r.kind(errkit.InvalidRequest, "the shape of a server error")
	}
	r.oxpDev(v)
	r.oxpMissing(v)
	r.carry(v.Member(carryMember))
	if inner.Kind() == jsonr.Object && !r.carried {
		r.oxpError(inner)
	}
	return true, nil
}

// objectWords returns the message of an error object, under the names that
// servers give it.
func objectWords(v jsonr.Value) string {
	for _, name := range [...]string{"message", "msg", "detail", "error", "reason", "description", "title"} {
		if s, ok := v.Member(name).Text(); ok && s != "" {
			return s
		}
	}
	return ""
}

// oxpFailure reports whether a body with a message, and with a status that is
// none of an error, tells of one all the same.
func oxpFailure(v jsonr.Value, status int) bool {
	if word, _ := v.Member("status").Text(); !succeeded(status) && word != "success" && word != "ok" {
		return true
	}
	for _, name := range [...]string{"$schema", "error", "missing_requirements", "developer_message", carryMember} {
		if !null(v.Member(name)) {
			return true
		}
	}
	return v.Member("detail").Kind() == jsonr.Array
}

// oxpDetails reads the detail array of FastAPI: strings, or objects with msg
// and loc.
func (r *reader) oxpDetails(list jsonr.Value) {
	var more strings.Builder // of the message
	for d := list.FirstElement(); d.Kind() != jsonr.Absent; d = d.Next() {
		if s, ok := d.Text(); ok {
			if r.e.Message == "" {
				r.message(s)
				continue
			}
			r.say(s)
			if len(r.e.Message)+more.Len() < maxSearched {
				more.WriteString("; " + s)
			}
			continue
		}
		msg, ok := d.Member("msg").Text()
		if !ok {
			continue
		}
		if !r.room(len(r.e.Fields), "fields") {
			break
		}
		rule, _ := d.Member("type").Text()
		r.say(msg)
		r.field(errkit.Field{Path: r.loc(d.Member("loc")), Message: errkit.Text(msg), Rule: rule})
	}
	r.e.Message += errkit.Text(more.String())
}

// loc reads the pointer that the parts of a loc make.
func (r *reader) loc(list jsonr.Value) string {
	var path strings.Builder
	n := 0
	for part := list.FirstElement(); part.Kind() != jsonr.Absent && r.room(n, "parts of a loc"); part = part.Next() {
		n++
		s, ok := part.Text()
		if !ok {
			s = part.Raw()
		}
		if s != "body" {
			path.WriteByte('/')
			path.WriteString(escapeToken(s))
		}
	}
	return path.String()
}

// parameters reads parameter_errors, whose values are free.
func (r *reader) parameters(v jsonr.Value) {
	if v.Kind() != jsonr.Object {
		r.wrong(v, "an object")
		return
	}
	r.expect(v.Len())
	for m := v.FirstMember(); m.Kind() != jsonr.Absent && r.room(len(r.e.Fields), "fields"); m = m.Next() {
		key := m.Name()
		text, ok := m.Text()
		if !ok {
			text = m.Raw()
			if r.noting() {
				r.note("%s: %s, read as its JSON", place(m), m.Kind())
			}
		}
		r.field(errkit.Field{Path: pointerOf(key), Message: errkit.Text(text)})
	}
}

func (r *reader) oxpDev(v jsonr.Value) {
	dev := r.text(v, "developer_message")
	if dev != "" {
		r.e.Dev = errkit.Dev(dev)
		r.say(dev)
	}
}

// oxpMissing reads missing_requirements, which decide the kind.
func (r *reader) oxpMissing(v jsonr.Value) {
	m := r.object(v, "missing_requirements")
	if m.Kind() == jsonr.Absent {
		return
	}
	n := r.needs()
	n.UserID, _ = r.bool(m, "user_id")
	list := m.Member("authorization")
	others := n.UserID || m.Member("secrets").Len() > 0
	switch kind := list.Kind(); {
	case kind == jsonr.Array && (list.Len() > 0 || !others): // empty: an authorization that nobody can name, unless something else is missing
		r.kind(errkit.AuthRequired, "missing_requirements.authorization")
		for ch := list.FirstElement(); ch.Kind() != jsonr.Absent; ch = ch.Next() {
			if ch.Kind() != jsonr.Object {
				r.wrong(ch, "an object")
				return
			}
			r.challenge(r.text(ch, "id"), r.text(ch, "url"), r.text(ch, "check_url"), r.text(ch, "message"))
		}
	case kind == jsonr.Array, null(list):
		r.kind(errkit.RequirementMissing, "missing_requirements")
	default:
		r.wrong(list, "an array")
	}
	for s := m.Member("secrets").FirstElement(); s.Kind() != jsonr.Absent; s = s.Next() {
		name, ok := s.Text()
		if !ok {
			name, _ = s.Member("id").Text()
		}
		if r.room(len(n.Secrets), "secrets") {
			n.Secrets = append(n.Secrets, name)
		}
	}
	if n.IsZero() {
		r.e.Needs = nil
	}
}
