package dialect

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonr"
	"github.com/toolerr/toolerr/mapping"
)

// AAI is the Agent App Interface: numeric codes in JSON-RPC (2026-02-09 to
// 2026-02-15), or string codes in an envelope of its own (since 2026-02-16).
type AAI struct {
	Strings bool // the string codes
}

// Name is "aai", or "aai-string".
func (d AAI) Name() string {
	if d.Strings {
		return "aai-string"
	}
	return "aai"
}

// Append appends an error response: complete, with the id null where Call.ID is
// unknown.
func (d AAI) Append(dst []byte, c *Codec, call Call, e *errkit.Error) ([]byte, Head) {
	return d.append(dst, c, &call, e)
}

func (d AAI) append(dst []byte, c *Codec, call *Call, e *errkit.Error) ([]byte, Head) {
	if d.Strings {
		return d.appendString(dst, c, e)
	}
	code := c.Table.Row(e.Kind).AAI
	head := Head{Status: http.StatusOK, ContentType: jsonType}
	if code == codeParse || code == codeRequest {
		head.Status = http.StatusBadRequest
	}
	if i := firstAutomation - code; i >= 0 && i < len(automations) && e.Peer == nil {
		dst = openResponse(dst, call.ID, automations[i])
	} else {
		kind, message := d.names(c, e, code)
		dst = openResponse(dst, call.ID, memberError+`{"code":`)
		dst = appendCode(dst, code)
		dst = append(append(dst, `,"message":"`...), message...) // of the table: plain
		dst = quoted(dst, `","data":{"type":"`, kind)
	}
	dst = d.appendDetail(dst, c, e)
	dst = appendCarry(dst, c, e)
	return append(dst, `}}}`...), head
}

// The codes of AAI's own go down from firstAutomation without a gap.
const firstAutomation = -32001

// automations holds how an error with such a code starts: code, message, type.
var automations = func() (table [14]string) {
	for i := range table {
		row, _ := mapping.AAIByCode(int64(firstAutomation - i))
		table[i] = memberError + `{"code":` + strconv.Itoa(row.Code) + `,"message":"` + row.Message + `","data":{"type":"` + row.Type + `"`
	}
	return table
}()

// names returns the type and the default message of a code. The type of a peer
// that said the same code stays.
func (d AAI) names(c *Codec, e *errkit.Error, code int) (kind, message string) {
	row, ok := mapping.AAIByCode(int64(code))
	kind, message = row.Type, row.Message
	if !ok {
		message = string(e.Kind.Text())
	}
	if code < -32014 || !ok {
		kind = c.Table.AAIString(e.Kind, e.Upstream)
	}
	if p := e.Peer; p != nil && p.Dialect == "aai" && p.Type != "" && sameNumber(p.Code, code) {
		kind = p.Type
	}
	return kind, message
}

func sameNumber(text string, n int) bool {
	var buf [20]byte
	return text == string(strconv.AppendInt(buf[:0], int64(n), 10))
}

// appendDetail appends data.detail: message, fields and hint, joined; nothing
// where all are empty.
func (d AAI) appendDetail(dst []byte, c *Codec, e *errkit.Error) []byte {
	if e.Message == "" && !referred(e) && len(e.Fields) == 0 && e.Hint == "" {
		return dst
	}
	dst = append(dst, `,"detail":"`...)
	start := len(dst)
	if e.Message != "" || referred(e) {
		dst = c.messageBody(dst, e)
	}
	for i := range e.Fields {
		dst = semicolon(dst, start)
		dst = c.fieldBody(dst, &e.Fields[i])
	}
	if e.Hint != "" {
		dst = semicolon(dst, start)
		dst = c.body(dst, e.Hint)
	}
	return append(dst, '"')
}

func semicolon(dst []byte, start int) []byte {
	if len(dst) == start {
		return dst
	}
	return append(dst, "; "...)
}

func (d AAI) appendString(dst []byte, c *Codec, e *errkit.Error) ([]byte, Head) {
	head := Head{Status: c.Table.Row(e.Kind).HTTP, ContentType: jsonType, RetryAfter: e.RetryAfter}
	dst = append(dst, `{"status":"error","error":{"code":"`...)
	dst = append(dst, c.Table.AAIString(e.Kind, e.Upstream)...)
	dst = append(dst, `","message":"`...)
	dst = c.messageBody(dst, e)
	dst = append(dst, `","data":`...)
	start := len(dst)
	if dst = d.appendData(dst, c, e); len(dst) == start {
		return append(dst[:start-len(`,"data":`)], `}}`...), head
	}
	return append(closeObject(dst, start), `}}`...), head
}

// appendData appends the members of error.data, each with a comma before it:
// what gateways read (validationErrors, obtain_url), then Details.
func (d AAI) appendData(dst []byte, c *Codec, e *errkit.Error) []byte {
	if len(e.Fields) > 0 {
		dst = append(dst, `,"validationErrors":[`...)
		for i := range e.Fields {
			f := &e.Fields[i]
			dst = append(comma(dst, i), `{"path":"`...)
			dst = appendKeyBody(dst, f.Path)
			dst = append(dst, `","message":"`...)
			dst = c.fieldMessage(dst, f)
			dst = append(dst, `"}`...)
		}
		dst = append(dst, ']')
	}
	if e.Needs != nil && len(e.Needs.Challenges) > 0 && e.Needs.Challenges[0].URL != "" {
		ch := &e.Needs.Challenges[0]
		dst = quoted(dst, `,"obtain_url":"`, ch.URL)
		if ch.Message != "" {
			dst = c.text(append(dst, `,"instructions":`...), ch.Message)
		}
	}
	if n := len(dst); len(e.Details) > 0 {
		dst = append(dst, ',')
		if dst = appendDetails(dst, e.Details, shaped); len(dst) == n+1 {
			dst = dst[:n]
		}
	}
	return appendCarry(dst, c, e)
}

