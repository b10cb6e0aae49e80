package otelerr_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/log"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/trace"

	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
	otelerr "github.com/toolerr/toolerr/middleware/otel"
)

// Each failure by the conventions of its protocol, once on a span of another instrumentation
// (Report only) and once on one that Start made: the result is the same.
func TestFailures(t *testing.T) {
	tests := []struct {
		name   string
		call   otelerr.Call
		err    error
		status codes.Code
		attrs  map[string]string // "": absent
		why    string
	}{
		{
			"mcp tool", otelerr.Call{Dialect: "mcp", Method: "tools/call", Tool: "ring"},
			&errkit.Error{Kind: errkit.NotFound, Message: "No bell.", Code: "no_bell"}, codes.Error,
			map[string]string{"error.type": "tool_error", "mcp.method.name": "tools/call", "gen_ai.tool.name": "ring",
				"gen_ai.operation.name": "execute_tool", "rpc.status_code": "", "toolerr.code": "no_bell"},
			"a result with isError has no code",
		},
		{
			"mcp invalid params", otelerr.Call{Dialect: "mcp-2025-11-25", Method: "prompts/get", Prompt: "greet"},
			errkit.InvalidInput, codes.Unset,
			map[string]string{"error.type": "", "rpc.status_code": "-32602", "gen_ai.prompt.name": "greet",
				"gen_ai.operation.name": "", "toolerr.kind": "invalid_input", "toolerr.dialect": "mcp-2025-11-25"},
			"a fault of the caller is no error of the server",
		},
		{
			"mcp internal", otelerr.Call{Dialect: "mcp", Method: "resources/read",
				Resource: "postgres://u:" + canary + "@db/bells?key=" + canary}, errors.New(canary), codes.Error,
			map[string]string{"error.type": "-32603", "rpc.status_code": "-32603",
				"mcp.resource.uri": "postgres://db/bells"},
			"a URI may have credentials",
		},
		{
			"a2a", otelerr.Call{Dialect: "a2a", Method: "SendMessage", Task: "t1", ID: "7"}, errkit.Internal,
			codes.Error,
			map[string]string{"a2a.method.name": "SendMessage", "a2a.task.id": "t1", "jsonrpc.request.id": "7",
				"error.type": "-32603"}, "",
		},
		{
			"a2a caller", otelerr.Call{Dialect: "a2a-http", Method: "SendMessage"}, errkit.InvalidInput, codes.Unset,
			map[string]string{"error.type": "", "rpc.status_code": "-32602"}, "",
		},
		{
			"json-rpc", otelerr.Call{Dialect: "aai", Method: "ring", ID: "1"}, errkit.InvalidInput, codes.Error,
			map[string]string{"rpc.system.name": "jsonrpc", "rpc.method": "ring", "jsonrpc.request.id": "1",
				"error.type": "-32005"},
			"in plain JSON-RPC all codes are errors (JSON-RPC conventions, rpc.status_code)",
		},
		{
			"grpc", otelerr.Call{Dialect: "grpc", Method: "bells.Bells/Ring"}, errkit.Timeout, codes.Error,
			map[string]string{"rpc.system.name": "grpc", "rpc.method": "bells.Bells/Ring",
				"error.type": "DEADLINE_EXCEEDED", "rpc.status_code": "DEADLINE_EXCEEDED"}, "",
		},
		{
			"grpc, an unknown outcome", otelerr.Call{Dialect: "grpc", Method: "bells.Bells/Ring"},
			&errkit.Error{Kind: errkit.Unavailable, Effect: errkit.EffectUnknown}, codes.Error,
			map[string]string{"error.type": "UNKNOWN", "toolerr.kind": "unavailable", "toolerr.effect": "unknown"},
			"as it is sent",
		},
		{
			"grpc, an exact code", otelerr.Call{Dialect: "grpc", Method: "bells.Bells/Ring"},
			&errkit.Error{Kind: errkit.Conflict, Err: &rpcdetails.Coded{Err: closed{}, Code: mapping.RPCAlreadyExists}}, codes.Unset,
			map[string]string{"error.type": "", "toolerr.kind": "conflict", "rpc.status_code": "ALREADY_EXISTS"}, "as it is sent",
		},
		{
			"grpc caller", otelerr.Call{Dialect: "grpc", Method: "bells.Bells/Ring"}, errkit.NotFound, codes.Unset,
			map[string]string{"error.type": "", "rpc.status_code": "NOT_FOUND"}, "",
		},
		{
			"connect", otelerr.Call{Dialect: "connect", Method: "bells.Bells/Ring"}, errkit.Unavailable, codes.Error,
			map[string]string{"rpc.system.name": "connectrpc", "error.type": "unavailable"}, "",
		},
		{
			"http", otelerr.Call{Dialect: "problem", Method: "POST", Route: "/bells/{bell}"}, errkit.Internal,
			codes.Error,
			map[string]string{"http.request.method": "POST", "http.route": "/bells/{bell}", "error.type": "internal",
				"rpc.status_code": ""}, "",
		},
		{
			"http caller", otelerr.Call{Dialect: "problem", Method: "POST", Route: "/bells/{bell}"},
			&errkit.Error{Kind: errkit.NotFound, Ref: "7f3a"}, codes.Unset,
			map[string]string{"error.type": "", "toolerr.kind": "not_found", "toolerr.ref": "7f3a"}, "",
		},
		{
			"oxp", otelerr.Call{Dialect: "oxp", Tool: "ring", ID: "c1"}, errkit.RateLimited, codes.Unset,
			map[string]string{"gen_ai.tool.name": "ring", "gen_ai.tool.call.id": "c1", "toolerr.kind": "rate_limited"},
			"",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			reported, started := newExported(tt.call.Dialect), newExported("")
			ctx, span := reported.TracerProvider.Tracer("other").Start(context.Background(), "other")
			reported.Report(middleware.WithAttrs(ctx, facts(tt.call)...), errkit.From(tt.err))
			span.End()
			ctx, op := started.Start(context.Background(), tt.call)
			started.Report(ctx, errkit.From(tt.err))
			op.End(tt.err)

			for name, x := range map[string]*exported{"Report": reported, "Start": started} {
				spans := x.spans.GetSpans()
				require.Len(t, spans, 1, name)
				found := texts(spans[0].Attributes)
				for key, want := range tt.attrs {
					require.Equal(t, want, found[key], "%s: %s: %s", name, key, tt.why)
				}
				require.Equal(t, tt.status, spans[0].Status.Code, "%s: %s", name, tt.why)
				require.Empty(t, spans[0].Events, "exceptions are log records")
				require.Len(t, x.logs.records, 1, name)
				require.NotContains(t, fmt.Sprint(spans, x.metrics(t), attributesOf(x.logs.records[0]),
					x.logs.records[0].Body()), canary, name)
			}
		})
	}
}

