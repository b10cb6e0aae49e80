// Package mcplist is what a client of the Model Context Protocol knows of the tools that it
// listed: which names are similar to an unknown one, and whether a call may be made twice.
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
	best := text.Nearest(name, listed)
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

// Hints are those of a tool about whether it may be called twice; nil: not stated (MCP,
// ToolAnnotations). They decode from its JSON.
type Hints struct{ ReadOnlyHint, DestructiveHint, IdempotentHint, OpenWorldHint *bool }

// Repeatable returns what the hints state. Those that are all stated as MCP reads their absence,
// which mcp-go does for every tool, state nothing.
func (h Hints) Repeatable() errkit.Repeatable {
	is := func(hint *bool, value bool) bool { return hint != nil && *hint == value }
	switch {
	case is(h.ReadOnlyHint, true), is(h.IdempotentHint, true):
		return errkit.RepeatableYes
	case is(h.ReadOnlyHint, false) && is(h.DestructiveHint, true) && is(h.IdempotentHint, false) &&
		is(h.OpenWorldHint, true):
		return errkit.RepeatableUnstated
	case is(h.DestructiveHint, true), is(h.IdempotentHint, false):
		return errkit.RepeatableNo
	}
	return errkit.RepeatableUnstated
}
