package otelerr

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/middleware"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/log"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// Report records a failure: it emits a log record with the ids of the trace, counts the failure by
// kind and dialect, and describes it on the span of the context. The span of a call that
// [Telemetry.Start] started gets its status when the call ends.
//
// It is for [middleware.Boundary.Report], which calls it once for each failure.
func (t *Telemetry) Report(ctx context.Context, e *errkit.Error) {
	if e == nil {
		return
	}
	t.start()
	var call *Call
	o, started := ctx.Value(operationKey{}).(*Operation)
	if started {
		call = &o.call
		o.reported.Store(e)
	} else {
		call = callFrom(ctx, t.Dialect)
	}
	r := newResult(call, e, protocolOf(call.Dialect).predict(call, e))
	if span := trace.SpanFromContext(ctx); o == nil && span.IsRecording() {
		span.SetAttributes(call.attributes()...)
		r.describe(span)
	}
	t.instruments.errors.Add(ctx, 1, metric.WithAttributes(
		attribute.String("toolerr.kind", e.Kind.String()), attribute.String("toolerr.dialect", call.Dialect)))
	t.emit(ctx, call, e, r)
}

// emit emits the log record of a failure (exceptions in logs, §Attributes).
func (t *Telemetry) emit(ctx context.Context, call *Call, e *errkit.Error, r result) {
	event := protocolOf(call.Dialect).event
	// Severities have the steps of package slog, and those from 1 to 24 have a name.
	severity := log.Severity(min(max(middleware.Level(ctx, e)+slog.Level(log.SeverityInfo), 1), 24))
	if !t.logger.Enabled(ctx, log.EnabledParameters{Severity: severity, EventName: event}) {
		return
	}
	var record log.Record
	record.SetTimestamp(time.Now())
	record.SetEventName(event)
	record.SetSeverity(severity)
	record.SetSeverityText(severity.String())
	record.SetBody(attribute.StringValue(r.text))
	record.AddAttributes(call.attributes()...)
	record.AddAttributes(r.attributes()...)
	record.AddAttributes(attribute.String("exception.type", typeOf(e)))
	if t.Private {
		record.AddAttributes(private(e)...)
	}
	t.logger.Emit(ctx, record)
}

// private returns the private texts of an error.
func private(e *errkit.Error) (attrs []attribute.KeyValue) {
	add := func(key attribute.Key, s string) {
		if s != "" {
			attrs = append(attrs, key.String(text.Ends(strings.ToValidUTF8(s, "\uFFFD"), text.MaxText)))
		}
	}
	add("toolerr.dev", e.Dev.Reveal())
	if e.Err != nil {
		add("exception.message", errchain.Text(e.Err))
	}
	if p, ok := errchain.As[*middleware.Panic](e.Err); ok {
		add("exception.stacktrace", p.Stack())
	}
	return attrs
}

// publicText returns the message of an error. That of a peer may be private to the peer: it is
// replaced by the text of the kind.
func publicText(e *errkit.Error) string {
	if e.Peer != nil {
		return string(e.Kind.Text())
	}
	return clean(e.Error(), text.MaxText)
}

// wrappers are the types of errors that only add a text or a code to another one.
var wrappers = map[string]bool{
	"*fmt.wrapError":    true,
	"*gin.Error":        true,
	"*ginerr.failure":   true,
	"*rpcdetails.Coded": true,
}

// typeOf returns the Go type of the cause, without the wrappers around it.
func typeOf(e *errkit.Error) string {
	cause := errchain.Find(e.Err, func(err error) bool { return !wrappers[fmt.Sprintf("%T", err)] })
	return fmt.Sprintf("%T", cmp.Or(cause, e.Err, error(e)))
}

// scope is the name of the instrumentation.
const scope = "github.com/toolerr/toolerr/middleware/otel"

// Telemetry records calls and their failures. The zero Telemetry uses the global providers. It
// must not be copied or changed while it is in use, and is safe for concurrent use.
type Telemetry struct {
	// Dialect is the name of the dialect of failures that are reported outside of a call of
	// [Telemetry.Start], such as "problem". It decides how they are recorded. "": as failures of
	// tools that no protocol calls.
	Dialect string

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
