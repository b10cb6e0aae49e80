// Package httpbody reads the body of an HTTP request and writes that of a response, for adapters whose requests and responses
// are one document each.
package httpbody

import (
	"io"
	"net/http"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// Read returns the body of a request, of at most limit bytes. The error is
//   - TooLarge if the body has more bytes, see [middleware.Limits];
//   - Canceled if the client disconnected before the end;
//   - that of [Unreadable] otherwise.
func Read(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if err == nil {
		return body, nil
	}
	if e := middleware.Limits(r.Context(), err); e != nil {
		e.Err = err
		return nil, e
	}
	if !IsLate(err) && (r.Context().Err() != nil || IsDisconnect(err)) {
		return nil, &errkit.Error{Kind: errkit.Canceled, Stage: errkit.BeforeCall, Err: err}
	}
	return nil, Unreadable(err)
}
