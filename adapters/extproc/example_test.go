package extproc_test

import (
	"context"
	"fmt"
	"net"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	core "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	service "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"

	"github.com/toolerr/toolerr/adapters/extproc"
	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect/problem"
)

// An upstream behind Envoy responds with a page. Envoy asks the server, and sends the client what
// it responds with.
func ExampleRegister() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	server := grpc.NewServer()
	health := extproc.Register(server, &extproc.Server{Bridge: &bridge.Bridge{To: problem.Dialect{}}})
	go func() { _ = server.Serve(listener) }()
	defer func() {
		health.Shutdown() // Kubernetes sends no more streams
		server.GracefulStop()
	}()

	conn, err := grpc.NewClient(listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer conn.Close()
	stream, err := service.NewExternalProcessorClient(conn).Process(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	head := &core.HeaderMap{Headers: []*core.HeaderValue{{Key: ":status", RawValue: []byte("404")}}}
	_ = stream.Send(&service.ProcessingRequest{Request: &service.ProcessingRequest_ResponseHeaders{
		ResponseHeaders: &service.HttpHeaders{Headers: head}}})
	_ = stream.Send(&service.ProcessingRequest{Request: &service.ProcessingRequest_ResponseBody{
		ResponseBody: &service.HttpBody{Body: []byte("<html>Not Found: /srv/bells/42</html>"), EndOfStream: true}}})
	response, err := stream.Recv()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(response.GetImmediateResponse().GetBody()))
	// Output:
	// {"type":"about:blank","title":"Not Found","status":404,"kind":"not_found"}
}
