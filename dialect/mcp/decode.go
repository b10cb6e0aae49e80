package mcp

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/guess"
	"github.com/toolerr/toolerr/internal/httphead"
	"github.com/toolerr/toolerr/internal/jsonw"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/internal/scratch"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// Decode decodes a response, a result or an error object without its envelope, or the notification that a call was
// canceled.
func (d Dialect) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return wire.Decode(c, doc, d.Name(), Read)
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

// isFault reports whether v looks like an error object of JSON-RPC without its envelope. An object with a member kind is a
// payload of another protocol.
func isFault(v jsontree.Value) bool {
	return !v.Member("code").IsNull() && !v.Member("message").IsNull() && v.Member("kind").IsNull()
}

// IsResult reports whether v looks like a result without its envelope.
func IsResult(v jsontree.Value) bool {
	for _, name := range [...]string{"content", "isError", "structuredContent", "resultType", "taskId", "task"} {
		if !v.Member(name).IsNull() {
			return true
		}
	}
	return isPayload(v)
}

// readFault reads an error object of JSON-RPC.
func readFault(r *wire.Reader, v jsontree.Value) bool {
	f, data := r.RPCError(v), v.Member("data")
	text, inner, prefixed := TrimCode(f.Message)
	if prefixed {
		r.Note("the code %d is in the message", inner)
		f.Code, f.HasCode = inner, true
	}
	r.Message(text)
	switch {
	case f.Name != "":
		k, known := r.Codec.Table.FromAAIString(f.Name)
		r.Kind(k, "the string code "+wire.Clip(f.Name))
		if !known {
			r.Unused(v.Member("code"))
			r.UndefinedCode(f.Name)
		}
	default:
		k, known := r.Codec.Table.FromMCP(f.Code)
		r.ByRPCCode(k, f)
		r.Refine(leftOpen(f.Code, known && f.HasCode))
		if !known {
			r.Unused(v.Member("code"))
			r.Note("code %d has no meaning in MCP", f.Code)
		}
		refineByStatus(r)
	}
	if f.Code == codeResource || f.Code == rpc.InvalidParams { // the codes that revisions define for resources
		if data.Member("uri").Kind() == jsontree.String {
			r.Kind(errkit.NotFound, "data.uri")
		}
	}
	r.Shapes(data, wire.IsShape)
	readFields(r, data)
	readDelay(r, data)
	if _, ok := data.Member("uri").Text(); ok && len(r.Error.Details) > 0 && r.Error.Kind == errkit.NotFound {
		r.Note("the resource is %s", wire.Clip(resource(&dialect.Call{}, &r.Error)))
	}
	if f.Code != 0 { // SDKs send 0 for an error of a tool
		r.StageOf = stageOfFault
	}
	r.CarryIf(data.Member(dialect.MetaKey), func(e *errkit.Error) bool { return isFaultOf(r, e) })
	return true
}

// faults are the ways in which an error may be written as an error object.
var faults = [...]struct {
	dialect Dialect
	call    dialect.Call
}{
	{Dialect{}, dialect.Call{}},
	{Dialect{}, dialect.Call{Method: "prompts/get"}},
	{Dialect{}, dialect.Call{Method: methodReadResource}},
	{Dialect{Revision: Revision20251125}, dialect.Call{Method: methodReadResource}},
	{Dialect{Revision: Revision20251125, URLElicitation: true}, dialect.Call{}},
	{Dialect{Revision: Revision20250618, ProtocolValidation: true}, dialect.Call{}},
}

// isFaultOf reports whether the error object that was read is one of a carried error.
func isFaultOf(r *wire.Reader, e *errkit.Error) bool {
	for _, f := range faults {
		if f.call.Method == methodReadResource {
			f.call.URI = resource(&f.call, &r.Error)
		}
		if code := f.dialect.code(r.Codec, &f.call, e); strconv.Itoa(code) == r.Peer.Code && r.WrittenBy(f.dialect, f.call, e) {
			return true
		}
	}
	return false
}

// isTextOf reports whether the text of a result is the one of a carried error, with or without advice to retry, which
// toolError:v1 has no line for. The result leaves the kind open.
func isTextOf(r *wire.Reader, e *errkit.Error, text string) bool {
	s := scratch.Get()
	defer s.Release()
	c := dialect.Codec{Table: r.Codec.Table, MaxText: -1}
	return wire.SameText(text, wire.AppendModelBody(s.Bytes, &c, e, wire.Lines{Message: true, URLs: true, Retry: true})) ||
		wire.SameText(text, wire.AppendModelBody(s.Bytes, &c, e, wire.Lines{Message: true, URLs: true}))
}

