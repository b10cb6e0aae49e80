package jsonrpc

import (
	"context"
	"errors"
	"strconv"

	"github.com/creachadair/jrpc2"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/errkit"
)

// FromError returns the error of a call of a jrpc2.Client as an [*errkit.Error] with err as its cause, and nil for nil. An error
// of the server has its Peer. If there was no response the error is Timeout, Canceled or Network.
func FromError(err error) error {
	var e *errkit.Error
	rpc, ok := errors.AsType[*jrpc2.Error](err)
	switch {
	case err == nil:
		return nil
	case ok && rpc != nil:
		e = decode(rpc)
	case errors.Is(err, context.DeadlineExceeded):
		e = &errkit.Error{Kind: errkit.Timeout}
	case errors.Is(err, context.Canceled):
		e = &errkit.Error{Kind: errkit.Canceled}
	default:
		e = &errkit.Error{Kind: errkit.Network}
	}
	e.Err = err
	return e
}

func decode(rpc *jrpc2.Error) *errkit.Error {
	doc := appendError(nil, null, rpc)
	var c dialect.Codec
	e, err := c.Decode(dialect.Document{Dialect: aai.Dialect{}, Body: doc})
	if err != nil || e == nil { // data of another type
		return &errkit.Error{Kind: errkit.Unknown, Peer: &errkit.Peer{Dialect: aai.Dialect{}.Name(), Code: strconv.Itoa(int(rpc.Code)), Raw: doc}}
	}
	return e
}