// facts returns a call as the adapters describe it for a report.
func facts(c otelerr.Call) (attrs []slog.Attr) {
	for key, value := range map[string]string{
		"method": c.Method, "tool": c.Tool, "prompt": c.Prompt, "resource": c.Resource, "route": c.Route, "id": c.ID,
		"task": c.Task, "secret": canary,
	} {
		attrs = append(attrs, slog.String(key, value))
	}
	return attrs
}

func TestResource(t *testing.T) {
	for uri, want := range map[string]string{
		"file:///a%2Fb": "file:///a%2Fb",
		"https://u:" + canary + "@db/x?" + canary: "https://db/x",
		"https://db/x#" + canary:                  "https://db/x",
		"data:text/plain," + canary:               "data:",
		"postgres:u:" + canary + "@db":            "postgres:",
		"://" + canary:                            "",
	} {
		x := newExported("")
		_, op := x.Start(context.Background(), otelerr.Call{Dialect: "mcp", Method: "resources/read", Resource: uri})
		op.End(nil)
		require.Equal(t, want, texts(x.spans.GetSpans()[0].Attributes)["mcp.resource.uri"], uri)
	}
}

// On the other side the same failure is an error.
func TestSides(t *testing.T) {
	for side, kind := range map[otelerr.Side]trace.SpanKind{otelerr.Client: trace.SpanKindClient,
		otelerr.Internal: trace.SpanKindInternal} {
		x := newExported("")
		_, op := x.Start(context.Background(), otelerr.Call{Dialect: "mcp", Side: side, Method: "prompts/get"})
		op.EndCode(errkit.InvalidInput, "-32602")
		span := x.spans.GetSpans()[0]
		require.Equal(t, kind, span.SpanKind)
		require.Equal(t, codes.Error, span.Status.Code)
		require.Equal(t, "-32602", texts(span.Attributes)["error.type"])
	}

	x := newExported("")
	_, op := x.Start(context.Background(),
		otelerr.Call{Dialect: "mcp", Side: otelerr.Client, Method: "tools/call", Tool: "ring"})
	op.End(fmt.Errorf("call: %w", context.DeadlineExceeded))
	span := x.spans.GetSpans()[0]
	require.Equal(t, "tools/call ring", span.Name)
	require.Equal(t, "timeout", texts(span.Attributes)["error.type"], "without a response there is no code")

	x = newExported("")
	_, op = x.Start(context.Background(),
		otelerr.Call{Dialect: "mcp", Side: otelerr.Client, Method: "tools/call", Tool: "ring"})
	op.End(&errkit.Error{Kind: errkit.RateLimited, Message: canary, Code: canary,
		Peer: &errkit.Peer{Dialect: "mcp", Code: canary}})
	span = x.spans.GetSpans()[0]
	require.NotContains(t, fmt.Sprint(span, x.metrics(t)), canary, "the texts of a peer are not recorded")
	require.Equal(t, "rate_limited", texts(span.Attributes)["error.type"])
}