// readFields reads the lists of invalid members that servers put beside their text.
func readFields(r *wire.Reader, v jsontree.Value) {
	if len(r.Error.Fields) > 0 || !r.FieldLists(v) {
		return
	}
	switch r.Error.Kind {
	case errkit.ExecutionFailed, errkit.InvalidRequest, errkit.Unknown:
		r.Kind(errkit.InvalidInput, "a list of invalid members")
	}
}

// readDelay reads the time to wait in the data of an error, for which no revision has a member.
func readDelay(r *wire.Reader, data jsontree.Value) {
	for _, name := range [...]string{"retryAfter", "retryAfterSeconds", "retry_after", "retry_after_seconds"} {
		if d, ok := r.Seconds(data, name); ok {
			r.Error.RetryAfter = d
		}
	}
	for _, name := range [...]string{"retryAfterMs", "retry_after_ms"} {
		if d, ok := r.Milliseconds(data, name); ok {
			r.Error.RetryAfter = d
		}
	}
}

// stageOfFault returns BeforeCall for kinds that are JSON-RPC errors only before the call.
func stageOfFault(t *mapping.Table, k errkit.Kind) errkit.Stage {
	if t.Row(k).MCPBefore != 0 {
		return errkit.BeforeCall
	}
	return errkit.StageUnspecified
}

// stageOfResult returns Execution for kinds that are JSON-RPC errors unless the tool ran.
func stageOfResult(t *mapping.Table, k errkit.Kind) errkit.Stage {
	if t.Row(k).MCP != mapping.MCPResult {
		return errkit.Execution
	}
	return errkit.StageUnspecified
}

// leftOpen returns what a JSON-RPC code leaves open for a text to choose.
func leftOpen(code int64, known bool) wire.Open {
	switch {
	case !known:
		return wire.UnknownCode
	case code == 0: // SDKs send it for an error of a tool
		return wire.FailedCall
	case code == rpc.InternalError:
		return wire.ServerFault
	case code == rpc.InvalidParams:
		return wire.Open(guess.UnknownName)
	}
	return 0
}

// refineByStatus replaces the kind of an unspecific JSON-RPC code by that of the HTTP status.
func refineByStatus(r *wire.Reader) {
	status := r.Document.Status
	if !httphead.IsError(status) {
		return
	}
	switch r.Error.Kind {
	case errkit.Unknown:
	case errkit.ExecutionFailed, errkit.Internal, errkit.InvalidRequest, errkit.InvalidInput:
		if status == http.StatusBadRequest || status == http.StatusInternalServerError {
			return
		}
	default:
		return
	}
	r.Note("error.code means %s", r.Error.Kind.String())
	r.ByStatus()
}

// maxNesting is the number of results inside each other that are read.
const maxNesting = 4

// ReadResult reads a result, and the failed results inside it.
func ReadResult(r *wire.Reader, v jsontree.Value) (bool, error) { return readResult(r, v, 0) }

func readResult(r *wire.Reader, v jsontree.Value, depth int) (bool, error) {
	if payload := Payload(v); payload.Kind() == jsontree.Object {
		return readPayload(r, payload, v)
	}
	r.Require(v, "resultType", jsontree.String)
	kind, _ := v.Member("resultType").Text()
	if kind == "input_required" {
		return readInputRequired(r, v)
	}
	if readTask(r, v) || readAgentTask(r, v) {
		return true, nil
	}
	r.Require(v, "isError", jsontree.Bool)
	failed, _ := v.Member("isError").Bool()
	text := readBlocks(r, v)
	if failed {
		return readFailed(r, v, text), nil
	}
	if kind != "" && kind != "complete" && kind != "task" { // "MUST be treated as invalid" (MCP 2026-07-28, Result)
		return false, fmt.Errorf("%s: a result type that MCP does not define", wire.Place(v.Member("resultType")))
	}
	for inner := v.Member("structuredContent"); inner.Kind() == jsontree.Object && depth < maxNesting; depth++ {
		wraps := inner.Member("content").Kind() == jsontree.Array
		if bad, _ := inner.Member("isError").Bool(); bad && wraps { // AAI gateway
			r.NoteAt(inner, "a failed result inside a success")
			return readResult(r, inner, depth+1)
		}
		if readFailure(r, inner) {
			return true, nil
		}
		if !wraps {
			break
		}
		inner = inner.Member("structuredContent") // a gateway behind a gateway
	}
	return false, nil
}

