package mapping

import (
	"fmt"
	"slices"

	"github.com/toolerr/toolerr/errkit"
)

// A Column has the codes of a dialect for which the table has no column, such as a company's own
// format: a row for each code. A kind is rendered as the first code whose row has it, and a code
// is decoded as the first kind of its row. So a code that is only decoded, as an older server
// sends it, has a row after the one that its kind is rendered as.
//
// Test a Column with [Column.Check].
type Column[C comparable] []CodeKinds[C]

// A CodeKinds is a row of a [Column]: a code with the kinds that are rendered as it, of which the
// first is decoded.
type CodeKinds[C comparable] struct {
	Code  C
	Kinds []errkit.Kind
}

// Code returns the code of a kind; that of [errkit.Internal] for a kind without one.
func (c Column[C]) Code(k errkit.Kind) C {
	for i := range c {
		if slices.Contains(c[i].Kinds, k) {
			return c[i].Code
		}
	}
	if k == errkit.Internal {
		var none C
		return none
	}
	return c.Code(errkit.Internal)
}

// Kind returns the kind of a code. It is false for a code that is not in the column; such an error
// is unknown.
func (c Column[C]) Kind(code C) (errkit.Kind, bool) {
	for i := range c {
		if c[i].Code == code && len(c[i].Kinds) > 0 {
			return c[i].Kinds[0], true
		}
	}
	return errkit.Unknown, false
}

// RoundTrips reports whether the code of a kind is decoded as that kind.
func (c Column[C]) RoundTrips(k errkit.Kind) bool {
	back, ok := c.Kind(c.Code(k))
	return ok && back == k
}

// Check returns an error unless each kind has a code, and each row a code of its own that is not
// the zero value and at least one known kind, none of them twice.
func (c Column[C]) Check() error {
	var zero C
	seen := map[C]bool{zero: true}
	for _, r := range c {
		if seen[r.Code] {
			return fmt.Errorf("mapping: the code %#v is the zero value or in two rows", r.Code)
		}
		seen[r.Code] = true
		if len(r.Kinds) == 0 {
			return fmt.Errorf("mapping: the code %#v has no kind", r.Code)
		}
		for i, k := range r.Kinds {
			if int(k) >= len(defaultTable.rows) || slices.Contains(r.Kinds[:i], k) {
				return fmt.Errorf("mapping: the code %#v has a kind twice or an unknown one: %s", r.Code, k.String())
			}
		}
	}
	for _, k := range errkit.Kinds() {
		if !slices.ContainsFunc(c, func(r CodeKinds[C]) bool { return slices.Contains(r.Kinds, k) }) {
			return fmt.Errorf("mapping: no code for %s", k.String())
		}
	}
	return nil
}
