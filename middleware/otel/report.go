package otelerr

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/log"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/middleware"
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
	o := operationFrom(ctx)
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
	t.instruments.errors.Add(ctx, 1,
		metric.WithAttributes(errorKind.String(e.Kind.String()), errorDialect.String(call.Dialect)))
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
	add := func(key attribute.Key, s string) {
		if s != "" {
			attrs = append(attrs, key.String(text.Ends(strings.ToValidUTF8(s, "\uFFFD"), text.MaxText)))
		}
	}
	add(errorDev, e.Dev.Reveal())
	if e.Err == nil {
		return attrs
	}
	add(exceptionMessage, errchain.Text(e.Err))
	if p, ok := errchain.As[*middleware.Panic](e.Err); ok {
		add(exceptionStacktrace, p.Stack())
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

// typeOf returns the Go type of the cause, without the errors around it that only add text.
func typeOf(e *errkit.Error) string {
	cause := errchain.Find(e.Err, func(err error) bool { return fmt.Sprintf("%T", err) != "*fmt.wrapError" })
	return fmt.Sprintf("%T", cmp.Or(cause, e.Err, error(e)))
}
