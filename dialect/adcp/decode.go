package adcp

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

// Decode decodes an error wherever a server puts it, and else a response of MCP.
func (d Dialect) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return wire.Decode(c, doc, name, read, foreign.Rules{})
}

func read(r *wire.Reader, v jsontree.Value) (bool, error) {
	f := find(v, r.Document.Detecting())
	if f.fault.Kind() != jsontree.Object {
		return mcp.Read(r, v)
	}
	if _, _, err := wire.UnwrapRPC(v); err != nil {
		return false, err
	}
	readError(r, f.fault)
	if v.Member("error").IsNull() {
		r.StageOf = mcp.StageOfResult
	}
	result := wire.Inner(v, "result")
	r.Used(result.Member("isError"), result.Member("resultType"), f.block)
	useText(r, result.Member("content"))
	r.CarryIf(result.Member("_meta").Member(dialect.MetaKey), func(e *errkit.Error) bool {
		text, _ := result.Member("content").FirstElement().Member("text").Text()
		return isErrorOf(r, *e) && r.IsModelText(text, e, wire.AllLines(0))
	})
	return true, nil
}

// A finding is an error in a document.
type finding struct {
	fault jsontree.Value
	block jsontree.Value // the text that it was parsed from; absent if it was none
	why   string
}

// find returns the error of a document, in the order of transport-errors.mdx. If it is strict,
// a result of MCP or a task of A2A that succeeded has no error: tools return and quote
// what has the form of an error, and the flag of their protocol counts.
func find(v jsontree.Value, strict bool) finding {
	if v.Kind() != jsontree.Object {
		return finding{}
	}
	result := wire.Inner(v, "result")
	task := wire.Inner(result, "task")
	structured := result.Member("structuredContent")
	message := task.Member("status").Member("message")
	artifacts, content := task.Member("artifacts"), result.Member("content")
	failed, flagged := result.Member("isError").Bool()
	if strict && flagged && !failed {
		structured = jsontree.Value{}
	}
	if strict && !failed {
		content = jsontree.Value{}
	}
	if state := task.Member("status").Member("state"); strict && (state.Is("completed") ||
		state.Is("TASK_STATE_COMPLETED")) {
		message, artifacts = jsontree.Value{}, jsontree.Value{}
	}
	if fault := inside(structured); fault.Kind() == jsontree.Object {
		return finding{fault: fault, why: "adcp_error in structuredContent"}
	}
	for artifact := artifacts.FirstElement(); artifact.Kind() != jsontree.Absent; artifact = artifact.Next() {
		if fault := inParts(artifact); fault.Kind() == jsontree.Object {
			return finding{fault: fault, why: "adcp_error in an artifact"}
		}
	}
	if fault := inParts(message); fault.Kind() == jsontree.Object {
		return finding{fault: fault, why: "adcp_error in the message of a task"}
	}
	if fault := cmp.Or(inside(v.Member("error").Member("data")), inside(v.Member("data")),
		inside(v)); fault.Kind() == jsontree.Object {
		return finding{fault: fault, why: "adcp_error"}
	}
	if f := cmp.Or(inTexts(content), inTexts(message.Member("parts"))); f.fault.Kind() == jsontree.Object {
		return f
	}
	return finding{fault: cmp.Or(payloadError(structured, failed), payloadError(result, failed)),
		why: "errors with recovery"}
}

// inside returns the adcp_error of an object if it has the members that it must have.
func inside(v jsontree.Value) jsontree.Value {
	if fault := v.Member("adcp_error"); isError(fault) {
		return fault
	}
	return jsontree.Value{}
}

func isError(v jsontree.Value) bool {
	return v.Member("code").Kind() == jsontree.String && v.Member("message").Kind() == jsontree.String
}

// inParts returns the error in the data of an artifact or of a message of A2A.
func inParts(v jsontree.Value) jsontree.Value {
	for part := v.Member("parts").FirstElement(); part.Kind() != jsontree.Absent; part = part.Next() {
		if fault := inside(part.Member("data")); fault.Kind() == jsontree.Object {
			return fault
		}
	}
	return jsontree.Value{}
}

// inTexts returns the error in a text that is JSON.
func inTexts(list jsontree.Value) finding {
	for block := list.FirstElement(); block.Kind() != jsontree.Absent; block = block.Next() {
		text := block.Member("text")
		if strings.Contains(text.Raw(), "adcp_error") {
			inner, _ := text.Embedded()
			if fault := inside(inner); fault.Kind() == jsontree.Object {
				return finding{fault, text, "adcp_error in a text"}
			}
		}
		text.SetRead(false)
	}
	return finding{}
}

// payloadError returns the first error of a payload that has no data: either the result failed,
// or the payload has nothing but errors, and what every payload may have. The errors of a task
// that goes on or is completed are advice.
func payloadError(v jsontree.Value, failed bool) jsontree.Value {
	first := v.Member("errors").FirstElement()
	if !isError(first) || !failed && (!isRecovery(first.Member("recovery")) || !isFailed(v.Member("status"))) {
		return jsontree.Value{}
	}
	for name := range v.Members() {
		switch name {
		case "errors", "context", "context_id", "ext", "adcp_version", "status", "message", "task_id", "sandbox":
		case "jsonrpc", "id", "content", "isError", "resultType", "_meta":
		default:
			if !failed {
				return jsontree.Value{}
			}
		}
	}
	return first
}

