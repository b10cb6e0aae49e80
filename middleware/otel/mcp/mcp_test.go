package otelmcp_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	otelerr "github.com/toolerr/toolerr/middleware/otel"
	otelmcp "github.com/toolerr/toolerr/middleware/otel/mcp"
)

// canary is private text: it must not be in what is exported.
const canary = "password=hunter2"

type ringInput struct {
	Bell string `json:"bell"`
}

func ring(_ context.Context, _ *mcp.CallToolRequest, in ringInput) (*mcp.CallToolResult, any, error) {
	switch in.Bell {
	case "back":
		return nil, nil, errkit.New(errkit.NotFound, "There is no such bell.")
	case "panic":
		panic(canary)
	case "broken":
		return nil, nil, errors.New(canary)
	}
	return nil, map[string]any{"sound": "ding"}, nil
}

// telemetry returns a telemetry that exports spans.
func telemetry() (*otelerr.Telemetry, *tracetest.InMemoryExporter) {
	spans := tracetest.NewInMemoryExporter()
	return &otelerr.Telemetry{
		TracerProvider: sdktrace.NewTracerProvider(sdktrace.WithSyncer(spans)),
		Propagator:     propagation.TraceContext{},
	}, spans
}

// newServer returns a server whose calls are recorded, with the middleware of mcperr unless
// bare is set.
func newServer(t *otelerr.Telemetry, bare bool) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	handler := ring
	if !bare {
		handler = mcperr.Handler(ring)
	}
	mcp.AddTool(server, &mcp.Tool{Name: "ring"}, handler)
	server.AddPrompt(&mcp.Prompt{Name: "greet"},
		func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			return nil, errkit.New(errkit.Unavailable, "Nobody is in the tower.")
		})
	server.AddResource(&mcp.Resource{Name: "log", URI: "file:///log"},
		func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return nil, errors.New(canary)
		})
	if !bare {
		b := &middleware.Boundary{Report: t.Report, Ref: otelerr.TraceID}
		server.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: b}))
	}
	server.AddReceivingMiddleware(otelmcp.Receiving(t))
	return server
}

// connect returns a session with a server whose requests are recorded.
func connect(t *testing.T, server *mcp.Server, client *otelerr.Telemetry) *mcp.ClientSession {
	clientSide, serverSide := mcp.NewInMemoryTransports()
	_, err := server.Connect(t.Context(), serverSide, nil)
	require.NoError(t, err)
	c := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
	c.AddSendingMiddleware(otelmcp.Sending(client))
	session, err := c.Connect(t.Context(), clientSide, nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = session.Close() })
	return session
}

func callTool(name, bell string) func(context.Context, *mcp.ClientSession) {
	return func(ctx context.Context, s *mcp.ClientSession) {
		_, _ = s.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: map[string]any{"bell": bell}})
	}
}

