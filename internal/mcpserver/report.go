package mcpserver

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
)

// WithFacts returns a context for the report of a failed request: with the table of the server, the method, and what was
// requested: key is "tool", "resource" or "prompt".
func WithFacts(ctx context.Context, table *mapping.Table, method, key, name string) context.Context {
	attrs := append(make([]slog.Attr, 0, 2), slog.String("method", method))
	if name != "" {
		attrs = append(attrs, slog.String(key, limit.Middle(name, limit.URI)))
	}
	return middleware.WithAttrs(middleware.WithTable(ctx, table), attrs...)
}

// HandlePanic returns the error for a recovered panic. It must be called from the deferred function.
//
// Unlike [middleware.Boundary.HandlePanic] it returns an error for http.ErrAbortHandler, too: above a handler of MCP there is
// not always an HTTP server that recovers it, and then it would terminate the process.
func HandlePanic(ctx context.Context, b *middleware.Boundary, v any) error {
	if v == http.ErrAbortHandler {
		v = fmt.Errorf("mcp: %w", http.ErrAbortHandler)
	}
	return b.HandlePanic(ctx, v)
}
