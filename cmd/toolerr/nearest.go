package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/samber/lo"
)

// maxListed is the number of names that a message may list.
const maxListed = 8

// unknown returns the error for a name that is not in names. It suggests similar names. If there are none, it lists all names
// if they are few, and otherwise the nearest three.
func unknown(what, name string, names []string) error {
	near, given := nearest(name, names, maxDistance), strconv.Quote(name)
	if len(name) > maxLength {
		given = strconv.Quote(name[:maxLength]) + "…"
	}
	switch {
	case len(near) > 0:
		return fmt.Errorf("unknown %s %s, did you mean %s?", what, given, quoted(near, " or "))
	case len(names) <= maxListed:
		return fmt.Errorf("unknown %s %s, want one of %s", what, given, strings.Join(names, ", "))
	}
	return fmt.Errorf("unknown %s %s, the nearest are %s", what, given, quoted(nearest(name, names, maxLength), ", "))
}

func quoted(names []string, separator string) string {
	return strings.Join(lo.Map(names, func(s string, _ int) string { return strconv.Quote(s) }), separator)
}

const (
	maxDistance = 3  // the maximum edit distance of a similar name
	maxLength   = 64 // of names that are compared, in bytes
)

// nearest returns at most three of names, the most similar first: up to maxDistance only those that are similar to name.
func nearest(name string, names []string, limit int) []string {
	type candidate struct {
		name     string
		distance int
	}
	want := normalize(name)
	want = want[:min(len(want), maxLength)]
	similar := limit
	if limit == maxDistance {
		similar = min(limit, len(want)/3)
	}
	var found []candidate
	for _, n := range lo.Uniq(names) {
		got := normalize(n)
		d := distance(want, got, limit)
		if len(want) > 3 && (strings.Contains(got, want) || strings.Contains(want, got) && len(got) > 3) {
			d = min(d, 2)
		}
		if want != "" && d <= similar || limit == maxLength {
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
// replace or transpose. If the difference of the lengths exceeds limit, it returns limit+1.
func distance(a, b string, limit int) int {
	if max(len(a)-len(b), len(b)-len(a)) > limit {
		return limit + 1
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
