package grpcerr_test

import (
	"context"
	"fmt"

	"google.golang.org/grpc"
	"google.golang.org/grpc/status"

	grpcerr "github.com/toolerr/toolerr/adapters/grpc"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// A server has the interceptor as an option:
// grpc.ChainUnaryInterceptor(grpcerr.UnaryServerInterceptor(nil)).
func ExampleUnaryServerInterceptor() {
	quiet := &grpcerr.Options{Boundary: &middleware.Boundary{}} // which reports nothing; without it, to log/slog
	intercept := grpcerr.UnaryServerInterceptor(quiet)
	ring := func(context.Context, any) (any, error) {
		return nil, &errkit.Error{Kind: errkit.NotFound, Message: "There is no bell with this id."}
	}
	_, err := intercept(context.Background(), "back", &grpc.UnaryServerInfo{FullMethod: "/bells.v1.Bells/Ring"}, ring)
	fmt.Println(status.Convert(err).Code(), status.Convert(err).Message())
	// Output:
	// NotFound There is no bell with this id.
}
