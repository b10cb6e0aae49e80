package mcp

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/mapping"
)

// Dialect is the Model Context Protocol.
type Dialect struct {
	// the negotiated revision, such as "2025-11-25"; "": the newest; a later one acts as the
	// newest
	Revision           string
	URLElicitation     bool // the client declared elicitation by URL
	FormElicitation    bool // the client declared elicitation by form
	Structured         bool // write the canonical JSON as structuredContent, unless the tool has an output schema
	ProtocolValidation bool // write invalid_input as -32602, up to 2025-06-18
	// write what open proposals define: -32023 (SEP-3304), and a ToolFailure in _meta (SEP-3313)
	Drafts bool
}

// The revisions whose errors differ.
const (
	Revision20260728 = "2026-07-28"
	Revision20251125 = "2025-11-25"
	Revision20250618 = "2025-06-18"
)

// Name returns "mcp-" and the revision, or "mcp" for the newest one.
func (d Dialect) Name() string {
	if d.Revision == "" {
		return "mcp"
	}
	return "mcp-" + d.Revision
}

// since reports whether the revision is r or newer; revisions are dates.
func (d *Dialect) since(r string) bool { return d.Revision == "" || d.Revision >= r }

// The codes of MCP.
const (
	codeResource       = -32002 // up to 2025-11-25
	codeHeaderMismatch = -32020 // from 2026-07-28
	codeCapability     = -32021
	codeVersion        = -32022
	codeURLElicitation = -32042 // only 2025-11-25
)

const (
	methodCall         = "tools/call"
	methodGetPrompt    = "prompts/get"
	methodReadResource = "resources/read"
)

// RPC reports that documents are JSON-RPC responses. Without an id the result has no envelope,
// which only an SDK can use.
func (Dialect) RPC() (envelope, needsID bool) { return true, true }

// IsAnswer reports whether a result has the shape that MCP defines (MCP, Schema, Result and
// CallToolResult): an object, and that of a tool has content, an array. Results that ask for
// input, are a task, or are of 2024-10-07 have none, and some servers have only structuredContent,
// which clients accept. Serializers write null for a member that is absent.
func (d Dialect) IsAnswer(method string, first func(member string) byte) bool {
	if first("") != '{' {
		return false
	}
	if method != methodCall {
		return true
	}
	is := func(member string, kinds string) bool {
		c := first(member)
		return c != 0 && strings.IndexByte(kinds, c) >= 0
	}
	switch structured := first("structuredContent"); {
	case first("isError") != 0 && !is("isError", "tf"),
		structured != 0 && structured != '{' && structured != 'n' && !d.since(Revision20260728):
		return false
	case first("content") != 0 && first("content") != 'n':
		return is("content", "[") && (first("content[]") == 0 || is("content[]", "{"))
	}
	return first("structuredContent") != 0 || is("task", "{") || is("inputRequests", "{") || is("requestState", `"`) ||
		first("toolResult") != 0
}

// code returns the JSON-RPC code of an error, or mapping.MCPResult.
func (d *Dialect) code(c *dialect.Codec, call *dialect.Call, e *errkit.Error) int {
	switch _, _, ok := versions(e); {
	case e.Kind == errkit.UnsupportedVersion && ok:
		if d.since(Revision20260728) {
			return codeVersion
		}
		return rpc.InvalidParams
	case d.rejects(e): // of any request (MCP 2025-11-25, URL Elicitation Required Error)
		return codeURLElicitation
	case d.rejectsRate(call, e):
		return CodeRateLimited
	case call.Method != "" && call.Method != methodCall:
		if e.Kind == errkit.NotFound && call.Method == methodReadResource && !d.since(Revision20260728) {
			return codeResource
		}
		return c.Table.Row(e.Kind).MCPOutside
	case e.Kind == errkit.InvalidInput && d.ProtocolValidation && !d.since(Revision20251125):
		return rpc.InvalidParams
	}
	return c.Table.MCP(e.Kind, e.Stage)
}