func TestConventions(t *testing.T) {
	x := newExported("")
	_, op := x.Start(context.Background(), otelerr.Call{Dialect: "mcp", Method: "ping"})
	op.EndCode(errkit.Internal, "-32603")
	span := x.spans.GetSpans()[0]
	require.Equal(t, "-32603", texts(span.Attributes)["rpc.status_code"])
	require.Contains(t, span.InstrumentationScope.SchemaURL, "1.45.0")
}

func TestSuccess(t *testing.T) {
	x := newExported("")
	ctx, op := x.Start(context.Background(), otelerr.Call{Side: otelerr.Internal, Tool: "ring"})
	require.NotEmpty(t, otelerr.TraceID(ctx))
	op.End(nil)
	op.End(errkit.Internal) // the call has ended
	span := x.spans.GetSpans()[0]
	require.Equal(t, "execute_tool ring", span.Name)
	require.Equal(t, codes.Unset, span.Status.Code)
	duration := x.metrics(t)["gen_ai.execute_tool.duration"].Data.(metricdata.Histogram[float64])
	require.Len(t, duration.DataPoints, 1)
	require.Equal(t, map[string]string{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "ring"},
		texts(duration.DataPoints[0].Attributes.ToSlice()))
	require.Empty(t, otelerr.TraceID(context.Background()))
}

func TestMetrics(t *testing.T) {
	x := newExported("")
	for _, err := range []error{nil, errkit.RateLimited, errkit.RateLimited, errkit.Internal} {
		ctx, op := x.Start(context.Background(),
			otelerr.Call{Dialect: "mcp", Method: "tools/call", Tool: "ring", ID: "1", Session: "s",
				Revision: "2025-11-25"})
		x.Report(ctx, errkit.From(err))
		op.End(err)
	}
	counted := map[string]int64{}
	metrics := x.metrics(t)
	for _, p := range metrics["toolerr.errors"].Data.(metricdata.Sum[int64]).DataPoints {
		kind, _ := p.Attributes.Value("toolerr.kind")
		dialect, _ := p.Attributes.Value("toolerr.dialect")
		counted[dialect.AsString()+" "+kind.AsString()] = p.Value
	}
	require.Equal(t, map[string]int64{"mcp rate_limited": 2, "mcp internal": 1}, counted)
	measured := map[string]uint64{}
	for _, p := range metrics["mcp.server.operation.duration"].Data.(metricdata.Histogram[float64]).DataPoints {
		labels := texts(p.Attributes.ToSlice())
		require.Equal(t, labels["toolerr.kind"] != "rate_limited", labels["gen_ai.tool.name"] == "ring",
			"a limit may apply to tools that do not exist")
		require.NotContains(t, labels, "mcp.session.id", "it has too many values")
		measured[labels["toolerr.kind"]+" "+labels["error.type"]] = p.Count
	}
	require.Equal(t, map[string]uint64{" ": 1, "rate_limited tool_error": 2, "internal tool_error": 1}, measured)
}

