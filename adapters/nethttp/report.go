package nethttp

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
)

// report logs an error to [slog.Default], a panic with its stack: faults of the server as errors, a
// client that went away for debugging alone.
func report(ctx context.Context, e *errkit.Error) {
	level := slog.LevelInfo
	switch {
	case e.Kind == errkit.Canceled:
		level = slog.LevelDebug
	case mapping.Default().Row(e.Kind).HTTP >= 500:
		level = slog.LevelError
	}
	attrs := append(slices.Clip(middleware.Attrs(ctx)), slog.Any("error", e))
	if p, ok := errors.AsType[*middleware.Panic](e.Err); ok {
		attrs = append(attrs, slog.String("stack", p.Stack()))
	}
	slog.Default().LogAttrs(ctx, level, "request failed", attrs...)
}
