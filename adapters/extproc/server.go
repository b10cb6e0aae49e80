package extproc

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	filter "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/ext_proc/v3"
	service "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// A Server is an external processor (envoy.service.ext_proc.v3.ExternalProcessor). The zero Server
// renders problem details. A Server must not be changed or copied while it is in use, and is safe
// for concurrent use.
//
// A stream is one request with its response. It holds at most [bridge.Bridge.Hold] bytes beside
// the message at hand, whose size [grpc.MaxRecvMsgSize] limits.
type Server struct {
	service.UnimplementedExternalProcessorServer

	Bridge     *bridge.Bridge // nil: the zero Bridge
	MaxStreams int            // at the same time, over all connections; one more gets RESOURCE_EXHAUSTED. 0: 10,000

	// Override states that all clients have allow_mode_override: the modes NONE and STREAMED are
	// not final. If it is not true, the errors of clients with these modes pass.
	Override bool

	// Mode is that of the bodies of a client that does not state it. 0: FULL_DUPLEX_STREAMED,
	// which is that of agentgateway.
	Mode filter.ProcessingMode_BodySendMode

	streams atomic.Int64
}

// defaultStreams is [Server.MaxStreams] if it is 0.
const defaultStreams = 10_000

// Register registers a processor and a health service (grpc.health.v1) that reports it as serving.
// The Shutdown method of the result reports that it stops.
func Register(r grpc.ServiceRegistrar, s *Server) *health.Server {
	service.RegisterExternalProcessorServer(r, s)
	h := health.NewServer()
	h.SetServingStatus(service.ExternalProcessor_ServiceDesc.ServiceName, grpc_health_v1.HealthCheckResponse_SERVING)
	grpc_health_v1.RegisterHealthServer(r, h)
	return h
}

// Process processes one request with its response. Its errors have no text of the request or of
// the response.
func (s *Server) Process(client service.ExternalProcessor_ProcessServer) (err error) {
	defer s.streams.Add(-1)
	if s.streams.Add(1) > int64(cmp.Or(max(s.MaxStreams, 0), defaultStreams)) {
		return status.Error(codes.ResourceExhausted, "too many streams")
	}
	mode := cmp.Or(s.Mode, filter.ProcessingMode_FULL_DUPLEX_STREAMED)
	x := &stream{bridge: cmp.Or(s.Bridge, new(bridge.Bridge)), client: client, override: s.Override,
		requestMode: mode, responseMode: mode}
	defer func() {
		if v := recover(); v != nil {
			x.reportPanic(v)
			err = status.Error(codes.Internal, "internal error") // with OK the client would pass the response
		}
	}()
	for {
		message, err := x.next()
		switch {
		case errors.Is(err, io.EOF):
			x.end()
			return nil
		case err != nil:
			return err // the client is gone
		}
		if done, err := x.receive(message); done || err != nil {
			return err
		}
	}
}

// reportPanic reports a panic, such as that of a third-party dialect. One of Report is ignored.
func (x *stream) reportPanic(v any) {
	report := x.bridge.Report
	if report == nil {
		return
	}
	defer func() { _ = recover() }()
	ctx := x.client.Context()
	err := new(middleware.Boundary).HandlePanic(ctx, fmt.Sprint(v)) // it panics again with http.ErrAbortHandler
	report(ctx, &bridge.Report{Error: errkit.From(err)})
}