// A client can call any number of tools and methods that do not exist, a model can invent tools,
// and a peer codes.
func TestCardinality(t *testing.T) {
	tests := []struct {
		name, why string
		call      otelerr.Call // %d is a number
		err       error
		code      string // "": that of the error
		want      map[string]string
	}{
		{"unknown tool", "", otelerr.Call{Dialect: "mcp", Method: "tools/call", Tool: "x%d"}, errkit.ToolNotFound,
			"-32602", map[string]string{"mcp.method.name": "tools/call"}},
		{"unknown tool in a result", "", otelerr.Call{Dialect: "mcp", Method: "tools/call", Tool: "x%d"},
			errkit.ToolNotFound, otelerr.ToolError, map[string]string{"mcp.method.name": "tools/call"}},
		{"unknown tool, only a code", "", otelerr.Call{Dialect: "mcp", Method: "tools/call", Tool: "x%d"}, nil,
			"-32602", nil},
		{"unknown prompt", "", otelerr.Call{Dialect: "mcp", Method: "prompts/get", Prompt: "x%d"}, nil, "-32602", nil},
		{"unknown method", "", otelerr.Call{Dialect: "mcp", Method: "x%d"}, nil, "-32601",
			map[string]string{"mcp.method.name": "_OTHER"}},
		{"limited", "before the tool is looked up", otelerr.Call{Dialect: "mcp", Method: "tools/call", Tool: "x%d"},
			errkit.RateLimited, "", map[string]string{"mcp.method.name": "tools/call",
				"toolerr.kind": "rate_limited"}},
		{"forbidden", "before the tool is looked up", otelerr.Call{Dialect: "mcp", Method: "tools/call", Tool: "x%d"},
			errkit.PermissionDenied, "-32001", nil},
		{"limited, unknown method", "before the method is looked up", otelerr.Call{Dialect: "mcp", Method: "x%d"},
			errkit.RateLimited, "", map[string]string{"mcp.method.name": "_OTHER"}},
		{"limited, JSON-RPC", "before the method is looked up", otelerr.Call{Dialect: "aai", Method: "x%d"},
			errkit.RateLimited, "", map[string]string{"rpc.method": "_OTHER"}},
		{"unknown method of gRPC", "", otelerr.Call{Dialect: "grpc", Method: "x%d"}, errkit.MethodNotFound, "",
			map[string]string{"rpc.method": "_OTHER"}},
		{"HTTP method", "handlers may accept all of them",
			otelerr.Call{Dialect: "problem", Method: "X%d", Route: "/x"}, nil, "",
			map[string]string{"http.request.method": "_OTHER", "http.route": "/x"}},
		{"HTTP method that is not allowed", "", otelerr.Call{Dialect: "problem", Method: "X%d", Route: "/x"},
			errkit.MethodNotAllowed, "", map[string]string{"http.request.method": "_OTHER"}},
		{"a tool that a model invents", "", otelerr.Call{Side: otelerr.Internal, Tool: "x%d"}, errkit.ToolNotFound, "",
			nil},
		{"a tool that a model invents, remote", "",
			otelerr.Call{Dialect: "mcp", Side: otelerr.Client, Method: "tools/call", Tool: "x%d"}, errkit.ToolNotFound,
			"-32602", map[string]string{"mcp.method.name": "tools/call"}},
		{"a peer's codes", "", otelerr.Call{Dialect: "mcp", Side: otelerr.Client, Method: "tools/call", Tool: "ring"},
			errkit.ExecutionFailed, "7%d",
			map[string]string{"gen_ai.tool.name": "ring", "error.type": "_OTHER", "rpc.status_code": "_OTHER"}},
		{"a peer's texts", "", otelerr.Call{Dialect: "mcp", Side: otelerr.Client, Method: "tools/call", Tool: "ring"},
			errkit.ExecutionFailed, "x%d", map[string]string{"error.type": "_OTHER"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := newExported("")
			for i := range 100 {
				number := func(text string) string { return strings.ReplaceAll(text, "%d", fmt.Sprint(1000+i)) }
				call := tt.call
				call.Method, call.Tool, call.Prompt = number(call.Method), number(call.Tool), number(call.Prompt)
				if _, op := x.Start(context.Background(), call); tt.code == "" {
					op.End(tt.err)
				} else {
					op.EndCode(tt.err, number(tt.code))
				}
			}
			for name, m := range x.metrics(t) {
				points := m.Data.(metricdata.Histogram[float64]).DataPoints
				require.Len(t, points, 1, "%s: %s", name, tt.why)
				labels := texts(points[0].Attributes.ToSlice())
				require.Subset(t, labels, tt.want, tt.why)
				require.NotRegexp(t, `\d{4}`, strings.ReplaceAll(fmt.Sprint(labels), "-32", ""))
			}
			for _, span := range x.spans.GetSpans() {
				require.NotRegexp(t, `\d`, span.Name)
			}
		})
	}
}

