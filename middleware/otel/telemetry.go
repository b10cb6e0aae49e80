package otelerr

import (
	"cmp"
	"context"
	"sync"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/log"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// scope is the name of the instrumentation.
const scope = "github.com/toolerr/toolerr/middleware/otel"

// Telemetry records calls and their failures. The zero Telemetry uses the global providers and the
// current conventions. It must not be copied or changed while it is in use, and is safe for
// concurrent use.
type Telemetry struct {
	// Dialect is the name of the dialect of failures that are reported outside of a call of
	// [Telemetry.Start], such as "problem". It decides how they are recorded. "": as failures of
	// tools that no protocol calls.
	Dialect string

	// Conventions is the version of the semantic conventions.
	Conventions Conventions

	// Private adds the text of the cause, the developers' text and the stack of a panic to log
	// records. These texts may have credentials or personal data.
	Private bool

	// The providers. Nil: the global ones.
	TracerProvider trace.TracerProvider
	MeterProvider  metric.MeterProvider
	LoggerProvider log.LoggerProvider

	// Propagator is for the context of traces in requests. Nil: the global one.
	Propagator propagation.TextMapPropagator

	once        sync.Once
	tracer      trace.Tracer
	logger      log.Logger
	instruments instruments
}

// start gets the tracer, the logger and the instruments at the first use, when the global
// providers are set.
func (t *Telemetry) start() {
	t.once.Do(func() {
		tracers := cmp.Or(t.TracerProvider, otel.GetTracerProvider())
		meters := cmp.Or(t.MeterProvider, otel.GetMeterProvider())
		loggers := cmp.Or(t.LoggerProvider, otel.GetLoggerProvider())
		schema := t.Conventions.names().schema
		t.tracer = tracers.Tracer(scope, trace.WithSchemaURL(schema))
		t.logger = loggers.Logger(scope, log.WithSchemaURL(schema))
		t.instruments = newInstruments(meters.Meter(scope, metric.WithSchemaURL(schema)))
	})
}

// Propagation returns the propagator.
func (t *Telemetry) Propagation() propagation.TextMapPropagator {
	return cmp.Or(t.Propagator, otel.GetTextMapPropagator())
}

// TraceID returns the id of the trace of a context, and "" if the context has no trace. As
// [middleware.Boundary.Ref] it makes the reference in a response the id of the trace.
func TraceID(ctx context.Context) string {
	if id := trace.SpanContextFromContext(ctx).TraceID(); id.IsValid() {
		return id.String()
	}
	return ""
}
