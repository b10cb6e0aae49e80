package wire

import (
	"net/http"
	"strings"
	"time"

	"github.com/mailru/easyjson"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// Call is what is known of the call that failed.
type Call struct {
	ID      int64
	Text    string // the id as text
	Elapsed time.Duration
}

const oxpSchema = "urn:oxp:1.0"

// OXP fills the document of OXP that says e: the three forms of Call Tool,
// Error Behavior.
func OXP(e *errkit.Error, c Call, flat bool) easyjson.Marshaler {
	schema := oxpSchema
	if flat {
		schema = ""
	}
	switch mapping.Default().Row(e.Kind).OXP {
	case mapping.Validation:
		d := &OXPValidation{Schema: schema, Message: string(e.Message), Parameters: make(map[string]string, len(e.Fields))}
		for i := range e.Fields {
			d.Parameters[key(e.Fields[i].Path)] = string(e.Fields[i].Message)
		}
		return d
	case mapping.Server:
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

// key is a pointer of one token without its slash, any other as it is.
func key(pointer string) string {
	if strings.LastIndexByte(pointer, '/') == 0 && len(pointer) > 1 {
		return pointer[1:]
	}
	return pointer
}

// ModelText is what a model reads: message, fields, URLs, a line each.
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

// MCP fills a failed result of MCP.
func MCP(e *errkit.Error, c Call, structured bool) easyjson.Marshaler {
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

// OfCanonical fills the canonical JSON of an error.
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

// Tool fills a failed result with toolError:v1; where indent is given, with a
// block of the payload as indent renders it.
func Tool(e *errkit.Error, c Call, indent func(easyjson.Marshaler) string) easyjson.Marshaler {
	retryable := false
	payload := &ToolError{
		Kind: "toolError:v1", Code: mapping.Default().ToolError(e.Kind, 0), Message: string(e.Message), Retryable: &retryable,
		Details: &ToolDetails{StatusCode: mapping.Default().ToolErrorStatus(e.Kind, 0)},
	}
	r := &ToolResponse{JSONRPC: "2.0", ID: c.ID, Result: ToolResult{
		ResultType: "complete", Structured: payload, IsError: true,
	}}
	people := MCPContent{Type: "text", Text: ModelText(e), MIMEType: "text/markdown"}
	if indent == nil {
		r.Result.Content = []MCPContent{people}
	} else {
		r.Result.Content = []MCPContent{people, {Type: "text", Text: indent(payload), MIMEType: "application/json"}}
	}
	return r
}

// AAI fills an error of AAI with a number for a code.
func AAI(e *errkit.Error, c Call) easyjson.Marshaler {
	code := int64(mapping.Default().Row(e.Kind).AAI)
	row, _ := mapping.AAIByCode(code)
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

// AAIByName fills an error of AAI with a name for a code.
func AAIByName(e *errkit.Error) easyjson.Marshaler {
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

// OfProblem fills a problem details object.
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