// Names and codes that exist are in metrics.
func TestLabels(t *testing.T) {
	for _, dialect := range []string{"mcp", "a2a", "aai", "grpc", "connect"} {
		for _, kind := range errkit.Kinds() {
			x := newExported("")
			_, op := x.Start(context.Background(), otelerr.Call{Dialect: dialect, Tool: "ring"})
			op.End(&errkit.Error{Kind: kind, Stage: errkit.Execution})
			for _, m := range x.metrics(t) {
				require.NotContains(t, fmt.Sprint(texts(m.Data.(metricdata.Histogram[float64]).DataPoints[0].Attributes.ToSlice())), "_OTHER", "%s: %s", dialect, kind.String())
			}
		}
	}
	tests := []struct {
		name string
		call otelerr.Call
		err  error
		want string // in the labels
		why  string
	}{
		{"explicit stage", otelerr.Call{Dialect: "mcp", Method: "tools/call", Tool: "ring"},
			&errkit.Error{Kind: errkit.RateLimited, Stage: errkit.Execution}, "ring", "the tool ran"},
		{"a bug", otelerr.Call{Dialect: "mcp", Method: "tools/call", Tool: "ring"}, errors.New("bug"), "ring",
			"the stage of the kind"},
		{"not found", otelerr.Call{Side: otelerr.Internal, Tool: "ring"}, errkit.NotFound, "ring",
			"the stage of the kind"},
		{"gRPC", otelerr.Call{Dialect: "grpc", Method: "bells.Bells/Ring"}, errkit.RateLimited, "bells.Bells/Ring",
			"interceptors run after the lookup"},
		{"JSON-RPC", otelerr.Call{Dialect: "aai", Method: "Bells.Ring"}, nil, "Bells.Ring", "it succeeded"},
		{"client", otelerr.Call{Dialect: "aai", Side: otelerr.Client, Method: "Bells.Ring"}, errkit.RateLimited,
			"Bells.Ring", "this program chose the method"},
		{"HTTP", otelerr.Call{Dialect: "problem", Method: "PATCH", Route: "/x"}, errkit.NotFound, "PATCH", "RFC 5789"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := newExported("")
			_, op := x.Start(context.Background(), tt.call)
			op.End(tt.err)
			for _, m := range x.metrics(t) {
				require.Contains(t, fmt.Sprint(texts(m.Data.(metricdata.Histogram[float64]).DataPoints[0].Attributes.ToSlice())), tt.want, tt.why)
			}
		})
	}
}

type closed struct{}

func (closed) Error() string { return canary }

