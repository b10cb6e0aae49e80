package nethttp

import (
	"context"
	"errors"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/httpbody"
)

// blame returns what err is if only the transport can know: the client or the
// server ended the request, or the request itself is broken. It returns nil for
// any other error, which the classifiers of the boundary decide.
func (c *call) blame(err error) *errkit.Error {
	ctx := c.r.Context()
	cause := context.Cause(ctx)
	var body error
	if c.x != nil {
		body = c.x.body.failure()
	}
	switch {
	case c.w != nil && c.w.failure() != nil && errchain.Is(err, c.w.failure()),
		cause == context.Canceled && errchain.Is(err, context.Canceled),
		body != nil && httpbody.IsDisconnect(body) && errchain.Is(err, body):
		return &errkit.Error{Kind: errkit.Canceled, Err: err} // even if its author gave it another kind
	case isCoded(err):
		return nil
	case cause != nil && cause != context.DeadlineExceeded && !isCoded(cause) && (errchain.Is(err, ctx.Err()) || errchain.Is(err, cause)):
		return &errkit.Error{Kind: errkit.Unavailable, Err: errors.Join(err, cause)} // such as a signal: the server shuts down
	case body != nil && errchain.Is(err, body) && httpbody.IsLate(body):
		return httpbody.Unreadable(err)
	case body != nil && errchain.Is(err, body):
		return nil // classifiers may know it: a limit or a quota of a handler outside
	}
	return c.badForm(err)
}

// isOfBody reports whether err is the one with which the body of the request could not be read.
func (c *call) isOfBody(err error) bool {
	if c.x == nil {
		return false
	}
	body := c.x.body.failure()
	return body != nil && errchain.Is(err, body)
}

// unreadable is the last classifier of an error of the body of the request: one that no other classifier knows is about its transfer.
func unreadable(_ context.Context, err error) *errkit.Error { return httpbody.Unreadable(err) }

// isCoded reports whether err has a kind that its author gave it.
func isCoded(err error) bool {
	return errchain.Any(err, func(e error) bool {
		switch e.(type) {
		case *errkit.Error, errkit.Kind:
			return true
		}
		return false
	})
}
