package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/internal/text"
)

const (
	maxListed   = 8  // names that a message may list
	maxDistance = 3  // the edit distance of a similar name
	maxLength   = 64 // of names that are compared, in bytes
)

// unknown returns the error for a name that is not in names. It suggests similar names. If there
// are none, it lists all names if they are few, and otherwise names the command that does.
func unknown(what, name string, names []string, listing string) error {
	given, near := clipped(name), nearest(name, names)
	switch {
	case len(near) > 0:
		quoted := lo.Map(near, func(n string, _ int) string { return strconv.Quote(n) })
		return fmt.Errorf("unknown %s %s, did you mean %s?", what, given, strings.Join(quoted, " or "))
	case len(names) <= maxListed:
		return fmt.Errorf("unknown %s %s, want one of %s", what, given, strings.Join(names, ", "))
	}
	return fmt.Errorf("unknown %s %s; %s lists all", what, given, listing)
}

// clipped returns a name in quotes, cut to maxLength.
func clipped(name string) string {
	if len(name) > maxLength {
		return strconv.Quote(strings.ToValidUTF8(name[:maxLength], "")) + "…"
	}
	return strconv.Quote(name)
}

// nearest returns the three of names that are most similar to name, the nearest first; only those
// that differ in case and separators, if there are such.
func nearest(name string, names []string) []string {
	want := normalize(name)
	distance := func(other string) int {
		got := normalize(other)
		d := text.Distance(want, got)
		if len(want) > 3 && (strings.Contains(got, want) || strings.Contains(want, got) && len(got) > 3) {
			d = min(d, 2)
		}
		return d
	}
	most := min(maxDistance, len(want)/3)
	near := lo.Filter(lo.Uniq(names), func(n string, _ int) bool { return want != "" && distance(n) <= most })
	slices.SortStableFunc(near, func(a, b string) int { return cmp.Compare(distance(a), distance(b)) })
	if len(near) > 0 && distance(near[0]) == 0 {
		near = lo.Filter(near, func(n string, _ int) bool { return distance(n) == 0 })
	}
	return near[:min(3, len(near))]
}

// normalize removes differences in case and separators, so that rateLimited, RATE_LIMITED and
// rate-limited are equal, and limits the length.
func normalize(s string) string { return text.Fold(s[:min(len(s), maxLength)]) }