// Append appends a response, or without Call.ID the result or the error object.
func (d Dialect) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	head := dialect.Head{Status: http.StatusOK, ContentType: wire.MediaTypeJSON}
	if asked := d.asks(&call, e); asked.any() {
		dst = d.appendInputRequired(dst, c, &call, e, asked)
	} else if code := d.code(c, &call, e); code != mapping.MCPResult {
		dst, head = d.appendFault(dst, c, &call, e, code)
	} else {
		dst = d.appendResult(dst, c, &call, e)
	}
	if call.ID != nil {
		dst = append(dst, '}')
	}
	return dst, head
}

// status returns the HTTP status of a JSON-RPC error (MCP 2026-07-28, Streamable HTTP; before
// that, JSON-RPC over HTTP).
func (d *Dialect) status(code int) int {
	switch code {
	case rpc.ParseError, rpc.InvalidRequest, codeHeaderMismatch, codeCapability, codeVersion:
		return http.StatusBadRequest
	case rpc.MethodNotFound:
		if d.since(Revision20260728) {
			return http.StatusNotFound
		}
	case CodeRateLimited:
		return http.StatusTooManyRequests
	}
	return http.StatusOK
}

// appendResult appends a tool result with isError (MCP, Tools, Error Handling).
func (d *Dialect) appendResult(dst []byte, c *dialect.Codec, call *dialect.Call, e *errkit.Error) []byte {
	dst = OpenResult(dst, call.ID, d.since(Revision20260728))
	dst = wire.AppendModelBody(dst, c, e, wire.AllLines(call.Repeatable))
	dst = append(dst, `"}`...)
	dst = append(d.appendBlocks(dst, call, e), ']')
	if d.Structured && !call.OutputSchema {
		dst = AppendCarried(append(dst, memberStructured...), e)
	} else if data := d.data(call, e); data != nil {
		dst = append(append(dst, memberStructured...), data...)
	}
	dst = append(dst, `,"isError":true`...)
	dst = d.appendMeta(dst, c, e)
	return append(dst, '}')
}

// OpenResult appends the start of a tool result up to its first text: a response, or without an
// id only the result. With typed it has the resultType of revision 2026-07-28.
func OpenResult(dst []byte, id json.RawMessage, typed bool) []byte {
	open := memberResult + `{"content":[` + OpenText
	if typed {
		open = memberResult + `{"resultType":"complete","content":[` + OpenText
	}
	return openMember(dst, id, memberResult, open)
}

// OpenText is the start of a block of content up to its text.
const OpenText = `{"type":"text","text":"`

// The members of a response, of which it has one.
const (
	memberResult = `,"result":`
	memberError  = `,"error":`
)

// The members of a result.
const (
	memberStructured = `,"structuredContent":`
	memberMeta       = `,"_meta":`
)

// openMember appends the start of a response up to and including open, which starts with the name
// of the member; without an id it appends only what follows the name.
func openMember(dst []byte, id json.RawMessage, name, open string) []byte {
	if id == nil {
		return append(dst, open[len(name):]...)
	}
	return wire.AppendRPC(dst, id, open)
}

// metaMember is the member of _meta and of data with the canonical JSON.
const metaMember = `,"` + dialect.MetaKey + `":`

// AppendMeta appends _meta with the canonical JSON, after a comma, if the codec carries it (MCP,
// General fields).
func AppendMeta(dst []byte, c *dialect.Codec, e *errkit.Error) []byte {
	if !c.Carry {
		return dst
	}
	return append(AppendCarried(append(dst, `,"_meta":{"`+dialect.MetaKey+`":`...), e), '}')
}

// AppendCarry appends the canonical JSON as a member if the codec carries it; open is a comma and
// the name.
func AppendCarry(dst []byte, c *dialect.Codec, open string, e *errkit.Error) []byte {
	if !c.Carry {
		return dst
	}
	return AppendCarried(append(dst, open...), e)
}

