package a2a

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// Decode decodes a document of any binding and version, also a task that failed.
func (d Dialect) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return wire.Decode(c, doc, d.Name(), read, foreign.Rules{})
}

// Decode decodes what [Dialect.Decode] does.
func (d Task) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return wire.Decode(c, doc, d.Name(), read, foreign.Rules{})
}

func read(r *wire.Reader, v jsontree.Value) (bool, error) {
	if code, ok := problemCode(v); ok {
		readProblem(r, v, code)
		return true, nil
	}
	result, fault, err := wire.UnwrapRPC(v)
	switch {
	case err != nil:
		return false, err
	case !v.Member("jsonrpc").IsNull() && !fault.IsNull():
		readFault(r, fault, false)
		return true, nil
	case !v.Member("jsonrpc").IsNull() && (isPayload(result) || !r.Document.Detecting()): // a result of any method
		return readResult(r, result), nil
	case fault.Kind() == jsontree.Object && isNegative(fault.Member("code")):
		readFault(r, fault, false)
		return true, nil
	case fault.Kind() == jsontree.Object:
		return readStatus(r, fault)
	case isNegative(v.Member("code")) && v.Member("message").Kind() == jsontree.String:
		readFault(r, v, true)
		return true, nil
	}
	if result.Kind() == jsontree.Object {
		v = result
	}
	if !isPayload(v) {
		return false, errors.New("the document: not an error, a task or a message of A2A")
	}
	return readResult(r, v), nil
}

// isNegative reports whether v is a code of JSON-RPC, and not an HTTP status.
func isNegative(v jsontree.Value) bool {
	n, ok := v.Int()
	return ok && n < 0
}

// readFault reads an error object of JSON-RPC. bare is how the binding HTTP of 0.3 has it.
func readFault(r *wire.Reader, v jsontree.Value, bare bool) {
	f, data := r.RPCError(v), v.Member("data")
	details, writer := data, Dialect{}
	if data.Kind() == jsontree.Object {
		details, writer.Version = data.Member("details"), Version03
	}
	if bare {
		writer.Binding = HTTP
	}
	if text, ok := data.Member("error").Text(); ok { // a2a-go, which adds the message to the text of an error
		f.Message = strings.TrimSuffix(text, ": "+f.Message)
	}
	r.Message(f.Message)
	code, known := mapping.LookupA2ACode(f.Code)
	k, _ := r.Codec.Table.FromA2A(f.Code)
	r.ByRPCCode(k, f)
	switch {
	case f.Name != "":
		foreign.UndefinedCode(r, f.Name)
	case !known:
		r.Refine(wire.UnknownCode)
		r.ByStatus()
	case f.Code == rpc.InternalError:
		r.Refine(wire.ServerFault)
	}
	if known && code.Reason != "" {
		r.Peer.Type = rpcdetails.A2ADomain
	} else {
		byReason(r, details)
	}
	if rpcdetails.Read(r, writer, 0, "", details); r.Peer.Exact || r.Peer.Carried {
		return
	}
	if details != data || !rpcdetails.IsDetails(details) {
		foreign.Shapes(r, data, func(name string) bool {
			return name == "error" || name == "details" ||
				foreign.IsShape(name)
		})
	}
}

// byReason sets the kind of a reason that A2A defines.
func byReason(r *wire.Reader, details jsontree.Value) {
	info := errorInfo(details)
	reason, _ := info.Member("reason").Text()
	if code, ok := mapping.LookupA2AReason(reason); ok {
		r.Kind(code.Kind, "reason "+reason)
	}
}

// errorInfo returns the ErrorInfo of A2A in a list of details, if there is one.
func errorInfo(details jsontree.Value) jsontree.Value {
	for d := details.FirstElement(); d.Kind() != jsontree.Absent; d = d.Next() {
		if domain, _ := d.Member("domain").Text(); domain == rpcdetails.A2ADomain {
			return d
		}
	}
	return jsontree.Value{}
}

