package connecterr

import (
	"context"
	"encoding/json"
	"errors"

	"connectrpc.com/connect"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
)

// maxTrailers is the length in bytes of the details in a trailer of gRPC, which is a third longer in base64: many clients
// limit the headers of a response to 8 KiB.
const maxTrailers = 4608

// render returns an error as it is sent in a protocol.
func (i *interceptor) render(e *errkit.Error, protocol string) *connect.Error {
	most := 0
	if protocol != connect.ProtocolConnect {
		most = maxTrailers
	}
	c := &i.codec
	e = c.Bounded(e)
	options := rpcdetails.Options{Domain: i.dialect.Domain, Debug: i.dialect.Debug}
	var status rpcstatus.Status
	if err := proto.Unmarshal(rpcdetails.AppendStatus(nil, c, dialect.Call{}, e, options, most), &status); err != nil {
		status.Reset() // a bug in package rpcdetails: the code and the message are enough
	}
	rendered := connect.NewError(connect.Code(c.Table.RPC(e.Kind, e.Upstream)), &public{messageOf(c, e), e})
	for _, detail := range status.GetDetails() {
		if d, err := connect.NewErrorDetail(detail); err == nil {
			rendered.AddDetail(d)
		}
	}
	if after := (dialect.Head{RetryAfter: e.RetryAfter}).RetryAfterSeconds(); after != "" {
		rendered.Meta().Set("Retry-After", after)
	}
	return rendered
}

// messageOf returns the message that is sent.
func messageOf(c *dialect.Codec, e *errkit.Error) (message string) {
	if json.Unmarshal(wire.AppendMessage(nil, c, e), &message) != nil {
		return string(e.Kind.Text())
	}
	return message
}

// public is the cause of a rendered error: connect sends its text, and interceptors find the *errkit.Error in it.
type public struct {
	message string
	err     *errkit.Error
}

func (p *public) Error() string { return p.message }

func (p *public) Unwrap() error { return p.err }

// classify returns the error for a *connect.Error: one of another server with its Peer, one of the handler without its text.
func (i *interceptor) classify(_ context.Context, err error) *errkit.Error {
	own, ok := errors.AsType[*connect.Error](err)
	if !ok {
		return nil
	}
	e := decode(&i.codec, own)
	if !connect.IsWireError(own) {
		e.Message, e.Peer = "", nil
	}
	return e
}
