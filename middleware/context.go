package middleware

import (
	"context"
	"errors"

	"github.com/toolerr/toolerr/errkit"
)

// Context is the Classifier of context errors. It looks at the call's own
// context:
//   - a deadline that passed, whosever it was, is Timeout;
//   - context.Canceled is Canceled where the call itself was canceled, for then
//     the caller is gone, and Timeout where the call's deadline passed;
//   - context.Canceled while the call goes on is Internal: something inside was
//     canceled, and the caller has nothing to do with it;
//   - where the call ended with a cause that somebody coded
//     ([context.WithCancelCause]), that is the answer.
func Context(ctx context.Context, err error) *errkit.Error {
	late := errors.Is(err, context.DeadlineExceeded)
	if !late && !errors.Is(err, context.Canceled) {
		return nil
	}
	if ctx.Err() != nil {
		if cause := context.Cause(ctx); trace(cause) == fromAuthor {
			e := *errkit.From(cause)
			e.Err = errors.Join(err, cause)
			return &e
		}
	}
	switch {
	case late, errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &errkit.Error{Kind: errkit.Timeout}
	case ctx.Err() != nil:
		return &errkit.Error{Kind: errkit.Canceled}
	}
	return &errkit.Error{Kind: errkit.Internal}
}
