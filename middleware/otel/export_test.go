package otelerr_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/exporters/otlp/otlplog/otlploghttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	otelprometheus "go.opentelemetry.io/otel/exporters/prometheus"
	sdklog "go.opentelemetry.io/otel/sdk/log"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	collogs "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	coltrace "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	otelerr "github.com/toolerr/toolerr/middleware/otel"
)

// A receiver is an OTLP receiver over HTTP (OTLP 1.x, OTLP/HTTP).
type receiver struct {
	mu     sync.Mutex
	traces coltrace.ExportTraceServiceRequest
	logs   collogs.ExportLogsServiceRequest
	bodies []string
	err    error
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	body, err := io.ReadAll(req.Body)
	r.bodies = append(r.bodies, string(body))
	switch req.URL.Path {
	case "/v1/traces":
		err = errors.Join(err, proto.UnmarshalOptions{Merge: true}.Unmarshal(body, &r.traces))
	case "/v1/logs":
		err = errors.Join(err, proto.UnmarshalOptions{Merge: true}.Unmarshal(body, &r.logs))
	default:
		err = fmt.Errorf("path %s", req.URL.Path)
	}
	r.err = errors.Join(r.err, err)
	w.Header().Set("Content-Type", "application/x-protobuf")
}

// What a collector receives: the span with its status, and the log record that refers to it.
func TestOTLP(t *testing.T) {
	for _, private := range []bool{false, true} {
		var r receiver
		server := httptest.NewServer(&r)
		defer server.Close()
		traces, err := otlptracehttp.New(t.Context(), otlptracehttp.WithEndpointURL(server.URL+"/v1/traces"))
		require.NoError(t, err)
		logs, err := otlploghttp.New(t.Context(), otlploghttp.WithEndpointURL(server.URL+"/v1/logs"))
		require.NoError(t, err)
		tracers := sdktrace.NewTracerProvider(sdktrace.WithBatcher(traces))
		loggers := sdklog.NewLoggerProvider(sdklog.WithProcessor(sdklog.NewBatchProcessor(logs)))
		telemetry := &otelerr.Telemetry{TracerProvider: tracers, LoggerProvider: loggers,
			MeterProvider: sdkmetric.NewMeterProvider(), Private: private}

		b := &middleware.Boundary{Report: telemetry.Report, Ref: otelerr.TraceID}
		ctx, op := telemetry.Start(t.Context(),
			otelerr.Call{Dialect: "mcp", Method: "tools/call", Tool: "ring", Session: "\xff"})
		op.End(b.Run(ctx, func(context.Context) error { return errors.New(canary) }))
		require.NoError(t, tracers.Shutdown(t.Context()))
		require.NoError(t, loggers.Shutdown(t.Context()))

		require.NoError(t, r.err)
		span := r.traces.ResourceSpans[0].ScopeSpans[0].Spans[0]
		require.Equal(t, "tools/call ring", span.Name)
		require.Equal(t, tracepb.Status_STATUS_CODE_ERROR, span.Status.Code)
		require.Equal(t, "Something went wrong on our side.", span.Status.Message)
		require.Equal(t, "tool_error", valueOf(span.Attributes, "error.type"))
		record := r.logs.ResourceLogs[0].ScopeLogs[0].LogRecords[0]
		require.Equal(t, span.TraceId, record.TraceId)
		require.Equal(t, span.SpanId, record.SpanId)
		require.Equal(t, "gen_ai.execute_tool.exception", record.EventName)
		require.Equal(t, "*errors.errorString", valueOf(record.Attributes, "exception.type"))
		require.Equal(t, private, valueOf(record.Attributes, "exception.message") == canary)
		require.NotContains(t, r.traces.String(), canary)
		require.Equal(t, private, strings.Contains(strings.Join(r.bodies, ""), canary))
	}
}

func valueOf(attrs []*common.KeyValue, key string) string {
	for _, a := range attrs {
		if a.Key == key {
			return a.Value.GetStringValue()
		}
	}
	return ""
}

// The same metrics in the format of Prometheus.
func TestPrometheus(t *testing.T) {
	registry := prometheus.NewRegistry()
	exporter, err := otelprometheus.New(otelprometheus.WithRegisterer(registry))
	require.NoError(t, err)
	x := newExported("problem")
	x.MeterProvider = sdkmetric.NewMeterProvider(sdkmetric.WithReader(exporter))
	x.Report(t.Context(), &errkit.Error{Kind: errkit.RateLimited, Err: errors.New(canary)})
	_, op := x.Start(t.Context(), otelerr.Call{Dialect: "mcp", Method: "tools/call", Tool: "ring"})
	op.End(errkit.New(errkit.NotFound, "No bell."))

	w := httptest.NewRecorder()
	promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	require.Regexp(t, `(?m)^toolerr_errors_total\{.*toolerr_dialect="problem",toolerr_kind="rate_limited"\} 1$`,
		w.Body.String())
	require.Regexp(t, `(?m)^mcp_server_operation_duration_seconds_count\{error_type="tool_error",gen_ai_operation_name="execute_tool",gen_ai_tool_name="ring",.*toolerr_kind="not_found"\} 1$`, w.Body.String())
	require.NotContains(t, w.Body.String(), canary)
}
