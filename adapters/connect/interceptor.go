package connecterr

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"

	"connectrpc.com/connect"
	_ "google.golang.org/genproto/googleapis/rpc/errdetails" // for what writes the details as JSON: connect itself, vanguard
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/toolerr/toolerr/dialect"
	wire "github.com/toolerr/toolerr/dialect/connect"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
	"github.com/toolerr/toolerr/middleware/standard"
	"github.com/toolerr/toolerr/middleware/validate"
)

// Options configure [NewInterceptor]. The zero Options are valid. They must not be changed
// after the call.
type Options struct {
	// Boundary converts every failure of a handler into an *errkit.Error. Nil:
	// [standard.Boundary], which reports to [slog.Default]. Its Validate checks the messages of
	// unary calls. In a client, its Classify is for errors of other interceptors.
	Boundary *middleware.Boundary

	// Codec renders and decodes errors.
	Codec dialect.Codec

	// Dialect has the domain of ErrorInfo, and whether text for developers is sent. Its
	// Stream has no effect.
	Dialect wire.Dialect

	// MaxDetails is the limit for the details to clients of gRPC and gRPC-Web, in bytes of the
	// value of grpc-status-details-bin. 0: 6,144; negative: no limit, also for the message.
	// Clients of Connect get the details in the body, without a limit.
	MaxDetails int

	// Key names the header that has the idempotency key of a unary call, such as
	// "Idempotency-Key". "": calls have no keys.
	Key string

	// Keys decide what a call with the key of an earlier one does. Nil: it waits for the answer of
	// one that is running. The caller is [idempotency.WithPrincipal], or known by the header
	// Authorization or X-Api-Key. An answer has the headers of its response, not those that a
	// handler sets in its context, and the program needs the types of the messages
	// ([protoregistry.GlobalTypes]), as generated code registers them.
	//
	// [protoregistry.GlobalTypes]: https://pkg.go.dev/google.golang.org/protobuf/reflect/protoregistry#GlobalTypes
	Keys *idempotency.Keys
}

// NewInterceptor returns an interceptor for handlers and clients. Nil options are the zero
// Options.
func NewInterceptor(o *Options) connect.Interceptor {
	o = cmp.Or(o, &Options{})
	i := &interceptor{codec: o.Codec, key: o.Key, keys: cmp.Or(o.Keys, new(idempotency.Keys))}
	i.details = rpcdetails.Options{Domain: o.Dialect.Domain, Debug: o.Dialect.Debug, MaxDetails: o.MaxDetails}
	i.boundary = standard.With(o.Boundary, i.classify)
	i.client = decoder{&i.codec, i.boundary.Classify[1:]} // without that of errors of handlers
	passThrough := i.boundary.PassThrough
	i.boundary.PassThrough = func(err error) bool { // a response without an error (RFC 9110 §15.4.5)
		return connect.IsNotModifiedError(err) || passThrough != nil && passThrough(err)
	}
	return i
}

// IsError reports whether err is a *connect.Error, or wraps one. It is for Boundary.PassThrough.
func IsError(err error) bool {
	_, ok := errors.AsType[*connect.Error](err)
	return ok
}

type interceptor struct {
	boundary middleware.Boundary
	codec    dialect.Codec
	details  rpcdetails.Options
	client   decoder
	key      string
	keys     *idempotency.Keys
}

// WrapUnary implements [connect.Interceptor].
func (i *interceptor) WrapUnary(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, req connect.AnyRequest) (res connect.AnyResponse, err error) {
		if req.Spec().IsClient {
			switch res, err = next(ctx, req); {
			case err == nil:
				return res, nil
			case connect.IsNotModifiedError(err):
				return nil, err
			}
			return nil, i.client.decode(ctx, err)
		}
		err = i.run(ctx, req, func(ctx context.Context) error {
			if err := validate.Input(ctx, &i.boundary, req.Any()); err != nil {
				return err
			}
			res, err = i.once(ctx, req, next)
			return err
		})
		if err != nil {
			return nil, err
		}
		return res, nil
	}
}

// WrapStreamingHandler implements [connect.Interceptor].
func (i *interceptor) WrapStreamingHandler(next connect.StreamingHandlerFunc) connect.StreamingHandlerFunc {
	return func(ctx context.Context, conn connect.StreamingHandlerConn) error {
		return i.run(ctx, stream{conn}, func(ctx context.Context) error { return next(ctx, conn) })
	}
}

// WrapStreamingClient implements [connect.Interceptor].
func (i *interceptor) WrapStreamingClient(next connect.StreamingClientFunc) connect.StreamingClientFunc {
	return func(ctx context.Context, spec connect.Spec) connect.StreamingClientConn {
		return &clientConn{next(ctx, spec), ctx, &i.client}
	}
}

