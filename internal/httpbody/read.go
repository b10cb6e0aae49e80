// Package httpbody reads the body of an HTTP request and writes that of a response, for adapters whose requests and responses
// are one document each.
package httpbody

import (
	"context"
	"errors"
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
	if e := TooLarge(err); e != nil {
		return nil, e
	}
	if !IsLate(err) && (r.Context().Err() != nil || IsDisconnect(err)) {
		return nil, &errkit.Error{Kind: errkit.Canceled, Stage: errkit.BeforeCall, Err: err}
	}
	return nil, Unreadable(err)
}

// TooLarge returns the error of a request whose body could not be read to its end because of err,
// if that is an [http.MaxBytesError], else nil. Unlike [middleware.Limits] it needs no input of the
// call: err must be the error of a reader of that body.
func TooLarge(err error) *errkit.Error {
	tooLarge, ok := errors.AsType[*http.MaxBytesError](err)
	if !ok {
		return nil
	}
	read := func() middleware.Input { return middleware.Input{Size: tooLarge.Limit + 1} }
	e := middleware.Limits(middleware.WithInput(context.Background(), read), tooLarge)
	if e != nil {
		e.Err = err
	}
	return e
}