func TestLogRecords(t *testing.T) {
	cause := fmt.Errorf("ring: %w", &rpcdetails.Coded{Err: closed{}})
	failure := &errkit.Error{Kind: errkit.UpstreamFailed, Message: "The bell did not respond.",
		Dev: errkit.Dev("dev " + canary), Err: cause, Ref: "7f3a"}
	for _, private := range []bool{false, true} {
		x := newExported("problem")
		x.Private = private
		ctx, span := x.TracerProvider.Tracer("other").Start(context.Background(), "other")
		x.Report(ctx, failure)
		span.End()
		r := x.logs.records[0]
		require.Equal(t, span.SpanContext().TraceID(), r.TraceID())
		require.Equal(t, span.SpanContext().SpanID(), r.SpanID())
		require.Equal(t, "exception", r.EventName())
		require.Equal(t, log.SeverityError, r.Severity())
		require.Equal(t, attribute.StringValue("The bell did not respond."), r.Body())
		found := attributesOf(r)
		require.Equal(t, "otelerr_test.closed", found["exception.type"],
			"the type below the errors that only add a text or a code")
		require.Equal(t, "7f3a", found["toolerr.ref"])
		require.Equal(t, private, found["exception.message"] == "ring: "+canary)
		require.Equal(t, private, found["toolerr.dev"] == "dev "+canary)
		require.NotContains(t, fmt.Sprint(x.spans.GetSpans(), x.metrics(t)), canary)
	}

	x := newExported("")
	x.Private = true
	b := &middleware.Boundary{Report: x.Report, Ref: otelerr.TraceID}
	ctx, op := x.Start(context.Background(), otelerr.Call{Tool: "ring"})
	err := b.Run(ctx, func(context.Context) error { panic(canary) })
	op.End(err)
	require.Equal(t, otelerr.TraceID(ctx), errkit.From(err).Ref,
		"the reference in the response is the id of the trace")
	found := attributesOf(x.logs.records[0])
	require.Contains(t, found["exception.stacktrace"], "TestLogRecords")
	require.Equal(t, "panic: "+canary, found["exception.message"])
	require.Equal(t, "*middleware.Panic", found["exception.type"])
	require.NotContains(t, fmt.Sprint(x.spans.GetSpans()), canary)

	x = newExported("problem")
	x.Report(context.Background(), &errkit.Error{Kind: errkit.NotFound})
	require.Equal(t, log.SeverityInfo, x.logs.records[0].Severity())
}

// A record has the level that an operator has set for a code, in the steps of package slog.
func TestSeverity(t *testing.T) {
	for level, want := range map[slog.Level]log.Severity{
		slog.LevelDebug: log.SeverityDebug,
		slog.LevelInfo:  log.SeverityInfo,
		slog.LevelWarn:  log.SeverityWarn,
		slog.LevelError: log.SeverityError,
		-1000:           log.SeverityTrace1,
		1000:            log.SeverityFatal4,
	} {
		x := newExported("problem")
		b := middleware.Boundary{Report: x.Report, Overrides: mapping.Overrides{"sold_out": {Level: &level}}}
		_ = b.Handle(t.Context(), &errkit.Error{Kind: errkit.Conflict, Code: "sold_out"})
		require.Equal(t, want, x.logs.records[0].Severity(), level)
		require.Equal(t, want.String(), x.logs.records[0].SeverityText())
	}
}

// In development mode the message that a client gets is private.
func TestDevelopment(t *testing.T) {
	x := newExported("")
	b := middleware.Development(&middleware.Boundary{Report: x.Report})
	ctx, op := x.Start(context.Background(), otelerr.Call{Tool: "ring", Side: otelerr.Internal})
	err := b.Run(ctx, func(context.Context) error { return errors.New(canary) })
	require.ErrorContains(t, err, canary)
	op.End(err)
	require.Equal(t, "Something went wrong on our side.", x.spans.GetSpans()[0].Status.Description)
	require.NotContains(t, fmt.Sprint(x.spans.GetSpans(), x.metrics(t), attributesOf(x.logs.records[0])), canary)
}

// Whatever is reported, the response must not fail.
func TestHostile(t *testing.T) {
	x := newExported("mcp")
	x.Private = true
	x.Report(context.Background(), nil)
	for _, err := range []error{&errkit.Error{Err: (*closedPointer)(nil)},
		&errkit.Error{Message: errkit.Text("\xff")}} {
		x.Report(context.Background(), errkit.From(err))
	}
	require.Len(t, x.logs.records, 2)
	_, op := x.Start(context.Background(), otelerr.Call{Side: 9, Tool: "\xff"})
	op.EndCode(nil, "")
	require.Equal(t, "internal", texts(x.spans.GetSpans()[0].Attributes)["error.type"])
	require.Equal(t, "execute_tool \uFFFD", x.spans.GetSpans()[0].Name)
	require.Equal(t, "\uFFFD", x.logs.records[1].Body().AsString())
}

type closedPointer struct{ text string }

func (c *closedPointer) Error() string { return c.text }
func (c *closedPointer) Unwrap() error { return errors.New(c.text) }
