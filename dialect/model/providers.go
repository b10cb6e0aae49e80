package model

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rows"
	"github.com/toolerr/toolerr/jsontree"
)

// isAnthropic returns the type of a result: of a tool, of the MCP connector, or of a tool that
// the API runs.
func isAnthropic(v jsontree.Value) string {
	kind, _ := v.Member("type").Text()
	switch {
	case strings.HasSuffix(kind, "tool_result") && v.Member("tool_use_id").Kind() == jsontree.String,
		strings.HasSuffix(kind, "_tool_result_error") && v.Member("error_code").Kind() == jsontree.String:
		return "the type " + wire.Clip(kind)
	}
	return ""
}

func readAnthropic(r *wire.Reader, v jsontree.Value) bool {
	r.Used(v.Member("type"), v.Member("tool_use_id"), v.Member("cache_control"), v.Member("caller"))
	content := v.Member("content")
	for _, fault := range [...]jsontree.Value{v, content} {
		if code, ok := fault.Member("error_code").Text(); ok {
			r.Used(fault.Member("type"))
			readServerTool(r, fault, code)
			return true
		}
	}
	failed, _ := r.Bool(v, "is_error")
	return failed && readFailure(r, contentOf(r, content), "is_error")
}

//go:embed codes.txt
var codesText string

// A serverToolCode is a code of the tools that the API runs.
type serverToolCode struct {
	Code  string
	Kind  errkit.Kind
	Retry errkit.Retry // unspecified: that of the kind
}

var serverToolCodes = rows.Table[serverToolCode](codesText, "server tools", nil)

func readServerTool(r *wire.Reader, v jsontree.Value, code string) {
	r.Peer.Code = code
	r.Error.Code = errkit.Code(code)
	r.Message(r.String(v, "error_message"))
	i := slices.IndexFunc(serverToolCodes, func(c serverToolCode) bool { return c.Code == code })
	if i < 0 {
		foreign.UndefinedCode(r, code)
		return
	}
	r.Kind(serverToolCodes[i].Kind, "error_code "+code)
	r.Peer.Retry = serverToolCodes[i].Retry
}

// isBedrock returns the name of a toolResult, or the sign of an exception in a stream.
func isBedrock(v jsontree.Value) string {
	if v.Member("toolResult").Member("toolUseId").Kind() == jsontree.String {
		return "toolResult"
	}
	only := v.FirstMember()
	if isException(v) && only.Member("message").Kind() == jsontree.String && only.Member("exception").IsNull() { // Hadoop
		return "the name of an exception"
	}
	return ""
}

func readBedrock(r *wire.Reader, v jsontree.Value) bool {
	if isException(v) {
		readException(r, v.FirstMember())
		return true
	}
	v = v.Member("toolResult")
	r.Used(v.Member("toolUseId"))
	if !v.Member("status").Is("error") { // without a status it is a success
		return false
	}
	return readFailure(r, contentOf(r, v.Member("content")), "the status error")
}

// isException reports whether v has an exception as its only member, as a stream has it.
func isException(v jsontree.Value) bool {
	return v.Len() == 1 && strings.HasSuffix(v.FirstMember().Name(), "Exception")
}

func readException(r *wire.Reader, v jsontree.Value) {
	foreign.APIError(r, v)
	if name := v.Name(); !foreign.ByAPICode(r, name, "the exception") {
		foreign.UndefinedCode(r, name)
	}
}

// isGemini returns the name of a functionResponse.
func isGemini(v jsontree.Value) string {
	if functionResponse(v).Member("response").Kind() == jsontree.Object {
		return "functionResponse"
	}
	return ""
}

// functionResponse returns the functionResponse of a part, of which Python programs write the
// name in their own way.
func functionResponse(v jsontree.Value) jsontree.Value {
	if inner := v.Member("functionResponse"); inner.Kind() == jsontree.Object {
		return inner
	}
	return v.Member("function_response")
}

// readGemini reads a response, which is a failure if it has the member error: a text, or an
// object (FunctionResponse.response).
func readGemini(r *wire.Reader, v jsontree.Value) bool {
	v = functionResponse(v)
	r.Used(v.Member("id"), v.Member("name"))
	return readErrorMember(r, v.Member("response"))
}

