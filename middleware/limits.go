package middleware

import (
	"context"
	"errors"
	"log/slog"
	"mime/multipart"
	"net/http"

	"github.com/toolerr/toolerr/errkit"
)

// Limits is the [Classifier] of errors about a request in net/http and mime/multipart: a body that is too large is TooLarge,
// with the limit in bytes in Details; a handler that exceeded the time of [http.TimeoutHandler] is Timeout; an invalid form is
// InvalidRequest. An [http.MaxBytesError] is not classified if the input of the call is smaller than its limit: the error is
// about another document.
func Limits(ctx context.Context, err error) *errkit.Error {
	if e, ok := errors.AsType[*http.MaxBytesError](err); ok {
		if in, known := InputFrom(ctx); known && !in.Truncated && int64(len(in.Body)) < e.Limit {
			return nil
		}
		return &errkit.Error{
			Kind: errkit.TooLarge, Stage: errkit.BeforeCall,
			Message: errkit.Textf("The request is larger than %d bytes.", e.Limit),
			Details: []slog.Attr{slog.Int64("limit", e.Limit)},
		}
	}
	switch {
	case errors.Is(err, multipart.ErrMessageTooLarge), errors.Is(err, http.ErrLineTooLong):
		return &errkit.Error{Kind: errkit.TooLarge, Stage: errkit.BeforeCall}
	case errors.Is(err, http.ErrHandlerTimeout):
		return &errkit.Error{Kind: errkit.Timeout}
	case errors.Is(err, http.ErrNotMultipart):
		return &errkit.Error{Kind: errkit.InvalidRequest, Status: http.StatusUnsupportedMediaType, Message: "The request must be multipart/form-data."}
	case errors.Is(err, http.ErrMissingBoundary):
		return &errkit.Error{Kind: errkit.InvalidRequest, Message: "The request's multipart/form-data names no boundary."}
	case errors.Is(err, http.ErrMissingFile):
		return &errkit.Error{Kind: errkit.InvalidInput, Message: "A file is missing."}
	}
	return nil
}