func TestSpans(t *testing.T) {
	getPrompt := func(name string) func(context.Context, *mcp.ClientSession) {
		return func(ctx context.Context, s *mcp.ClientSession) {
			_, _ = s.GetPrompt(ctx, &mcp.GetPromptParams{Name: name})
		}
	}
	readResource := func(uri string) func(context.Context, *mcp.ClientSession) {
		return func(ctx context.Context, s *mcp.ClientSession) {
			_, _ = s.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
		}
	}
	tests := []struct {
		name           string
		bare           bool // without mcperr
		do             func(context.Context, *mcp.ClientSession)
		span           string
		server, client codes.Code
		errorType      string // on the span of the client
		kind           string // on the span of the server
	}{
		{"success", false, callTool("ring", "front"), "tools/call ring", codes.Unset, codes.Unset, "", ""},
		{"tool", false, callTool("ring", "back"), "tools/call ring", codes.Error, codes.Error, "tool_error",
			"not_found"},
		{"panic", false, callTool("ring", "panic"), "tools/call ring", codes.Error, codes.Error, "tool_error",
			"internal"},
		{"uncoded", false, callTool("ring", "broken"), "tools/call ring", codes.Error, codes.Error, "tool_error",
			"internal"},
		{"unknown tool", false, callTool("ping", ""), "tools/call", codes.Unset, codes.Error, "-32602",
			"invalid_input"},
		{"prompt", false, getPrompt("greet"), "prompts/get", codes.Error, codes.Error, "-32603", "unavailable"},
		{"unknown prompt", false, getPrompt("curse"), "prompts/get", codes.Unset, codes.Error, "-32602",
			"invalid_input"},
		{"resource", false, readResource("file:///log"), "resources/read", codes.Error, codes.Error, "-32603",
			"internal"},
		{"unknown resource", false, readResource("file:///other"), "resources/read", codes.Unset, codes.Error,
			"-32602", "invalid_input"},
		{"tool without mcperr", true, callTool("ring", "back"), "tools/call ring", codes.Error, codes.Error,
			"tool_error", "not_found"},
		{"uncoded without mcperr", true, callTool("ring", "broken"), "tools/call ring", codes.Error, codes.Error,
			"tool_error", "execution_failed"},
		{"unknown tool without mcperr", true, callTool("ping", ""), "tools/call", codes.Unset, codes.Error, "-32602",
			"invalid_input"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			serverSide, serverSpans := telemetry()
			clientSide, clientSpans := telemetry()
			session := connect(t, newServer(serverSide, tt.bare), clientSide)
			ctx, outer := clientSide.TracerProvider.Tracer("agent").Start(t.Context(), "agent")
			serverSpans.Reset()
			clientSpans.Reset()
			tt.do(ctx, session)

			server, client := only(t, serverSpans), only(t, clientSpans)
			require.Equal(t, tt.span, server.Name)
			require.Equal(t, trace.SpanKindServer, server.SpanKind)
			require.Equal(t, trace.SpanKindClient, client.SpanKind)
			require.Equal(t, outer.SpanContext().SpanID(), client.Parent.SpanID())
			require.Equal(t, client.SpanContext.SpanID(), server.Parent.SpanID(),
				"the context of the trace is in _meta")
			require.True(t, server.Parent.IsRemote())
			require.Equal(t, tt.server, server.Status.Code)
			require.Equal(t, tt.client, client.Status.Code)
			require.Equal(t, tt.errorType, text(client, "error.type"))
			require.Equal(t, tt.kind, text(server, "toolerr.kind"))
			require.NotEmpty(t, text(server, "mcp.protocol.version"))
			if tt.server == codes.Error {
				require.Equal(t, tt.errorType, text(server, "error.type"))
			} else {
				require.Empty(t, text(server, "error.type"))
			}
			require.NotContains(t, fmt.Sprint(server, client), canary)
		})
	}
}

// only returns the only span of a request. That of the notification that ends a handshake
// may be late.
func only(t *testing.T, x *tracetest.InMemoryExporter) tracetest.SpanStub {
	spans := slices.DeleteFunc(x.GetSpans(),
		func(s tracetest.SpanStub) bool { return strings.HasPrefix(s.Name, "notifications/") })
	require.Len(t, spans, 1)
	return spans[0]
}

func text(s tracetest.SpanStub, key attribute.Key) string {
	for _, a := range s.Attributes {
		if a.Key == key {
			return a.Value.String()
		}
	}
	return ""
}

// Over HTTP the span of a call is a child of that in _meta, and linked to that of the HTTP
// request.
func TestLink(t *testing.T) {
	serverSide, spans := telemetry()
	clientSide, _ := telemetry()
	server := newServer(serverSide, false)
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
	ambient := trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1}, SpanID: trace.SpanID{2}})
	http := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r.WithContext(trace.ContextWithSpanContext(r.Context(), ambient)))
	}))
	defer http.Close()
	c := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
	c.AddSendingMiddleware(otelmcp.Sending(clientSide))
	session, err := c.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: http.URL}, nil)
	require.NoError(t, err)
	defer session.Close()
	spans.Reset()
	callTool("ring", "back")(t.Context(), session)
	span := only(t, spans)
	require.NotEqual(t, ambient.TraceID(), span.SpanContext.TraceID())
	require.Equal(t, "tcp", text(span, "network.transport"))
	require.NotEmpty(t, text(span, "mcp.session.id"))
	require.Len(t, span.Links, 1)
	require.True(t, span.Links[0].SpanContext.Equal(ambient))
}

