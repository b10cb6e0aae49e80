package middleware

import (
	"context"
	"log/slog"
	"slices"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/mapping"
)

// logMessage is the message of the records of [Log].
const logMessage = "call failed"

// Log returns a function for [Boundary.Report] that writes one record to a logger; nil means
// [slog.Default] at the time of the record. The record has the log value of the error (see
// [errkit.Error.LogValue]), the stack of a panic, and the facts of [WithAttrs], but nothing else
// of the request. It has at most 64 KiB: the largest values are cut first. Its level is that of
// [Level].
func Log(logger *slog.Logger) func(context.Context, *errkit.Error) {
	return func(ctx context.Context, e *errkit.Error) {
		l := logger
		if l == nil {
			l = slog.Default()
		}
		level := Level(ctx, e)
		if !l.Enabled(ctx, level) {
			return
		}
		attrs := slices.Concat(AttrsFrom(ctx), e.LogValue().Group())
		if p, ok := errchain.As[*Panic](e); ok {
			attrs = append(attrs, slog.String("stack", p.Stack()))
		}
		l.LogAttrs(ctx, level, logMessage, text.BoundAttrs(attrs, text.MaxRecord-text.MaxRecord/64)...)
	}
}

// Level returns the level of the record of an error: Error if its HTTP status is 500 or above,
// else Info. The status is e.Status, or that of its kind in the table of the call ([WithTable]).
func Level(ctx context.Context, e *errkit.Error) slog.Level {
	table, _ := ctx.Value(tableKey{}).(*mapping.Table)
	if table.Status(e) >= 500 {
		return slog.LevelError
	}
	return slog.LevelInfo
}

type tableKey struct{}

// WithTable returns a context with the table by which the errors of the call are rendered, for
// [Level]; nil means [mapping.Default]. It allocates unless the table is nil; see [WithAttrs].
func WithTable(ctx context.Context, table *mapping.Table) context.Context {
	if table == nil && ctx.Value(tableKey{}) == nil {
		return ctx
	}
	return context.WithValue(ctx, tableKey{}, table)
}

type attrsKey struct{}

// WithAttrs returns a context with facts about the call, such as its route and method, in
// addition to those of ctx. [Boundary.Report] obtains them by [AttrsFrom]. They are logged, so
// they must not have headers or bodies.
//
// It allocates. If a successful call must not allocate, call WithAttrs after the failure, before
// [Boundary.Handle] or [Boundary.HandlePanic].
func WithAttrs(ctx context.Context, attrs ...slog.Attr) context.Context {
	return context.WithValue(ctx, attrsKey{}, slices.Concat(AttrsFrom(ctx), attrs))
}

// AttrsFrom returns the facts that [WithAttrs] added, in their order.
func AttrsFrom(ctx context.Context) []slog.Attr {
	attrs, _ := ctx.Value(attrsKey{}).([]slog.Attr)
	return attrs
}
