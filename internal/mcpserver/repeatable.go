package mcpserver

import (
	"cmp"
	"context"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/middleware"
)

// Hints are those of a tool that say whether it may be called twice; nil: not stated (MCP,
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

// repeatable returns whether the call may be made twice. What only reads may be.
func (c *Call) repeatable() errkit.Repeatable {
	if rpc.IsReading(c.Method) {
		return errkit.RepeatableYes
	}
	return c.Repeatable
}

// withRepeatable returns the context of a handler.
func (c *Call) withRepeatable(ctx context.Context) context.Context {
	if r := cmp.Or(c.repeatable(), middleware.RepeatableFrom(ctx)); r != errkit.RepeatableUnstated {
		ctx = middleware.WithRepeatable(ctx, r)
	}
	return ctx
}
