package dialect

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonr"
	"github.com/toolerr/toolerr/internal/jsonw"
)

// Decode reads a response, a bare result, a bare error object, or the
// notification that a call was canceled.
func (d MCP) Decode(c *Codec, doc Document) (*errkit.Error, error) {
	return c.decode(doc, d.Name(), formMCP, "")
}

// mcp reads a document of MCP and reports whether it holds an error.
func (r *reader) mcp(v jsonr.Value) (bool, error) {
	if method, _ := v.Member("method").Text(); method == "notifications/cancelled" {
		r.kind(errkit.Canceled, "notifications/cancelled")
		r.message(r.text(r.object(v, "params"), "reason"))
		r.retry = errkit.Never
		return true, nil
	}
	result, fault, err := r.envelope(v)
	if err != nil {
		return false, err
	}
	switch {
	case fault.Kind() == jsonr.Object:
		return r.mcpFault(fault), nil
	case !null(fault):
		r.wrong(fault, "an object")
		return false, nil
	case result.Kind() == jsonr.Object:
		return r.mcpResult(result, 0)
	case result.Kind() == jsonr.Null:
		return false, fmt.Errorf("/result: want an object, got null")
	case !null(result):
		r.wrong(result, "an object")
		return false, nil
	case isResult(v):
		return r.mcpResult(v, 0)
	case bareFault(v):
		return r.mcpFault(v), nil
	}
	return false, fmt.Errorf("the document: neither a result nor an error of MCP")
}

// bareFault reports whether v looks like an error object of JSON-RPC without its
// envelope. A payload of another kind is none.
func bareFault(v jsonr.Value) bool {
	return !null(v.Member("code")) && !null(v.Member("message")) && null(v.Member("kind"))
}

// isResult reports whether v looks like a bare result.
func isResult(v jsonr.Value) bool {
	for _, name := range [...]string{"content", "isError", "structuredContent", "resultType", "taskId", "task"} {
		if !null(v.Member(name)) {
			return true
		}
	}
	kind, _ := v.Member("kind").Text()
	return kind == kindToolError || kind == kindNeedsInput
}

// mcpFault reads an error object of JSON-RPC.
func (r *reader) mcpFault(v jsonr.Value) bool {
	f, data := r.fault(v), v.Member("data")
	text, inner, prefixed := unprefix(f.message)
	if prefixed {
		r.note("the code %d stands in the message", inner)
		f.code, f.coded = inner, true
	}
	r.message(text)
	switch {
	case f.name != "":
		k, _ := r.c.Table.FromAAIString(f.name)
		r.kind(k, "the string code "+clip(f.name))
	default:
		k, known := r.c.Table.FromMCP(f.code)
		r.byRPC(k, f)
		if !known {
			r.note("code %d has no meaning in MCP", f.code)
		}
		r.byStatus()
	}
	r.shapes(data, shaped)
	if _, ok := data.Member("uri").Text(); ok && len(r.e.Details) > 0 && r.e.Kind == errkit.NotFound {
		r.note("the resource is %s", clip(resource(&Call{}, &r.e)))
	}
	r.inFault = f.code != 0 // 0 is what SDKs send for an error of a tool
	r.carry(data.Member(carryMeta))
	return true
}

// byStatus lets an HTTP status decide where a JSON-RPC code says little.
func (r *reader) byStatus() {
	k, ok := r.c.Table.FromHTTP(r.doc.Status)
	if !ok || !fallback(r.e.Kind) {
		return
	}
	general := r.doc.Status == 400 || r.doc.Status == 500
	if !general || r.e.Kind == errkit.Unknown {
		r.note("error.code says %s", r.e.Kind.String())
		r.byCode(k, "HTTP status", int64(r.doc.Status))
		r.exact = !general
	}
}

// mcpResult reads a result. Documents inside it are opened up to maxNesting.
func (r *reader) mcpResult(v jsonr.Value, depth int) (bool, error) {
	if payload := payloadOf(v); payload.Kind() == jsonr.Object {
		return r.toolPayload(payload, v)
	}
	r.need(v, "resultType", jsonr.String)
	if r.text(v, "resultType") == resultInputRequired {
		return r.inputRequired(v)
	}
	if found := r.task(v); found {
		return true, nil
	}
	r.need(v, "isError", jsonr.Bool)
	failed, _ := v.Member("isError").Bool()
	text := r.blocks(v)
	if failed {
		return r.mcpFailed(v, text), nil
	}
	for inner := v.Member("structuredContent"); inner.Kind() == jsonr.Object && depth < maxNesting; depth++ {
		wraps := inner.Member("content").Kind() == jsonr.Array
		if bad, _ := inner.Member("isError").Bool(); bad && wraps { // AAI gateway
			r.note("%s: a failed result inside a success", place(inner))
			return r.mcpResult(inner, depth+1)
		}
		if r.failure(inner) {
			return true, nil
		}
		if !wraps {
			break
		}
		inner = inner.Member("structuredContent") // a gateway behind a gateway
	}
	return false, nil
}

