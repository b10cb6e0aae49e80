package middleware

import (
	"context"
	"errors"

	"github.com/toolerr/toolerr/errkit"
)

// Context is the [Classifier] of context errors. The result depends on ctx, the context of the call:
//   - context.DeadlineExceeded is Timeout, whether or not the deadline is that of ctx;
//   - context.Canceled is Canceled if ctx was canceled, and Timeout if its deadline passed;
//   - context.Canceled is Internal if ctx is not done: the program canceled something else;
//   - if ctx is done and its cause ([context.WithCancelCause]) is an *errkit.Error or errkit.Kind, the result is that error.
func Context(ctx context.Context, err error) *errkit.Error {
	late := errors.Is(err, context.DeadlineExceeded)
	if !late && !errors.Is(err, context.Canceled) {
		return nil
	}
	if ctx.Err() != nil {
		if cause := context.Cause(ctx); originOf(cause) == coded {
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
