package mcpserver

import (
	"cmp"
	"context"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcplist"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/middleware"
)

// Hints are those of a tool, as [mcplist.Hints].
type Hints = mcplist.Hints

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