// readErrorMember reads an object that is a failure if it has the member error. The canonical
// JSON is beside it. An empty text beside an output is that of a success.
func readErrorMember(r *wire.Reader, v jsontree.Value) bool {
	fault, carried := v.Member("error"), v.Member(dialect.CarryMember)
	switch {
	case isText(fault), fault.Is("") && (v.Len() == 1 || carried.Kind() != jsontree.Absent):
		c := contentOf(r, fault)
		c.carried = carried
		return readFailure(r, c, "error")
	case fault.Kind() == jsontree.Object:
		foreign.APIError(r, v)
		return true
	}
	return false
}

// isText reports whether v is a text that is not empty. Many programs write an empty error for a
// call that succeeded.
func isText(v jsontree.Value) bool { return v.Kind() == jsontree.String && !v.Is("") }

func readInteractions(r *wire.Reader, v jsontree.Value) bool {
	r.Used(v.Member("type"), v.Member("call_id"), v.Member("name"))
	failed, _ := r.Bool(v, "is_error")
	return failed && readValue(r, v.Member("result"), "is_error")
}

// isOpenAIResponses returns the type of the output of a function, of a call of MCP that the API
// made, or of the event that ends a stream with an error.
func isOpenAIResponses(v jsontree.Value) string {
	switch kind, _ := v.Member("type").Text(); kind {
	case "function_call_output", "custom_tool_call_output":
		if v.Member("call_id").Kind() == jsontree.String {
			return "the type " + kind
		}
	case "mcp_call", "mcp_list_tools":
		if v.Member("server_label").Kind() == jsontree.String || !v.Member("error").IsNull() {
			return "the type " + kind
		}
	case "response.failed":
		if isAPIError(v.Member("response")) {
			return "the type " + kind
		}
	case "error":
		if v.Member("message").Kind() == jsontree.String && v.Member("param").Kind() != jsontree.Absent {
			return "the type error, and param"
		}
	}
	return ""
}

func readOpenAIResponses(r *wire.Reader, v jsontree.Value) bool {
	r.Used(v.Member("type"), v.Member("id"), v.Member("call_id"))
	if v.Member("call_id").Kind() == jsontree.String {
		return readLabeled(r, v.Member("output"))
	}
	switch {
	case v.Member("type").Is("error"):
		readAPIError(r, v)
		return true
	case v.Member("response").Kind() == jsontree.Object:
		readAPIError(r, v.Member("response"))
		return true
	}
	return readMCPCall(r, v)
}

// readMCPCall reads the error of a call of MCP that the API made: an object, which may be in a
// string, or a text.
func readMCPCall(r *wire.Reader, v jsontree.Value) bool {
	fault := v.Member("error")
	failed := v.Member("status").Is("failed")
	if text, _ := fault.Text(); text != "" {
		inner, isJSON := fault.Embedded()
		if !isJSON || inner.Kind() != jsontree.Object {
			return readFailure(r, result{text: text}, "error")
		}
		fault = inner
	}
	if fault.Kind() != jsontree.Object {
		if failed {
			r.Kind(errkit.ExecutionFailed, "the status failed")
		}
		return failed
	}
	kind := r.String(fault, "type")
	r.Peer.Type = kind
	code, hasCode := r.Integer(fault, "code")
	switch {
	case kind == "mcp_tool_execution_error":
		return readFailure(r, contentOf(r, fault.Member("content")), kind)
	case kind == "http_error" && hasCode:
		if k, ok := r.Codec.Table.FromHTTP(int(min(code, 1000))); ok {
			r.ByCode(k, kind, code)
		} else {
			r.Kind(errkit.ExecutionFailed, kind)
		}
	case hasCode: // mcp_protocol_error
		k, known := r.Codec.Table.FromMCP(code)
		r.ByCode(k, kind, code)
		if !known {
			r.Refine(wire.UnknownCode)
		}
	default:
		r.Kind(errkit.ExecutionFailed, "error")
		r.Refine(wire.FailedCall)
	}
	r.Message(r.String(fault, "message"))
	return true
}

func readOpenAIChat(r *wire.Reader, v jsontree.Value) bool {
	r.Used(v.Member("role"), v.Member("tool_call_id"), v.Member("name"))
	return readLabeled(r, v.Member("content"))
}
