package extproc

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"runtime"
	"testing"
	"weak"

	core "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	filter "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/ext_proc/v3"
	service "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

// A fake is a client that sends messages and counts responses.
type fake struct {
	grpc.ServerStream
	messages []*service.ProcessingRequest
	received int
	sent     []int // how many messages were received before each response
	last     *service.ProcessingResponse
}

func (f *fake) Context() context.Context { return context.Background() }

func (f *fake) Recv() (*service.ProcessingRequest, error) {
	if f.received == len(f.messages) {
		return nil, io.EOF
	}
	f.received++
	return f.messages[f.received-1], nil
}

func (f *fake) Send(m *service.ProcessingResponse) error {
	f.sent, f.last = append(f.sent, f.received), m
	return nil
}

// In no order of messages does the server panic, respond to a message twice, leave one without a
// response, or send anything after an ImmediateResponse.
func TestOrders(t *testing.T) {
	status := func(code, media string, end bool) *service.ProcessingRequest {
		return &service.ProcessingRequest{Request: &service.ProcessingRequest_ResponseHeaders{ResponseHeaders: &service.HttpHeaders{EndOfStream: end,
			Headers: &core.HeaderMap{Headers: []*core.HeaderValue{{Key: ":status", Value: code},
				{Key: "content-type", RawValue: []byte(media)}}}}}}
	}
	body := func(part string, end bool) *service.ProcessingRequest {
		return &service.ProcessingRequest{Request: &service.ProcessingRequest_ResponseBody{ResponseBody: &service.HttpBody{Body: []byte(part), EndOfStream: end}}}
	}
	messages := []*service.ProcessingRequest{
		{Request: &service.ProcessingRequest_RequestHeaders{}},
		{Request: &service.ProcessingRequest_RequestBody{RequestBody: &service.HttpBody{Body: []byte(`{"id":1}`)}}},
		{Request: &service.ProcessingRequest_RequestTrailers{}},
		status("500", "text/plain", false), status("200", "application/json", false),
		status("200", "text/event-stream", false), status("200", "image/png", true),
		body("data: {", false), body(`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"-"}}`, true),
		{Request: &service.ProcessingRequest_ResponseTrailers{}},
	}
	server := &Server{Bridge: &bridge.Bridge{To: mcp.Dialect{}, Hold: 64}}
	orders := 0
	var play func(mode filter.ProcessingMode_BodySendMode, order []*service.ProcessingRequest, left int)
	play = func(mode filter.ProcessingMode_BodySendMode, order []*service.ProcessingRequest, left int) {
		if orders++; len(order) > 0 {
			check(t, server, mode, order)
		}
		if left == 0 {
			return
		}
		for _, m := range messages {
			play(mode, append(order[:len(order):len(order)], m), left-1)
		}
	}
	for mode := range filter.ProcessingMode_BodySendMode_name {
		play(filter.ProcessingMode_BodySendMode(mode), nil, 3)
	}
	require.Greater(t, orders, 6_000)
	require.Zero(t, server.streams.Load())
}

func check(t *testing.T, server *Server, mode filter.ProcessingMode_BodySendMode, order []*service.ProcessingRequest) {
	first := &service.ProcessingRequest{Request: order[0].GetRequest(),
		ProtocolConfig: &service.ProtocolConfiguration{RequestBodyMode: mode, ResponseBodyMode: mode}}
	f := &fake{messages: append([]*service.ProcessingRequest{first}, order[1:]...)}
	err := server.Process(f)
	if f.last.GetImmediateResponse() != nil {
		require.Equal(t, f.received, f.sent[len(f.sent)-1])
		require.NoError(t, err)
	}
	if mode == duplex {
		return
	}
	want := f.received
	if err != nil { // the last message
		want--
	}
	require.Len(t, f.sent, want, "%v: %v", mode, order)
	for i, n := range f.sent {
		require.Equal(t, i+1, n, "%v: %v", mode, order)
	}
}

