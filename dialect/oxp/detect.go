package oxp

import (
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// Detect rates a document: $schema and result of the wrapped form, and the members that only OXP
// has.
func (d Dialect) Detect(doc dialect.Document, v jsontree.Value) (score int, why string) {
	if v.Kind() != jsontree.Object || !v.Member("jsonrpc").IsNull() {
		return 0, ""
	}
	if d.Flat {
		return detectFlat(doc, v)
	}
	schema, _ := v.Member("$schema").Text()
	switch {
	case isSchema(schema):
		return 95, "$schema"
	case v.Member("result").Member("success").Kind() == jsontree.Bool:
		return 88, "result.success"
	case v.Member("success").Kind() == jsontree.Bool && !v.Member("output").IsNull():
		return 80, "success and output of Open Tool Calling"
	case v.Member("tools").Kind() == jsontree.Array:
		return 70, "a list of tools"
	}
	return 0, ""
}

// isSchema reports whether $schema names OXP or its predecessors.
func isSchema(schema string) bool {
	return strings.HasPrefix(schema, "urn:oxp:") || strings.HasPrefix(schema, "otc://") ||
		strings.Contains(schema, "OpenToolCalling") || strings.Contains(schema, "OpenExecProtocol")
}

func detectFlat(doc dialect.Document, v jsontree.Value) (score int, why string) {
	if doc.Header.Get("OXP-Version") != "" {
		return 95, "the header OXP-Version"
	}
	value, success := v.Member("success").Bool()
	if success && !v.Member("call_id").IsNull() {
		return 88, "success and call_id"
	}
	if name := wire.FirstOf(v, "missing_requirements", "parameter_errors", "developer_message"); name != "" {
		return 85, name
	}
	status, _ := v.Member("status").Text()
	switch {
	case v.Len() == 1 && (status == "pending" || status == "completed" || status == "failed"):
		return 80, "the status of a challenge"
	case v.Member("items").Kind() == jsontree.Array:
		return 70, "a list of tools"
	case success && !value && v.Member("error").Member("message").Kind() != jsontree.String:
		return 40, "success, without the error of OXP"
	case success && !value && v.Len() > 2:
		return 52, "success and an error"
	case success:
		return 60, "success"
	}
	return 0, ""
}

// RoundTrips reports whether the form of k is decoded as k.
func (Dialect) RoundTrips(t *mapping.Table, k errkit.Kind) bool {
	return t.RoundTrips(k, mapping.ColumnOXP)
}
