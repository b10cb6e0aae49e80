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
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/toolerr/toolerr/dialect"
	wiregrpc "github.com/toolerr/toolerr/dialect/grpc"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
)

// UnaryClientInterceptor returns an interceptor that decodes the errors of unary calls. Nil
// options are the zero Options, of which it uses the Codec and the Classify of the Boundary.
func UnaryClientInterceptor(o *Options) grpc.UnaryClientInterceptor {
	d := newDecoder(o)
	return func(
		ctx context.Context, method string, req, reply any, conn *grpc.ClientConn,
		invoke grpc.UnaryInvoker, options ...grpc.CallOption,
	) error {
		var server peer.Peer
		options = append(slices.Clip(options), grpc.Peer(&server))
		err := invoke(ctx, method, req, reply, conn, options...)
		return d.count(ctx, method, d.decode(ctx, err, server.Addr != nil, isSingle(conn, method)))
	}
}

// StreamClientInterceptor returns an interceptor that decodes the errors of streams, see
// [UnaryClientInterceptor].
func StreamClientInterceptor(o *Options) grpc.StreamClientInterceptor {
	d := newDecoder(o)
	return func(
		ctx context.Context, desc *grpc.StreamDesc, conn *grpc.ClientConn, method string,
		open grpc.Streamer, options ...grpc.CallOption,
	) (grpc.ClientStream, error) {
		stream, err := open(ctx, desc, conn, method, options...)
		err = d.count(ctx, method, d.decode(ctx, err, false, isSingle(conn, method)))
		if err != nil {
			return nil, err
		}
		return &clientStream{stream, ctx, d}, nil
	}
}

// clientStream is the client's side of a stream whose errors are decoded.
type clientStream struct {
	grpc.ClientStream
	ctx     context.Context // of the call
	decoder *decoder
}

