package model

import (
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

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
