package foreign

import (
	"net/http"
	"slices"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/jsontree"
)

// byStatus is the score of a document that has nothing but the HTTP status of an error, byMembers
// that of one whose members are those of errors, byPage that of a page or a trace.
const (
	byStatus  = 12
	byMembers = 54
	byPage    = 60
)

// Detect rates a document as the error of an HTTP API: by its shape, by the names of its members,
// else by the HTTP status of the response.
func Detect(doc dialect.Document, v jsontree.Value) (score int, why string) {
	if v.Kind() == jsontree.Absent {
		var what string
		if v, _, what = readPage(&doc); what != "" && doc.Status == 0 {
			return byPage, what
		}
	}
	if a := knownAPI(&doc, v, header.IsError(doc.ErrorStatus(v))); a != nil {
		return a.score, "the shape of " + a.name
	}
	if _, ok := recorded(&doc, v); ok {
		return byMembers, "a recorded response"
	}
	if mutationErrors(v).Kind() != jsontree.Absent {
		return byMembers, "the errors of a mutation of GraphQL"
	}
	if _, ok := outcomeOf(v); ok && !isOtherSuccess(doc.Status) {
		return byMembers, "the outcome that its members state"
	}
	if header.IsError(doc.Status) {
		return byStatus, "the HTTP status"
	}
	return 0, ""
}

// Read reads the error of an HTTP API, and reports whether there is one. It is not ok if the
// document has no shape, and is one of the other dialect rather than an error body.
func Read(r *wire.Reader, v jsontree.Value, other dialect.Detector) (found, ok bool) {
	status := r.Document.Status
	isError := header.IsError(status)
	if list := mutationErrors(v); list.Kind() != jsontree.Absent && !isError {
		apiError(r, list, nil)
		return true, true
	}
	a := knownAPI(&r.Document, v, isError)
	score, _ := other.Detect(r.Document, v)
	switch {
	case a != nil:
		if v.Member("errors").Kind() == jsontree.Array && hasData(v.Member("data")) && !isError {
			return false, true // errors of some fields of a response of GraphQL
		}
	case score < byStatus && isError && (v.Kind() == jsontree.Object || v.Kind() == jsontree.Array):
	case score < byMembers && !isOtherSuccess(status):
		if _, ok = outcomeOf(v); !ok {
			return false, false
		}
	default:
		return false, false
	}
	apiError(r, v, a)
	return true, true
}

// isOtherSuccess reports whether an HTTP status is that of a success, other than 200, which some
// APIs send with every error.
func isOtherSuccess(status int) bool { return status != http.StatusOK && header.IsSuccess(status) }

// hasData reports whether the data of a response of GraphQL has anything that is not null (GraphQL
// §7.1.1).
func hasData(v jsontree.Value) bool {
	isEmpty := func(field jsontree.Value) bool { return !hasData(field) }
	return v.Kind() != jsontree.Object && !v.IsNull() || !every(v.FirstMember(), isEmpty)
}

// mutationLists are the members in which the payload of a mutation of GraphQL has the errors of
// its input: Shopify, Saleor.
var mutationLists = [...]string{"userErrors", "errors", "mutationErrors"}

// mutationErrors returns the errors of a mutation of GraphQL, which are data: the only member of
// data has them, each has a message and names a member or a code, and nothing else in it has a
// value.
//
//	{"data": {"bellCreate": {"bell": null, "userErrors": [{"field": ["pitch"], "message": "is too high"}]}}}
func mutationErrors(v jsontree.Value) (list jsontree.Value) {
	data := v.Member("data")
	payload := data.FirstMember()
	if data.Len() != 1 || payload.Kind() != jsontree.Object || !v.Member("errors").IsNull() {
		return jsontree.Value{}
	}
	nulls := 0
	for m := payload.FirstMember(); m.Kind() != jsontree.Absent; m = m.Next() {
		switch {
		case m.Name() == "__typename":
		case m.Kind() == jsontree.Array && isMutationList(m):
			list = m
		case m.IsNull():
			nulls++
		case m.Kind() != jsontree.Array || m.Len() > 0:
			return jsontree.Value{}
		}
	}
	if nulls == 0 {
		return jsontree.Value{}
	}
	return list
}

func isMutationList(list jsontree.Value) bool {
	return slices.Contains(mutationLists[:], list.Name()) && list.Len() > 0 && every(list.FirstElement(), func(m jsontree.Value) bool {
		placed := m.Member("field").Kind() != jsontree.Absent || !m.Member("path").IsNull()
		// In a list of errors it may be a record of a log.
		coded := m.Member("code").Kind() == jsontree.String && list.Name() != "errors"
		return m.Member("message").Kind() == jsontree.String && (placed || coded)
	})
}
