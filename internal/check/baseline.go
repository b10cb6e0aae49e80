package check

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Baseline is a list of rules that a server is known to break.
type Baseline []string

// ReadBaseline reads a baseline: the ID of a rule in each line, perhaps followed by "#" and a remark.
func ReadBaseline(in io.Reader, rules []*Rule) (Baseline, error) {
	var all Baseline
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		id, _, _ := strings.Cut(lines.Text(), "#")
		if id = strings.TrimSpace(id); id == "" {
			continue
		}
		if !slices.ContainsFunc(rules, func(r *Rule) bool { return r.ID == id }) {
			return nil, fmt.Errorf("line %d: there is no rule %q", n, id)
		}
		all = append(all, id)
	}
	return all, lines.Err()
}

// Compare returns the results that fail and are not in the baseline, and the IDs in the baseline that no longer fail.
func (b Baseline) Compare(failed []Result) (unexpected []Result, stale []string) {
	stale = slices.Clone(b)
	for _, x := range failed {
		if slices.Contains(b, x.Rule.ID) {
			stale = slices.DeleteFunc(stale, func(id string) bool { return id == x.Rule.ID })
			continue
		}
		unexpected = append(unexpected, x)
	}
	return unexpected, stale
}
