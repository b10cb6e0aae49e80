package mcpserver

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/limit"
)

// maxNamed is the number of tools that the text about an unknown tool names.
const maxNamed = 20

// UnknownTool returns the message for a tool that does not exist. The name that the client sent is cut as the name of a field.
func UnknownTool(name string, listed []string) errkit.Text {
	return errkit.Textf("There is no tool %q.", limit.Runes(name, limit.Key)) + errkit.Text(Similar(name, listed))
}

// Similar returns a sentence, after a space, that names the most similar one of the tools that the client listed, or all of them if
// they are few. It is "" otherwise.
func Similar(name string, listed []string) string {
	best, least := "", 3 // edits
	for _, other := range listed[:min(len(listed), 1000)] {
		if fold(other) == fold(name) {
			best = other
			break
		}
		if d := edits(name, other, least); d < least {
			best, least = other, d
		}
	}
	switch {
	case best != "":
		return " Did you mean " + strconv.Quote(best) + "?"
	case len(listed) > 0 && len(listed) <= maxNamed:
		sorted := slices.Clone(listed)
		slices.Sort(sorted)
		return " The tools are: " + strings.Join(sorted, ", ") + "."
	}
	return ""
}

// edits returns the number of characters to insert, remove or replace to change a into b, or most if there are more.
func edits(a, b string, most int) int {
	if len(a) > limit.Key || len(b) > limit.Key || max(len(a)-len(b), len(b)-len(a)) >= most {
		return most
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := before
			if a[i] != b[j] {
				cost = 1 + min(before, row[j], row[j+1])
			}
			before, row[j+1] = row[j+1], cost
		}
	}
	return min(row[len(b)], most)
}
