package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/samber/lo"
)

// unknown says that a name is none of names: with the nearest ones, or with all where none is near.
func unknown(what, name string, names []string) error {
	near := nearest(name, names)
	if len(near) == 0 {
		return fmt.Errorf("unknown %s %q, want one of %s", what, name, strings.Join(names, ", "))
	}
	quoted := lo.Map(near, func(s string, _ int) string { return fmt.Sprintf("%q", s) })
	return fmt.Errorf("unknown %s %q, did you mean %s?", what, name, strings.Join(quoted, " or "))
}

// tooFar is the distance that no name is meant from, however long.
const tooFar = 3

// nearest returns the names that a name may have been meant as, the best first: at most three.
func nearest(name string, names []string) []string {
	type candidate struct {
		name string
		far  int
	}
	want := plain(name)
	if want == "" {
		return nil
	}
	var found []candidate
	for _, n := range lo.Uniq(names) {
		is := plain(n)
		far := distance(want, is)
		if len(want) > 3 && (strings.Contains(is, want) || strings.Contains(want, is) && len(is) > 3) {
			far = min(far, 2)
		}
		if far <= min(tooFar, len(want)/3) {
			found = append(found, candidate{n, far})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(a.far, b.far) })
	if len(found) > 0 && found[0].far == 0 {
		found = lo.Filter(found, func(c candidate, _ int) bool { return c.far == 0 })
	}
	return lo.Map(found[:min(3, len(found))], func(c candidate, _ int) string { return c.name })
}

// plain leaves out what spellings differ in: rateLimited, RATE_LIMITED and rate-limited are one name.
func plain(s string) string {
	return strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(s))
}

// distance is how many bytes must be added, taken out, changed or swapped with the next to make b of a. Where the lengths
// alone say that it is more than tooFar, it is only that.
func distance(a, b string) int {
	if max(len(a)-len(b), len(b)-len(a)) > tooFar {
		return tooFar + 1
	}
	// The rows of the matrix for the two bytes of a before, and for this one.
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, above, row = above, row, before
		row[0] = i + 1
		for j := range len(b) {
			change := above[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, row[j]+1, above[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
