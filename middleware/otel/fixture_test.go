package otelerr_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/attribute"
	sdklog "go.opentelemetry.io/otel/sdk/log"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	otelerr "github.com/toolerr/toolerr/middleware/otel"
)

// canary is private text: it must not be in what is exported.
const canary = "password=hunter2"

// exported is what a telemetry exports.
type exported struct {
	*otelerr.Telemetry
	spans  *tracetest.InMemoryExporter
	reader *sdkmetric.ManualReader
	logs   *logs
}

func newExported(dialect string) *exported {
	x := &exported{spans: tracetest.NewInMemoryExporter(), reader: sdkmetric.NewManualReader(), logs: new(logs)}
	x.Telemetry = &otelerr.Telemetry{
		Dialect:        dialect,
		TracerProvider: sdktrace.NewTracerProvider(sdktrace.WithSyncer(x.spans)),
		MeterProvider:  sdkmetric.NewMeterProvider(sdkmetric.WithReader(x.reader)),
		LoggerProvider: sdklog.NewLoggerProvider(sdklog.WithProcessor(sdklog.NewSimpleProcessor(x.logs))),
	}
	return x
}

// metrics returns the metrics by their names.
func (x *exported) metrics(t *testing.T) map[string]metricdata.Metrics {
	var all metricdata.ResourceMetrics
	require.NoError(t, x.reader.Collect(context.Background(), &all))
	found := map[string]metricdata.Metrics{}
	for _, s := range all.ScopeMetrics {
		for _, m := range s.Metrics {
			found[m.Name] = m
		}
	}
	return found
}

// logs is an exporter that keeps the records.
type logs struct {
	mu      sync.Mutex
	records []sdklog.Record
}

func (l *logs) Export(_ context.Context, records []sdklog.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range records {
		l.records = append(l.records, r.Clone())
	}
	return nil
}

func (l *logs) Shutdown(context.Context) error   { return nil }
func (l *logs) ForceFlush(context.Context) error { return nil }

// texts returns attributes as a map.
func texts(attrs []attribute.KeyValue) map[string]string {
	found := map[string]string{}
	for _, a := range attrs {
		found[string(a.Key)] = a.Value.String()
	}
	return found
}

func attributesOf(r sdklog.Record) map[string]string {
	var attrs []attribute.KeyValue
	r.WalkAttributes(func(a attribute.KeyValue) bool {
		attrs = append(attrs, a)
		return true
	})
	return texts(attrs)
}
