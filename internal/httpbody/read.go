// Package httpbody reads the body of an HTTP request and writes that of a response, for adapters whose requests and responses
// are one document each.
package httpbody

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"syscall"

	"github.com/toolerr/toolerr/errkit"
)

// Read returns the body of a request, of at most limit bytes. The error is
//   - TooLarge if the body is longer than limit;
//   - Timeout with the status 408 (RFC 9110 §15.5.9) if the client did not send it in time;
//   - Canceled if the client disconnected before the end;
//   - InvalidRequest otherwise, such as for malformed chunks.
func Read(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if err == nil {
		return body, nil
	}
	e := &errkit.Error{Kind: errkit.InvalidRequest, Stage: errkit.BeforeCall, Message: "The request could not be read completely.", Err: err}
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		e.Kind, e.Message = errkit.TooLarge, errkit.Textf("The request is longer than %d bytes.", limit)
	case late(err):
		e.Kind, e.Status, e.Message = errkit.Timeout, http.StatusRequestTimeout, "The request did not arrive in time."
	case disconnected(r.Context(), err):
		e.Kind, e.Message = errkit.Canceled, ""
	}
	return nil, e
}

// late reports whether the read deadline of the server passed.
func late(err error) bool {
	var n net.Error
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.As(err, &n) && n.Timeout()
}

// disconnected reports whether the client ended the request. If the connection ends within a body of a known length, the
// error is io.ErrUnexpectedEOF.
func disconnected(ctx context.Context, err error) bool {
	return ctx.Err() != nil || errors.Is(err, context.Canceled) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || errors.Is(err, net.ErrClosed)
}
