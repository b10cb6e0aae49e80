package httpbody

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"syscall"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/middleware"
)

// IsDisconnect reports whether a body could not be read because the client disconnected. If the connection ends within a body
// of a known length, the error is io.ErrUnexpectedEOF.
func IsDisconnect(err error) bool {
	for _, target := range []error{io.ErrUnexpectedEOF, syscall.ECONNRESET, syscall.EPIPE, net.ErrClosed, context.Canceled} {
		if errchain.Is(err, target) {
			return true
		}
	}
	return errchain.Any(err, func(e error) bool { return e.Error() == "client disconnected" }) // HTTP/2; net/http does not export it
}

// Unreadable returns the error of a body that could not be read to its end: Timeout with the status 408 (RFC 9110 §15.5.9) if a
// read deadline passed, else InvalidRequest, such as for malformed chunks.
func Unreadable(err error) *errkit.Error {
	if IsLate(err) {
		return &errkit.Error{Kind: errkit.Timeout, Status: http.StatusRequestTimeout, Stage: errkit.BeforeCall, Err: err,
			Message: "The request did not arrive in time."}
	}
	return &errkit.Error{Kind: errkit.InvalidRequest, Code: middleware.TruncatedBody, Err: err,
		Message: "The request could not be read to its end."}
}

// IsLate reports whether a read deadline passed.
func IsLate(err error) bool {
	return errchain.Is(err, os.ErrDeadlineExceeded) || errchain.Any(err, func(e error) bool {
		n, ok := e.(net.Error)
		return ok && n.Timeout()
	})
}
