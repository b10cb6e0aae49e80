package middleware

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/toolerr/toolerr/errkit"
)

// Limits is the [Classifier] of errors about a request in net/http and mime/multipart: a body that is too large is TooLarge,
// with the limit in bytes in Details; a handler that exceeded the time of [http.TimeoutHandler] is Timeout; an invalid form is
// InvalidRequest.
//
// An error may be about another document, such as the response of a service. So an
// [http.MaxBytesError] is classified only if the input of the call ([WithInput]) is known to be larger
// than its limit, and a [multipart.ErrMessageTooLarge] only if the input is a multipart form that is too
// large, too, or was not read to its end. An [http.ErrLineTooLong] is never: it is about the transfer
// of a body, which the adapter that reads the body of the call knows.
func Limits(ctx context.Context, err error) *errkit.Error {
	if e, ok := errors.AsType[*http.MaxBytesError](err); ok {
		if in, _ := InputFrom(ctx); max(in.Size, int64(len(in.Body))) <= e.Limit {
			return nil
		}
		return &errkit.Error{
			Kind: errkit.TooLarge, Stage: errkit.BeforeCall,
			Message: errkit.Textf("The request is larger than %d bytes.", e.Limit),
			Details: []slog.Attr{slog.Int64("limit", e.Limit)},
		}
	}
	switch {
	case errors.Is(err, multipart.ErrMessageTooLarge):
		if in, _ := InputFrom(ctx); !isLargeForm(in) {
			return nil
		}
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

// isLargeForm reports whether the input may be a multipart form (RFC 2046 §5.1.1) that is too large.
func isLargeForm(in Input) bool {
	line, _, _ := bytes.Cut(in.Body, []byte("\n"))
	boundary, dashes := strings.CutPrefix(strings.TrimRight(string(line), " \t\r"), "--")
	switch {
	case !dashes, boundary == "":
		return false
	case in.Truncated:
		return true
	}
	_, err := multipart.NewReader(bytes.NewReader(in.Body), boundary).ReadForm(int64(len(in.Body))) // so no file is written
	return errors.Is(err, multipart.ErrMessageTooLarge)
}
