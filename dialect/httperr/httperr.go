package httperr

import (
	"net/http"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httphead"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// Dialect is the error body of an HTTP API.
type Dialect struct{}

const name = "http"

// byStatus is the score of a document that has nothing but the HTTP status of an error, byMembers that of one whose members are
// those of errors.
const (
	byStatus  = 12
	byMembers = 54
)

// Name returns "http".
func (Dialect) Name() string { return name }

// Append appends a problem details object: what an HTTP API should respond with.
func (Dialect) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	return problem.Dialect{}.Append(dst, c, call, e)
}

// Decode decodes a document of one of the shapes, or a problem details object.
func (Dialect) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return wire.Decode(c, doc, name, read)
}

func read(r *wire.Reader, v jsontree.Value) (bool, error) {
	if list := mutationErrors(v); list.Kind() != jsontree.Absent && !httphead.IsError(r.Document.Status) {
		readMutation(r, list)
		return true, nil
	}
	s := shapeOf(v, r.Document.Status)
	switch score, _ := (problem.Dialect{}).Detect(r.Document, v); {
	case s == nil && score < byStatus && httphead.IsError(r.Document.Status) && (v.Kind() == jsontree.Object || v.Kind() == jsontree.Array):
		r.APIError(v)
		return true, nil
	case s == nil && score < byMembers && !isDone(r.Document.Status) && isAPIError(v):
		r.APIError(v)
		return true, nil
	case s == nil:
		return problem.Read(r, v)
	}
	if s.name == graphQL && hasData(v.Member("data")) && !httphead.IsError(r.Document.Status) {
		return false, nil // errors of some fields of the response
	}
	r.APIError(v)
	return true, nil
}

// isDone reports whether an HTTP status is that of a success, other than 200, which some APIs send with every error.
func isDone(status int) bool { return status != http.StatusOK && httphead.IsSuccess(status) }

func isAPIError(v jsontree.Value) bool {
	_, ok := wire.IsAPIError(v)
	return ok
}

// hasData reports whether the data of a response of GraphQL has anything that is not null (GraphQL §7.1.1).
func hasData(v jsontree.Value) bool {
	for field := v.FirstMember(); field.Kind() != jsontree.Absent; field = field.Next() {
		if hasData(field) {
			return true
		}
	}
	return v.Kind() != jsontree.Object && !v.IsNull()
}

// Detect rates a document by its shape, else by the HTTP status of the response.
func (Dialect) Detect(doc dialect.Document, v jsontree.Value) (score int, why string) {
	if s := shapeOf(v, doc.ErrorStatus(v)); s != nil {
		return s.score, "the shape of " + s.name
	}
	if mutationErrors(v).Kind() != jsontree.Absent {
		return byMembers, "the errors of a mutation of GraphQL"
	}
	if why, ok := wire.IsAPIError(v); ok && !isDone(doc.Status) {
		return byMembers, why
	}
	if httphead.IsError(doc.Status) {
		return byStatus, "the HTTP status"
	}
	return 0, ""
}

// RoundTrips reports whether the status and the members of a problem details object are decoded as k.
func (Dialect) RoundTrips(*mapping.Table, errkit.Kind) bool { return true }
