// Package request has both ends of a request: reading what a caller sent, the body of an HTTP
// request and JSON, with the errors that it gets for it, and repeating a call that failed
// ([Repeat]).
package request

import (
	"bytes"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/middleware"
)

// Parse parses a document of any size; its depth and the number of its values are those of package
// jsontree. The error is
//   - Malformed, as of [middleware.DecodeJSON], if the document is not JSON;
//   - TooLarge if it exceeds the limits.
func Parse(doc []byte) (jsontree.Value, error) {
	root, err := jsontree.Parse(doc, jsontree.Limits{Bytes: max(len(doc), 1)})
	if err == nil {
		return root, nil
	}
	if exceeded, ok := err.(*jsontree.Error); ok && exceeded.Limit {
		const message = "The request is nested too deeply or has too many values."
		return root, &errkit.Error{Kind: errkit.TooLarge, Message: message, Err: err}
	}
	return root, middleware.DecodeJSON(doc, new(any))
}

// OrEmpty returns an input, or the empty object for none and for null.
func OrEmpty(doc []byte) []byte {
	if trimmed := bytes.TrimSpace(doc); len(trimmed) == 0 || string(trimmed) == "null" {
		return []byte("{}")
	}
	return doc
}

const (
	// A number beyond these cannot be compared with a schema at a bounded cost, and no Go number
	// type holds it.
	maxDigits         = 1000
	maxExponentDigits = 3
)

// OutOfRange returns a field for each number in v that has so many digits or so large an exponent
// that the work of comparing it with a schema has no bound: at most one more field than an error
// may have.
func OutOfRange(v jsontree.Value) []errkit.Field { return appendOutOfRange(nil, v) }

func appendOutOfRange(dst []errkit.Field, v jsontree.Value) []errkit.Field {
	switch v.Kind() {
	case jsontree.Number:
		digits, exponent, _ := strings.Cut(strings.ToLower(v.Raw()), "e")
		large := len(digits) > maxDigits || len(strings.TrimLeft(exponent, "+-0")) > maxExponentDigits
		if large && len(dst) <= text.MaxFields {
			dst = append(dst, errkit.Field{Path: v.ShortPointer(), Message: "is a number out of range", Rule: "range"})
		}
	case jsontree.Array:
		for e := range v.Elements() {
			dst = appendOutOfRange(dst, e)
		}
	case jsontree.Object:
		for _, m := range v.Members() {
			dst = appendOutOfRange(dst, m)
		}
	}
	return dst
}
