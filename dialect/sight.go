package dialect

import (
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/internal/jsonr"
	"github.com/toolerr/toolerr/mapping"
)

// sight is how well a document looks like a dialect: 0 not at all, 100 beyond
// doubt.
type sight struct {
	score int
	why   string
}

// better keeps the better one of two.
func (s *sight) better(score int, why string) {
	if score > s.score {
		s.score, s.why = score, why
	}
}

const (
	accepts = 50 // of a dialect of somebody else's, which can only say whether it reads a document
	decodes = 1  // of a document that looks like nothing, and is read all the same
)

// itDecodes is what there is to see of a document that looks like nothing.
const itDecodes = "it decodes"

func see(d Dialect, doc Document, root jsonr.Value) sight {
	s := sight{decodes, itDecodes}
	switch d := d.(type) {
	case MCP:
		s.mcp(doc, root)
	case AAI:
		if d.Strings {
			s.aaiString(root)
		} else {
			s.aai(root)
		}
	case ToolError:
		s.toolError(root)
	case OXP:
		s.oxp(doc, root, d.Flat)
	case Problem:
		s.problem(doc, root)
	default:
		s = sight{accepts, itDecodes}
	}
	return s
}

func (s *sight) mcp(doc Document, v jsonr.Value) {
	if doc.Header.Get("Mcp-Protocol-Version") != "" || doc.Header.Get("Mcp-Method") != "" {
		s.better(97, "a header of MCP")
	}
	if method, _ := v.Member("method").Text(); method == "notifications/cancelled" {
		s.better(90, "notifications/cancelled")
	}
	result := v
	if rpc := v.Member("jsonrpc"); !null(rpc) {
		s.better(50, "JSON-RPC")
		if result = v.Member("result"); null(result) {
			s.mcpFault(v.Member("error"), 0)
			return
		}
	}
	switch {
	case !null(result.Member("resultType")):
		s.better(90, "resultType")
	case result.Member("content").Kind() == jsonr.Array, result.Member("isError").Kind() == jsonr.Bool:
		s.better(85, "a tool result")
	case !null(result.Member("taskId")), !null(result.Member("task")):
		s.better(80, "a task")
	case v.Member("code").Kind() == jsonr.Number && v.Member("message").Kind() == jsonr.String:
		s.better(45, "an error object of JSON-RPC")
		s.mcpFault(v, 5)
	}
}

// mcpFault looks at an error object; less is taken off without an envelope.
func (s *sight) mcpFault(v jsonr.Value, less int) {
	data := v.Member("data")
	for _, name := range [...]string{"elicitations", "supported", "requiredCapabilities", "uri", carryMeta} {
		if !null(data.Member(name)) {
			s.better(85-less, "data."+name)
		}
	}
	code, ok := v.Member("code").Int()
	if !ok {
		return
	}
	if _, known := mapping.Default().FromMCP(code); !known {
		return
	}
	s.better(60-less, "code "+strconv.FormatInt(code, 10))
	if code <= codeHeaderMismatch && code > codeRequest {
		s.better(80-less, "code "+strconv.FormatInt(code, 10)+" of MCP")
	}
}

func (s *sight) aai(v jsonr.Value) {
	fault, less := v.Member("error"), 0
	if null(v.Member("jsonrpc")) {
		fault, less = v, 5
	}
	code, ok := fault.Member("code").Int()
	if !ok {
		return
	}
	row, known := mapping.AAIByCode(code)
	s.better(40, "an error object of JSON-RPC")
	if kind, _ := fault.Member("data").Member("type").Text(); kind != "" {
		s.better(70-less, "data.type")
		if known || aaiType(kind) {
			s.better(90-less, "data.type and the code of AAI")
		}
	}
	for _, name := range [...]string{"obtain_url", "validationErrors", "missingVars", "consentUrl", "consent_url"} {
		if !null(fault.Member("data").Member(name)) {
			s.better(80-less, "data."+name+" of AAI gateways")
		}
	}
	// A number alone never identifies AAI: others use the same range.
	if message, _ := fault.Member("message").Text(); known && code >= -32014 && message == row.Message {
		s.better(70-less, "the default message of an AAI code")
	}
}

