package grpcerr

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/toolerr/toolerr/dialect"
	wiregrpc "github.com/toolerr/toolerr/dialect/grpc"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// UnaryClientInterceptor returns an interceptor that decodes the errors of unary calls. Of nil options, which are the zero
// Options, and others it uses the Codec.
func UnaryClientInterceptor(o *Options) grpc.UnaryClientInterceptor {
	c := codecOf(o)
	return func(ctx context.Context, method string, req, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker, options ...grpc.CallOption) error {
		var server peer.Peer
		err := invoke(ctx, method, req, reply, conn, append(options[:len(options):len(options)], grpc.Peer(&server))...)
		return received(c, err, server.Addr != nil)
	}
}

// StreamClientInterceptor returns an interceptor that decodes the errors of streams, see [UnaryClientInterceptor].
func StreamClientInterceptor(o *Options) grpc.StreamClientInterceptor {
	c := codecOf(o)
	return func(ctx context.Context, desc *grpc.StreamDesc, conn *grpc.ClientConn, method string, open grpc.Streamer, options ...grpc.CallOption) (grpc.ClientStream, error) {
		stream, err := open(ctx, desc, conn, method, options...)
		if err != nil {
			return nil, received(c, err, false)
		}
		return &clientStream{stream, c}, nil
	}
}

func codecOf(o *Options) *dialect.Codec {
	if o == nil {
		return new(dialect.Codec)
	}
	return &o.Codec
}

// clientStream is the client's side of a stream whose errors are decoded.
type clientStream struct {
	grpc.ClientStream
	codec *dialect.Codec
}

func (s *clientStream) received(err error) error {
	if err == nil || errors.Is(err, io.EOF) { // Context ends the retries of the library
		return err
	}
	p, ok := peer.FromContext(s.ClientStream.Context())
	return received(s.codec, err, ok && p.Addr != nil)
}

// Header returns the headers of the response.
func (s *clientStream) Header() (metadata.MD, error) {
	md, err := s.ClientStream.Header()
	return md, s.received(err)
}

// CloseSend ends the messages of the client.
func (s *clientStream) CloseSend() error { return s.received(s.ClientStream.CloseSend()) }

// SendMsg sends a message.
func (s *clientStream) SendMsg(message any) error {
	return s.received(s.ClientStream.SendMsg(message))
}

// RecvMsg receives a message.
func (s *clientStream) RecvMsg(message any) error {
	return s.received(s.ClientStream.RecvMsg(message))
}

// received returns the error of a call as the client gets it. The end of a stream stays [io.EOF].
func received(c *dialect.Codec, err error, connected bool) error {
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	if _, ok := errors.AsType[*errkit.Error](err); ok { // another interceptor decoded it
		return err
	}
	return fromError(c, err, connected)
}

// FromError returns the error of a call of a client as an [*errkit.Error] with err as its cause, and nil for nil. An error of the
// server has its Peer. If there was no connection the error is Timeout, Canceled or Network, without a message.
func FromError(err error) error {
	if err == nil {
		return nil
	}
	return fromError(new(dialect.Codec), err, true)
}

// IsStatus reports whether err is or wraps an error with a status of grpc. It is for Boundary.PassThrough.
func IsStatus(err error) bool {
	_, ok := statusOf(err)
	return ok
}

// statusOf returns the status in the chain of an error. Unlike status.FromError it does not add the text of errors around it.
func statusOf(err error) (*status.Status, bool) {
	e, ok := errors.AsType[interface {
		error
		GRPCStatus() *status.Status
	}](err)
	if !ok {
		return nil, false
	}
	s := e.GRPCStatus()
	return s, s != nil && s.Code() != codes.OK
}

func fromError(c *dialect.Codec, err error, connected bool) *errkit.Error {
	var e *errkit.Error
	s, ok := statusOf(err)
	switch {
	case ok && connected && !isLocal(s):
		e = decode(c, s)
	case errors.Is(err, context.DeadlineExceeded), ok && s.Code() == codes.DeadlineExceeded:
		e = &errkit.Error{Kind: errkit.Timeout}
	case errors.Is(err, context.Canceled), ok && s.Code() == codes.Canceled:
		e = &errkit.Error{Kind: errkit.Canceled}
	case !ok || s.Code() == codes.Unavailable:
		e = &errkit.Error{Kind: errkit.Network}
	default: // of the library: its text may have addresses and other causes
		e = &errkit.Error{}
		e.Kind, _ = c.Table.FromRPC(mapping.RPCCode(s.Code()))
	}
	e.Err = err
	return e
}

// localTexts are the starts of texts of the library about a connection, which are not from the server.
var localTexts = [...]string{"connection error: ", "last connection error: ", "latest balancer error: ", "last resolver error: ", "received context error while waiting for new LB policy update: ", "error reading from server: ", "name resolver error: ", "no children to pick from", "closing transport due to: ", "the connection is draining", "transport: "}

// isLocal reports whether a status without details is one of the library about a connection, a deadline or a cancellation.
func isLocal(s *status.Status) bool {
	if len(s.Proto().GetDetails()) > 0 {
		return false
	}
	switch text := s.Message(); s.Code() {
	case codes.Unavailable, codes.DeadlineExceeded, codes.Canceled:
		return text == context.DeadlineExceeded.Error() || text == context.Canceled.Error() ||
			slices.ContainsFunc(localTexts[:], func(start string) bool { return strings.HasPrefix(text, start) })
	}
	return false
}

// decode returns the error in a status. It is decoded as the trailers that a server of gRPC sends.
func decode(c *dialect.Codec, s *status.Status) *errkit.Error {
	header := http.Header{"Grpc-Status": {strconv.Itoa(int(s.Code()))}}
	if doc, err := proto.Marshal(s.Proto()); err == nil {
		header["Grpc-Status-Details-Bin"] = []string{base64.RawStdEncoding.EncodeToString(doc)}
	}
	e, err := c.Decode(dialect.Document{Dialect: wiregrpc.Dialect{}, Header: header})
	if err != nil || e == nil { // longer than a document can be
		e = &errkit.Error{Peer: &errkit.Peer{Dialect: wiregrpc.Dialect{}.Name(), Code: s.Code().String()}}
		e.Kind, _ = c.Table.FromRPC(mapping.RPCCode(s.Code()))
	}
	return e
}
