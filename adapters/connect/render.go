package connecterr

import (
	"context"
	"errors"

	"connectrpc.com/connect"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
)

// render returns an error as it is sent in a protocol. The limit for the details is for headers, where gRPC and gRPC-Web have them.
func (i *interceptor) render(e *errkit.Error, protocol string) *connect.Error {
	o := i.details
	if protocol == connect.ProtocolConnect {
		o.MaxDetails = -1
	}
	c := &i.codec
	e = c.Bounded(e)
	var status rpcstatus.Status
	doc := rpcdetails.AppendStatus(nil, c, dialect.Call{}, e, o)
	if err := proto.Unmarshal(doc, &status); err != nil || len(doc) == 0 { // it does not fit
		status.Reset()
		status.Message = string(rpcdetails.AppendMessage(nil, c, e, o))
	}
	rendered := connect.NewError(connect.Code(c.Table.RPC(e.Kind, e.Upstream)), &public{status.GetMessage(), e})
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