// readStatus reads the error of the binding HTTP.
func readStatus(r *wire.Reader, fault jsontree.Value) (bool, error) {
	r.Require(fault, "message", jsontree.String)
	status, hasStatus := r.Status(fault, "code")
	name := r.String(fault, "status")
	code, known := mapping.LookupRPCCode(name)
	if !hasStatus && !known {
		return false, errors.New(`/error: neither "code" nor "status"`)
	}
	r.Message(r.String(fault, "message"))
	r.Peer.Code = name
	if known {
		byRPCCode(r, code)
	} else if !foreign.ByStatus(r) {
		r.Kind(errkit.Unknown, "an error without a code")
		r.Refine(wire.UnknownCode)
	}
	details := fault.Member("details")
	byReason(r, details)
	rpcdetails.Read(r, Dialect{Binding: HTTP}, 0, "", details)
	if k := r.Error.Kind; !r.Peer.Exact && known && header.IsError(status) && status != code.HTTP() &&
		status != r.Codec.Table.Row(k).HTTP && errkit.FromStatus(status) == k {
		r.Error.Status = uint16(status)
	}
	return true, nil
}

// byRPCCode sets the kind of a code of google.rpc.
func byRPCCode(r *wire.Reader, code mapping.RPCCode) {
	k, _ := r.Codec.Table.FromRPC(code)
	r.Kind(k, "status "+code.String())
	switch code {
	case mapping.RPCUnknown:
		r.Refine(wire.UnknownCode)
	case mapping.RPCInternal:
		r.Refine(wire.ServerFault)
	}
}

// problemBase is what the types of problems start with (A2A 1.0 §6.4).
const problemBase = "https://" + rpcdetails.A2ADomain + "/errors/"

// problemCode returns the code of a problem of A2A, such as
// https://a2a-protocol.org/errors/version-not-supported, and whether v is such a problem. The
// code is empty if A2A does not define it.
func problemCode(v jsontree.Value) (code mapping.A2ACode, ok bool) {
	kind, _ := v.Member("type").Text()
	slug, ok := strings.CutPrefix(kind, problemBase)
	if ok {
		code, _ = mapping.LookupA2AReason(strings.ReplaceAll(strings.ToUpper(slug), "-", "_"))
	}
	return code, ok
}

// readProblem reads problem details, as some examples of the specification have them (A2A 1.0
// §6.4, §6.5).
func readProblem(r *wire.Reader, v jsontree.Value, code mapping.A2ACode) {
	r.Peer.Type, r.Peer.Title = r.String(v, "type"), r.String(v, "title")
	r.Message(cmp.Or(r.String(v, "detail"), r.Peer.Title))
	if code.Reason != "" {
		r.Kind(code.Kind, "type "+wire.Clip(r.Peer.Type))
	} else if !foreign.ByStatus(r) {
		r.Kind(errkit.Unknown, "an unknown problem type")
		r.Refine(wire.UnknownCode)
	}
	r.Used(v.Member("status"))
	foreign.APIMembers(r, v)
	r.Error.Details = errkit.ReadDetails(v, func(name string) bool { return slices.Contains(problemMembers[:], name) })
}

var problemMembers = [...]string{"type", "title", "status", "detail", "errors"}

// payloads are the members of a response and of an event (A2A 1.0 §3.2.2, §3.2.3).
var payloads = [...]string{"task", "statusUpdate", "message", "artifactUpdate"}

// payloadOf returns the payload of a response or an event. In 0.3 it is the response.
func payloadOf(v jsontree.Value) jsontree.Value { return wire.Inner(v, payloads[:]...) }

// isPayload reports whether v is a response or an event, or a part of it: a task, a status
// update, a message, an artifact update.
func isPayload(v jsontree.Value) bool {
	p := payloadOf(v)
	kind, _ := p.Member("kind").Text()
	return stateOf(p) != "" || p.Member("parts").Kind() == jsontree.Array &&
		p.Member("role").Kind() == jsontree.String ||
		kind == "artifact-update" || p.Member("artifact").Kind() == jsontree.Object && !p.Member("taskId").IsNull()
}

// stateOf returns the state of a task or a status update; "" if v is neither.
func stateOf(v jsontree.Value) string {
	state, _ := v.Member("status").Member("state").Text()
	return state
}

