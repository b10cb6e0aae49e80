// Package clienterr has the rules that clients of RPC have in common for the errors of calls.
package clienterr

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// From returns the error of a call as an [*errkit.Error] with err as its cause, and nil for nil. It is the first of
//   - err itself, if it is or wraps an *errkit.Error;
//   - the result of [Network];
//   - that of library, which knows the errors of an RPC library;
//   - that of classify, because the error may be of other code in this program, such as another interceptor;
//   - Internal.
func From(ctx context.Context, err error, library middleware.Classifier, classify []middleware.Classifier) error {
	if err == nil {
		return nil
	}
	b := middleware.Boundary{Classify: slices.Concat([]middleware.Classifier{Network, library}, classify), RelayPeers: true}
	return b.Handle(ctx, err)
}

// Network is the [middleware.Classifier] of calls that failed between this program and a server: Timeout, Canceled or Network. A
// connection that ends within a response is Network.
func Network(ctx context.Context, err error) *errkit.Error {
	if e := middleware.Network(ctx, err); e != nil {
		return e
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return &errkit.Error{Kind: errkit.Timeout}
	case errors.Is(err, context.Canceled):
		return &errkit.Error{Kind: errkit.Canceled}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return &errkit.Error{Kind: errkit.Network}
	}
	return nil
}