// What was held of a response that passes is not kept while the rest of it passes, and the stream
// ends, unless all bodies pass through it.
func TestRelease(t *testing.T) {
	for _, mode := range []filter.ProcessingMode_BodySendMode{duplex, filter.ProcessingMode_BUFFERED_PARTIAL} {
		x := &stream{bridge: &bridge.Bridge{To: mcp.Dialect{}, Hold: 10}, client: new(fake), requestMode: mode,
			responseMode: mode, started: true}
		x.exchange = x.bridge.Exchange(&http.Request{Method: http.MethodPost,
			Header: http.Header{"Content-Type": {"application/json"}}})
		receive := func(m *service.ProcessingRequest) (done bool) {
			t.Helper()
			done, err := x.receive(m)
			require.NoError(t, err)
			return done
		}
		receive(&service.ProcessingRequest{Request: &service.ProcessingRequest_ResponseHeaders{ResponseHeaders: &service.HttpHeaders{
			Headers: &core.HeaderMap{Headers: []*core.HeaderValue{{Key: ":status", Value: "200"}}}}}})
		held := weak.Make(x.exchange)
		isDone := receive(&service.ProcessingRequest{Request: &service.ProcessingRequest_ResponseBody{ResponseBody: &service.HttpBody{Body: []byte(`{"jsonrpc":"2.0","result":{"a":`)}}})
		runtime.GC()
		require.Nil(t, held.Value(), mode)
		require.Equal(t, mode != duplex, isDone, "the rest needs no stream")
		receive(&service.ProcessingRequest{Request: &service.ProcessingRequest_RequestBody{RequestBody: &service.HttpBody{Body: []byte("{")}}})
		receive(&service.ProcessingRequest{Request: &service.ProcessingRequest_ResponseBody{ResponseBody: &service.HttpBody{EndOfStream: true}}})
	}
}

// A call whose arguments break the schema that passed gets a response before the server gets all
// of it.
func TestRefused(t *testing.T) {
	const list = `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"ring","inputSchema":{"required":["bell"]}}]}}`
	tools := &bridge.Tools{Refuse: true, Faults: func(schema, arguments json.RawMessage, _ bool) []errkit.Field {
		require.JSONEq(t, `{"required":["bell"]}`, string(schema))
		return []errkit.Field{{Path: "/bell", Message: "is required"}}
	}}
	server := &Server{Bridge: &bridge.Bridge{To: mcp.Dialect{}, Tools: tools}}
	header := func(pairs ...string) *service.HttpHeaders {
		h := &service.HttpHeaders{Headers: new(core.HeaderMap)}
		for i := 0; i < len(pairs); i += 2 {
			h.Headers.Headers = append(h.Headers.Headers, &core.HeaderValue{Key: pairs[i], Value: pairs[i+1]})
		}
		return h
	}
	play := func(silent bool, request, response string) *fake {
		post := header(":method", "POST", ":path", "/mcp", "content-type", "application/json")
		f := &fake{messages: []*service.ProcessingRequest{
			{Request: &service.ProcessingRequest_RequestHeaders{RequestHeaders: post}, ObservabilityMode: silent},
			{Request: &service.ProcessingRequest_RequestBody{RequestBody: &service.HttpBody{Body: []byte(request), EndOfStream: true}}, ObservabilityMode: silent},
			{Request: &service.ProcessingRequest_ResponseHeaders{ResponseHeaders: header(":status", "200", "content-type", "application/json")}, ObservabilityMode: silent},
			{Request: &service.ProcessingRequest_ResponseBody{ResponseBody: &service.HttpBody{Body: []byte(response), EndOfStream: true}}, ObservabilityMode: silent},
		}}
		require.NoError(t, server.Process(f))
		return f
	}
	const call = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"ring"}}`
	require.Nil(t, play(false, call, `{"jsonrpc":"2.0","id":2,"result":{"content":[]}}`).last.GetImmediateResponse(), "before a list")
	play(false, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, list)
	refused := play(false, call, "")
	require.Contains(t, string(refused.last.GetImmediateResponse().GetBody()), `invalid.\nbell: is required"`)
	require.Equal(t, 2, refused.received)
	require.Nil(t, play(true, call, `{"jsonrpc":"2.0","id":2,"result":{"content":[]}}`).last, "it only observes")
}
