package otelerr

import (
	"context"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/toolerr/toolerr/errkit"
)

// buckets are the bounds of the histograms, in seconds (MCP conventions, Metrics).
var buckets = []float64{0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300}

type instruments struct {
	errors    metric.Int64Counter
	durations map[string]metric.Float64Histogram // by name
}

func newInstruments(m metric.Meter) instruments {
	in := instruments{durations: map[string]metric.Float64Histogram{}}
	var err error
	in.errors, err = m.Int64Counter("toolerr.errors", metric.WithUnit("{error}"),
		metric.WithDescription("Failures that were reported, by kind and dialect."))
	if err != nil {
		otel.Handle(err)
	}
	for _, p := range protocols {
		for _, name := range []string{p.server, p.client} {
			if in.durations[name] == nil {
				in.durations[name], err = m.Float64Histogram(name, metric.WithUnit("s"),
					metric.WithDescription("Duration of calls."), metric.WithExplicitBucketBoundaries(buckets...))
				if err != nil {
					otel.Handle(err)
				}
			}
		}
	}
	return in
}

// count counts a failure.
func (in *instruments) count(ctx context.Context, dialect string, e *errkit.Error) {
	in.errors.Add(ctx, 1, metric.WithAttributes(errorKind.String(e.Kind.String()), errorDialect.String(dialect)))
}

// record records the duration of a call with its labels.
func (in *instruments) record(ctx context.Context, c *Call, elapsed time.Duration, labels []attribute.KeyValue) {
	p := protocolOf(c.Dialect)
	name := p.server
	if c.Side == Client {
		name = p.client
	}
	in.durations[name].Record(ctx, elapsed.Seconds(), metric.WithAttributes(labels...))
}

// known returns the call as metrics have it: without the names that the server does not know, because clients can send any
// number of them. A code of -32602 is also that of an unknown tool or prompt.
func (c *Call) known(e *errkit.Error, code string) *Call {
	if e == nil || c.Side != Server {
		return c
	}
	k := *c
	switch {
	case e.Kind == errkit.MethodNotFound || code == "-32601":
		k.Method, k.Tool, k.Prompt = other, "", ""
	case e.Kind == errkit.ToolNotFound || code == "-32602":
		k.Tool, k.Prompt = "", ""
	}
	return &k
}