// A caller may use its params again.
func TestParams(t *testing.T) {
	serverSide, spans := telemetry()
	clientSide, clientSpans := telemetry()
	session := connect(t, newServer(serverSide, false), clientSide)
	own := mcp.Meta{"own": "1"}
	params := &mcp.CallToolParams{Meta: own, Name: "ring", Arguments: map[string]any{"bell": "front"}}
	for range 2 {
		spans.Reset()
		clientSpans.Reset()
		_, err := session.CallTool(t.Context(), params)
		require.NoError(t, err)
		require.Equal(t, only(t, clientSpans).SpanContext.SpanID(), only(t, spans).Parent.SpanID())
		require.Equal(t, "1", params.Meta["own"])
		require.NotContains(t, own, "traceparent")
	}
}

// A client that decodes errors before the telemetry sees them.
func TestDecodedByClient(t *testing.T) {
	serverSide, _ := telemetry()
	clientSide, spans := telemetry()
	in, out := mcp.NewInMemoryTransports()
	_, err := newServer(serverSide, false).Connect(t.Context(), out, nil)
	require.NoError(t, err)
	c := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
	c.AddSendingMiddleware(mcperr.ClientMiddleware())
	c.AddSendingMiddleware(otelmcp.Sending(clientSide))
	session, err := c.Connect(t.Context(), in, nil)
	require.NoError(t, err)
	defer session.Close()
	for tool, want := range map[string][2]string{"ring": {"tool_error", "not_found"},
		"ping": {"-32602", "tool_not_found"}} {
		spans.Reset()
		callTool(tool, "back")(t.Context(), session)
		span := only(t, spans)
		require.Equal(t, want, [2]string{text(span, "error.type"), text(span, "toolerr.kind")})
	}

	spans.Reset()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	callTool("ring", "front")(ctx, session)
	require.Equal(t, "canceled", text(only(t, spans), "error.type"), "there is no response")
}

// Requests without a session or params, and handlers that do not return, as other middleware
// may have them.
func TestHostile(t *testing.T) {
	telemetry, spans := telemetry()
	for name, middleware := range map[string]mcp.Middleware{"receiving": otelmcp.Receiving(telemetry),
		"sending": otelmcp.Sending(telemetry)} {
		for _, req := range []mcp.Request{
			&mcp.ServerRequest[*mcp.CallToolParamsRaw]{},
			&mcp.ClientRequest[*mcp.CallToolParams]{},
			&mcp.ServerRequest[*mcp.ReadResourceParams]{Params: &mcp.ReadResourceParams{URI: "://%zz"}},
			&mcp.ServerRequest[mcp.Params]{},
		} {
			spans.Reset()
			h := middleware(func(context.Context, string, mcp.Request) (mcp.Result,
				error) {
				return (*mcp.CallToolResult)(nil), nil
			})
			_, err := h(t.Context(), "tools/call", req)
			require.NoError(t, err, name)
			require.Equal(t, codes.Unset, only(t, spans).Status.Code, name)
		}
		spans.Reset()
		h := middleware(func(context.Context, string, mcp.Request) (mcp.Result, error) { panic(canary) })
		require.PanicsWithValue(t, canary,
			func() { _, _ = h(t.Context(), "tools/call", &mcp.ServerRequest[*mcp.CallToolParamsRaw]{}) })
		require.Equal(t, "internal", text(only(t, spans), "error.type"))
		require.NotContains(t, fmt.Sprint(spans.GetSpans()), canary)
	}
}
