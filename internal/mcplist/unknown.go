// Package mcplist is what a client of the Model Context Protocol knows of the tools that it listed:
// which names are similar to an unknown one, and whether a call may be made twice.
package mcplist

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
)

// maxNamed is the number of tools that the text about an unknown tool names.
const maxNamed = 20

// Unknown returns the error for the call of a tool that does not exist. The name that the
// client sent is cut as the name of a field.
func Unknown(name string, listed []string, cause error) *errkit.Error {
	message := errkit.Textf("There is no tool %q.", text.Runes(name, text.MaxKey)) + errkit.Text(Similar(name, listed))
	return &errkit.Error{Kind: errkit.ToolNotFound, Stage: errkit.Execution, Message: message, Err: cause}
}

// Similar returns a sentence, after a space, that names the most similar one of the tools that the
// client listed, or all of them if they are few. It is "" otherwise.
func Similar(name string, listed []string) string {
	best, least := "", 3 // edits
	for _, other := range listed[:min(len(listed), 1000)] {
		if text.Fold(other) == text.Fold(name) {
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

// edits returns the number of bytes to insert, remove or replace to change a into b, or most if
// there are more. most is small: the work grows with its power of three.
func edits(a, b string, most int) int {
	if max(len(a)-len(b), len(b)-len(a)) >= most {
		return most
	}
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	if a == "" || b == "" {
		return len(a) + len(b)
	}
	return 1 + min(edits(a[1:], b[1:], most-1), edits(a[1:], b, most-1), edits(a, b[1:], most-1))
}
