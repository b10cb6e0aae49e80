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

// once calls a handler, or returns the answer of the call that this one repeats.
func (s *server) once(ctx context.Context, method string, req any, handler grpc.UnaryHandler) (any, error) {
	message, ok := req.(proto.Message)
	if s.key == "" || !ok {
		return handler(ctx, req)
	}
	ctx = s.keys.With(ctx, s.keyed(ctx))
	var own any
	doc, err := idempotency.Do(ctx, &s.boundary, method,
		func() []byte {
			doc, _ := proto.MarshalOptions{Deterministic: true}.Marshal(message) // it was received
			return doc
		},
		func(ctx context.Context) ([]byte, error) {
			err := <-s.boundary.Go(ctx, func(ctx context.Context) (err error) {
				own, err = handler(ctx, req)
				return err
			})
			if err != nil {
				return nil, err
			}
			res, _ := own.(proto.Message)
			box, err := anypb.New(res)
			if err != nil {
				return nil, s.boundary.Handle(ctx, err) // nor can grpc send it
			}
			return proto.Marshal(box)
		})
	switch {
	case err != nil:
		return nil, err
	case own != nil:
		return own, nil
	}
	if idempotency.Replayed(ctx) {
		_ = grpc.SetHeader(ctx, metadata.Pairs("idempotent-replayed", "true")) // fails outside of a server
	}
	var box anypb.Any
	if err := proto.Unmarshal(doc, &box); err != nil {
		return nil, err
	}
	return box.UnmarshalNew()
}

// keyed returns what the metadata and the connection of a call say about its key and its caller.
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
