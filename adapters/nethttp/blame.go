package nethttp

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"syscall"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/middleware"
)

// blame returns what err is if only the transport can know: the client or the
// server ended the request, or the request itself is broken. It returns nil for
// any other error, which the classifiers of the boundary decide.
func (c *call) blame(err error) *errkit.Error {
	ctx := c.r.Context()
	cause := context.Cause(ctx)
	body := c.x.body.failure()
	switch {
	case c.w != nil && c.w.failure() != nil && errchain.Is(err, c.w.failure()),
		cause == context.Canceled && errchain.Is(err, context.Canceled),
		body != nil && hungUp(body) && errchain.Is(err, body):
		return &errkit.Error{Kind: errkit.Canceled, Err: err} // even if its author gave it another kind
	case isCoded(err):
		return nil
	case cause != nil && cause != context.DeadlineExceeded && !isCoded(cause) && (errchain.Is(err, ctx.Err()) || errchain.Is(err, cause)):
		return &errkit.Error{Kind: errkit.Unavailable, Err: errors.Join(err, cause)} // such as a signal: the server shuts down
	case body != nil && errchain.Is(err, body):
		return unreadable(body, err)
	}
	return c.badForm(err)
}

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

// hungUp reports whether a body could not be read because the client is gone.
func hungUp(err error) bool {
	return errchain.Is(err, io.ErrUnexpectedEOF) || errchain.Is(err, syscall.ECONNRESET) || errchain.Is(err, syscall.EPIPE) ||
		errchain.Is(err, net.ErrClosed) || errchain.Is(err, context.Canceled) ||
		errchain.Any(err, func(e error) bool { return e.Error() == "client disconnected" }) // HTTP/2; net/http does not export it
}

// unreadable returns the error of a body that could not be read to its end.
func unreadable(body, err error) *errkit.Error {
	if late(body) {
		return &errkit.Error{Kind: errkit.Timeout, Status: http.StatusRequestTimeout, Stage: errkit.BeforeCall, Err: err,
			Message: "The request did not arrive in time."} // RFC 9110 §15.5.9
	}
	return &errkit.Error{Kind: errkit.InvalidRequest, Code: middleware.TruncatedBody, Err: err,
		Message: "The request could not be read to its end."}
}

// late reports whether a read deadline passed.
func late(err error) bool {
	return errchain.Is(err, os.ErrDeadlineExceeded) || errchain.Any(err, func(e error) bool {
		n, ok := e.(net.Error)
		return ok && n.Timeout()
	})
}