// failure reads what gateways of AAI say in a success:
// {"success": false, "error": "..."}.
func (r *reader) failure(v jsonr.Value) bool {
	ok, told := v.Member("success").Bool()
	message, is := v.Member("error").Text()
	if !told || ok || !is {
		return false
	}
	r.note("%s: a failure inside a success", place(v))
	r.kind(errkit.ExecutionFailed, "structuredContent.success is false")
	r.message(message)
	r.e.Details = detailsOf(v, func(name string) bool { return name == "success" || name == "error" || shaped(name) })
	return true
}

// mcpFailed reads a result with isError.
func (r *reader) mcpFailed(v jsonr.Value, text string) bool {
	r.kind(errkit.ExecutionFailed, "isError")
	r.inResult = true
	plain, code, prefixed := unprefix(text)
	if prefixed {
		k, _ := r.c.Table.FromMCP(code)
		r.kind(k, "the code "+strconv.FormatInt(code, 10)+" in the text")
		r.note("the code %d stands in the text", code)
		r.peer.Code = strconv.FormatInt(code, 10)
	}
	r.message(plain)
	meta := r.object(v, "_meta")
	r.arcade(meta.Member("arcade"))
	r.carry(meta.Member(carryMeta))
	if inner := v.Member("structuredContent"); !r.carried {
		r.structured(inner, text)
	}
	return true
}

// structured reads the canonical JSON that MCP.Structured puts into
// structuredContent. Other servers put there what they like, also with a kind:
// it counts only where the text begins with the public text that it gives.
func (r *reader) structured(v jsonr.Value, text string) {
	e := r.e
	if !readCanonical(v, &e) || !strings.HasPrefix(text, jsonw.Clean(e.Error(), r.c.maxText())) {
		return
	}
	r.e, r.carried = e, true
	r.peer.Rule = "carried at " + place(v)
}

// blocks joins the text blocks of a result.
func (r *reader) blocks(v jsonr.Value) string {
	content := v.Member("content")
	if null(content) {
		return ""
	}
	if content.Kind() != jsonr.Array {
		r.wrong(content, "an array")
		return ""
	}
	var room [4]string // nearly all results have one
	texts := room[:0]
	for block := content.FirstElement(); block.Kind() != jsonr.Absent; block = block.Next() {
		if block.Kind() != jsonr.Object {
			r.wrong(block, "an object")
			return ""
		}
		r.need(block, "type", jsonr.String)
		r.need(block, "text", jsonr.String)
		if kind := r.text(block, "type"); kind == "text" || kind == "" {
			if s := r.text(block, "text"); s != "" {
				texts = append(texts, s)
			}
		}
	}
	return strings.Join(texts, "\n")
}

// task reads a failed task (MCP 2025-11-25, Tasks), which is a success of
// JSON-RPC.
func (r *reader) task(v jsonr.Value) bool {
	if inner := v.Member("task"); inner.Kind() == jsonr.Object {
		v = inner
	}
	if null(v.Member("taskId")) {
		return false
	}
	switch status, _ := v.Member("status").Text(); status {
	case "failed":
		r.kind(errkit.ExecutionFailed, "the task's status is failed")
	case "cancelled":
		r.kind(errkit.Canceled, "the task's status is cancelled")
	default:
		return false
	}
	r.note("a failed task inside a success")
	r.message(r.text(v, "statusMessage"))
	if fault := v.Member("error"); fault.Kind() == jsonr.Object {
		return r.mcpFault(fault)
	}
	return true
}

// inputRequired reads a result that asks for input
// (MCP 2026-07-28, multi round-trip requests).
func (r *reader) inputRequired(v jsonr.Value) (bool, error) {
	r.need(v, "inputRequests", jsonr.Object)
	requests := r.object(v, "inputRequests")
	r.kind(errkit.InputRequired, "resultType is input_required")
	for request := requests.FirstMember(); request.Kind() != jsonr.Absent; request = request.Next() {
		id := request.Name()
		if request.Kind() != jsonr.Object {
			r.wrong(request, "an object")
			break
		}
		r.need(request, "params", jsonr.Object)
		params := r.object(request, "params")
		message := r.text(params, "message")
		if mode := r.text(params, "mode"); mode == "url" {
			r.kind(errkit.AuthRequired, "resultType is input_required, with a URL")
			r.challenge(id, r.text(params, "url"), "", message)
			continue
		}
		n := r.needs()
		if n.Reason == "" {
			n.Reason = errkit.Text(message)
		}
		before := len(n.Input)
		for in := r.object(r.object(params, "requestedSchema"), "properties").FirstMember(); in.Kind() != jsonr.Absent; in = in.Next() {
			name := in.Name()
			if r.room(len(n.Input), "inputs") {
				n.Input = append(n.Input, errkit.Input{Name: name})
			}
		}
		if len(n.Input) == before && r.room(before, "inputs") {
			n.Input = append(n.Input, errkit.Input{Name: id})
		}
	}
	if requests.Len() == 0 {
		if null(v.Member("requestState")) {
			return false, fmt.Errorf(`%s: input_required with neither "inputRequests" nor "requestState"`, place(v))
		}
		r.kind(errkit.Unavailable, "resultType is input_required, with a state alone")
		r.retry = errkit.Allowed
	}
	if r.e.Needs != nil && len(r.e.Needs.Challenges) == 1 && r.e.Needs.Challenges[0].Message != "" {
		r.e.Message = r.e.Needs.Challenges[0].Message
	}
	r.carry(r.object(v, "_meta").Member(carryMeta))
	return true, nil
}
