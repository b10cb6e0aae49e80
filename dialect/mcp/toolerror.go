package mcp

import (
	"strconv"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// The payloads of toolError:v1 and needsInput:v1 are inside of MCP results, so every reader of
// results reads them. Package toolerror writes them.
const (
	kindToolError  = "toolError:v1"
	kindNeedsInput = "needsInput:v1"
)

// Payload returns the toolError:v1 or needsInput:v1 payload of a result, or an absent value: the
// result itself, the last text block that is a payload, or structuredContent. A block that is
// marked as Markdown is text for people.
func Payload(v jsontree.Value) jsontree.Value {
	if isPayload(v) {
		return v
	}
	var last jsontree.Value
	for block := v.Member("content").FirstElement(); block.Kind() != jsontree.Absent; block = block.Next() {
		if block.Member("mimeType").Is("text/markdown") {
			continue
		}
		if inner, ok := block.Member("text").Embedded(); ok && isPayload(inner) {
			last = inner
		}
	}
	if last.Kind() == jsontree.Object {
		return last
	}
	if inner := v.Member("structuredContent"); isPayload(inner) {
		return inner
	}
	return jsontree.Value{}
}

func isPayload(v jsontree.Value) bool {
	kind := v.Member("kind")
	return kind.Is(kindToolError) || kind.Is(kindNeedsInput)
}

// readPayload reads a payload of a result.
func readPayload(r *wire.Reader, v, result jsontree.Value) (bool, error) {
	r.Require(v, "message", jsontree.String)
	r.Peer.Public = true
	message := r.String(v, "message")
	r.Used(v.Member("type"), result.Member("isError"), result.Member("resultType"))
	setMessage(r, message)
	if v.Member("message").IsNull() {
		r.NoteAt(v, "no message")
	}
	if kind, _ := v.Member("kind").Text(); kind == kindNeedsInput {
		readQuestion(r, v)
	} else {
		readToolError(r, v, result)
	}
	agrees := func(e *errkit.Error) bool { return isPayloadOf(r, message, e) }
	r.CarryIf(v.Member("details").Member(dialect.CarryMember), agrees)
	r.CarryIf(v.Member(dialect.CarryMember), agrees)
	r.CarryIf(result.Member("_meta").Member(dialect.MetaKey), func(e *errkit.Error) bool {
		return agrees(e) || isTextOf(r, e, readBlocks(r, result)) // a text that happens to be a payload
	})
	useCopies(r, v, result, message)
	return true, nil
}

// isPayloadOf reports whether a payload that was read is one of a carried error: it has the code
// and the retry of its kind, and its message.
func isPayloadOf(r *wire.Reader, message string, e *errkit.Error) bool {
	t, s := r.Codec.Table, text.GetBuffer()
	defer s.Release()
	if !wire.SameText(message, wire.AppendMessageBody(s.Bytes, &dialect.Codec{MaxText: -1}, e)) {
		return false
	}
	if question := e.Needs.WantsInput() || t.ToolError(e.Kind, e.Upstream) == mapping.NeedsInput; question ||
		r.Peer.Type == kindNeedsInput {
		return question && r.Peer.Type == kindNeedsInput
	}
	retry := t.RetryOf(e)
	return r.Peer.Code == t.ToolError(e.Kind, e.Upstream) && r.Peer.Status == t.ToolErrorStatus(e.Kind, e.Upstream) &&
		(r.Peer.Retry == errkit.Allowed) == (retry == errkit.Allowed)
}

// useCopies records what a result repeats of its payload v as used: the payload in other places,
// and its message for people.
func useCopies(r *wire.Reader, v, result jsontree.Value, message string) {
	if !r.Codec.Unread {
		return
	}
	inner := result.Member("structuredContent")
	if inner != v && (isPayload(inner) || r.Peer.Carried && new(errkit.Error).ReadJSON(inner) == nil) {
		r.Used(inner)
	}
	for block := result.Member("content").FirstElement(); block.Kind() != jsontree.Absent; block = block.Next() {
		r.Used(block.Member("type"), block.Member("mimeType"))
		text := block.Member("text")
		if r.Peer.Carried { // with all that the text adds to the payload
			r.Used(text)
		} else if inner, ok := text.Embedded(); !ok || !isPayload(inner) {
			r.Unused(text)
			_ = text.Is(message) || text.Is("**Error:** "+message)
		}
	}
}

func readToolError(r *wire.Reader, v, result jsontree.Value) {
	r.Require(v, "code", jsontree.String)
	code := r.String(v, "code")
	details := r.Object(v, "details")
	if status, ok := r.Status(details, "statusCode"); ok {
		r.Peer.Status = status
	}
	r.Peer.Code, r.Peer.Type = code, kindToolError
	k, known := r.Codec.Table.FromToolError(code, r.Peer.Status)
	r.Kind(k, "toolError:v1 code "+wire.Clip(code))
	if byStatus, ok := r.Codec.Table.FromHTTP(r.Peer.Status); !known && ok { // codes are an open set
		r.Kind(byStatus, "toolError:v1 details.statusCode")
	}
	if !known {
		r.Unused(v.Member("code"))
		r.Note("%s is not a code of toolError:v1", wire.Clip(code))
	}
	if r.Peer.Status != 0 {
		r.Peer.Rule += " with statusCode " + strconv.Itoa(r.Peer.Status)
	}
	if failed, ok := result.Member("isError").Bool(); ok && !failed {
		r.Note("conflict: isError is false")
	}
	if retryable, ok := r.Retryable(v, "retryable"); ok && !retryable &&
		r.Codec.Table.Retry(r.Error.Kind, 0) == errkit.AfterAction {
		r.Peer.Retry = errkit.AfterAction // retryable cannot express it
	}
	r.Error.Details = errkit.ReadDetails(details,
		func(name string) bool { return name == "statusCode" || name == dialect.CarryMember })
	if k == errkit.Network {
		readNetwork(r, details)
	}
}

// readNetwork distinguishes a timeout from other failures of the network: by details.errorType,
// or by the text.
func readNetwork(r *wire.Reader, details jsontree.Value) {
	if kind, ok := details.Member("errorType").Text(); ok {
		if kind == "timeout" {
			r.Kind(errkit.Timeout, "toolError:v1 code NETWORK_ERROR with errorType timeout")
			r.Peer.Exact = true
		}
		return
	}
	r.Refine(wire.NetworkFault)
}

// readQuestion reads needsInput:v1.
func readQuestion(r *wire.Reader, v jsontree.Value) {
	r.Kind(errkit.InputRequired, "needsInput:v1")
	r.Peer.Type = kindNeedsInput
	n := &errkit.Needs{}
	input := n.ReadInput(r.Object(v, "needsInput"))
	if options := n.ReadOptions(v.Member("options")); !input || !options {
		r.NoteAt(v, "not all members have the types of needsInput:v1: texts and lists of texts")
	}
	if n.WantsInput() {
		r.Error.Needs = n
	}
}
