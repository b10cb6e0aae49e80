package tool

import (
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/jsontree"
)

const (
	// Larger numbers exceed the range of every Go type, and the validation library panics on them.
	maxDigits         = 1000
	maxExponentDigits = 3
)

// outOfRange appends a field for each number in v that exceeds these limits, up to one more than an error may have. The
// paths of the fields are relative to input.
func outOfRange(dst []errkit.Field, input, v jsontree.Value) []errkit.Field {
	switch v.Kind() {
	case jsontree.Number:
		digits, exponent, _ := strings.Cut(strings.ToLower(v.Raw()), "e")
		if (len(digits) > maxDigits || len(strings.TrimLeft(exponent, "+-0")) > maxExponentDigits) && len(dst) <= limit.Fields {
			dst = append(dst, errkit.Field{Path: v.ShortPointerIn(input), Message: "is a number out of range", Rule: "range"})
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
