package dialect

import (
	"encoding/json"
	"log/slog"
	"net/http"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// MCP is the Model Context Protocol: an error is a tool result with isError,
// which the model sees, or an error of JSON-RPC, which it may not (SEP-1303).
type MCP struct {
	Revision           string // negotiated, such as "2025-11-25"; "": the newest; an unknown newer one acts as the newest
	URLElicitation     bool   // the client declared elicitation by URL
	Structured         bool   // put the canonical JSON into structuredContent, unless the tool has an output schema
	ProtocolValidation bool   // say invalid_input as -32602, up to 2025-06-18
}

// Name is "mcp-" and the revision; "mcp" for the newest one.
func (d MCP) Name() string {
	if d.Revision == "" {
		return "mcp"
	}
	return "mcp-" + d.Revision
}

// at reports whether the revision is r or newer. Revisions are dates. This and
// what follows take a pointer, since an MCP is five words.
func (d *MCP) at(r string) bool { return d.Revision == "" || d.Revision >= r }

const (
	codeParse           = -32700
	codeRequest         = -32600
	codeMethod          = -32601
	codeParams          = -32602
	codeInternal        = -32603
	codeResource        = -32002 // up to 2025-11-25
	codeHeaderMismatch  = -32020 // from 2026-07-28
	codeCapability      = -32021
	codeVersion         = -32022
	codeURLElicitation  = -32042 // 2025-11-25 alone
	codeCanceled        = -32800 // no revision
	methodCall          = "tools/call"
	methodReadResource  = "resources/read"
	resultComplete      = "complete"
	resultInputRequired = "input_required"
)

// code returns the JSON-RPC code of an error, or mapping.Result.
func (d *MCP) code(c *Codec, call *Call, e *errkit.Error) int {
	switch {
	case e.Kind == errkit.UnsupportedVersion && saysVersions(e):
		if d.at(revision2026) {
			return codeVersion
		}
		return codeParams
	case !d.at(revision2026) && d.challenges(e): // of any request (MCP 2025-11-25, URL Elicitation Required Error)
		return codeURLElicitation
	case call.Method != "" && call.Method != methodCall:
		if e.Kind == errkit.NotFound && call.Method == methodReadResource && !d.at(revision2026) {
			return codeResource
		}
		return c.Table.Row(e.Kind).MCPOutside
	case e.Kind == errkit.InvalidInput && d.ProtocolValidation && !d.at(revision2025):
		return codeParams
	}
	return c.Table.MCP(e.Kind, e.Stage)
}

// challenges reports whether the error is one that the client resolves by
// letting its user visit URLs.
func (d *MCP) challenges(e *errkit.Error) bool {
	if !d.URLElicitation || e.Needs == nil || !d.at(revision2025) {
		return false
	}
	if e.Kind != errkit.AuthRequired && e.Retry != errkit.AfterAction && e.Kind != errkit.AuthExpired {
		return false
	}
	for i := range e.Needs.Challenges {
		if e.Needs.Challenges[i].URL != "" {
			return true
		}
	}
	return false
}

// Append appends a response: complete with Call.ID, else the bare result or the
// bare error object.
func (d MCP) Append(dst []byte, c *Codec, call Call, e *errkit.Error) ([]byte, Head) {
	return d.append(dst, c, &call, e)
}

func (d *MCP) append(dst []byte, c *Codec, call *Call, e *errkit.Error) ([]byte, Head) {
	head := Head{Status: http.StatusOK, ContentType: jsonType}
	switch code := d.code(c, call, e); {
	case code != mapping.Result:
		dst = d.appendFault(dst, c, call, e, code)
		head.Status = d.status(code)
	case d.URLElicitation && d.at(revision2026) && d.challenges(e):
		dst = d.appendChallenges(dst, c, call, e)
	default:
		dst = d.appendResult(dst, c, call, e)
	}
	if call.ID != nil {
		dst = append(dst, '}')
	}
	return dst, head
}

// status is the HTTP status of a JSON-RPC error
// (MCP 2026-07-28, Streamable HTTP; earlier JSON-RPC over HTTP).
func (d *MCP) status(code int) int {
	switch code {
	case codeParse, codeRequest:
		return http.StatusBadRequest
	case codeMethod:
		if d.at(revision2026) {
			return http.StatusNotFound
		}
	case codeHeaderMismatch, codeCapability, codeVersion:
		return http.StatusBadRequest
	}
	return http.StatusOK
}

// appendResult appends a tool result with isError (MCP, Tools, Error Handling).
func (d *MCP) appendResult(dst []byte, c *Codec, call *Call, e *errkit.Error) []byte {
	dst = openResult(dst, call.ID, d.at(revision2026))
	dst = c.modelBody(dst, e, withMessage|withRetry|withURLs)
	dst = append(dst, `"}]`...)
	if d.Structured && !call.OutputSchema {
		dst = append(dst, `,"structuredContent":`...)
		dst = appendCanonical(dst, e)
	}
	dst = append(dst, `,"isError":true`...)
	dst = appendMeta(dst, c, e)
	return append(dst, '}')
}

// appendMeta appends the carried canonical JSON in _meta (MCP, General fields).
func appendMeta(dst []byte, c *Codec, e *errkit.Error) []byte {
	if !c.Carry {
		return dst
	}
	dst = append(dst, `,"_meta":{"`+carryMeta+`":`...)
	dst = appendCanonical(dst, e)
	return append(dst, '}')
}

// appendChallenges appends a result that asks for input: an elicitation for
// each challenge, keyed by its id
// (MCP 2026-07-28, multi round-trip requests).
func (d *MCP) appendChallenges(dst []byte, c *Codec, call *Call, e *errkit.Error) []byte {
	dst = openMember(dst, call.ID, memberResult, memberResult+`{"resultType":"input_required","inputRequests":{`)
	ids := idsOf(e.Needs.Challenges)
	asked := 0
	for i := range e.Needs.Challenges {
		ch := &e.Needs.Challenges[i]
		if ch.URL == "" {
			continue
		}
		dst = ids.append(comma(dst, asked), i)
		asked++
		dst = quoted(dst, `:{"method":"elicitation/create","params":{"mode":"url","url":"`, ch.URL)
		dst = append(dst, `,"message":`...)
		dst = c.challengeMessage(dst, ch, e)
		dst = append(dst, `}}`...)
	}
	dst = append(dst, '}')
	dst = appendMeta(dst, c, e)
	return append(dst, '}')
}

// challengeMessage appends what the user reads before visiting: the challenge's
// own message, or the error's.
func (c *Codec) challengeMessage(dst []byte, ch *errkit.Challenge, e *errkit.Error) []byte {
	if ch.Message != "" {
		return c.text(dst, ch.Message)
	}
	return c.message(dst, e)
}

// appendFault appends an error object of JSON-RPC.
func (d *MCP) appendFault(dst []byte, c *Codec, call *Call, e *errkit.Error, code int) []byte {
	dst = openMember(dst, call.ID, memberError, memberError+`{"code":`)
	dst = appendCode(dst, code)
	dst = append(dst, `,"message":"`...)
	dst = c.messageBody(dst, e)
	for i := range e.Fields {
		dst = append(dst, "; "...)
		dst = c.fieldBody(dst, &e.Fields[i])
	}
	dst = append(dst, '"')
	start := len(dst)
	switch supported, requested, ok := versions(e); {
	case code == codeURLElicitation:
		dst = d.appendElicitations(dst, c, e)
	case ok && e.Kind == errkit.UnsupportedVersion:
		dst = appendDetail(append(dst, `,"supported":`...), supported)
		dst = appendDetail(append(dst, `,"requested":`...), requested)
	case e.Kind == errkit.NotFound && call.Method == methodReadResource:
		dst = member(dst, `,"uri":"`, resource(call, e))
	}
	if c.Carry {
		dst = append(dst, `,"`+carryMeta+`":`...)
		dst = appendCanonical(dst, e)
	}
	if len(dst) > start { // the members become the object data: make room for its name
		const name = `,"data":{`
		end := len(dst)
		dst = append(dst, name[:len(name)-1]...) // the first comma makes up for the brace
		copy(dst[start+len(name)-1:], dst[start:end])
		copy(dst[start:], name)
		dst = append(dst, '}')
	}
	return append(dst, '}')
}

// appendElicitations appends what -32042 asks for
// (MCP 2025-11-25, URL Elicitation Required Error).
func (d *MCP) appendElicitations(dst []byte, c *Codec, e *errkit.Error) []byte {
	dst = append(dst, `,"elicitations":[`...)
	ids := idsOf(e.Needs.Challenges)
	asked := 0
	for i := range e.Needs.Challenges {
		ch := &e.Needs.Challenges[i]
		if ch.URL == "" {
			continue
		}
		dst = append(comma(dst, asked), `{"mode":"url","elicitationId":`...)
		asked++
		dst = ids.append(dst, i)
		dst = quoted(dst, `,"url":"`, ch.URL)
		dst = append(dst, `,"message":`...)
		dst = c.challengeMessage(dst, ch, e)
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

func saysVersions(e *errkit.Error) bool {
	_, _, ok := versions(e)
	return ok
}

// versions returns the details that MCP wants of an unsupported version.
func versions(e *errkit.Error) (supported, requested slog.Value, ok bool) {
	found := 0
	for i := range e.Details {
		switch a := &e.Details[i]; a.Key {
		case "supported":
			switch list := a.Value.Any().(type) {
			case []string:
				supported, found = a.Value, found|1
			case json.RawMessage:
				if len(list) > 0 && list[0] == '[' {
					supported, found = a.Value, found|1
				}
			}
		case "requested":
			if a.Value.Kind() == slog.KindString {
				requested, found = a.Value, found|2
			}
		}
	}
	return supported, requested, found == 3
}

// resource returns the URI of the resource that was not found: the call's, or
// the one among the error's details.
func resource(call *Call, e *errkit.Error) string {
	if call.URI != "" {
		return call.URI
	}
	for i := range e.Details {
		if e.Details[i].Key == "uri" && e.Details[i].Value.Kind() == slog.KindString {
			return e.Details[i].Value.String()
		}
	}
	return ""
}
