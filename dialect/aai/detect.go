package aai

import (
	"net/http"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// Detect rates a document: data.type, data of gateways and default messages. A number is not a
// sign of AAI, because others use the same range.
func (Dialect) Detect(_ dialect.Document, v jsontree.Value) (score int, why string) {
	fault, less := v.Member("error"), 0
	if v.Member("jsonrpc").IsNull() {
		if less = 5; fault.Kind() != jsontree.Object {
			fault = v
		}
	}
	code, ok := fault.Member("code").Int()
	if !ok {
		return 0, ""
	}
	row, known := mapping.LookupAAICode(code)
	data := fault.Member("data")
	kind, _ := data.Member("type").Text()
	if kind != "" && (known || isType(kind)) {
		return 90 - less, "data.type and the code of AAI"
	}
	if name := wire.FirstOf(data, "obtain_url", "validationErrors", "missingVars", "consentUrl",
		"consent_url"); name != "" {
		return 80 - less, "data." + name + " of AAI gateways"
	}
	if kind != "" {
		return 70 - less, "data.type"
	}
	if message, _ := fault.Member("message").Text(); known && code >= -32014 && message == row.Message {
		return 70 - less, "the default message of an AAI code"
	}
	if less > 0 && !known { // the error of any API has a number
		return 0, ""
	}
	return 50 - 2*less, "an error object of JSON-RPC"
}

// RoundTrips reports whether the code of k is decoded as k.
func (Dialect) RoundTrips(t *mapping.Table, k errkit.Kind) bool {
	return t.RoundTrips(k, mapping.ColumnAAI)
}

var codes = mapping.AAICodes()

// isType reports whether AAI defines a value of data.type.
func isType(name string) bool {
	return slices.ContainsFunc(codes, func(c mapping.AAICode) bool { return c.Type == name })
}

// Detect rates a document: status "error" and a string code.
func (Strings) Detect(doc dialect.Document, v jsontree.Value) (score int, why string) {
	if !v.Member("jsonrpc").IsNull() {
		return 0, ""
	}
	fault := v.Member("error")
	status, _ := v.Member("status").Text()
	code, hasCode := fault.Member("code").Text()
	hasCode = hasCode && strings.ToLower(code) != strings.ToUpper(code) // a number is a code of others
	switch {
	case hasCode && status == "error":
		return 90, `status "error" and a string code`
	// a resource or a job with its last error
	case hasCode && (!v.Member("id").IsNull() || header.IsSuccess(doc.Status) && doc.Status != http.StatusOK):
		return 45, "a string code, in a document with more"
	case hasCode && code == strings.ToUpper(code):
		return 75, "a string code"
	case status == "error" && !fault.IsNull():
		return 60, `status "error"`
	}
	return 0, ""
}

// RoundTrips reports whether the code of k is decoded as k.
func (Strings) RoundTrips(t *mapping.Table, k errkit.Kind) bool {
	return t.RoundTrips(k, mapping.ColumnAAIString)
}
