package connect

import (
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// Detect rates a document: the name of a code beside details with type and value, the HTTP status
// of the code, or no other members.
func (d Dialect) Detect(doc dialect.Document, v jsontree.Value) (score int, why string) {
	if v.Kind() != jsontree.Object {
		if _, ok := lastMessage(doc.Body); ok && v.Kind() == jsontree.Absent {
			return 80, "the envelope of the last message of a stream"
		}
		return 0, ""
	}
	fault, streamed := v, false
	if v.Member("code").Kind() == jsontree.Absent {
		fault, streamed = v.Member("error"), true
	}
	name, _ := fault.Member("code").Text()
	if name == "" || name[0] < 'a' {
		return 0, ""
	}
	code, known := mapping.LookupRPCCode(name)
	if !known {
		return 0, ""
	}
	detail := fault.Member("details").FirstElement()
	if detail.Member("type").Kind() == jsontree.String && detail.Member("value").Kind() == jsontree.String {
		return 95, "a code of Connect, and details with type and value"
	}
	switch {
	case !rpcdetails.IsBare(fault):
		return 0, ""
	case streamed && v.Member("metadata").Kind() == jsontree.Object:
		return 85, "a code of Connect beside metadata"
	case streamed && v.Len() > 1:
		return 0, ""
	case streamed:
		return 58, "the members of an error of Connect"
	case doc.Status == code.HTTP():
		return 88, "a code of Connect and its HTTP status"
	case header.IsError(doc.Status):
		return 52, "a code of Connect"
	case doc.Status != 0 || fault.Len() == 1: // a unary error has the HTTP status of an error
		return 0, ""
	}
	return 60, "the members of an error of Connect"
}
