package connecterr

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"

	"connectrpc.com/connect"

	"github.com/toolerr/toolerr/dialect"
	wire "github.com/toolerr/toolerr/dialect/connect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
)

// FromError returns the error of a call of a client as an [*errkit.Error] with err as its cause,
// and nil for nil. An error of the server has its Peer. If there was no response the error is
// Timeout, Canceled or Network. Other errors, such as those of interceptors, are Internal. Only
// the error of a server has a message.
func FromError(err error) error {
	d := decoder{codec: new(dialect.Codec)}
	return d.decode(context.Background(), err)
}

// A decoder decodes the errors of calls of a client.
type decoder struct {
	codec    *dialect.Codec
	classify []middleware.Classifier // for errors that are neither of connect nor of the network
}

func (d *decoder) decode(ctx context.Context, err error) error {
	return middleware.ClientError(ctx, err, d.library, d.classify)
}

// library is the classifier of a *connect.Error.
func (d *decoder) library(_ context.Context, err error) *errkit.Error {
	received, ok := errors.AsType[*connect.Error](err)
	switch {
	case !ok, received.Code() == connect.CodeUnknown && !connect.IsWireError(received): // connect wraps any error so
		return nil
	case connect.IsWireError(received):
		return decode(d.codec, received)
	}
	if decode(d.codec, received).Kind == errkit.TooLarge { // a message, with the code of a rate limit
		return &errkit.Error{Kind: errkit.TooLarge}
	}
	return &errkit.Error{Kind: kindOf(d.codec, received.Code())} // its text may have addresses and other causes
}

// A document is what a server of Connect sends (Connect Protocol Reference, Error End-Stream).
type document struct {
	Code    string   `json:"code"`
	Message string   `json:"message"`
	Details []detail `json:"details"`
}

type detail struct {
	Type  string `json:"type"`
	Value string `json:"value"` // in base64 without padding
}

// decode returns the error in a *connect.Error. It is decoded as the document that has it.
func decode(c *dialect.Codec, received *connect.Error) *errkit.Error {
	doc := document{received.Code().String(), received.Message(), []detail{}}
	for _, d := range received.Details() {
		doc.Details = append(doc.Details, detail{d.Type(), base64.RawStdEncoding.EncodeToString(d.Bytes())})
	}
	body, _ := json.Marshal(doc) // it has only strings
	e, err := c.Decode(dialect.Document{Dialect: wire.Dialect{}, Header: received.Meta(), Body: body})
	if err != nil || e == nil { // longer than a document can be
		peer := &errkit.Peer{Dialect: wire.Dialect{}.Name(), Code: doc.Code}
		return &errkit.Error{Kind: kindOf(c, received.Code()), Peer: peer}
	}
	return e
}

func kindOf(c *dialect.Codec, code connect.Code) errkit.Kind {
	k, _ := c.Table.FromRPC(mapping.RPCCode(code))
	return k
}
