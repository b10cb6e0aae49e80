package agents

import (
	"fmt"
	"strings"
)

// The marks of the part of the page that is generated.
const (
	pageStart = "<!-- Generated: make agents -->\n"
	pageEnd   = "<!-- end -->"
)

// Page returns the page with the numbers of these results in its generated part.
func Page(page string, table *Table, results []*Result) (string, error) {
	before, rest, ok := strings.Cut(page, pageStart)
	_, after, found := strings.Cut(rest, pageEnd)
	if !ok || !found {
		return "", fmt.Errorf("the page has no part between %q and %q", strings.TrimSpace(pageStart), pageEnd)
	}
	return before + pageStart + Tables(table, results) + pageEnd + after, nil
}

// Tables returns the numbers of results as a table for people.
func Tables(table *Table, results []*Result) string {
	var b strings.Builder
	b.WriteString("|server|right|calls|tokens|orders|hopeless|waited|leaks|\n|---|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, r := range results {
		s := r.Summary()
		delayed := r.Waiting[2] // whose delay only the service knows
		waited := fmt.Sprintf("%d, %d", delayed.Calls, int(delayed.Waited.Seconds()))
		if !delayed.OK {
			waited = "gave up"
		}
		fmt.Fprintf(&b, "|%s|%d/%d|%.2f|%.0f|%d, %d|%.2f|%s|%d|\n", r.Server.Title, s.Right, s.Cases, s.Calls, s.Words,
			s.Careful, s.Eager, s.Hopeless, waited, s.Leaks)
	}
	return b.String()
}
