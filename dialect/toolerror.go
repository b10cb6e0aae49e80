package dialect

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonr"
	"github.com/toolerr/toolerr/mapping"
)

// Format says which blocks a toolError:v1 result has
// (Tool Error Responses, Format Gating).
type Format uint8

const (
	Markdown Format = iota // a block for people
	JSON                   // a block of JSON
	Both                   // people's block first, JSON last
)

// ParseFormat returns the format of a name: markdown, json or both.
func ParseFormat(name string) (Format, bool) {
	switch name {
	case "markdown":
		return Markdown, true
	case "json":
		return JSON, true
	case "both":
		return Both, true
	}
	return Markdown, false
}

// ToolError is toolError:v1, a tool result of MCP with a payload of its own, and
// needsInput:v1, which is no error but a question.
type ToolError struct {
	Format   Format
	Revision string // of MCP, as negotiated; results carry resultType from 2026-07-28; "": none
}

const (
	kindToolError  = "toolError:v1"
	kindNeedsInput = "needsInput:v1"
	markdownType   = "text/markdown"
)

// Name is "toolerror".
func (ToolError) Name() string { return "toolerror" }

// Append appends a tool result: a complete response with Call.ID, else bare.
func (d ToolError) Append(dst []byte, c *Codec, call Call, e *errkit.Error) ([]byte, Head) {
	return d.append(dst, c, &call, e)
}

func (d ToolError) append(dst []byte, c *Codec, call *Call, e *errkit.Error) ([]byte, Head) {
	question := asks(c, e)
	payload := !call.OutputSchema || d.Format != Markdown // else no program can tell a question from a success
	dst = openResult(dst, call.ID, d.Revision >= revision2026)
	switch d.Format {
	default:
		dst = c.modelBody(dst, e, withMessage|withURLs)
		dst = append(dst, `","mimeType":"text/markdown"}]`...)
	case JSON:
		dst = d.appendBlock(dst, c, e, question)
		dst = append(dst, `","mimeType":"application/json"}]`...)
	case Both:
		dst = c.modelBody(dst, e, withMessage|withURLs)
		dst = append(dst, `","mimeType":"text/markdown"},{"type":"text","text":"`...)
		dst = d.appendBlock(dst, c, e, question)
		dst = append(dst, `","mimeType":"application/json"}]`...)
	}
	if !call.OutputSchema {
		dst = append(dst, `,"structuredContent":`...)
		dst = d.appendPayload(dst, c, e, question)
	}
	if !question || !payload {
		dst = append(dst, `,"isError":true`...)
	}
	if c.Carry && !payload { // nothing else that could carry it
		dst = appendMeta(dst, c, e)
	}
	dst = append(dst, '}')
	if call.ID != nil {
		dst = append(dst, '}')
	}
	return dst, Head{Status: http.StatusOK, ContentType: jsonType}
}

// asks reports whether e is no error but a question: needsInput:v1.
func asks(c *Codec, e *errkit.Error) bool {
	return e.Needs.WantsInput() || c.Table.ToolError(e.Kind, e.Upstream) == mapping.NeedsInput
}

func (d ToolError) appendPayload(dst []byte, c *Codec, e *errkit.Error, question bool) []byte {
	if question {
		return d.appendQuestion(dst, c, e)
	}
	dst = append(dst, `{"kind":"toolError:v1","code":"`...)
	dst = append(dst, c.Table.ToolError(e.Kind, e.Upstream)...)
	dst = append(dst, `","message":"`...)
	dst = c.messageBody(dst, e)
	switch d.retryable(c, e) {
	case errkit.Allowed:
		dst = append(dst, `","retryable":true,"details":`...)
	case errkit.Never, errkit.AfterAction:
		dst = append(dst, `","retryable":false,"details":`...)
	default:
		dst = append(dst, `","details":`...)
	}
	start := len(dst)
	if status := c.Table.ToolErrorStatus(e.Kind, e.Upstream); status != 0 {
		dst = appendNumber(append(dst, `,"statusCode":`...), status)
	}
	if n := len(dst); len(e.Details) > 0 {
		dst = append(dst, ',')
		if dst = appendDetails(dst, e.Details, toolErrorTaken); len(dst) == n+1 {
			dst = dst[:n]
		}
	}
	dst = appendCarry(dst, c, e)
	if len(dst) == start {
		dst = dst[:start-len(`,"details":`)]
	} else {
		dst = closeObject(dst, start)
	}
	return append(dst, '}')
}

// retryable is Allowed for true, Never or AfterAction for false.
func (d ToolError) retryable(c *Codec, e *errkit.Error) errkit.Retry {
	if e.Retry != errkit.Unspecified {
		return e.Retry
	}
	return c.Table.Retry(e.Kind, e.Upstream)
}

func toolErrorTaken(name string) bool { return name == "statusCode" || name == carryMember }

// appendQuestion appends needsInput:v1.
func (d ToolError) appendQuestion(dst []byte, c *Codec, e *errkit.Error) []byte {
	dst = append(dst, `{"kind":"needsInput:v1","type":"elicitation","message":`...)
	dst = c.message(dst, e)
	if n := e.Needs; n != nil {
		if len(n.Input) > 0 {
			dst = append(dst, `,"needsInput":`...)
			dst = appendInput(dst, c, n, false)
		}
		if len(n.Options) > 0 {
			dst = append(dst, `,"options":`...)
			dst = appendOptions(dst, c, n.Options)
		}
	}
	dst = appendCarry(dst, c, e)
	return append(dst, '}')
}