// readResult reads a response or an event, and reports whether the task in it failed.
func readResult(r *wire.Reader, v jsontree.Value) bool {
	v = payloadOf(v)
	message, failed := r.FailedTask(v)
	if !failed {
		return false
	}
	state, k := stateOf(v), r.Error.Kind
	r.Peer.Code = state
	r.Used(v.Member("taskId"), v.Member("final"), v.Member("history"), v.Member("status").Member("timestamp"))
	writer := Task{}
	if !strings.HasPrefix(state, mapping.A2AStatePrefix) {
		writer.Version = Version03
	}
	parts := message.Member("parts")
	text := textOf(r, parts)
	if !readError(r, writer, parts) {
		r.Message(text)
		readData(r, parts, text)
	}
	if k == errkit.ExecutionFailed && !r.Peer.Exact && !r.Peer.Carried {
		r.Peer.Stage = errkit.Execution
	}
	return true
}

// textOf returns the texts of parts. A text that is JSON is what a service responded.
func textOf(r *wire.Reader, parts jsontree.Value) string {
	var texts []string
	for part := parts.FirstElement(); part.Kind() != jsontree.Absent && r.Room(len(texts),
		"parts"); part = part.Next() {
		text := part.Member("text")
		s, ok := text.Text()
		if !ok {
			continue
		}
		r.Used(part.Member("kind"), part.Member("mediaType"))
		if body, ok := text.Embedded(); ok && body.Kind() == jsontree.Object {
			foreign.GuessFromAPI(r, body)
		}
		texts = append(texts, s)
	}
	return strings.Join(texts, "\n")
}

// readError reads the part with an error, as [Task] writes it, and reports whether there is one.
func readError(r *wire.Reader, writer Task, parts jsontree.Value) bool {
	for part := parts.FirstElement(); part.Kind() != jsontree.Absent; part = part.Next() {
		fault := part.Member("data").Member("error")
		details := fault.Member("details")
		if !rpcdetails.IsDetails(details) {
			continue
		}
		r.Used(part.Member("kind"), part.Member("mediaType"), fault.Member("code"), fault.Member("status"))
		state, rule := r.Error.Kind, r.Peer.Rule
		r.Message(r.String(fault, "message"))
		r.Kind(state, rule)
		name, _ := fault.Member("status").Text()
		if code, ok := mapping.LookupRPCCode(name); ok && state == errkit.ExecutionFailed {
			byRPCCode(r, code)
		}
		rpcdetails.Read(r, writer, 0, "", details)
		if own := r.Codec.Table.Row(r.Error.Kind).A2AState; r.Peer.Exact && !sameState(own, r.Peer.Code) {
			r.Note("conflict: the state is %s, that of the kind %s is %s", wire.Clip(r.Peer.Code),
				r.Error.Kind.String(), own)
		}
		return true
	}
	return false
}

// sameState reports whether a state of a document, of any version, is a state of the table.
func sameState(own, state string) bool {
	return state == mapping.A2AStatePrefix+own || state == mapping.A2ALegacyState(own)
}

// readData reads the first part with data: the canonical JSON of the error in the text, or
// details.
func readData(r *wire.Reader, parts jsontree.Value, s string) {
	for part := parts.FirstElement(); part.Kind() != jsontree.Absent; part = part.Next() {
		data := part.Member("data")
		if data.Kind() != jsontree.Object {
			continue
		}
		r.Used(part.Member("kind"), part.Member("mediaType"))
		var e errkit.Error
		if e.ReadJSON(data) == nil && sameState(r.Codec.Table.Row(e.Kind).A2AState, r.Peer.Code) &&
			strings.HasPrefix(s, text.Clean(e.Error(), r.Codec.TextLimit())) {
			*r.Error = e
			r.Carried(wire.Place(data))
			return
		}
		r.Error.Details = errkit.ReadDetails(data, func(string) bool { return false })
		return
	}
}

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
	if code.Reason != "" && strings.EqualFold(text[:min(len(text), len(code.Message))], code.Message) {
		return 88, "a code of A2A, and its default message"
	}
	if long, _ := data.Member("error").Text(); known && text != "" && strings.HasSuffix(long, ": "+text) {
		return 88, "data.error, which ends with the message, as a2a-go has it"
	}
	return 0, ""
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
	v = wire.Inner(v, "result")
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
