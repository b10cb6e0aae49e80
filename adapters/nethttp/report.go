package nethttp

import (
	"context"
	"log/slog"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
)

// report logs an error to [slog.Default]: faults of the server as errors, a
// client that went away for debugging alone.
func report(ctx context.Context, e *errkit.Error) {
	level := slog.LevelInfo
	switch {
	case e.Kind == errkit.Canceled:
		level = slog.LevelDebug
	case mapping.Default().Row(e.Kind).HTTP >= 500:
		level = slog.LevelError
	}
	slog.Default().LogAttrs(ctx, level, "request failed", append(middleware.Attrs(ctx), slog.Any("error", e))...)
}