func aaiType(name string) bool {
	for i := range aaiCodes {
		if aaiCodes[i].Type == name {
			return true
		}
	}
	return false
}

func (s *sight) aaiString(v jsonr.Value) {
	fault := v.Member("error")
	status, _ := v.Member("status").Text()
	if !null(v.Member("jsonrpc")) {
		return
	}
	code, named := fault.Member("code").Text()
	switch {
	case named && status == "error":
		s.better(90, `status "error" and a string code`)
	case named && code == strings.ToUpper(code):
		s.better(75, "a string code")
	case status == "error" && !null(fault):
		s.better(60, `status "error"`)
	case fault.Kind() == jsonr.String:
		s.better(30, "error is a string")
	}
}

func (s *sight) toolError(v jsonr.Value) {
	result := v
	if !null(v.Member("jsonrpc")) {
		if result = v.Member("result"); null(result) {
			s.better(35, "an error of JSON-RPC")
			return
		}
	}
	if payload := payloadOf(result); payload.Kind() == jsonr.Object {
		kind, _ := payload.Member("kind").Text()
		s.better(95, kind)
	} else if isResult(result) {
		s.better(40, "a tool result")
	}
}

func (s *sight) oxp(doc Document, v jsonr.Value, flat bool) {
	if v.Kind() != jsonr.Object || !null(v.Member("jsonrpc")) {
		return
	}
	schema, _ := v.Member("$schema").Text()
	wrapped := strings.HasPrefix(schema, "urn:oxp:") || strings.HasPrefix(schema, "otc://") || strings.Contains(schema, "OpenToolCalling") || strings.Contains(schema, "OpenExecProtocol")
	switch {
	case wrapped && !flat:
		s.better(95, "$schema")
	case doc.Header.Get("OXP-Version") != "" && flat:
		s.better(95, "the header OXP-Version")
	}
	result := v.Member("result")
	success := v.Member("success").Kind() == jsonr.Bool
	switch {
	case result.Member("success").Kind() == jsonr.Bool && !flat:
		s.better(88, "result.success")
	case success && !null(v.Member("output")) && !flat:
		s.better(80, "success and output of Open Tool Calling")
	case success && !null(v.Member("call_id")) && flat:
		s.better(88, "success and call_id")
	case success && flat:
		s.better(60, "success")
	}
	for _, name := range [...]string{"missing_requirements", "parameter_errors", "developer_message"} {
		if !null(v.Member(name)) && flat {
			s.better(85, name)
		}
	}
	if v.Member("items").Kind() == jsonr.Array && flat || v.Member("tools").Kind() == jsonr.Array && !flat {
		s.better(70, "a list of tools")
	}
	if !flat {
		return
	}
	if status, _ := v.Member("status").Text(); v.Len() == 1 && (status == "pending" || status == "completed" || status == "failed") {
		s.better(80, "the status of a challenge")
	}
	switch {
	case v.Member("message").Kind() == jsonr.String:
		s.better(30, "message")
		if doc.Status == 400 || doc.Status == 422 {
			s.better(55, "message, with the status of an error of OXP")
		}
	case !null(v.Member("detail")), v.Member("error").Kind() == jsonr.String:
		s.better(25, "detail or error")
	}
}

func (s *sight) problem(doc Document, v jsonr.Value) {
	if doc.Header.Get("Content-Type") != "" && ofProblems(doc.Header) {
		s.better(98, "Content-Type "+problemType)
	}
	if !null(v.Member("jsonrpc")) {
		return
	}
	count := 0
	for _, name := range [...]string{"type", "title", "status", "detail", "instance"} {
		if kind := v.Member(name).Kind(); kind == jsonr.String || name == "status" && kind == jsonr.Number {
			count++
		}
	}
	kind, _ := v.Member("kind").Text()
	switch {
	case count >= 3:
		s.better(90, "type, title, status")
	case count == 2:
		s.better(80, "two members of RFC 9457")
	case count == 1 && v.Member("detail").Kind() != jsonr.String:
		s.better(20, "a member of RFC 9457")
	case count == 1:
		s.better(22, "detail")
	}
	if _, known := kindsByName[kind]; known && count > 0 {
		s.better(92, "kind")
	}
}
