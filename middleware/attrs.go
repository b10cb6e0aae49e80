package middleware

import (
	"context"
	"log/slog"
	"slices"
)

type attrsKey struct{}

// WithAttrs returns a context with facts about the call, such as its route and method, in addition to those of ctx.
// [Boundary.Report] obtains them by [AttrsFrom]. They are logged, so they must not have headers or bodies.
//
// It allocates. If a successful call must not allocate, call WithAttrs after the failure, before [Boundary.Handle] or
// [Boundary.HandlePanic].
func WithAttrs(ctx context.Context, attrs ...slog.Attr) context.Context {
	return context.WithValue(ctx, attrsKey{}, slices.Concat(AttrsFrom(ctx), attrs))
}

// AttrsFrom returns the facts that [WithAttrs] added, in their order.
func AttrsFrom(ctx context.Context) []slog.Attr {
	attrs, _ := ctx.Value(attrsKey{}).([]slog.Attr)
	return attrs
}
