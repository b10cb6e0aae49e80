package tool

import (
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonr"
)

const (
	maxFaults = 100 // of one input: whoever reads them has read enough

	// Beyond these a schema cannot be checked exactly, and the library that does panics; no Go type holds the number.
	maxDigits         = 1000
	maxExponentDigits = 3
)

// wild appends a field for each number of v that is out of all bounds, by its pointer in the input.
func wild(dst []errkit.Field, input, v jsonr.Value) []errkit.Field {
	switch v.Kind() {
	case jsonr.Number:
		digits, exponent, _ := strings.Cut(strings.ToLower(v.Raw()), "e")
		if (len(digits) > maxDigits || len(strings.TrimLeft(exponent, "+-0")) > maxExponentDigits) && len(dst) < maxFaults {
			path := strings.TrimPrefix(v.Pointer(), input.Pointer())
			dst = append(dst, errkit.Field{Path: path, Message: "is a number out of range", Rule: "range"})
		}
	case jsonr.Array:
		for e := range v.Elements() {
			dst = wild(dst, input, e)
		}
	case jsonr.Object:
		for _, m := range v.Members() {
			dst = wild(dst, input, m)
		}
	}
	return dst
}
