package nethttp

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/middleware"
)

// failure returns the error that err is for the client, and reports it.
func (c *call) failure(err error) *errkit.Error {
	if e, ok := err.(*errkit.Error); ok && e != nil && e.Err == nil && c.r.Context().Err() == nil {
		return errkit.From(c.api.boundary().Handle(c.context(), e)) // it has no cause that the transport may know
	}
	if e := c.blame(err); e != nil {
		err = e
	}
	if c.isEnding(err) {
		return c.reportEnding(err)
	}
	b := c.api.boundary()
	var last middleware.Classifier
	if h := c.w.answer(); errchain.Is(err, c.x.bodyFailure()) {
		// One that no other classifier knows is about the transfer.
		last = func(_ context.Context, err error) *errkit.Error { return request.Unreadable(err) }
	} else if h.status != 0 {
		e := h.err(c.api.Codec.Table, c.to.Header()) // the handler responded with it itself
		last = func(_ context.Context, err error) *errkit.Error {
			e.Err = errors.Join(err, e.Err)
			return e
		}
	}
	if last != nil {
		b = new(*b)
		b.Classify = append(slices.Clip(b.Classify), last)
	}
	return errkit.From(b.Handle(c.evidence(err), err))
}

// A request that ends before its handler does, by a timeout for instance, is
// detected twice if a handler such as [http.TimeoutHandler] is between two of
// this package: inside by the error that the context causes, outside by the
// plain text of the handler between. That is one failure: the first one reports
// it, and both responses have its reference.

// isEnding reports whether err only means that the request ended.
func (c *call) isEnding(err error) bool {
	if errchain.Is(err, http.ErrHandlerTimeout) {
		return true
	}
	ctx := c.r.Context()
	return ctx.Err() != nil && (errchain.Is(err, context.Canceled) ||
		errchain.Is(err, context.DeadlineExceeded) || errchain.Is(err, context.Cause(ctx)))
}

// reportEnding is the report of [call.failure] for the end of a request: only
// the first one of an exchange is made.
func (c *call) reportEnding(err error) *errkit.Error {
	b := c.api.boundary()
	ctx := c.evidence(err)
	if b.Report == nil {
		return errkit.From(b.Handle(ctx, err))
	}
	var record *errkit.Error // nil: err was reported before
	quiet := *b
	quiet.Report = func(_ context.Context, e *errkit.Error) { record = e }
	e := *errkit.From(quiet.Handle(ctx, err))
	first := false
	if e.Ref, first = c.x.claim(e.Ref); first && record != nil {
		return errkit.From(b.Handle(ctx, record))
	}
	return &e
}

// claim returns the reference of the report about the end of the request, and
// whether the caller has to make that report.
func (x *exchange) claim(ref string) (_ string, first bool) {
	if x == nil { // there is no other handler
		return ref, true
	}
	if !x.ref.CompareAndSwap(nil, &ref) {
		return *x.ref.Load(), false
	}
	return ref, true
}

// isPending reports whether a handler inside has not returned, or has reported
// the end of the request: a plain text is then one of a handler between.
func (c *call) isPending() bool {
	return !c.isInnermost() || c.x.ref.Load() != nil
}

// blame returns what err is if only the transport can know: the client or the
// server ended the request, or the request itself is broken. It returns nil for
// any other error, which the classifiers of the boundary decide.
func (c *call) blame(err error) *errkit.Error {
	ctx := c.r.Context()
	cause := context.Cause(ctx)
	body := c.x.bodyFailure()
	isOfBody := errchain.Is(err, body)
	switch {
	case errchain.Is(err, c.w.answer().failed),
		cause == context.Canceled && errchain.Is(err, context.Canceled),
		isOfBody && request.IsDisconnect(body):
		return &errkit.Error{Kind: errkit.Canceled, Err: err} // even if its author gave it another kind
	case request.IsCoded(err):
		return nil
	case cause != nil && cause != context.DeadlineExceeded && !request.IsCoded(cause) &&
		(errchain.Is(err, ctx.Err()) || errchain.Is(err, cause)): // such as a signal: the server shuts down
		return &errkit.Error{Kind: errkit.Unavailable, Err: errors.Join(err, cause)}
	case isOfBody && request.IsLate(body):
		return request.Unreadable(err)
	case isOfBody:
		return nil // classifiers may know it: a limit or a quota of a handler outside
	}
	return c.badForm(err)
}

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
	if request.IsCoded(err) {
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
		attrs = append(attrs, slog.String("path", path[:min(len(path), text.MaxPath)]))
	}
	if c.w != nil {
		if s := c.w.progress(); s == sent || s == over {
			attrs = append(attrs, slog.Bool("committed", true))
		}
	}
	return attrs
}
