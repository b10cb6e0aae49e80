package tool

import (
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

const (
	maxFields = 100 // the maximum number of fields in an error

	// Larger numbers exceed the range of every Go type, and the validation library panics on them.
	maxDigits         = 1000
	maxExponentDigits = 3
)

// outOfRange appends a field for each number in v that exceeds these limits. The paths of the fields are relative to input.
func outOfRange(dst []errkit.Field, input, v jsontree.Value) []errkit.Field {
	switch v.Kind() {
	case jsontree.Number:
		digits, exponent, _ := strings.Cut(strings.ToLower(v.Raw()), "e")
		if (len(digits) > maxDigits || len(strings.TrimLeft(exponent, "+-0")) > maxExponentDigits) && len(dst) < maxFields {
			path := strings.TrimPrefix(v.Pointer(), input.Pointer())
			dst = append(dst, errkit.Field{Path: path, Message: "is a number out of range", Rule: "range"})
		}
	case jsontree.Array:
		for e := range v.Elements() {
			dst = outOfRange(dst, input, e)
		}
	case jsontree.Object:
		for _, m := range v.Members() {
			dst = outOfRange(dst, input, m)
		}
	}
	return dst
}
