package httperr

import (
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// mutationLists are the members in which the payload of a mutation of GraphQL has the errors of its input: Shopify, Saleor.
var mutationLists = [...]string{"userErrors", "errors", "mutationErrors"}

// mutationErrors returns the errors of a mutation of GraphQL, which are data: the only member of data has them, each has a message and
// names a member or a code, and nothing else in it has a value.
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
	named := false
	for _, name := range mutationLists {
		named = named || list.Name() == name
	}
	for m := list.FirstElement(); m.Kind() != jsontree.Absent; m = m.Next() {
		placed := m.Member("field").Kind() != jsontree.Absent || !m.Member("path").IsNull()
		coded := m.Member("code").Kind() == jsontree.String && list.Name() != "errors" // else it may be a record of a log
		if m.Member("message").Kind() != jsontree.String || !placed && !coded {
			return false
		}
	}
	return named && list.Len() > 0
}

// readMutation reads the errors of a mutation.
func readMutation(r *wire.Reader, list jsontree.Value) {
	first := list.FirstElement()
	r.Kind(errkit.ExecutionFailed, "the errors of a mutation of GraphQL")
	fields := list.Len()
	for m := first; m.Kind() != jsontree.Absent; m = m.Next() {
		if m.Member("field").IsNull() && m.Member("path").IsNull() {
			fields--
		}
	}
	if fields > 0 {
		r.Kind(errkit.InvalidInput, "a member of the input in the errors of a mutation of GraphQL")
	}
	if code, ok := first.Member("code").Text(); ok {
		r.ByAPICode(code, "the code of a mutation of GraphQL")
	}
	message, _ := first.Member("message").Text()
	r.Message(message)
	if fields == list.Len() {
		r.InvalidMembers(list)
	}
}
