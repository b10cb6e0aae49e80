package middleware

import (
	"context"
	"errors"

	"github.com/toolerr/toolerr/errkit"
)

// Is returns a [Classifier] of the errors that are sentinel, according to [errors.Is]. Their kind is kind.
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

// HTTPStatus returns a [Classifier] of the errors of type E, which have the HTTP status of the response: the kind is that of
// the status (see [errkit.FromStatus]), and the response has exactly this status. An error with a status below 400 or above
// 599 is not classified. The text of the error is not public.
//
//	middleware.HTTPStatus((*shop.Error).HTTPStatus)
//	middleware.HTTPStatus(func(e *shop.Error) int { return e.Code })
//
// Use it only for types whose status is intended for the caller. The status in an error of a client library, such as the 403
// of an AWS SDK, is about a request of this program.
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
