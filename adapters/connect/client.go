package connecterr

import (
	"context"
	"encoding/base64"
	"errors"

	"connectrpc.com/connect"

	"github.com/toolerr/toolerr/dialect"
	wire "github.com/toolerr/toolerr/dialect/connect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonw"
	"github.com/toolerr/toolerr/mapping"
)

// FromError returns the error of a call of a client as an [*errkit.Error] with err as its cause, and nil for nil. An error of the
// server has its Peer. If there was no response the error is Timeout, Canceled or Network, without a message.
func FromError(err error) error {
	if err == nil {
		return nil
	}
	return fromError(new(dialect.Codec), err)
}

func fromError(c *dialect.Codec, err error) *errkit.Error {
	var e *errkit.Error
	received, ok := errors.AsType[*connect.Error](err)
	switch {
	case ok && connect.IsWireError(received):
		e = decode(c, received)
	case errors.Is(err, context.DeadlineExceeded), ok && received.Code() == connect.CodeDeadlineExceeded:
		e = &errkit.Error{Kind: errkit.Timeout}
	case errors.Is(err, context.Canceled), ok && received.Code() == connect.CodeCanceled:
		e = &errkit.Error{Kind: errkit.Canceled}
	case !ok || received.Code() == connect.CodeUnavailable:
		e = &errkit.Error{Kind: errkit.Network}
	default: // of the library: its text may have addresses and other causes
		e = &errkit.Error{Kind: kindOf(c, received.Code())}
	}
	e.Err = err
	return e
}

// decode returns the error in a *connect.Error. It is decoded as the document that a server of Connect sends.
func decode(c *dialect.Codec, received *connect.Error) *errkit.Error {
	doc := jsonw.AppendMember(nil, `{"code":"`, received.Code().String())
	doc = jsonw.AppendMember(doc, `,"message":"`, received.Message())
	doc = append(doc, `,"details":[`...)
	for i, d := range received.Details() {
		doc = jsonw.AppendMember(jsonw.AppendComma(doc, i), `{"type":"`, d.Type())
		doc = base64.RawStdEncoding.AppendEncode(append(doc, `,"value":"`...), d.Bytes())
		doc = append(doc, `"}`...)
	}
	doc = append(doc, `]}`...)
	e, err := c.Decode(dialect.Document{Dialect: wire.Dialect{}, Header: received.Meta(), Body: doc})
	if err != nil || e == nil { // longer than a document can be
		return &errkit.Error{Kind: kindOf(c, received.Code()), Peer: &errkit.Peer{Dialect: wire.Dialect{}.Name(), Code: received.Code().String()}}
	}
	return e
}

func kindOf(c *dialect.Codec, code connect.Code) errkit.Kind {
	k, _ := c.Table.FromRPC(mapping.RPCCode(code))
	return k
}
