package nethttp

import (
	"context"
	"net/http"
	"slices"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
)

// failure returns the error that err is for the client, and reports it.
func (c *call) failure(err error) *errkit.Error {
	if e := c.blame(err); e != nil {
		err = e
	}
	if c.isEnding(err) {
		return c.reportEnding(err)
	}
	b := c.api.boundary()
	if c.isOfBody(err) {
		own := *b
		own.Classify = append(slices.Clip(b.Classify), unreadable)
		b = &own
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
	return ctx.Err() != nil &&
		(errchain.Is(err, context.Canceled) || errchain.Is(err, context.DeadlineExceeded) || errchain.Is(err, context.Cause(ctx)))
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
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.ref != "" {
		return x.ref, false
	}
	x.ref = ref
	return ref, true
}

// isPending reports whether a handler inside has not returned, or has reported
// the end of the request: a plain text is then one of a handler between.
func (c *call) isPending() bool {
	c.x.mu.Lock()
	defer c.x.mu.Unlock()
	return c.x.running.Load() > c.inside || c.x.ref != ""
}
