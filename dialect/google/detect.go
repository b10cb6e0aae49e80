package google

import (
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// Detect rates a document: the name of a google.rpc.Code beside a number, messages with @type,
// and the older list of errors.
func (Dialect) Detect(_ dialect.Document, v jsontree.Value) (score int, why string) {
	if v.Kind() == jsontree.Array && v.Len() == 1 {
		v = v.FirstElement()
	}
	if v.Kind() != jsontree.Object || !v.Member("jsonrpc").IsNull() {
		return 0, ""
	}
	fault := v.Member("error")
	if fault.Kind() == jsontree.Absent && isStatus(v) {
		switch {
		case rpcdetails.IsDetails(v.Member("details")):
			return 90, "the members of google.rpc.Status, and details with @type"
		case v.Len() > 1 && v.Member("message").Kind() == jsontree.String:
			return 46, "the members of google.rpc.Status"
		}
		return 0, ""
	}
	code := fault.Member("code").Kind() == jsontree.Number
	if !code {
		return 0, ""
	}
	status, _ := fault.Member("status").Text()
	_, known := mapping.LookupRPCCode(status)
	known = known && status != "" && status[0] <= 'Z'
	switch {
	case rpcdetails.IsDetails(fault.Member("details")):
		return 96, "code, and details with @type"
	case known:
		return 94, "code, and the name of a google.rpc.Code"
	}
	first := fault.Member("errors").FirstElement()
	if first.Member("domain").Kind() == jsontree.String && first.Member("reason").Kind() == jsontree.String {
		return 85, "code, and errors with domain and reason"
	}
	return 0, ""
}
