package model

import (
	"strings"

	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/jsontree"
)

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
