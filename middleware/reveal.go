package middleware

import (
	"context"
	"errors"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
)

// Reveal returns a [Classifier] of the errors for which public returns true: they are ExecutionFailed, with the returned text as
// the message. It is for programs whose errors have texts for users, before they return errors of package errkit:
//
//	b := standard.Boundary()
//	b.Classify = append(b.Classify, middleware.Reveal(middleware.TextOf[*shop.Error]))
//
// Only the returned text is sent. A text of err may contain that of an error that it wraps, such as an address or a query:
// [TextOf] and [TextOfAny] return only the texts that you name. Errors with a Kind, panics and the errors of peers do not reach a
// Classifier. A function that panics has returned false.
func Reveal(public func(error) (errkit.Text, bool)) Classifier {
	return func(_ context.Context, err error) *errkit.Error {
		text, ok := public(err)
		if !ok {
			return nil
		}
		return &errkit.Error{Kind: errkit.ExecutionFailed, Message: text}
	}
}

// TextOf is a function for [Reveal]: it returns the text of the first error of type E in the chain of err, without the texts of
// the errors that wrap it. Use it for types whose texts are for users, in full.
func TextOf[E error](err error) (errkit.Text, bool) {
	e, ok := errors.AsType[E](err)
	if !ok {
		return "", false
	}
	return errkit.Text(e.Error()), true // public: the program states it for the type
}

// TextOfAny returns a function for [Reveal], which returns the text of the first of these errors in the chain of its argument,
// without the texts of the errors that wrap it:
//
//	middleware.Reveal(middleware.TextOfAny(shop.ErrSoldOut, shop.ErrClosed))
func TextOfAny(sentinels ...error) func(error) (errkit.Text, bool) {
	return func(err error) (errkit.Text, bool) {
		for _, s := range sentinels {
			if s != nil && errchain.Is(err, s) {
				return errkit.Text(s.Error()), true // public: the program states it for the error
			}
		}
		return "", false
	}
}
