package connecterr

import (
	"context"
	"maps"
	"net/http"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/toolerr/toolerr/middleware/idempotency"
)

// An answer is the response of a handler, and for other calls what is in it, with the message in
// an Any.
type answer struct {
	Any             *anypb.Any
	Header, Trailer http.Header
	own             connect.AnyResponse
}

// A response is the copy of a response for another call.
type response struct {
	connect.AnyResponse
	message proto.Message
}

// Any returns the message.
func (r *response) Any() any { return r.message }

// once calls a handler, or returns the answer of the call that this one repeats.
func (i *interceptor) once(
	ctx context.Context, req connect.AnyRequest, next connect.UnaryFunc,
) (connect.AnyResponse, error) {
	message, ok := req.Any().(proto.Message)
	if i.key == "" || !ok {
		return next(ctx, req)
	}
	ctx = i.keys.With(ctx, idempotency.Call{Key: req.Header().Get(i.key), Header: req.Header()})
	a, err := idempotency.Do(ctx, &i.boundary, req.Spec().Procedure,
		func() []byte { doc, _ := proto.MarshalOptions{Deterministic: true}.Marshal(message); return doc },
		func(ctx context.Context) (a answer, err error) {
			err = i.boundary.Run(ctx, func(ctx context.Context) (err error) {
				if a.own, err = next(ctx, req); err == nil {
					res, _ := a.own.Any().(proto.Message)
					a.Header, a.Trailer = a.own.Header(), a.own.Trailer()
					a.Any, err = anypb.New(res)
				}
				return err
			})
			return a, err
		})
	if err != nil || a.own != nil {
		return a.own, err
	}
	copied, err := a.Any.UnmarshalNew()
	res := connect.NewResponse(&emptypb.Empty{}) // the type of the message is not known here
	maps.Copy(res.Header(), a.Header)
	maps.Copy(res.Trailer(), a.Trailer)
	if idempotency.Replayed(ctx) {
		res.Header().Set("Idempotent-Replayed", "true")
	}
	return &response{res, copied}, err
}
