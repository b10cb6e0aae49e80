// Package jsoninput parses JSON that a caller sent, with the errors that a caller gets for it.
package jsoninput

import (
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/middleware"
)

// Parse parses a document of any size; its depth and the number of its values are those of package jsontree. The error is
//   - Malformed, as of [middleware.DecodeJSON], if the document is not JSON;
//   - TooLarge if it exceeds the limits.
func Parse(doc []byte) (jsontree.Value, error) {
	root, err := jsontree.Parse(doc, jsontree.Limits{Bytes: max(len(doc), 1)})
	if err == nil {
		return root, nil
	}
	if exceeded, ok := err.(*jsontree.Error); ok && exceeded.Limit {
		return root, &errkit.Error{Kind: errkit.TooLarge, Message: "The request is nested too deeply or has too many values.", Err: err}
	}
	return root, middleware.DecodeJSON(doc, new(any))
}
