package connecterr

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"

	"connectrpc.com/connect"

	"github.com/toolerr/toolerr/dialect"
	wire "github.com/toolerr/toolerr/dialect/connect"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/language"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

// Options configure [NewInterceptor]. The zero Options are valid. They must not be changed after the call.
type Options struct {
	// Boundary converts every failure of a handler into an *errkit.Error. Nil: [standard.Boundary], which reports to
	// [slog.Default]. Its Validate checks the messages of unary calls. In a client, its Classify is for errors of other
	// interceptors.
	Boundary *middleware.Boundary

	// Codec renders and decodes errors.
	Codec dialect.Codec

	// Dialect has the domain of ErrorInfo, and whether text for developers is sent. Its Stream has no effect.
	Dialect wire.Dialect

	// MaxDetails is the limit for the details to clients of gRPC and gRPC-Web, in bytes of the value of grpc-status-details-bin.
	// 0: 6,144; negative: no limit, also for the message. Clients of Connect get the details in the body, without a limit.
	MaxDetails int
}

// NewInterceptor returns an interceptor for handlers and clients. Nil options are the zero Options.
func NewInterceptor(o *Options) connect.Interceptor {
	if o == nil {
		o = &Options{}
	}
	i := &interceptor{codec: o.Codec, details: rpcdetails.Options{Domain: o.Dialect.Domain, Debug: o.Dialect.Debug, MaxDetails: o.MaxDetails}}
	if o.Boundary == nil {
		i.boundary = *standard.Boundary()
	} else {
		i.boundary = *o.Boundary
	}
	i.client = decoder{&i.codec, i.boundary.Classify}
	i.boundary.Classify = slices.Concat([]middleware.Classifier{i.classify}, i.boundary.Classify)
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
		err = i.run(language.FromHeader(ctx, req.Header()), req.Spec(), req.Peer(), func(ctx context.Context) error {
			if validate := i.boundary.Validate; validate != nil {
				if err := validate(ctx, req.Any()); err != nil {
					return err
				}
			}
			res, err = next(ctx, req)
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
		return i.run(language.FromHeader(ctx, conn.RequestHeader()), conn.Spec(), conn.Peer(), func(ctx context.Context) error { return next(ctx, conn) })
	}
}

// WrapStreamingClient implements [connect.Interceptor].
func (i *interceptor) WrapStreamingClient(next connect.StreamingClientFunc) connect.StreamingClientFunc {
	return func(ctx context.Context, spec connect.Spec) connect.StreamingClientConn {
		return &clientConn{next(ctx, spec), ctx, &i.client}
	}
}

// run calls a handler within the boundary, and returns its error as it is sent.
func (i *interceptor) run(ctx context.Context, spec connect.Spec, peer connect.Peer, f func(context.Context) error) error {
	ctx = middleware.WithTable(ctx, i.codec.Table)
	ctx = middleware.WithAttrs(ctx, slog.String("procedure", spec.Procedure))
	err := i.boundary.Run(ctx, f)
	e, ok := err.(*errkit.Error)
	if !ok { // no error, or one that passes through
		return err
	}
	return i.render(e, peer.Protocol)
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

// received returns the error of a stream as the client gets it. The end of the stream stays [io.EOF].
func (c *clientConn) received(err error) error {
	if errors.Is(err, io.EOF) {
		return err
	}
	return c.decoder.decode(c.ctx, err)
}