// A call is what a handler gets, a request or a stream.
type call interface {
	Header() http.Header
	Peer() connect.Peer
	Spec() connect.Spec
}

// stream is a stream as a call.
type stream struct{ connect.StreamingHandlerConn }

func (s stream) Header() http.Header { return s.RequestHeader() }

// run calls a handler within the boundary, and returns its error as it is sent.
func (i *interceptor) run(ctx context.Context, c call, f func(context.Context) error) error {
	if middleware.AcceptLanguage(ctx) == "" {
		ctx = middleware.WithAcceptLanguage(ctx, c.Header().Get("Accept-Language"))
	}
	ctx = middleware.WithTable(middleware.WithRequests(ctx), i.codec.Table)
	ctx = middleware.WithAttrs(ctx, slog.String("procedure", c.Spec().Procedure))
	of := repeatable(c.Spec())
	ctx = middleware.WithRepeatable(ctx, of)
	err := i.boundary.Run(ctx, f)
	e, ok := err.(*errkit.Error)
	if !ok { // no error, or one that passes through
		return err
	}
	return i.render(e, of, c.Peer().Protocol)
}

// repeatable returns what the idempotency level of a procedure states
// (google.protobuf.MethodOptions).
func repeatable(s connect.Spec) errkit.Repeatable {
	switch s.IdempotencyLevel {
	case connect.IdempotencyNoSideEffects, connect.IdempotencyIdempotent:
		return errkit.RepeatableYes
	}
	return errkit.RepeatableUnstated
}

// clientConn is the client's side of a stream whose errors are decoded.
type clientConn struct {
	connect.StreamingClientConn
	ctx     context.Context // of the call
	decoder *decoder
}

// Send sends a message.
func (c *clientConn) Send(message any) error {
	return c.received(c.StreamingClientConn.Send(message))
}

// CloseRequest ends the messages of the client.
func (c *clientConn) CloseRequest() error {
	return c.received(c.StreamingClientConn.CloseRequest())
}

// Receive receives a message.
func (c *clientConn) Receive(message any) error {
	return c.received(c.StreamingClientConn.Receive(message))
}

// CloseResponse ends the messages of the server.
func (c *clientConn) CloseResponse() error {
	return c.received(c.StreamingClientConn.CloseResponse())
}

// received returns the error of a stream as the client gets it. The end of the stream stays
// [io.EOF].
func (c *clientConn) received(err error) error {
	if errors.Is(err, io.EOF) {
		return err
	}
	return c.decoder.decode(c.ctx, err)
}

// render returns an error as it is sent in a protocol. The limit for the details is for headers,
// where gRPC and gRPC-Web have them.
func (i *interceptor) render(e *errkit.Error, of errkit.Repeatable, protocol string) *connect.Error {
	o := i.details
	if protocol == connect.ProtocolConnect {
		o.MaxDetails = -1
	}
	c := &i.codec
	e = rpcdetails.WithCode(c.Bounded(e, dialect.Call{Repeatable: of}))
	var status rpcstatus.Status
	doc := rpcdetails.AppendStatus(nil, c, dialect.Call{Repeatable: of}, e, o)
	if err := proto.Unmarshal(doc, &status); err != nil || len(doc) == 0 { // it does not fit
		status.Reset()
		status.Message = string(rpcdetails.AppendMessage(nil, c, e, o))
	}
	rendered := connect.NewError(connect.Code(c.Table.RPCOf(e)), &public{status.GetMessage(), e})
	for _, detail := range status.GetDetails() {
		if d, err := connect.NewErrorDetail(detail); err == nil {
			rendered.AddDetail(d)
		}
	}
	if mapping.IsOutcomeUnclear(e) {
		if protocol != connect.ProtocolConnect {
			rendered.Meta().Set("Grpc-Retry-Pushback-Ms", "-1") // gRFC A6: clients do not repeat the call
		}
	} else if after := (dialect.Head{RetryAfter: e.RetryAfter}).RetryAfterSeconds(); after != "" {
		rendered.Meta().Set("Retry-After", after)
	}
	return rendered
}

// public is the cause of a rendered error: connect sends its text, and interceptors find the
// *errkit.Error in it.
type public struct {
	message string
	err     *errkit.Error
}

func (p *public) Error() string { return p.message }

func (p *public) Unwrap() error { return p.err }

// classify returns the error for a *connect.Error: one of another server with its Peer, one of the
// handler without its text.
func (i *interceptor) classify(_ context.Context, err error) *errkit.Error {
	own, ok := errors.AsType[*connect.Error](err)
	if !ok {
		return nil
	}
	e := decode(&i.codec, own)
	if !connect.IsWireError(own) {
		e.Message, e.Peer, e.Err = "", nil, &rpcdetails.Coded{Err: err, Code: mapping.RPCCode(own.Code())}
	}
	return e
}
