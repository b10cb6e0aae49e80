package nethttp

import (
	"context"
	"log/slog"

	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/middleware"
)

// context is the request's, with attributes for the report.
func (c *call) context() context.Context {
	ctx := c.r.Context()
	if c.api.boundary().Report == nil {
		return ctx
	}
	return middleware.WithTable(middleware.WithAttrs(ctx, c.attrs()...), c.api.Codec.Table)
}

// evidence is [call.context] with the input of the call, if the
// classifiers decide about err.
func (c *call) evidence(err error) context.Context {
	ctx := c.context()
	if isCoded(err) {
		return ctx
	}
	x, r := c.x, c.r
	return middleware.WithInput(ctx, func() middleware.Input { return x.input(r) })
}

// attrs returns the attributes of the request for the report: no headers, no
// query, no body.
func (c *call) attrs() []slog.Attr {
	attrs := []slog.Attr{slog.String("method", c.r.Method)}
	if c.r.Pattern != "" {
		attrs = append(attrs, slog.String("route", c.r.Pattern))
	} else if c.r.URL != nil {
		path := c.r.URL.Path
		attrs = append(attrs, slog.String("path", path[:min(len(path), limit.Path)]))
	}
	if c.w != nil {
		if s := c.w.progress(); s == sent || s == over {
			attrs = append(attrs, slog.Bool("committed", true))
		}
	}
	return attrs
}
