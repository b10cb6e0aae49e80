package otelmcp_test

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/middleware"
	otelerr "github.com/toolerr/toolerr/middleware/otel"
	otelmcp "github.com/toolerr/toolerr/middleware/otel/mcp"
)

// A server whose calls are recorded.
func ExampleReceiving() {
	spans := tracetest.NewInMemoryExporter()
	telemetry := &otelerr.Telemetry{TracerProvider: sdktrace.NewTracerProvider(sdktrace.WithSyncer(spans))}
	boundary := &middleware.Boundary{Report: telemetry.Report, Ref: otelerr.TraceID}

	server := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "ring"}, mcperr.Handler(ring))
	server.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: boundary}))
	server.AddReceivingMiddleware(otelmcp.Receiving(telemetry)) // last: outside of the other

	ctx := context.Background()
	clientSide, serverSide := mcp.NewInMemoryTransports()
	if _, err := server.Connect(ctx, serverSide, nil); err != nil {
		panic(err)
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil).Connect(ctx, clientSide, nil)
	if err != nil {
		panic(err)
	}
	defer session.Close()
	if _, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "ring",
		Arguments: map[string]any{"bell": "back"}}); err != nil {
		panic(err)
	}

	for _, span := range spans.GetSpans() {
		if span.Name == "tools/call ring" {
			fmt.Println(span.Name, text(span, "error.type"), text(span, "toolerr.kind"), span.Status.Description)
		}
	}
	// Output:
	// tools/call ring tool_error not_found There is no such bell.
}