// Decode reads an error of either generation: JSON-RPC, the string envelope, the
// reply of a native app, an app's own HTTP body.
func (d AAI) Decode(c *Codec, doc Document) (*errkit.Error, error) {
	return c.decode(doc, d.Name(), formAAI, "")
}

func (r *reader) aai(v jsonr.Value) (bool, error) {
	result, fault, err := r.envelope(v)
	if err != nil {
		return false, err
	}
	status, _ := v.Member("status").Text()
	switch {
	case !null(fault) && (status == "success" || status == "ok"):
		r.contradiction(fault, `"status": "`+status+`"`)
		return false, nil
	case result.Kind() != jsonr.Absent && null(fault) && !null(v.Member("jsonrpc")):
		if result.Kind() == jsonr.Object {
			return r.mcpResult(result, 0) // gateways answer tools/call as MCP does
		}
		return false, nil
	case fault.Kind() == jsonr.Object:
		return r.aaiFault(fault), nil
	case fault.Kind() == jsonr.String:
		return r.aaiBare(r.text(v, "error")), nil
	case !null(fault):
		r.wrong(fault, "an object")
		return false, nil
	case status == "error":
		return false, fmt.Errorf(`the document: no "error" beside "status": "error"`)
	case status == "success", status == "ok":
		return false, nil
	case !null(v.Member("code")) && !null(v.Member("message")):
		return r.aaiFault(v), nil
	case isResult(v):
		return r.mcpResult(v, 0)
	}
	return false, fmt.Errorf("the document: not an error of AAI")
}

// aaiBare reads {"error": "unauthorized"}.
func (r *reader) aaiBare(text string) bool {
	r.message(text)
	r.peer.Code = text
	if k, ok := r.c.Table.FromAAIString(strings.ToUpper(text)); ok {
		r.kind(k, "the string code "+clip(text))
		return true
	}
	r.kind(errkit.Unknown, "error is a string")
	if k, ok := r.c.Table.FromHTTP(r.doc.Status); ok {
		r.byCode(k, "HTTP status", int64(r.doc.Status))
	}
	return true
}

// aaiFault reads an error object with a numeric or a string code.
func (r *reader) aaiFault(v jsonr.Value) bool {
	f, data := r.fault(v), v.Member("data")
	text, inner, prefixed := unprefix(f.message)
	if prefixed && f.code == codeInternal {
		r.note("the code %d stands in the message", inner)
		f.code, f.coded = inner, true
		f.message = text
	}
	if f.name != "" {
		k, known := r.c.Table.FromAAIString(f.name)
		r.kind(k, "the string code "+clip(f.name))
		if !known {
			r.note("%s is no code of AAI", clip(f.name))
			if k, ok := r.c.Table.FromHTTP(r.doc.Status); ok {
				r.byCode(k, "HTTP status", int64(r.doc.Status))
			}
		}
		r.exact = known
		if f.name == "CONSENT_REQUIRED" {
			r.retry = errkit.AfterAction
		}
		r.message(f.message)
		r.shapes(data, shaped)
		r.carry(data.Member(carryMember))
		return true
	}
	k, known := r.c.Table.FromAAI(f.code)
	r.byRPC(k, f)
	if !known && f.coded {
		r.note("code %d has no meaning in AAI", f.code)
	}
	r.exact = known && f.code >= -32014 && f.code <= -32001
	r.aaiDetail(f, data)
	r.shapes(data, aaiTaken)
	if r.e.Kind == errkit.UpstreamFailed && f.code == -32013 {
		r.upstream()
	}
	r.carry(data.Member(carryMember))
	return true
}

func aaiTaken(name string) bool { return name == "type" || name == "detail" || shaped(name) }

// aaiDetail makes the message of the default text and the detail.
func (r *reader) aaiDetail(f rpc, data jsonr.Value) {
	row, known := mapping.AAIByCode(f.code)
	detail, _ := data.Member("detail").Text()
	r.peer.Type, _ = data.Member("type").Text()
	switch {
	case detail == "":
		r.message(f.message)
	case f.message == "" || f.message == row.Message:
		r.message(detail)
	default:
		r.message(f.message + ": " + detail)
	}
	if known && r.peer.Type != "" && r.peer.Type != row.Type {
		r.note("conflict: data.type is %s, code %d is %s", clip(r.peer.Type), row.Code, row.Type)
	}
	if r.structural || !fallback(r.e.Kind) {
		return
	}
	if p := look([]string{detail}).pattern(); p != nil && !fallback(p.kind) {
		r.note("conflict: data.detail reads like %s (%q)", p.kind.String(), p.words())
	}
}

// upstream reads the HTTP status that the detail of -32013 names.
func (r *reader) upstream() {
	for _, text := range r.said[:r.texts] {
		status, ok := statusIn(text)
		if !ok {
			continue
		}
		k := upstreamKind(status)
		r.byCode(k, "error.code -32013, and the detail names HTTP status", int64(status))
		r.e.Upstream = status
		r.exact = true
		return
	}
}

// upstreamKind returns the kind of an error that reports the HTTP status of an
// upstream service.
func upstreamKind(status int) errkit.Kind {
	switch status {
	case http.StatusTooManyRequests:
		return errkit.RateLimited
	case http.StatusServiceUnavailable:
		return errkit.Unavailable
	case http.StatusGatewayTimeout:
		return errkit.Timeout
	}
	return errkit.UpstreamFailed
}