// isFailed reports whether a task with a status failed; a payload without one does if it has
// nothing but errors.
func isFailed(v jsontree.Value) bool {
	return v.Kind() == jsontree.Absent || v.Is("failed") || v.Is("rejected")
}

func isRecovery(v jsontree.Value) bool { return v.Is(transient) || v.Is(correctable) || v.Is(terminal) }

func readError(r *wire.Reader, v jsontree.Value) {
	said := v
	if reason := v.Member("buyer_reason"); isError(reason) { // more exact, and without what is private
		said = reason
	}
	code := r.String(said, "code")
	r.Peer.Code = code
	k, general, known := lookup(code)
	recovery := r.String(v, "recovery")
	switch {
	case known:
		r.Kind(k, "code "+wire.Clip(code))
	case recovery == transient:
		r.Kind(errkit.Unavailable, "recovery transient")
	case recovery == correctable:
		r.Kind(errkit.InvalidInput, "recovery correctable")
	default:
		r.Kind(errkit.ExecutionFailed, "the code "+wire.Clip(code))
		r.Refine(wire.UnknownCode)
	}
	if !general {
		r.Error.Code = errkit.Code(code)
	}
	switch outer := v.Member("code"); {
	case outer.Is(codeUnclear):
		r.Error.Effect = errkit.EffectUnknown
	case outer.Is(codePurged):
		r.Error.Effect = errkit.EffectDone
	}
	r.Message(r.String(said, "message"))
	switch recovery {
	case transient:
		r.Peer.Retry = errkit.Allowed
	case correctable: // by an action of the user, or by another call
		if r.Peer.Retry = errkit.Never; r.Codec.Table.Retry(r.Error.Kind, 0) == errkit.AfterAction {
			r.Peer.Retry = errkit.AfterAction
		}
	case "":
	default:
		if r.Peer.Retry = errkit.Never; recovery != terminal { // which it means according to transport-errors.mdx
			r.NoteAt(v.Member("recovery"), "not a value of recovery, read as terminal")
		}
	}
	if after, ok := r.Seconds(v, "retry_after"); ok {
		seconds := (after + time.Second - 1) / time.Second // rounded up
		r.Error.RetryAfter = min(max(seconds, 1), maxRetryAfter) * time.Second
	}
	readIssues(r, v)
	r.Error.Hint = errkit.Text(r.String(v, "suggestion"))
	r.Error.Details = errkit.ReadDetails(r.Object(v, "details"), nil)
}

// readIssues reads issues, or field if there are none.
func readIssues(r *wire.Reader, v jsontree.Value) {
	list := v.Member("issues")
	for issue := list.FirstElement(); issue.Kind() == jsontree.Object; issue = issue.Next() {
		f := errkit.Field{Path: r.String(issue, "pointer"), Message: errkit.Text(r.String(issue, "message"))}
		if keyword := r.String(issue, "keyword"); keyword != anyKeyword {
			f.Rule = keyword
		}
		r.Field(f)
	}
	path := r.String(v, "field")
	if len(r.Error.Fields) == 0 && path != "" {
		r.Field(errkit.Field{Path: pointer.FromPath(path), Message: r.Error.Message})
	}
}

// useText records the blocks that repeat the error for people as used.
func useText(r *wire.Reader, content jsontree.Value) {
	for block := content.FirstElement(); block.Kind() != jsontree.Absent; block = block.Next() {
		if block.Member("type").Is("text") {
			r.Used(block)
		}
	}
}

// isErrorOf reports whether the members that were read are those of a carried error. How many issues
// were written depends on the room for them.
func isErrorOf(r *wire.Reader, e errkit.Error) bool {
	read := r.Error.Fields
	written := e.Fields[:min(len(read), len(e.Fields))]
	r.Error.Fields, e.Fields = read[:min(1, len(read))], written[:min(1, len(written))]
	same := r.WrittenBy(Dialect{}, dialect.Call{}, &e)
	r.Error.Fields = read
	s := text.GetBuffer()
	defer s.Release()
	c := dialect.Codec{MaxText: -1}
	return same && slices.EqualFunc(read, written, func(a, b errkit.Field) bool {
		return strings.TrimPrefix(a.Path, "/") == strings.TrimPrefix(b.Path, "/") &&
			wire.SameText(string(a.Message), wire.AppendTextBody(s.Bytes, &c, wire.FieldMessage(&b)))
	})
}

// Detect rates a document: an adcp_error with a code and a message, or errors with a recovery.
func (Dialect) Detect(_ dialect.Document, v jsontree.Value) (score int, why string) {
	f := find(v, true)
	switch {
	case f.fault.Kind() != jsontree.Object:
		return 0, ""
	case f.why == "errors with recovery" && !isRecovery(f.fault.Member("recovery")):
		return 0, ""
	case f.why == "errors with recovery":
		return 88, f.why
	}
	return 98, f.why
}
