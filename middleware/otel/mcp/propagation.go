package otelmcp

import (
	"context"
	"maps"
	"reflect"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.opentelemetry.io/otel/trace"

	otelerr "github.com/toolerr/toolerr/middleware/otel"
)

// A carrier has the context of a trace in params._meta, with the names of the headers as keys (SEP-414).
type carrier map[string]any

func (c carrier) Get(key string) string {
	value, _ := c[key].(string)
	return value
}

func (c carrier) Set(key, value string) { c[key] = value }

func (c carrier) Keys() []string {
	keys := make([]string, 0, len(c))
	for key := range c {
		keys = append(keys, key)
	}
	return keys
}

// parent returns a context with the span in params._meta, and a link to the span that it replaces.
func parent(ctx context.Context, t *otelerr.Telemetry, req mcp.Request) (context.Context, []trace.SpanStartOption) {
	params := req.GetParams()
	if isNil(params) {
		return ctx, nil
	}
	ambient := trace.SpanContextFromContext(ctx)
	ctx = t.Propagation().Extract(ctx, carrier(params.GetMeta()))
	if !ambient.IsValid() || trace.SpanContextFromContext(ctx).Equal(ambient) {
		return ctx, nil
	}
	return ctx, []trace.SpanStartOption{trace.WithLinks(trace.Link{SpanContext: ambient})}
}

// inject writes the context of the trace to params._meta. It sets a new map, because the old one is that of the caller.
func inject(ctx context.Context, t *otelerr.Telemetry, req mcp.Request) {
	params := req.GetParams()
	if isNil(params) {
		return
	}
	meta := maps.Clone(params.GetMeta())
	if meta == nil {
		meta = map[string]any{}
	}
	t.Propagation().Inject(ctx, carrier(meta))
	if len(meta) > 0 {
		params.SetMeta(meta)
	}
}

func isNil(params mcp.Params) bool {
	v := reflect.ValueOf(params)
	return !v.IsValid() || v.Kind() != reflect.Pointer || v.IsNil()
}
