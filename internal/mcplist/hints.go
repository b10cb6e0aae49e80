package mcplist

import "github.com/toolerr/toolerr/errkit"

// Hints are those of a tool about whether it may be called twice; nil: not stated (MCP,
// ToolAnnotations).
type Hints struct{ ReadOnly, Destructive, Idempotent, OpenWorld *bool }

// Repeatable returns what the hints state. Those that are all stated as MCP reads their absence,
// which mcp-go does for every tool, state nothing.
func (h Hints) Repeatable() errkit.Repeatable {
	is := func(hint *bool, value bool) bool { return hint != nil && *hint == value }
	switch {
	case is(h.ReadOnly, true), is(h.Idempotent, true):
		return errkit.RepeatableYes
	case is(h.ReadOnly, false) && is(h.Destructive, true) && is(h.Idempotent, false) && is(h.OpenWorld, true):
		return errkit.RepeatableUnstated
	case is(h.Destructive, true), is(h.Idempotent, false):
		return errkit.RepeatableNo
	}
	return errkit.RepeatableUnstated
}