// readFailure reads the failure that gateways of AAI send inside a success: {"success": false, "error": "..."}.
func readFailure(r *wire.Reader, v jsontree.Value) bool {
	success, ok := v.Member("success").Bool()
	message, hasMessage := v.Member("error").Text()
	if !ok || success || !hasMessage {
		return false
	}
	r.NoteAt(v, "a failure inside a success")
	r.Kind(errkit.ExecutionFailed, "structuredContent.success is false")
	r.Refine(wire.FailedCall)
	r.Message(message)
	r.Error.Details = errkit.ReadDetails(v, func(name string) bool { return name == "success" || name == "error" || wire.IsShape(name) })
	return true
}

// readFailed reads a result with isError.
func readFailed(r *wire.Reader, v jsontree.Value, text string) bool {
	r.Kind(errkit.ExecutionFailed, "isError")
	r.Refine(wire.FailedCall)
	r.StageOf = stageOfResult
	message, code, prefixed := TrimCode(text)
	if prefixed {
		k, known := r.Codec.Table.FromMCP(code)
		r.Kind(k, "the code "+strconv.FormatInt(code, 10)+" in the text")
		r.Refine(leftOpen(code, known))
		r.Note("the code %d is in the text", code)
		r.Peer.Code = strconv.FormatInt(code, 10)
	}
	r.Message(message)
	if body, ok := v.Member("content").FirstElement().Member("text").Embedded(); ok && body.Kind() == jsontree.Object {
		r.GuessFromAPI(body) // tools pass on the error of a service
	}
	meta := r.Object(v, "_meta")
	readArcade(r, meta.Member("arcade"))
	r.CarryIf(meta.Member(dialect.MetaKey), func(e *errkit.Error) bool { return isTextOf(r, e, text) })
	if inner := v.Member("structuredContent"); !r.Peer.Carried {
		readStructured(r, inner, text)
	} else if r.Codec.Unread && new(errkit.Error).ReadJSON(inner) != nil {
		r.Unused(inner) // else it is what is carried
	}
	return true
}

// readStructured reads the canonical JSON that [Dialect.Structured] writes as structuredContent. Other servers may write
// anything there, also with a member kind: it counts only if the text starts with its public text.
func readStructured(r *wire.Reader, v jsontree.Value, text string) {
	e := r.Error
	if v.IsNull() {
		return
	}
	if e.ReadJSON(v) != nil {
		r.Unused(v)
		readFields(r, v)
		return
	}
	if !strings.HasPrefix(text, jsonw.Clean(e.Error(), r.Codec.TextLimit())) {
		r.Unused(v)
		return
	}
	r.Error = e
	r.Carried(wire.Place(v))
}

// readBlocks joins the text blocks of a result.
func readBlocks(r *wire.Reader, v jsontree.Value) string {
	content := v.Member("content")
	if content.IsNull() {
		return ""
	}
	if content.Kind() != jsontree.Array {
		r.WrongType(content, "an array")
		return ""
	}
	var room [4]string // most results have one block
	texts := room[:0]
	for block := content.FirstElement(); block.Kind() != jsontree.Absent; block = block.Next() {
		if block.Kind() != jsontree.Object {
			r.WrongType(block, "an object")
			return ""
		}
		r.Require(block, "type", jsontree.String)
		r.Require(block, "text", jsontree.String)
		if kind := r.String(block, "type"); kind == "text" || kind == "" {
			if s := r.String(block, "text"); s != "" {
				texts = append(texts, s)
			}
		}
	}
	return strings.Join(texts, "\n")
}

// readTask reads a failed task, which is a success of JSON-RPC (MCP 2025-11-25, Tasks).
func readTask(r *wire.Reader, v jsontree.Value) bool {
	if inner := v.Member("task"); inner.Kind() == jsontree.Object {
		v = inner
	}
	if v.Member("taskId").IsNull() {
		return false
	}
	r.Used(v.Member("taskId"))
	switch status, _ := v.Member("status").Text(); status {
	case "failed":
		r.Kind(errkit.ExecutionFailed, "the task's status is failed")
		r.Refine(wire.FailedCall)
	case "cancelled":
		r.Kind(errkit.Canceled, "the task's status is cancelled")
	default:
		return false
	}
	r.Note("a failed task inside a success")
	r.Message(r.String(v, "statusMessage"))
	if fault := v.Member("error"); fault.Kind() == jsontree.Object {
		return readFault(r, fault)
	}
	return true
}

