package wire

import (
	"net/http"
	"strings"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// Call describes the call that failed.
type Call struct {
	ID      int64
	Text    string // ID as a string
	Elapsed time.Duration
}

const oxpSchema = "urn:oxp:1.0"

// OXP returns the document of e in OXP, in one of three forms (OXP 1.0, Call Tool, Error Behavior).
func OXP(e *errkit.Error, c Call, flat bool) any {
	schema := oxpSchema
	if flat {
		schema = ""
	}
	switch mapping.Default().Row(e.Kind).OXP {
	case mapping.OXPValidation:
		d := &OXPValidation{Schema: schema, Message: string(e.Message), Parameters: make(map[string]string, len(e.Fields))}
		for i := range e.Fields {
			d.Parameters[key(e.Fields[i].Path)] = string(e.Fields[i].Message)
		}
		return d
	case mapping.OXPServer:
		return &OXPServer{Schema: schema, Message: string(e.Message), Developer: e.Dev.Reveal(), Missing: missing(e)}
	}
	call := OXPCall{CallID: c.Text, Duration: c.Elapsed.Milliseconds(), Error: &OXPError{
		Message: string(e.Message), Developer: e.Dev.Reveal(), Missing: missing(e),
	}}
	if flat {
		return &call
	}
	return &OXPTool{Schema: schema, Result: call}
}

func missing(e *errkit.Error) *OXPMissing {
	if e.Needs == nil {
		return nil
	}
	m := &OXPMissing{Authorization: make([]OXPChallenge, len(e.Needs.Challenges)), UserID: e.Needs.UserID}
	for i, ch := range e.Needs.Challenges {
		m.Authorization[i] = OXPChallenge{ID: ch.ID, URL: ch.URL, CheckURL: ch.CheckURL}
	}
	return m
}

// key returns a pointer with one token without its slash, and any other pointer unchanged.
func key(pointer string) string {
	if strings.LastIndexByte(pointer, '/') == 0 && len(pointer) > 1 {
		return pointer[1:]
	}
	return pointer
}

// ModelText returns the text for a model: a line each for the message, fields and URLs.
func ModelText(e *errkit.Error) string {
	if len(e.Fields) == 0 && e.Needs == nil {
		return string(e.Message)
	}
	var b strings.Builder
	b.WriteString(string(e.Message))
	for i := range e.Fields {
		b.WriteByte('\n')
		b.WriteString(key(e.Fields[i].Path))
		b.WriteString(": ")
		b.WriteString(string(e.Fields[i].Message))
	}
	if e.Needs != nil {
		for _, ch := range e.Needs.Challenges {
			b.WriteString("\nVisit ")
			b.WriteString(ch.URL)
		}
	}
	return b.String()
}

// MCP returns the document of e in MCP.
func MCP(e *errkit.Error, c Call, structured bool) any {
	r := &MCPResponse{JSONRPC: "2.0", ID: c.ID, Result: MCPResult{
		ResultType: "complete",
		Content:    []MCPContent{{Type: "text", Text: ModelText(e)}},
		IsError:    true,
	}}
	if structured {
		r.Result.Structured = OfCanonical(e)
	}
	return r
}

// OfCanonical returns the canonical JSON of e.
func OfCanonical(e *errkit.Error) *Canonical {
	d := &Canonical{Kind: e.Kind.String(), Code: string(e.Code), Message: string(e.Message), Hint: string(e.Hint), Needs: needs(e)}
	if len(e.Fields) > 0 {
		d.Fields = make([]CanonicalField, len(e.Fields))
		for i, f := range e.Fields {
			d.Fields[i] = CanonicalField{Path: f.Path, Message: string(f.Message), Rule: f.Rule, Param: f.Param}
		}
	}
	return d
}

func needs(e *errkit.Error) *Needs {
	if e.Needs == nil {
		return nil
	}
	n := &Needs{Authorization: make([]Challenge, len(e.Needs.Challenges)), UserID: e.Needs.UserID}
	for i, ch := range e.Needs.Challenges {
		n.Authorization[i] = Challenge{ID: ch.ID, URL: ch.URL, CheckURL: ch.CheckURL, Message: string(ch.Message)}
	}
	return n
}

// Tool returns the document of e in toolError:v1. If indent is not nil, the content has a block with the payload that
// indent returns.
func Tool(e *errkit.Error, c Call, indent func(any) string) any {
	retryable := false
	payload := &ToolError{
		Kind: "toolError:v1", Code: mapping.Default().ToolError(e.Kind, 0), Message: string(e.Message), Retryable: &retryable,
		Details: &ToolDetails{StatusCode: mapping.Default().ToolErrorStatus(e.Kind, 0)},
	}
	r := &ToolResponse{JSONRPC: "2.0", ID: c.ID, Result: ToolResult{
		ResultType: "complete", Structured: payload, IsError: true,
	}}
	text := MCPContent{Type: "text", Text: ModelText(e), MIMEType: "text/markdown"}
	if indent == nil {
		r.Result.Content = []MCPContent{text}
	} else {
		r.Result.Content = []MCPContent{text, {Type: "text", Text: indent(payload), MIMEType: "application/json"}}
	}
	return r
}

// AAI returns the document of e in AAI with a numeric code.
func AAI(e *errkit.Error, c Call) any {
	code := int64(mapping.Default().Row(e.Kind).AAI)
	row, _ := mapping.LookupAAICode(code)
	detail := string(e.Message)
	if len(e.Fields) > 0 {
		var b strings.Builder
		b.WriteString(detail)
		for i := range e.Fields {
			b.WriteString("; ")
			b.WriteString(key(e.Fields[i].Path))
			b.WriteString(": ")
			b.WriteString(string(e.Fields[i].Message))
		}
		detail = b.String()
	}
	return &AAIResponse{JSONRPC: "2.0", ID: c.ID, Error: AAIError{
		Code: code, Message: row.Message, Data: &AAIData{Type: row.Type, Detail: detail},
	}}
}

// AAIByName returns the document of e in AAI with a string code.
func AAIByName(e *errkit.Error) any {
	d := &AAIString{Status: "error", Error: AAIStringError{
		Code: mapping.Default().AAIString(e.Kind, 0), Message: string(e.Message),
	}}
	if len(e.Fields) == 0 && e.Needs == nil {
		return d
	}
	d.Error.Data = &AAIStringData{}
	if len(e.Fields) > 0 {
		d.Error.Data.Errors = make([]AAIField, len(e.Fields))
		for i, f := range e.Fields {
			d.Error.Data.Errors[i] = AAIField{Path: key(f.Path), Message: string(f.Message)}
		}
	}
	if e.Needs != nil && len(e.Needs.Challenges) > 0 {
		d.Error.Data.ObtainURL = e.Needs.Challenges[0].URL
	}
	return d
}

// OfProblem returns e as a problem details object.
func OfProblem(e *errkit.Error) *Problem {
	status := mapping.Default().Row(e.Kind).HTTP
	d := &Problem{
		Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: string(e.Message),
		Kind: e.Kind.String(), Code: string(e.Code), Hint: string(e.Hint), Needs: needs(e),
	}
	if len(e.Fields) > 0 {
		d.Errors = make([]ProblemField, len(e.Fields))
		for i, f := range e.Fields {
			d.Errors[i] = ProblemField{Pointer: "#" + f.Path, Detail: string(f.Message), Rule: f.Rule, Param: f.Param}
		}
	}
	return d
}
