package otelerr_test

import (
	"context"
	"errors"
	"fmt"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	otelerr "github.com/toolerr/toolerr/middleware/otel"
)

// A tool that a program calls itself.
func Example() {
	spans := tracetest.NewInMemoryExporter()
	telemetry := &otelerr.Telemetry{TracerProvider: sdktrace.NewTracerProvider(sdktrace.WithSyncer(spans))}
	boundary := &middleware.Boundary{Report: telemetry.Report, Ref: otelerr.TraceID}

	ctx, op := telemetry.Start(context.Background(), otelerr.Call{Tool: "ring", Side: otelerr.Internal})
	err := boundary.Run(ctx, func(context.Context) error {
		return errkit.Wrap(errors.New("dial 10.0.0.1: password=hunter2"), errkit.Network, "The bell is out of reach.")
	})
	op.End(err)

	span := spans.GetSpans()[0]
	fmt.Printf("%s: %s: %s\n", span.Name, span.Status.Code, span.Status.Description)
	for _, a := range span.Attributes {
		if a.Key != "toolerr.ref" { // the id of the trace
			fmt.Println(a.Key, a.Value.String())
		}
	}
	// Output:
	// execute_tool ring: Error: The bell is out of reach.
	// gen_ai.operation.name execute_tool
	// gen_ai.tool.name ring
	// error.type network
	// toolerr.kind network
	// toolerr.effect unknown
}
