package model

import (
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/jsontree"
)

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
	if failed, _ := r.Bool(v, "is_error"); !failed {
		return false
	}
	return readValue(r, v.Member("result"), "is_error")
}