// AppendCarried appends the canonical JSON as clients get it, of which some show a model all of a
// result: as [wire.AppendCanonical] appends it, without the names of secrets.
func AppendCarried(dst []byte, e *errkit.Error) []byte {
	if e.Needs == nil || len(e.Needs.Secrets) == 0 {
		return wire.AppendCanonical(dst, e)
	}
	p := withoutSecrets.Get().(*publicError)
	p.err, p.needs = *e, *e.Needs
	p.err.Needs, p.needs.Secrets = &p.needs, nil
	dst = wire.AppendCanonical(dst, &p.err)
	*p = publicError{}
	withoutSecrets.Put(p)
	return dst
}

// A publicError is a copy of an error without the names of secrets.
type publicError struct {
	err   errkit.Error
	needs errkit.Needs
}

var withoutSecrets = sync.Pool{New: func() any { return new(publicError) }}

// appendFault appends an error object of JSON-RPC.
func (d *Dialect) appendFault(dst []byte, c *dialect.Codec, call *dialect.Call, e *errkit.Error,
	code int) ([]byte, dialect.Head) {
	head := dialect.Head{Status: d.status(code), ContentType: wire.MediaTypeJSON}
	if code == CodeRateLimited {
		head.RetryAfter = e.RetryAfter
	}
	dst = text.AppendInt(openMember(dst, call.ID, memberError, memberError+`{"code":`), code)
	dst = appendFaultMessage(append(dst, `,"message":"`...), c, call, e, code)
	dst = append(dst, `","data":`...)
	start := len(dst)
	dst = wire.CloseMember(d.appendData(dst, c, call, e, code), start, `,"data":`)
	return append(dst, '}'), head
}

// appendFaultMessage appends the body of the message: all lines that a result has for a model,
// which reads nothing else. Data has the URLs of elicitations.
func appendFaultMessage(dst []byte, c *dialect.Codec, call *dialect.Call, e *errkit.Error, code int) []byte {
	outside := code != codeURLElicitation
	return wire.AppendModelBody(dst, c, e,
		wire.Lines{Message: true, URLs: outside, Retry: outside, Repeatable: call.Repeatable})
}

// appendData appends the members of data, each after a comma.
func (d *Dialect) appendData(dst []byte, c *dialect.Codec, call *dialect.Call, e *errkit.Error, code int) []byte {
	switch supported, requested, ok := versions(e); {
	case code == codeURLElicitation:
		dst = d.appendElicitations(dst, c, e)
	case code == CodeRateLimited:
		dst = strconv.AppendInt(append(dst, `,"retryAfterMs":`...), text.Milliseconds(e.RetryAfter), 10)
	case ok && e.Kind == errkit.UnsupportedVersion:
		attrs := [...]slog.Attr{{Key: "supported", Value: supported}, {Key: "requested", Value: requested}}
		dst = errkit.AppendDetails(append(dst, ','), attrs[:], nil)
	case code == codeCapability:
		dst = wire.AppendDetails(dst, e, func(name string) bool { return name != "requiredCapabilities" })
	case e.Kind == errkit.NotFound && call.Method == methodReadResource:
		dst = wire.AppendMember(dst, `,"uri":"`, resource(call, e))
	}
	return AppendCarry(dst, c, metaMember, e)
}

// versions returns the details that MCP requires for an unsupported version.
func versions(e *errkit.Error) (supported, requested slog.Value, ok bool) {
	supported, requested = wire.Detail(e, "supported"), wire.Detail(e, "requested")
	_, isStrings := supported.Any().([]string)
	list, _ := supported.Any().(json.RawMessage)
	isList := isStrings || len(list) > 0 && list[0] == '['
	return supported, requested, isList && requested.Kind() == slog.KindString
}

// resource returns the URI of the resource that was not found: that of the call, or the one in
// the details.
func resource(call *dialect.Call, e *errkit.Error) string {
	uri := call.URI
	if v := wire.Detail(e, "uri"); uri == "" && v.Kind() == slog.KindString {
		uri = v.String()
	}
	return text.Middle(uri, text.MaxURI)
}
