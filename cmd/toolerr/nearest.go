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
	likely := lo.Filter(near, func(c candidate, _ int) bool { return c.similar })
	switch {
	case len(likely) > 0:
		return fmt.Errorf("unknown %s %s, did you mean %s?", what, given, quoted(likely, " or "))
	case len(names) <= maxListed:
		return fmt.Errorf("unknown %s %s, want one of %s", what, given, strings.Join(names, ", "))
	}
	return fmt.Errorf("unknown %s %s; %s lists all", what, given, listing)
}

// clipped returns a name in quotes, cut to maxLength.
func clipped(name string) string {
	if len(name) > maxLength {
		return strconv.Quote(name[:maxLength]) + "…"
	}
	return strconv.Quote(name)
}

// A candidate is a name that may be meant.
type candidate struct {
	name     string
	distance int
	similar  bool // a message may suggest it
}

func quoted(candidates []candidate, separator string) string {
	return strings.Join(lo.Map(candidates, func(c candidate, _ int) string {
		return strconv.Quote(c.name)
	}), separator)
}

// nearest returns the three of names that are nearest to name, the nearest first; only those that
// differ in case and separators, if there are such.
func nearest(name string, names []string) []candidate {
	want := normalize(name)
	var found []candidate
	for _, n := range lo.Uniq(names) {
		got := normalize(n)
		d := text.Distance(want, got)
		if len(want) > 3 && (strings.Contains(got, want) || strings.Contains(want, got) && len(got) > 3) {
			d = min(d, 2)
		}
		found = append(found, candidate{n, d, want != "" && d <= min(maxDistance, len(want)/3)})
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) })
	if len(found) > 0 && found[0].distance == 0 {
		found = lo.Filter(found, func(c candidate, _ int) bool { return c.distance == 0 })
	}
	return found[:min(3, len(found))]
}

// normalize removes differences in case and separators, so that rateLimited, RATE_LIMITED and
// rate-limited are equal, and limits the length.
func normalize(s string) string { return text.Fold(s[:min(len(s), maxLength)]) }
