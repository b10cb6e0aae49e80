package middleware

import (
	"context"
	"errors"

	"github.com/toolerr/toolerr/errkit"
)

// Is returns a [Classifier] of one sentinel: an error that [errors.Is] it has
// the kind.
//
//	middleware.Is(sql.ErrNoRows, errkit.NotFound)
func Is(sentinel error, kind errkit.Kind) Classifier {
	return func(_ context.Context, err error) *errkit.Error {
		if !errors.Is(err, sentinel) {
			return nil
		}
		return &errkit.Error{Kind: kind}
	}
}

// HTTPStatus returns a [Classifier] of the errors of one type that carry the HTTP
// status to respond with: the kind is that of the status, and the response has
// the exact one. A status below 400 or above 599 is not classified. The text of
// the error is not public.
//
//	middleware.HTTPStatus((*shop.Error).HTTPStatus)
//	middleware.HTTPStatus(func(e *shop.Error) int { return e.Code })
//
// Use it for types whose status is meant for the caller of this program. The
// errors of clients of other services have a status too: the 403 of an AWS SDK
// is not the caller's, who cannot do anything about it.
func HTTPStatus[E error](match func(E) (status int)) Classifier {
	return func(_ context.Context, err error) *errkit.Error {
		e, ok := errors.AsType[E](err)
		if !ok {
			return nil
		}
		status := match(e)
		if status < 400 || status > 599 {
			return nil
		}
		return &errkit.Error{Kind: errkit.FromStatus(status), Status: uint16(status)}
	}
}