// Decode reads a tool result, a bare payload, or the JSON-RPC errors of the HTTP
// layer. The JSON block counts before structuredContent, the last block first;
// isError is advice (Tool Error Responses, Error Detection).
func (d ToolError) Decode(c *Codec, doc Document) (*errkit.Error, error) {
	return c.decode(doc, d.Name(), formMCP, "")
}

// payloadOf finds the payload of a result: a bare one, the last text block that
// is one as a whole, or structuredContent.
func payloadOf(v jsonr.Value) jsonr.Value {
	if isPayload(v) {
		return v
	}
	var last jsonr.Value
	for block := v.Member("content").FirstElement(); block.Kind() != jsonr.Absent; block = block.Next() {
		text, ok := objectText(block.Member("text"))
		if media, told := block.Member("mimeType").Text(); told && media == markdownType {
			ok = false // words for people, even where they look like JSON
		}
		if !ok {
			continue
		}
		if inner, err := jsonr.ParseText(text, jsonr.Limits{}); err == nil && isPayload(inner) {
			last = inner
		}
	}
	if last.Kind() == jsonr.Object {
		return last
	}
	if inner := v.Member("structuredContent"); isPayload(inner) {
		return inner
	}
	return jsonr.Value{}
}

// objectText returns a text that starts as an object does. Nearly every other
// one shows by its first byte that it does not, before it is unescaped.
func objectText(v jsonr.Value) (text string, ok bool) {
	if v.Kind() != jsonr.String {
		return "", false
	}
	if first := v.Raw()[1]; first != '{' && first != ' ' && first != '\\' {
		return "", false
	}
	text, _ = v.Text()
	return text, strings.HasPrefix(strings.TrimLeft(text, " \n\r\t"), "{")
}

func isPayload(v jsonr.Value) bool {
	kind, _ := v.Member("kind").Text()
	return v.Kind() == jsonr.Object && (kind == kindToolError || kind == kindNeedsInput)
}

// toolPayload reads a payload; result is what it stood in.
func (r *reader) toolPayload(v, result jsonr.Value) (bool, error) {
	r.need(v, "message", jsonr.String)
	message := r.text(v, "message")
	r.message(message)
	if null(v.Member("message")) {
		r.note("%s: no message", place(v))
	}
	if kind, _ := v.Member("kind").Text(); kind == kindNeedsInput {
		r.question(v)
	} else {
		r.toolError(v, result)
	}
	r.carry(v.Member("details").Member(carryMember))
	r.carry(v.Member(carryMember))
	r.carry(result.Member("_meta").Member(carryMeta))
	return true, nil
}

func (r *reader) toolError(v, result jsonr.Value) {
	r.need(v, "code", jsonr.String)
	code := r.text(v, "code")
	details := r.object(v, "details")
	if status, ok := r.wholeNumber(details, "statusCode"); ok {
		r.status = httpStatus(status)
	}
	r.peer.Code, r.peer.Type = code, kindToolError
	k, known := r.c.Table.FromToolError(code, r.status)
	r.kind(k, "toolError:v1 code "+clip(code))
	if !known {
		r.note("%s is no code of toolError:v1", clip(code))
		r.exact = true // an open set: what it means, the peer's own code says
	}
	if r.status != 0 {
		r.peer.Rule += " with statusCode " + strconv.Itoa(r.status)
	}
	if failed, told := result.Member("isError").Bool(); told && !failed {
		r.note("conflict: isError is false")
	}
	if retryable, told := r.bool(v, "retryable"); told {
		r.retry = errkit.Never
		if retryable {
			r.retry = errkit.Allowed
		}
		if table := r.c.Table.Retry(r.e.Kind, 0); !retryable && table == errkit.AfterAction {
			r.retry = table // retryable has no word for it
		}
	}
	r.e.Details = detailsOf(details, toolErrorTaken)
	if k == errkit.Network {
		r.network(details)
	}
}

// timeoutRule is the rule that details.errorType is, of which no text is a part.
const timeoutRule = "toolError:v1 code NETWORK_ERROR with errorType timeout"

// network tells a timeout from other failures of the network.
func (r *reader) network(details jsonr.Value) {
	if kind, ok := details.Member("errorType").Text(); ok {
		if kind == "timeout" {
			r.kind(errkit.Timeout, timeoutRule)
		}
		return
	}
	if r.structural {
		return
	}
	if p := look(r.said[:r.texts]).pattern(); p != nil && p.kind == errkit.Timeout {
		r.guessed(errkit.Timeout, p.rule())
	}
}

// question reads needsInput:v1.
func (r *reader) question(v jsonr.Value) {
	r.kind(errkit.InputRequired, "needsInput:v1")
	r.peer.Type = kindNeedsInput
	n := &errkit.Needs{}
	s := &strict{ok: true}
	s.input(r.object(v, "needsInput"), n)
	s.options(v, n)
	if !s.ok {
		r.note("%s: not all as needsInput:v1 has it: texts and lists of texts", place(v))
	}
	if n.WantsInput() {
		r.e.Needs = n
	}
}
