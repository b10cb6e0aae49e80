package otelerr

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/log"
	"go.opentelemetry.io/otel/trace"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/middleware"
)

// Report records a failure: it emits a log record with the ids of the trace, counts the failure by kind and dialect, and describes
// it on the span of the context. The span of a call that [Telemetry.Start] started gets its status when the call ends.
//
// It is for [middleware.Boundary.Report], which calls it once for each failure.
func (t *Telemetry) Report(ctx context.Context, e *errkit.Error) {
	if e == nil {
		return
	}
	t.start()
	o := operationFrom(ctx)
	var call *Call
	if o != nil {
		call = &o.call
		o.reported.Store(e)
	} else {
		call = callFrom(ctx, t.Dialect)
	}
	r := newResult(call, e, protocolOf(call.Dialect).predict(call, e))
	if span := trace.SpanFromContext(ctx); o == nil && span.IsRecording() {
		span.SetAttributes(call.attributes()...)
		r.describe(span, t.Conventions)
	}
	t.instruments.count(ctx, call.Dialect, e)
	t.emit(ctx, call, e, r)
}

// emit emits the log record of a failure (exceptions in logs, §Attributes).
func (t *Telemetry) emit(ctx context.Context, call *Call, e *errkit.Error, r result) {
	severity, event := log.SeverityInfo, protocolOf(call.Dialect).event
	if middleware.Level(ctx, e) >= slog.LevelError {
		severity = log.SeverityError
	}
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
	record.AddAttributes(r.attributes(t.Conventions)...)
	record.AddAttributes(exceptionType.String(typeOf(e)))
	if t.Private {
		record.AddAttributes(private(e)...)
	}
	t.logger.Emit(ctx, record)
}

// private returns the private texts of an error.
func private(e *errkit.Error) (attrs []attribute.KeyValue) {
	add := func(key attribute.Key, text string) {
		if text != "" {
			attrs = append(attrs, key.String(limit.Ends(strings.ToValidUTF8(text, "\uFFFD"), limit.Text)))
		}
	}
	add(errorDev, e.Dev.Reveal())
	if e.Err == nil {
		return attrs
	}
	add(exceptionMessage, errchain.Text(e.Err))
	if p, ok := errchain.Find(e.Err, isPanic).(*middleware.Panic); ok {
		add(exceptionStacktrace, p.Stack())
	}
	return attrs
}

func isPanic(err error) bool {
	_, ok := err.(*middleware.Panic)
	return ok
}

// publicText returns the message of an error. That of a peer may be private to the peer: it is replaced by the text of the kind.
func publicText(e *errkit.Error) string {
	if e.Peer != nil {
		return string(e.Kind.Text())
	}
	return clean(e.Error(), limit.Text)
}

// typeOf returns the Go type of the cause, without the errors around it that only add text.
func typeOf(e *errkit.Error) string {
	if e.Err == nil {
		return fmt.Sprintf("%T", e)
	}
	cause := errchain.Find(e.Err, func(err error) bool { return fmt.Sprintf("%T", err) != "*fmt.wrapError" })
	if cause == nil {
		cause = e.Err
	}
	return fmt.Sprintf("%T", cause)
}
