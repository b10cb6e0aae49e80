package grpcerr

import (
	"cmp"
	"context"
	"log/slog"
	"strings"

	_ "google.golang.org/genproto/googleapis/rpc/errdetails" // for what writes the details of a status as JSON: gateways, reflection
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/toolerr/toolerr/dialect"
	wiregrpc "github.com/toolerr/toolerr/dialect/grpc"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
	"github.com/toolerr/toolerr/middleware/standard"
	"github.com/toolerr/toolerr/middleware/validate"
)

// Options configure the interceptors. The zero Options are valid. They must not be changed
// after the call.
type Options struct {
	// Boundary converts every failure of a handler into an *errkit.Error. Nil:
	// [standard.Boundary], which reports to [slog.Default]. Its Validate checks the messages of
	// unary calls. In a client, its Classify is for errors of other interceptors.
	Boundary *middleware.Boundary

	// Codec renders and decodes errors.
	Codec dialect.Codec

	// Dialect has the domain of ErrorInfo, whether text for developers is sent, and the limit for
	// the details.
	Dialect wiregrpc.Dialect

	// Key names the metadata that has the idempotency key of a unary call, such as
	// "idempotency-key". "": calls have no keys.
	Key string

	// Keys decide what a call with the key of an earlier one does. Nil: it waits for the answer of
	// one that is running. The caller is [idempotency.WithPrincipal], or known by the metadata
	// authorization or x-api-key, or by the certificate of the client. The program needs the types
	// of the messages ([protoregistry.GlobalTypes]), as generated code registers them.
	Keys *idempotency.Keys
}

// server has Options with all defaults.
type server struct {
	boundary middleware.Boundary
	codec    dialect.Codec
	details  rpcdetails.Options
	key      string
	keys     *idempotency.Keys
}

func newServer(o *Options) *server {
	o = cmp.Or(o, &Options{})
	d := o.Dialect
	s := &server{codec: o.Codec, key: o.Key, keys: cmp.Or(o.Keys, new(idempotency.Keys))}
	s.details = rpcdetails.Options{Domain: d.Domain, Debug: d.Debug, MaxDetails: d.MaxDetails}
	s.boundary = standard.With(o.Boundary, s.classify)
	return s
}

// UnaryServerInterceptor returns an interceptor for the handlers of unary calls. Nil options are
// the zero Options.
func UnaryServerInterceptor(o *Options) grpc.UnaryServerInterceptor {
	s := newServer(o)
	return func(
		ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler,
	) (res any, err error) {
		err = s.run(ctx, info.FullMethod, func(ctx context.Context) error {
			if err := validate.Input(ctx, &s.boundary, req); err != nil {
				return err
			}
			res, err = s.once(ctx, info.FullMethod, req, handler)
			return err
		})
		if err != nil {
			return nil, err
		}
		return res, nil
	}
}

// StreamServerInterceptor returns an interceptor for the handlers of streams. Nil options are the
// zero Options.
func StreamServerInterceptor(o *Options) grpc.StreamServerInterceptor {
	s := newServer(o)
	return func(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
		return s.run(stream.Context(), info.FullMethod, func(ctx context.Context) error {
			return handler(srv, &serverStream{stream, ctx})
		})
	}
}

// serverStream is a stream with the context of the boundary.
type serverStream struct {
	grpc.ServerStream
	ctx context.Context
}

// Context returns the context of the stream.
func (s *serverStream) Context() context.Context { return s.ctx }

// run calls a handler within the boundary, and returns its error as it is sent. The handler has a
// goroutine of its own: grpc neither recovers panics, also that of http.ErrAbortHandler, nor
// responds after runtime.Goexit.
func (s *server) run(ctx context.Context, method string, f func(context.Context) error) error {
	ctx = middleware.WithTable(middleware.WithRequests(ctx), s.codec.Table)
	accept := metadata.ValueFromIncomingContext(ctx, "accept-language")
	if len(accept) > 0 && middleware.AcceptLanguage(ctx) == "" {
		ctx = middleware.WithAcceptLanguage(ctx, accept[0])
	}
	ctx = middleware.WithAttrs(ctx, slog.String("method", method))
	of := repeatable(method)
	ctx = middleware.WithRepeatable(ctx, of)
	return s.send(ctx, of, <-s.boundary.Go(ctx, f))
}

// levelOf returns the idempotency level of a method, such as "/package.Service/Method", if the
// program has its descriptor (google.protobuf.MethodOptions).
func levelOf(method string) descriptorpb.MethodOptions_IdempotencyLevel {
	name := strings.ReplaceAll(strings.TrimPrefix(method, "/"), "/", ".")
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(name))
	if err != nil {
		return descriptorpb.MethodOptions_IDEMPOTENCY_UNKNOWN
	}
	options, _ := d.Options().(*descriptorpb.MethodOptions)
	return options.GetIdempotencyLevel()
}

// repeatable returns what the idempotency level of a method states.
func repeatable(method string) errkit.Repeatable {
	switch levelOf(method) {
	case descriptorpb.MethodOptions_NO_SIDE_EFFECTS, descriptorpb.MethodOptions_IDEMPOTENT:
		return errkit.RepeatableYes
	}
	return errkit.RepeatableUnstated
}

// pushback is a trailer whose negative value stops the repetitions of a client (gRFC A6).
const pushback = "grpc-retry-pushback-ms"

// send returns an error of the boundary as it is sent.
func (s *server) send(ctx context.Context, of errkit.Repeatable, err error) error {
	e, ok := err.(*errkit.Error)
	if !ok { // no error, or one that passes through
		return err
	}
	bounded := rpcdetails.WithCode(s.codec.Bounded(e, dialect.Call{Repeatable: of}))
	if mapping.IsOutcomeUnclear(bounded) {
		_ = grpc.SetTrailer(ctx, metadata.Pairs(pushback, "-1")) // fails outside of a server
	}
	return &sent{s.render(bounded, of), e}
}

// render returns the status of an error that is bounded.
func (s *server) render(e *errkit.Error, of errkit.Repeatable) *status.Status {
	c := &s.codec
	rendered := new(rpcstatus.Status)
	doc := rpcdetails.AppendStatus(nil, c, dialect.Call{Repeatable: of}, e, s.details)
	if err := proto.Unmarshal(doc, rendered); err != nil || len(doc) == 0 { // it does not fit
		code := codes.Code(c.Table.RPCOf(e))
		return status.New(code, string(rpcdetails.AppendMessage(nil, c, e, s.details)))
	}
	return status.FromProto(rendered)
}

// A sent is an error as it is sent: grpc sends the status, and other interceptors find the
// *errkit.Error in it.
type sent struct {
	status *status.Status
	err    *errkit.Error
}

func (s *sent) Error() string { return s.status.Message() }

func (s *sent) Unwrap() error { return s.err }

// GRPCStatus returns the status, for package status.
func (s *sent) GRPCStatus() *status.Status { return s.status }

// classify returns the error for one with a status of the handler, which may be one of another
// server: its kind, and the delay and the reference of its details. The rest is about another
// request, with names and texts that are not those of this server.
func (s *server) classify(_ context.Context, err error) *errkit.Error {
	own, ok := statusOf(err)
	if !ok {
		return nil
	}
	e := decode(&s.codec, own)
	coded := &rpcdetails.Coded{Err: err, Code: mapping.RPCCode(own.Code())}
	return &errkit.Error{Kind: e.Kind, RetryAfter: e.RetryAfter, Ref: e.Ref, Err: coded}
}
