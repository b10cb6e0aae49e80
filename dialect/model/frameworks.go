package model

import (
	"strings"

	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// isAISDK returns the type of a part of a message, of a part of a stream, or of a part of the
// user interface.
func isAISDK(v jsontree.Value) string {
	if v.Member("toolCallId").Kind() != jsontree.String {
		return ""
	}
	switch kind, _ := v.Member("type").Text(); kind {
	case "tool-result", "tool-error", "tool-output-error", "tool-input-error", "tool-output-denied":
		return "the type " + kind
	default:
		if state := v.Member("state"); strings.HasPrefix(kind, "tool-") || kind == "dynamic-tool" {
			if state.Is("output-error") || state.Is("output-denied") {
				return "the state of a call"
			}
		}
	}
	return ""
}

func readAISDK(r *wire.Reader, v jsontree.Value) bool {
	r.Used(v.Member("type"), v.Member("toolCallId"), v.Member("toolName"), v.Member("state"), v.Member("dynamic"),
		v.Member("providerExecuted"))
	kind, _ := v.Member("type").Text()
	output := v.Member("output")
	form, _ := output.Member("type").Text()
	switch {
	case form == "execution-denied":
		r.Kind(errkit.PermissionDenied, form)
		r.Message(r.String(output, "reason"))
		return true
	case kind == "tool-output-denied" || v.Member("state").Is("output-denied"):
		r.Kind(errkit.PermissionDenied, "a user denied the call")
		r.Message(r.String(v.Member("approval"), "reason"))
		return true
	case form == "error-text":
		return readFailure(r, contentOf(r, output.Member("value")), form)
	case form == "error-json":
		return readValue(r, output.Member("value"), form)
	case kind == "tool-input-error":
		readFailure(r, contentOf(r, v.Member("errorText")), kind)
		r.Kind(errkit.InvalidInput, kind)
		return true
	case isText(v.Member("errorText")), kind == "tool-output-error", v.Member("state").Is("output-error"):
		return readFailure(r, contentOf(r, v.Member("errorText")), "errorText")
	case kind == "tool-error":
		return readValue(r, v.Member("error"), kind)
	}
	if failed, _ := r.Bool(v, "isError"); failed { // version 4
		return readValue(r, v.Member("result"), "isError")
	}
	return false
}

// readValue reads a failure that is any JSON: an object of an API, a list of texts, or a text.
func readValue(r *wire.Reader, v jsontree.Value, flag string) bool {
	if v.Kind() != jsontree.Object {
		return readFailure(r, contentOf(r, v), flag)
	}
	if !readErrorMember(r, v) {
		foreign.APIError(r, v)
	}
	return true
}

// isLangChain returns the type of a message, which may be serialized with its class or in data.
func isLangChain(v jsontree.Value) string {
	m := toolMessage(v)
	if m.Member("tool_call_id").Kind() != jsontree.String {
		return ""
	}
	if v.Member("type").Is("tool") || m != v && v.Member("type").Is("constructor") || m.Member("type").Is("tool") {
		return "the type tool"
	}
	return ""
}

// toolMessage returns the members of a message: those of v, of its kwargs or of its data.
func toolMessage(v jsontree.Value) jsontree.Value { return wire.Inner(v, "kwargs", "data") }

func readLangChain(r *wire.Reader, v jsontree.Value) bool {
	m := toolMessage(v)
	r.Used(v.Member("type"), v.Member("lc"), v.Member("id"), m.Member("type"), m.Member("id"),
		m.Member("tool_call_id"), m.Member("name"))
	if !m.Member("status").Is("error") {
		return false
	}
	c := contentOf(r, m.Member("content"))
	if artifact := m.Member("artifact"); new(errkit.Error).ReadJSON(artifact) == nil {
		c.carried = artifact
	}
	return readFailure(r, c, "the status error")
}
