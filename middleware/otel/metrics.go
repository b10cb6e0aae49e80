package otelerr

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
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

// record records the duration of a call with its labels.
func (in *instruments) record(ctx context.Context, c *Call, elapsed time.Duration, labels []attribute.KeyValue) {
	p := protocolOf(c.Dialect)
	name := p.server
	if c.Side == Client {
		name = p.client
	}
	in.durations[name].Record(ctx, elapsed.Seconds(), metric.WithAttributes(labels...))
}

// known returns the call as metrics have it: without the names that do not exist, because clients
// and models can invent any number of them. The name of a tool or prompt exists if it ran. A code
// of -32602 is also that of an unknown one.
func (c *Call) known(e *errkit.Error, code string) *Call {
	k, p, ran := *c, protocolOf(c.Dialect), e == nil || ranTool(e)
	if !ran || code == "-32601" || code == "-32602" {
		k.Tool, k.Prompt = "", ""
	}
	unknown := e != nil && (e.Kind == errkit.MethodNotFound || code == "-32601")
	if c.Side == Server && c.Method != "" && (unknown || !p.knows(c.Method, ran)) {
		k.Method, k.Tool, k.Prompt = other, "", ""
	}
	return &k
}

// ranTool reports whether a failure is that of a tool that ran. Its stage is that of its kind if
// it has none, except for kinds that a server also has before it looks the tool up.
func ranTool(e *errkit.Error) bool {
	if e.Stage == errkit.StageUnspecified {
		return mapping.Default().Stage(e.Kind) == errkit.Execution &&
			e.Kind != errkit.RateLimited && e.Kind != errkit.Canceled
	}
	return e.Stage == errkit.Execution
}

// knows reports whether a server has a method, as far as that is known. ran is whether the call
// was executed.
func (p *protocol) knows(method string, ran bool) bool {
	if p.methods == nil {
		return ran || p.system != "jsonrpc" // servers of gRPC and Connect look a method up first
	}
	return slices.Contains(p.methods, method)
}

// known returns the result as metrics have it: a peer can invent any number of codes.
func (r result) known() result {
	if !isCode(r.code) {
		r.code = other
	}
	if r.errorType != r.err.Kind.String() && !isCode(r.errorType) {
		r.errorType = other
	}
	return r
}

// isCode reports whether a code is "", [ToolError], or one that package mapping or HTTP defines.
func isCode(code string) bool {
	if _, ok := mapping.LookupRPCCode(code); ok || code == "" || code == ToolError {
		return true
	}
	n, err := strconv.ParseInt(code, 10, 64)
	if err != nil || strconv.FormatInt(n, 10) != code { // such as "007"
		return false
	}
	_, mcp := mapping.Default().FromMCP(n)
	_, aai := mapping.Default().FromAAI(n)
	_, a2a := mapping.Default().FromA2A(n)
	return mcp || aai || a2a || n == mapping.A2AServerError || len(code) == 3 && http.StatusText(int(n)) != ""
}
