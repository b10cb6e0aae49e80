package otelerr

import (
	"cmp"
	"context"
	"strconv"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/mapping"
)

// An Operation is a call that is in progress.
type Operation struct {
	telemetry *Telemetry
	call      Call
	span      trace.Span
	started   time.Time
	reported  atomic.Pointer[errkit.Error] // the last failure that Report recorded
	ended     atomic.Bool
}

type operationKey struct{}

// Start starts a span for a call. The caller must end the operation. Failures that are reported
// with the context, or one derived from it, belong to the call.
//
//	ctx, op := telemetry.Start(ctx, otelerr.Call{Tool: "ring", Side: otelerr.Internal})
//	err := boundary.Run(ctx, ring)
//	op.End(err)
func (t *Telemetry) Start(ctx context.Context, c Call, opts ...trace.SpanStartOption) (context.Context, *Operation) {
	t.start()
	o := &Operation{telemetry: t, call: c, started: time.Now()}
	own := []trace.SpanStartOption{trace.WithSpanKind(c.Side.kind()), trace.WithAttributes(c.attributes()...)}
	ctx, o.span = t.tracer.Start(ctx, c.name(), append(own, opts...)...)
	return context.WithValue(ctx, operationKey{}, o), o
}

// End ends the call, which failed unless err is nil. A server's response has the code of the kind
// in the default table.
func (o *Operation) End(err error) {
	if err == nil {
		o.end(nil, "")
		return
	}
	e := o.failure(err, "")
	o.end(e, protocolOf(o.call.Dialect).predict(&o.call, e))
}

// EndCode ends a call that failed. code is that of the response, such as "-32602", or [ToolError].
// "" means that there was no response, for instance after a timeout.
func (o *Operation) EndCode(err error, code string) { o.end(o.failure(err, code), code) }

// failure returns the error of a failed call. If err has no kind, it is what was reported, or else
// has the kind of the code.
func (o *Operation) failure(err error, code string) *errkit.Error {
	if errchain.Any(err, isCoded) {
		return errkit.From(err)
	}
	if reported := o.reported.Load(); reported != nil {
		return reported
	}
	if code == ToolError {
		return &errkit.Error{Kind: errkit.ExecutionFailed, Err: err}
	}
	if n, atoi := strconv.ParseInt(code, 10, 64); atoi == nil {
		if kind, ok := mapping.Default().FromMCP(n); ok {
			return &errkit.Error{Kind: kind, Err: err}
		}
	}
	return cmp.Or(errkit.From(err), &errkit.Error{})
}

func isCoded(err error) bool {
	switch e := err.(type) {
	case *errkit.Error:
		return e != nil
	case errkit.Kind:
		return true
	}
	return false
}

// end ends the call once. e is nil for a success.
func (o *Operation) end(e *errkit.Error, code string) {
	if o.ended.Swap(true) {
		return
	}
	known := o.call.known(e, code)
	labels := known.labels()
	if *known != o.call {
		o.span.SetName(known.name())
	}
	if e != nil {
		r := newResult(&o.call, e, code)
		if reported := o.reported.Load(); reported != nil && reported.Ref == e.Ref {
			r.text = publicText(reported) // that of e is private in development mode
		}
		r.describe(o.span)
		labels = append(labels, r.known().labels()...)
	}
	ctx := trace.ContextWithSpan(context.Background(), o.span)
	o.telemetry.instruments.record(ctx, &o.call, time.Since(o.started), labels)
	o.span.End()
}

// A result is what is recorded about a failed call.
type result struct {
	err       *errkit.Error
	code      string // of the response; "" for none
	errorType string // "": the failure is not an error of this side
	text      string // public
}

// predict returns the code that a server responds with, or the one that a peer sent.
func (p *protocol) predict(c *Call, e *errkit.Error) string {
	switch {
	case c.Side == Client && e.Peer != nil:
		if _, err := strconv.Atoi(e.Peer.Code); err == nil { // other texts of a peer may be private, or many
			return e.Peer.Code
		}
	case c.Side == Server:
		return p.code(e, c)
	}
	return ""
}

func newResult(c *Call, e *errkit.Error, code string) result {
	r := result{err: e, code: code, errorType: cmp.Or(code, e.Kind.String()), text: publicText(e)}
	if code == ToolError {
		r.code = ""
	}
	if c.Side == Server && protocolOf(c.Dialect).caller(r.code, e) {
		r.errorType = ""
	}
	return r
}

// labels returns the attributes that have few values if the codes are [result.known].
func (r result) labels() []attribute.KeyValue {
	return appendSet(nil, []pair{
		{"error.type", r.errorType},
		{"rpc.status_code", r.code},
		{"toolerr.kind", r.err.Kind.String()},
	})
}

// attributes returns the attributes of spans and log records.
func (r result) attributes() []attribute.KeyValue {
	code := string(r.err.Code)
	if r.err.Peer != nil {
		code = "" // as publicText
	}
	return appendSet(r.labels(), []pair{{"toolerr.code", code}, {"toolerr.ref", r.err.Ref},
		{"toolerr.effect", r.err.Effect.String()}})
}

// describe describes the failure on a span.
func (r result) describe(span trace.Span) {
	span.SetAttributes(r.attributes()...)
	if r.errorType != "" {
		span.SetStatus(codes.Error, r.text)
	}
}
