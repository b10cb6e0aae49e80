package wire

import (
	"net/http"
	"strings"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/strict"
	"github.com/toolerr/toolerr/mapping"
)

// Call describes the call that failed.
type Call struct {
	ID      int64
	Text    string // ID as a string
	Elapsed time.Duration
}

func result[R any](c Call, r R) any        { return &Response[R]{"2.0", c.ID, r} }
func errorResponse[E any](c Call, e E) any { return &ErrorResponse[E]{"2.0", c.ID, e} }
func textBlocks(s string) []strict.ModelText {
	return []strict.ModelText{{Type: "text", Text: s}}
}

// OXP returns the document of e in OXP, in one of three forms (OXP 1.0, Call Tool, Error
// Behavior).
func OXP(e *errkit.Error, c Call, flat bool) any {
	schema := "urn:oxp:1.0"
	if flat {
		schema = ""
	}
	switch mapping.Default().Row(e.Kind).OXP {
	case mapping.OXPValidation:
		d := &OXPValidation{schema, string(e.Message), make(map[string]string, len(e.Fields))}
		for i := range e.Fields {
			d.Parameters[key(e.Fields[i].Path)] = string(e.Fields[i].Message)
		}
		return d
	case mapping.OXPServer:
		return &strict.OXPServerErrorResponse{
			Schema: schema, Message: string(e.Message), DeveloperMessage: e.Dev.Reveal(),
			MissingRequirements: missing(e),
		}
	}
	call := strict.OXPCallResponse{CallID: c.Text, Duration: float64(c.Elapsed.Milliseconds())}
	call.Error = &strict.OXPToolError{
		Message: string(e.Message), DeveloperMessage: e.Dev.Reveal(), MissingRequirements: missing(e),
	}
	if flat {
		return &call
	}
	return &strict.OXPCallToolResponse{Schema: schema, Result: call}
}

func missing(e *errkit.Error) *strict.OXPMissingRequirements {
	if e.Needs == nil {
		return nil
	}
	m := &strict.OXPMissingRequirements{
		Authorization: make([]strict.OXPChallenge, len(e.Needs.Challenges)), UserID: e.Needs.UserID,
	}
	for i, ch := range e.Needs.Challenges {
		m.Authorization[i] = strict.OXPChallenge{ID: ch.ID, URL: ch.URL, CheckURL: ch.CheckURL}
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
	r := MCPResult[strict.Canonical]{
		ResultType: "complete", Content: []strict.MCPContent{{Type: "text", Text: ModelText(e)}}, IsError: true,
	}
	if structured {
		r.Structured = OfCanonical(e)
	}
	return result(c, r)
}

// OfCanonical returns the canonical JSON of e.
func OfCanonical(e *errkit.Error) *strict.Canonical {
	d := &strict.Canonical{
		Kind: strict.Kind(e.Kind.String()), Code: string(e.Code), Message: string(e.Message), Hint: string(e.Hint),
		Needs: needs(e),
	}
	if len(e.Fields) > 0 {
		d.Fields = make([]strict.CanonicalField, len(e.Fields))
		for i, f := range e.Fields {
			d.Fields[i] = strict.CanonicalField{
				Path: f.Path, Message: string(f.Message), Rule: f.Rule, Param: f.Param,
			}
		}
	}
	return d
}

func needs(e *errkit.Error) *strict.CanonicalNeeds {
	if e.Needs == nil {
		return nil
	}
	n := &strict.CanonicalNeeds{
		Authorization: make([]strict.CanonicalChallenge, len(e.Needs.Challenges)), UserID: e.Needs.UserID,
	}
	for i, ch := range e.Needs.Challenges {
		n.Authorization[i] = strict.CanonicalChallenge{
			ID: ch.ID, URL: ch.URL, CheckURL: ch.CheckURL, Message: string(ch.Message),
		}
	}
	return n
}

// Tool returns the document of e in toolError:v1. If indent is not nil, the content has a block
// with the payload that indent returns.
func Tool(e *errkit.Error, c Call, indent func(any) string) any {
	retryable := false
	payload := &ToolError{
		Kind: strict.ToolErrorKind, Code: mapping.Default().ToolError(e.Kind, 0), Message: string(e.Message),
		Retryable: &retryable, Details: &ToolDetails{mapping.Default().ToolErrorStatus(e.Kind, 0)},
	}
	content := []strict.MCPContent{{Type: "text", Text: ModelText(e), MimeType: "text/markdown"}}
	if indent != nil {
		content = append(content,
			strict.MCPContent{Type: "text", Text: indent(payload), MimeType: "application/json"})
	}
	return result(c, MCPResult[ToolError]{"complete", content, payload, true})
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
	return errorResponse(c, strict.AAIError{
		Code: code, Message: row.Message, Data: &strict.AAIErrorData{Type: row.Type, Detail: detail},
	})
}

// AAIByName returns the document of e in AAI with a string code.
func AAIByName(e *errkit.Error) any {
	d := &AAIString{"error", AAIStringError{Code: mapping.Default().AAIString(e.Kind, 0), Message: string(e.Message)}}
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
		Kind: strict.Kind(e.Kind.String()), Code: string(e.Code), Hint: string(e.Hint), Needs: needs(e),
	}
	if len(e.Fields) > 0 {
		d.Errors = make([]strict.ProblemField, len(e.Fields))
		for i, f := range e.Fields {
			d.Errors[i] = strict.ProblemField{
				Pointer: "#" + f.Path, Detail: string(f.Message), Rule: f.Rule, Param: f.Param,
			}
		}
	}
	return d
}

// Anthropic returns the document of e in the Messages API.
func Anthropic(e *errkit.Error, c Call) any {
	return &strict.ModelAnthropicToolResult{
		Type: "tool_result", ToolUseID: c.Text, Content: textBlocks(ModelText(e)), IsError: true,
	}
}

// OpenAI returns the document of e in the Responses API.
func OpenAI(e *errkit.Error, c Call) any {
	return &OpenAIOutput{"function_call_output", c.Text, "Error (" + e.Kind.String() + "): " + ModelText(e)}
}

// ACP returns the document of e in the Agent Client Protocol.
func ACP(e *errkit.Error, c Call, session string) any {
	type params struct {
		SessionID string                   `json:"sessionId"`
		Update    strict.ACPToolCallUpdate `json:"update"`
	}
	return &Notification[params]{"2.0", "session/update", params{session, strict.ACPToolCallUpdate{
		SessionUpdate: "tool_call_update", ToolCallID: c.Text, Status: "failed",
		Content: []strict.ACPContent{{Type: "content", Content: textBlocks(ModelText(e))[0]}},
	}}}
}