// readInputRequired reads a result that asks for input (MCP 2026-07-28, multi round-trip requests).
func readInputRequired(r *wire.Reader, v jsontree.Value) (bool, error) {
	r.Require(v, "inputRequests", jsontree.Object)
	requests := r.Object(v, "inputRequests")
	r.Kind(errkit.InputRequired, "resultType is input_required")
	for request := requests.FirstMember(); request.Kind() != jsontree.Absent; request = request.Next() {
		id := request.Name()
		if request.Kind() != jsontree.Object {
			r.WrongType(request, "an object")
			break
		}
		r.Used(request.Member("method"))
		r.Require(request, "params", jsontree.Object)
		params := r.Object(request, "params")
		message := r.String(params, "message")
		if mode := r.String(params, "mode"); mode == "url" {
			r.Kind(errkit.AuthRequired, "resultType is input_required, with a URL")
			r.Challenge(errkit.Challenge{ID: id, URL: r.String(params, "url"), Message: errkit.Text(message)})
			continue
		}
		n := r.Needs()
		if id == KeyForm {
			r.Error.Message = errkit.Text(message)
		} else if n.Reason == "" {
			n.Reason = errkit.Text(message)
		}
		before := len(n.Input)
		for in := r.Object(r.Object(params, "requestedSchema"), "properties").FirstMember(); in.Kind() != jsontree.Absent; in = in.Next() {
			name := in.Name()
			only := id == KeyForm && name == choice
			if !only && r.Room(len(n.Input), "inputs") {
				n.Input = append(n.Input, errkit.Input{Name: name})
			}
			if only {
				name = ""
			}
			for o := in.Member("oneOf").FirstElement(); o.Kind() == jsontree.Object && r.Room(len(n.Options), "options"); o = o.Next() {
				n.Options = append(n.Options, errkit.Option{Label: r.String(o, "title"), Value: r.String(o, "const"), Field: name})
			}
		}
		if len(n.Input) == before && len(n.Options) == 0 && r.Room(before, "inputs") {
			n.Input = append(n.Input, errkit.Input{Name: id})
		}
	}
	if requests.Len() == 0 {
		if v.Member("requestState").IsNull() {
			return false, fmt.Errorf(`%s: input_required with neither "inputRequests" nor "requestState"`, wire.Place(v))
		}
		r.Kind(errkit.Unavailable, "resultType is input_required, with only a state")
		r.Peer.Retry = errkit.Allowed
	}
	if r.Error.Message == "" && r.Error.Needs != nil && len(r.Error.Needs.Challenges) == 1 && r.Error.Needs.Challenges[0].Message != "" {
		r.Error.Message = r.Error.Needs.Challenges[0].Message
	}
	r.CarryIf(r.Object(v, "_meta").Member(dialect.MetaKey), func(e *errkit.Error) bool {
		return r.WrittenBy(Dialect{URLElicitation: true}, dialect.Call{}, e) || r.WrittenBy(Dialect{FormElicitation: true}, dialect.Call{}, e) ||
			r.WrittenBy(Dialect{URLElicitation: true, FormElicitation: true}, dialect.Call{}, e)
	})
	return true, nil
}

// readArcade reads Arcade's error in _meta.arcade of a result.
func readArcade(r *wire.Reader, v jsontree.Value) {
	if v.Kind() != jsontree.Object {
		return
	}
	r.ArcadeKind(v.Member("errorKind"))
	if canRetry, ok := r.Bool(v, "canRetry"); ok {
		r.Peer.Retry = errkit.Never
		if canRetry {
			r.Peer.Retry = errkit.Allowed
		}
	}
	r.Error.Hint = errkit.Text(r.String(v, "additionalPromptContent"))
	if d, ok := r.Milliseconds(v, "retryAfterMs"); ok {
		r.Error.RetryAfter = d
	}
	if status, ok := r.Status(v, "statusCode"); ok {
		r.Peer.Status = status
	}
}

// TrimCode removes the prefixes "MCP error -32602: " that clients of the TypeScript SDK add, one for each hop, and returns
// the innermost code. A prefix in the middle of a text gives its code and is not removed.
func TrimCode(s string) (text string, code int64, found bool) {
	const prefix = "MCP error "
	text = s
	for {
		rest, ok := strings.CutPrefix(text, prefix)
		if !ok {
			break
		}
		n, after, ok := cutCode(rest)
		if !ok {
			break
		}
		text, code, found = after, n, true
	}
	if strings.Contains(text, prefix) { // faster than LastIndex for the usual text
		last := text[strings.LastIndex(text, prefix)+len(prefix):]
		if n, _, ok := cutCode(last); ok {
			code, found = n, true
		}
	}
	return text, code, found
}

// cutCode cuts the code off "-32602: rest".
func cutCode(s string) (code int64, rest string, ok bool) {
	digits, rest, ok := strings.Cut(s, ": ")
	if !ok || len(digits) > 20 {
		return 0, "", false
	}
	code, err := strconv.ParseInt(digits, 10, 64)
	return code, rest, err == nil
}
