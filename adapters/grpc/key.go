package grpcerr

import (
	"context"
	"net/http"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/toolerr/toolerr/middleware/idempotency"
)

// An answer is the message that a handler returned, and for other calls the same in an Any.
type answer struct {
	Any   *anypb.Any
	value any
}

// once calls a handler, or returns the answer of the call that this one repeats.
func (s *server) once(ctx context.Context, method string, req any, handler grpc.UnaryHandler) (any, error) {
	message, ok := req.(proto.Message)
	if s.key == "" || !ok {
		return handler(ctx, req)
	}
	ctx = s.keys.With(ctx, s.keyed(ctx))
	a, err := idempotency.Do(ctx, &s.boundary, method,
		func() []byte { doc, _ := proto.MarshalOptions{Deterministic: true}.Marshal(message); return doc },
		func(ctx context.Context) (a answer, err error) {
			err = <-s.boundary.Go(ctx, func(ctx context.Context) (err error) {
				if a.value, err = handler(ctx, req); err == nil {
					res, _ := a.value.(proto.Message)
					a.Any, err = anypb.New(res) // if it fails, grpc cannot send it either
				}
				return err
			})
			return a, err
		})
	if err != nil || a.value != nil {
		return a.value, err
	}
	if idempotency.Replayed(ctx) {
		_ = grpc.SetHeader(ctx, metadata.Pairs("idempotent-replayed", "true")) // fails outside of a server
	}
	return a.Any.UnmarshalNew()
}

// keyed returns the key of a call, and the credentials of its caller.
func (s *server) keyed(ctx context.Context) idempotency.Call {
	c := idempotency.Call{Header: http.Header{}}
	md, _ := metadata.FromIncomingContext(ctx)
	for name, values := range md {
		c.Header[http.CanonicalHeaderKey(name)] = values
	}
	c.Key = c.Header.Get(s.key)
	if p, ok := peer.FromContext(ctx); ok {
		if info, ok := p.AuthInfo.(credentials.TLSInfo); ok {
			c.TLS = &info.State
		}
	}
	return c
}