// received returns the error of a stream as the client gets it. The end of the stream stays
// [io.EOF].
func (s *clientStream) received(err error) error {
	if err == nil || err == io.EOF { // the context of the stream, below, ends the retries of the library
		return err
	}
	p, ok := peer.FromContext(s.ClientStream.Context())
	return s.decoder.decode(s.ctx, err, ok && p.Addr != nil, false)
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

// FromError returns the error of a call of a client as an [*errkit.Error] with err as its cause,
// and nil for nil. An error of the server has its Peer. If there was no connection the error is
// Timeout, Canceled or Network. Other errors, such as those of interceptors, are Internal. Only
// the error of a server has a message, and none if its status may be one of the local library: one
// without details that is UNAVAILABLE, DEADLINE_EXCEEDED or CANCELLED.
func FromError(err error) error {
	d := decoder{codec: new(dialect.Codec)}
	return d.decode(context.Background(), err, true, false)
}

// A decoder decodes the errors of calls of a client.
type decoder struct {
	codec    *dialect.Codec
	classify []middleware.Classifier // for errors that are neither of grpc nor of the network
}

func newDecoder(o *Options) *decoder {
	s := newServer(o)
	return &decoder{&s.codec, s.boundary.Classify[1:]} // without that of errors of handlers
}

// isSingle reports whether a call that failed was sent once at most, but for repetitions of what a
// server did not process.
func isSingle(conn *grpc.ClientConn, method string) bool {
	return conn != nil && conn.GetMethodConfig(method).RetryPolicy == nil
}

// count counts a request of the call that ctx may be of, and returns its error.
func (d *decoder) count(ctx context.Context, method string, err error) error {
	isSent := err == nil || errkit.From(err).Effect != errkit.EffectNone
	middleware.CountRequest(ctx, isSent, levelOf(method) == descriptorpb.MethodOptions_NO_SIDE_EFFECTS)
	return err
}

// decode returns the error of a call. connected reports whether the call got as far as a server,
// and single whether there was no call before it, in its place.
func (d *decoder) decode(ctx context.Context, err error, connected, single bool) error {
	library := func(ctx context.Context, err error) *errkit.Error {
		s, ok := statusOf(err)
		if !ok {
			return nil
		}
		return d.ofStatus(ctx, s, connected, single)
	}
	return middleware.ClientError(ctx, err, library, d.classify)
}

// IsStatus reports whether err is or wraps an error with a status of grpc. It is for
// Boundary.PassThrough.
func IsStatus(err error) bool {
	_, ok := statusOf(err)
	return ok
}

// statusOf returns the status in the chain of an error. Unlike status.FromError it does not add
// the text of errors around it.
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

// ofStatus returns the error for a status, which the local library or a server made. It has no
// effect if the status proves that no server processed the request.
func (d *decoder) ofStatus(ctx context.Context, s *status.Status, connected, single bool) *errkit.Error {
	is, isLocal := sendingOf(s)
	e := &errkit.Error{Kind: kindOf(d.codec, s.Code())}
	switch {
	case connected && !isAmbiguous(s):
		return decode(d.codec, s)
	case connected && !isLocal:
		return decode(d.codec, status.New(s.Code(), ""))
	case connected && s.Code() == codes.Unavailable && is == unclear: // the connection ended
		return middleware.ClientNetwork(ctx, io.ErrUnexpectedEOF)
	case s.Code() == codes.Unavailable:
		e.Kind = errkit.Network
	}
	if single && isAmbiguous(s) && (is == notProcessed || is == notConnected && !connected) {
		e.Effect = errkit.EffectNone
	}
	return e
}

func kindOf(c *dialect.Codec, code codes.Code) errkit.Kind {
	k, _ := c.Table.FromRPC(mapping.RPCCode(code))
	return k
}

// isAmbiguous reports whether the local library may have made a status, about a connection, a
// deadline or a cancellation. Its text may have addresses.
func isAmbiguous(s *status.Status) bool {
	switch s.Code() {
	case codes.Unavailable, codes.DeadlineExceeded, codes.Canceled:
		return len(s.Proto().GetDetails()) == 0
	}
	return false
}

// localTexts are the starts of texts of the library about a connection or a context, which are not
// from the server.
var localTexts = [...]struct {
	start string
	is    sending
}{
	{"connection error: ", notConnected},
	{"last connection error: ", notConnected},
	{"latest balancer error: ", notConnected},
	{"last resolver error: ", notConnected},
	{"name resolver error: ", notConnected},
	{"no children to pick from", notConnected},
	{"received context error while waiting for new LB policy update: ", notConnected},
	{"stream terminated by RST_STREAM with error code: REFUSED_STREAM", notProcessed}, // RFC 9113 §8.7
	{"the connection is draining", notProcessed},
	{"the stream is rejected because server is draining the connection", notProcessed},
	{"error reading from server: ", unclear},
	{"closing transport due to: ", unclear},
	{"transport: ", unclear},
	{"context deadline exceeded", unclear},
	{"context canceled", unclear},
}

// A sending is what a local text reveals about a request: whether it was sent.
type sending uint8

const (
	unclear      sending = iota
	notConnected         // there was no connection for it
	notProcessed         // the server said, by HTTP/2, that it did not process it
)

// sendingOf returns what a status reveals, and whether it is certainly one of the library.
func sendingOf(s *status.Status) (is sending, isLocal bool) {
	for _, t := range localTexts {
		if strings.HasPrefix(s.Message(), t.start) {
			return t.is, true
		}
	}
	return unclear, false
}

// decode returns the error in a status. It is decoded as the trailers that a server of gRPC sends.
func decode(c *dialect.Codec, s *status.Status) *errkit.Error {
	header := http.Header{"Grpc-Status": {strconv.Itoa(int(s.Code()))}}
	if doc, err := proto.Marshal(s.Proto()); err == nil {
		header["Grpc-Status-Details-Bin"] = []string{base64.RawStdEncoding.EncodeToString(doc)}
	}
	e, err := c.Decode(dialect.Document{Dialect: wiregrpc.Dialect{}, Header: header})
	if err != nil || e == nil { // longer than a document can be
		peer := &errkit.Peer{Dialect: wiregrpc.Dialect{}.Name(), Code: s.Code().String()}
		return &errkit.Error{Kind: kindOf(c, s.Code()), Peer: peer}
	}
	return e
}
