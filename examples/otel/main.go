// Command otel shows a server of MCP that sends traces and log records to a collector of
// OpenTelemetry (OTLP, by default at localhost:4318), and has metrics for Prometheus.
//
//	go run ./otel
//	npx @modelcontextprotocol/inspector --cli http://127.0.0.1:8080/mcp --transport http --method tools/call --tool-name ring --tool-arg bell=back
//	curl localhost:8080/metrics
package main

import (
	"context"
	"errors"
	"log"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlplog/otlploghttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/propagation"
	sdklog "go.opentelemetry.io/otel/sdk/log"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/trace"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/errkit"
	otelerr "github.com/toolerr/toolerr/middleware/otel"
	otelmcp "github.com/toolerr/toolerr/middleware/otel/mcp"
	"github.com/toolerr/toolerr/middleware/standard"
)

// newTelemetry returns a telemetry that exports, and a function that sends what is left.
func newTelemetry(ctx context.Context) (*otelerr.Telemetry, func(context.Context) error, error) {
	spans, err1 := otlptracehttp.New(ctx)
	records, err2 := otlploghttp.New(ctx)
	metrics, err3 := prometheus.New()
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, nil, err
	}
	tracers := trace.NewTracerProvider(trace.WithBatcher(spans))
	loggers := sdklog.NewLoggerProvider(sdklog.WithProcessor(sdklog.NewBatchProcessor(records)))
	meters := metric.NewMeterProvider(metric.WithReader(metrics))
	telemetry := &otelerr.Telemetry{
		TracerProvider: tracers, LoggerProvider: loggers, MeterProvider: meters,
		Propagator: propagation.TraceContext{},
		Private:    true, // texts of causes, in log records only
	}
	return telemetry, func(ctx context.Context) error { return errors.Join(tracers.Shutdown(ctx), loggers.Shutdown(ctx)) }, nil
}

type ringInput struct {
	Bell string `json:"bell"`
}

func ring(_ context.Context, _ *mcp.CallToolRequest, in ringInput) (*mcp.CallToolResult, any, error) {
	switch in.Bell {
	case "front":
		return nil, map[string]string{"sound": "ding"}, nil
	case "broken":
		return nil, nil, errors.New("relay 7 is stuck")
	}
	return nil, nil, errkit.New(errkit.NotFound, "There is no bell with this id.")
}

func handler(telemetry *otelerr.Telemetry) http.Handler {
	boundary := standard.Boundary()
	boundary.Report = telemetry.Report
	boundary.Ref = otelerr.TraceID // the reference in a response is the id of its trace

	server := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "ring", Description: "Rings a bell."}, mcperr.Handler(ring))
	server.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: boundary}))
	server.AddReceivingMiddleware(otelmcp.Receiving(telemetry)) // last: outside of the other

	mux := http.NewServeMux()
	mux.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil))
	mux.Handle("GET /metrics", promhttp.Handler())
	return mux
}

func main() {
	telemetry, shutdown, err := newTelemetry(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	defer shutdown(context.Background())
	log.Print(http.ListenAndServe("127.0.0.1:8080", handler(telemetry)))
}
