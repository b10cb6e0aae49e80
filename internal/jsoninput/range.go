package jsoninput

import (
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/jsontree"
)

const (
	// A number beyond these cannot be compared with a schema at a bounded cost, and no Go number type holds it.
	maxDigits         = 1000
	maxExponentDigits = 3
)

// OutOfRange returns a field for each number in v that has so many digits or so large an exponent that the work of comparing it
// with a schema has no bound: at most one more field than an error may have.
func OutOfRange(v jsontree.Value) []errkit.Field { return appendOutOfRange(nil, v) }

func appendOutOfRange(dst []errkit.Field, v jsontree.Value) []errkit.Field {
	switch v.Kind() {
	case jsontree.Number:
		digits, exponent, _ := strings.Cut(strings.ToLower(v.Raw()), "e")
		large := len(digits) > maxDigits || len(strings.TrimLeft(exponent, "+-0")) > maxExponentDigits
		if large && len(dst) <= limit.Fields {
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
