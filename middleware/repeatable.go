package middleware

import (
	"context"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
)

// WithRepeatable returns a context in which making the call twice has the effect of making it once,
// or not. Adapters set it from what is known of the call: the annotations of a tool, the HTTP method.
func WithRepeatable(ctx context.Context, r errkit.Repeatable) context.Context {
	return context.WithValue(ctx, header.RepeatableKey{}, r)
}

// RepeatableFrom returns what WithRepeatable set, or [errkit.RepeatableUnstated].
func RepeatableFrom(ctx context.Context) errkit.Repeatable {
	r, _ := ctx.Value(header.RepeatableKey{}).(errkit.Repeatable)
	return r
}
