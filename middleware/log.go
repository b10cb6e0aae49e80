package middleware

import (
	"context"
	"errors"
	"log/slog"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// Log returns a Report for a [Boundary] that writes one record to a logger; nil
// is [slog.Default] at the time of the record. The record has everything that is
// known of the error, the cause and, for a panic, the stack included, and the
// facts of [WithAttrs]; nothing else of the request.
//
// The level is Error for what the HTTP table of package mapping calls a fault of
// the server, Debug for a caller who went away, and Info for the rest.
func Log(logger *slog.Logger) func(context.Context, *errkit.Error) {
	return func(ctx context.Context, e *errkit.Error) {
		l := logger
		if l == nil {
			l = slog.Default()
		}
		level := Level(e)
		if !l.Enabled(ctx, level) {
			return
		}
		attrs := append([]slog.Attr{}, Attrs(ctx)...)
		attrs = append(attrs, e.LogValue().Group()...)
		if p, ok := errors.AsType[*Panic](e); ok {
			attrs = append(attrs, slog.String("stack", p.Stack()))
		}
		l.LogAttrs(ctx, level, "call failed", attrs...)
	}
}

// Level is the level at which [Log] logs an error.
func Level(e *errkit.Error) slog.Level {
	switch status := mapping.Default().Row(errkit.KindOf(e)).HTTP; {
	case status == 499:
		return slog.LevelDebug
	case status >= 500:
		return slog.LevelError
	}
	return slog.LevelInfo
}
