package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/samber/lo"
)

// unknown returns the error for a name that is not in names. It suggests similar names, or lists all if there are none.
func unknown(what, name string, names []string) error {
	near := nearest(name, names)
	if len(near) == 0 {
		return fmt.Errorf("unknown %s %q, want one of %s", what, name, strings.Join(names, ", "))
	}
	quoted := lo.Map(near, func(s string, _ int) string { return fmt.Sprintf("%q", s) })
	return fmt.Errorf("unknown %s %q, did you mean %s?", what, name, strings.Join(quoted, " or "))
}

// maxDistance is the maximum edit distance of a suggestion.
const maxDistance = 3

// nearest returns at most three of names that are similar to name, the most similar first.
func nearest(name string, names []string) []string {
	type candidate struct {
		name     string
		distance int
	}
	want := normalize(name)
	if want == "" {
		return nil
	}
	var found []candidate
	for _, n := range lo.Uniq(names) {
		got := normalize(n)
		d := distance(want, got)
		if len(want) > 3 && (strings.Contains(got, want) || strings.Contains(want, got) && len(got) > 3) {
			d = min(d, 2)
		}
		if d <= min(maxDistance, len(want)/3) {
			found = append(found, candidate{n, d})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) })
	if len(found) > 0 && found[0].distance == 0 {
		found = lo.Filter(found, func(c candidate, _ int) bool { return c.distance == 0 })
	}
	return lo.Map(found[:min(3, len(found))], func(c candidate, _ int) string { return c.name })
}

// normalize removes differences in case and separators, so that rateLimited, RATE_LIMITED and rate-limited are equal.
func normalize(s string) string {
	return strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(s))
}

// distance returns the edit distance of a and b (optimal string alignment): the number of bytes to insert, delete,
// replace or transpose. If the difference of the lengths exceeds maxDistance, it returns maxDistance+1.
func distance(a, b string) int {
	if max(len(a)-len(b), len(b)-len(a)) > maxDistance {
		return maxDistance + 1
	}
	// Three rows of the matrix: for a[i-2], a[i-1] and a[i].
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
