// Package otelmcp records the calls of servers and clients of the Go SDK of MCP with
// OpenTelemetry, by the semantic conventions for MCP:
//
//	telemetry := &otelerr.Telemetry{}
//	boundary := standard.Boundary()
//	boundary.Report, boundary.Ref = telemetry.Report, otelerr.TraceID
//	server.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: boundary}))
//	server.AddReceivingMiddleware(otelmcp.Receiving(telemetry)) // outside of mcperr
//
// The context of a trace is in params._meta (SEP-414). The SDK does not give the id of a request
// to middleware, so spans have no jsonrpc.request.id.
package otelmcp

import (
	"cmp"
	"context"
	"maps"
	"reflect"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	otelerr "github.com/toolerr/toolerr/middleware/otel"
)

// Receiving returns a middleware for the requests and notifications that a server or a client
// receives. Their spans are children of the span in params._meta, and linked to that of the
// context, such as the span of an HTTP request.
func Receiving(t *otelerr.Telemetry) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			ctx, links := parent(ctx, t, req)
			ctx, op := t.Start(ctx, describe(method, req, otelerr.Server), links...)
			return run(op, func() (mcp.Result, error) { return next(ctx, method, req) })
		}
	}
}

// Sending returns a middleware for the requests and notifications that a client or a server sends.
// It writes the context of the trace to params._meta.
func Sending(t *otelerr.Telemetry) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			ctx, op := t.Start(ctx, describe(method, req, otelerr.Client))
			inject(ctx, t, req)
			return run(op, func() (mcp.Result, error) { return next(ctx, method, req) })
		}
	}
}

// run runs a call and ends the operation, with Internal if the call panics or calls
// runtime.Goexit.
func run(op *otelerr.Operation, call func() (mcp.Result, error)) (mcp.Result, error) {
	defer op.EndCode(errkit.Internal, "") // without effect on an operation that ended
	res, err := call()
	if code, failure := failureOf(res, err); failure != nil {
		op.EndCode(failure, code)
	} else {
		op.End(nil)
	}
	return res, err
}

// failureOf returns the code of a response and its error, which is nil for a success. The code is
// "" if there was no response.
func failureOf(res mcp.Result, err error) (code string, failure error) {
	if err != nil {
		if rpc, ok := errchain.As[*jsonrpc.Error](err); ok && rpc != nil {
			return strconv.FormatInt(rpc.Code, 10), err
		}
		if e := errkit.From(err); e.Peer != nil { // mcperr.ClientMiddleware decoded a result
			return otelerr.ToolError, err
		}
		return "", err
	}
	if tool, ok := res.(*mcp.CallToolResult); ok && tool != nil && tool.IsError {
		return otelerr.ToolError, cmp.Or(tool.GetError(), error(errkit.ExecutionFailed))
	}
	return "", nil
}

// describe returns the call of a request. Its arguments are not part of it.
func describe(method string, req mcp.Request, side otelerr.Side) otelerr.Call {
	c := otelerr.Call{Dialect: "mcp", Side: side, Method: method}
	if params := req.GetParams(); !isNil(params) {
		switch p := params.(type) {
		case *mcp.CallToolParams:
			c.Tool = p.Name
		case *mcp.CallToolParamsRaw:
			c.Tool = p.Name
		case *mcp.GetPromptParams:
			c.Prompt = p.Name
		case *mcp.ReadResourceParams:
			c.Resource = p.URI
		case *mcp.SubscribeParams:
			c.Resource = p.URI
		case *mcp.UnsubscribeParams:
			c.Resource = p.URI
		case *mcp.ResourceUpdatedNotificationParams:
			c.Resource = p.URI
		}
	}
	switch s := req.GetSession().(type) {
	case *mcp.ServerSession:
		if s != nil {
			c.Session = s.ID()
		}
	case *mcp.ClientSession:
		if s != nil {
			c.Session = s.ID()
			if started := s.InitializeResult(); started != nil {
				c.Revision = started.ProtocolVersion
			}
		}
	}
	if r, ok := req.(interface{ ProtocolVersion() string }); ok {
		c.Revision = r.ProtocolVersion()
	}
	if extra := req.GetExtra(); extra != nil && extra.Header != nil {
		c.Transport = "tcp"
	}
	return c
}

// The context of a trace is in params._meta, with the names of the headers as keys (SEP-414).

// parent returns a context with the span in params._meta, and a link to the span that it replaces.
func parent(ctx context.Context, t *otelerr.Telemetry, req mcp.Request) (context.Context, []trace.SpanStartOption) {
	params := req.GetParams()
	if isNil(params) {
		return ctx, nil
	}
	carrier := propagation.MapCarrier{}
	for key, value := range params.GetMeta() {
		if text, ok := value.(string); ok {
			carrier[key] = text
		}
	}
	ambient := trace.SpanContextFromContext(ctx)
	ctx = t.Propagation().Extract(ctx, carrier)
	if !ambient.IsValid() || trace.SpanContextFromContext(ctx).Equal(ambient) {
		return ctx, nil
	}
	return ctx, []trace.SpanStartOption{trace.WithLinks(trace.Link{SpanContext: ambient})}
}

// inject writes the context of the trace to params._meta. It sets a new map, because the old one
// is that of the caller.
func inject(ctx context.Context, t *otelerr.Telemetry, req mcp.Request) {
	params, carrier := req.GetParams(), propagation.MapCarrier{}
	if t.Propagation().Inject(ctx, carrier); isNil(params) || len(carrier) == 0 {
		return
	}
	meta := map[string]any{}
	maps.Copy(meta, params.GetMeta())
	for key, value := range carrier {
		meta[key] = value
	}
	params.SetMeta(meta)
}

func isNil(params mcp.Params) bool {
	v := reflect.ValueOf(params)
	return !v.IsValid() || v.Kind() != reflect.Pointer || v.IsNil()
}
