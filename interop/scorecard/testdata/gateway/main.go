// Command gateway serves bells with grpc-gateway.
package main

import (
	"context"
	"net/http"
	"os"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"bells/pb"
)

type service struct{ pb.UnimplementedBellsServer }

func (service) ListBells(_ context.Context, in *pb.ListBellsRequest) (*pb.ListBellsResponse, error) {
	if in.Limit < 0 || in.Limit > 100 {
		return nil, status.Error(codes.InvalidArgument, "limit must be from 1 to 100")
	}
	return &pb.ListBellsResponse{Bells: []*pb.Bell{{Name: "door", Times: 1}}}, nil
}

func (service) AddBell(_ context.Context, in *pb.Bell) (*pb.Bell, error) {
	switch {
	case in.Name == "":
		return nil, status.Error(codes.InvalidArgument, "name is required")
	case in.Times < 1 || in.Times > 9:
		return nil, status.Error(codes.InvalidArgument, "times must be from 1 to 9")
	}
	return in, nil
}

func (service) GetBell(_ context.Context, in *pb.GetBellRequest) (*pb.Bell, error) {
	if in.Id != 1 {
		return nil, status.Error(codes.NotFound, "there is no such bell")
	}
	return &pb.Bell{Name: "door", Times: 1}, nil
}

func (service) RemoveBell(_ context.Context, in *pb.GetBellRequest) (*pb.ListBellsResponse, error) {
	if in.Id != 1 {
		return nil, status.Error(codes.NotFound, "there is no such bell")
	}
	return &pb.ListBellsResponse{}, nil
}

func main() {
	mux := runtime.NewServeMux()
	if err := pb.RegisterBellsHandlerServer(context.Background(), mux, service{}); err != nil {
		panic(err)
	}
	panic(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), mux))
}
