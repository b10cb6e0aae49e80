package httperr

import (
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// Dialect is the error body of an HTTP API.
type Dialect struct{}

const name = "http"

// InSuccess reports true: a member decides, such as the errors of GraphQL.
func (Dialect) InSuccess() bool { return true }

// Name returns "http".
func (Dialect) Name() string { return name }

// Append appends a problem details object: what an HTTP API should respond with.
func (Dialect) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	return problem.Dialect{}.Append(dst, c, call, e)
}

// Decode decodes a document of one of the shapes, or a problem details object.
func (Dialect) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return wire.Decode(c, doc, name, read, foreign.Rules{})
}

func read(r *wire.Reader, v jsontree.Value) (bool, error) {
	v, isRecorded := foreign.Recorded(r, v)
	if isRecorded && v.Kind() != jsontree.Object {
		foreign.ByStatus(r)
		foreign.Rules{}.Body(r, v)
		return true, nil
	}
	if found, ok := foreign.Read(r, v, problem.Dialect{}); ok {
		return found, nil
	}
	return problem.Read(r, v)
}

// Detect rates a document by its shape, else by the HTTP status of the response.
func (Dialect) Detect(doc dialect.Document, v jsontree.Value) (score int, why string) {
	return foreign.Detect(doc, v)
}
