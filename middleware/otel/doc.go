// Package otelerr, for applications, records failures of tool calls with OpenTelemetry: on spans,
// as log records and as metrics, named by the semantic conventions.
//
//	telemetry := &otelerr.Telemetry{Dialect: "problem"} // the global providers
//	boundary := standard.Boundary()
//	boundary.Report, boundary.Ref = telemetry.Report, otelerr.TraceID
//
// [Telemetry.Report] records every failure that the boundary reports, on the span that another
// instrumentation started, such as otelhttp or otelgrpc. [Telemetry.Start] starts a span for calls
// that have no such instrumentation, and measures their duration. Package middleware/otel/mcp
// calls it for the servers and the clients of the Go SDK of MCP.
//
// # Status by side
//
// The span of a server has an error status only for a fault of the server. A caller's -32602
// of MCP, INVALID_ARGUMENT of gRPC or 404 of HTTP is not an error of the server: its span
// has the code and the kind, without error.type and status. On the span of a client each
// failure is an error.
//
// # Private text
//
// Spans and metrics have no text but the public message, which is the description of the status.
// Log records have the public message and the Go type of the cause. Only [Telemetry.Private] adds
// texts of causes and stacks, to log records.
package otelerr
