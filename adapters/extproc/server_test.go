package extproc_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	filter "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/ext_proc/v3"
	service "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/toolerr/toolerr/adapters/extproc"
	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/problem"
)

// canary is in everything of an upstream that is private.
const canary = "hunter2"

var gateways = []gateway{
	{name: "partial and override", why: "the configuration of deploy/envoy.yaml", request: streamed, response: partial,
		override: true},
	{name: "partial", request: streamed, response: partial},
	{name: "partial, no request", why: "the server asks for the body of a call", request: none, response: partial,
		override: true},
	{name: "buffered", request: buffered, response: buffered},
	{name: "buffered and override", request: buffered, response: buffered, override: true},
	{name: "partial, small buffer", why: "the rest of a long body does not pass the server", request: streamed,
		response: partial, override: true, buffer: 100, blind: true},
	{name: "duplex", request: duplex, response: duplex},
	{name: "duplex response", request: streamed, response: duplex},
	{name: "agentgateway", request: duplex, response: duplex, unstated: true, endless: true},
	{name: "streamed", request: streamed, response: streamed, blind: true},
	{name: "streamed and override", request: streamed, response: streamed, override: true, blind: true},
	{name: "none", request: none, response: none, blind: true, unread: true},
	{name: "none and override", request: none, response: none, override: true, blind: true},
	{name: "none and known override", why: "Content-Length stays", request: none, response: none, override: true,
		known: true},
	{name: "streamed and known override", request: streamed, response: streamed, override: true, known: true},
}

// An upstream is a response with the status of an error, or with an error inside.
type upstream struct {
	name     string
	status   int
	header   map[string]string
	body     string
	trailers bool
	success  bool // it is passed
	noAnswer bool // except to a call of JSON-RPC
}

const (
	stack  = "Traceback (most recent call last):\n  File \"/srv/app.py\", line 7\nOperationalError: password " + canary
	inside = `{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"` + canary + `"}}`
	fine   = `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"The bell rang."}]}}`
)

var upstreams = []upstream{
	{name: "500 with a stack", status: 500, header: map[string]string{"Content-Type": "text/plain"}, body: stack},
	{name: "502 without a body", status: 502},
	{name: "502 without a body, with trailers", status: 502, trailers: true},
	{name: "503 with a delay", status: 503, header: map[string]string{"Retry-After": "7"}, body: canary},
	{name: "429", status: 429, header: map[string]string{"Content-Type": "application/json", "Retry-After": "3"},
		body: `{"message":"` + canary + `"}`},
	{name: "401 with a challenge", status: 401,
		header: map[string]string{"Www-Authenticate": `Bearer error="invalid_token", error_description="` + canary +
			`"`}, body: canary},
	{name: "404 with trailers", status: 404, body: canary, trailers: true},
	{name: "422", status: 422, header: map[string]string{"Content-Type": "application/json"},
		body: `{"detail":[{"loc":["body","times"],"msg":"` + canary + `","type":"missing"}]}`},
	{name: "500 that is too long", status: 500, header: map[string]string{"Content-Type": "text/plain"},
		body: canary + strings.Repeat("x", 3000)},
	{name: "404, compressed", status: 404,
		header: map[string]string{"Content-Type": "application/json", "Content-Encoding": "gzip"},
		body:   compress(`{"error":"` + canary + `"}`)},
	{name: "200 with an error inside", status: 200, header: map[string]string{"Content-Type": "application/json"},
		body: inside},
	{name: "200 with an error inside and trailers", status: 200,
		header: map[string]string{"Content-Type": "application/json"}, body: inside, trailers: true},
	{name: "200 with an error inside, compressed", status: 200,
		header: map[string]string{"Content-Type": "application/json", "Content-Encoding": "gzip"},
		body:   compress(inside)},

	{name: "200", status: 200, header: map[string]string{"Content-Type": "application/json", "Content-Length": "87"},
		body: fine, success: true},
	{name: "200 with trailers", status: 200, header: map[string]string{"Content-Type": "application/json"}, body: fine,
		trailers: true, success: true},
	{name: "200, compressed", status: 200,
		header: map[string]string{"Content-Type": "application/json", "Content-Encoding": "gzip"},
		body:   compress(fine), success: true},
	{name: "200 with a long document", status: 200, header: map[string]string{"Content-Type": "application/json"},
		body:    `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"` + strings.Repeat("x", 70_000) + `"}]}}`,
		success: true},
	{name: "200 with a page", status: 200, header: map[string]string{"Content-Type": "text/html"},
		body: "<html>error</html>", success: true, noAnswer: true},
	{name: "200 with a file", status: 200, header: map[string]string{"Content-Type": "application/zip"},
		body: strings.Repeat("z", 200_000), success: true, noAnswer: true},
	{name: "202 without a body", status: 202, success: true},
	{name: "204", status: 204, success: true, noAnswer: true},
	{name: "302", status: 302, header: map[string]string{"Location": "/bells"}, body: "moved", success: true, noAnswer: true},
	{name: "307", status: 307, header: map[string]string{"Location": "/bells"}, body: "moved", success: true},
}

func compress(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = io.WriteString(z, s)
	_ = z.Close()
	return b.String()
}

func (u *upstream) response() httpResponse {
	r := httpResponse{status: u.status, header: http.Header{"X-Debug": {canary}}}
	for name, value := range u.header {
		r.header.Set(name, value)
	}
	for rest := u.body; rest != ""; {
		n := min(len(rest), max(20, len(u.body)/3))
		r.body, rest = append(r.body, rest[:n]), rest[n:]
	}
	if u.trailers {
		r.trailer = http.Header{"X-Checksum": {"7"}}
	}
	return r
}

var callOfMCP = httpRequest{
	method: http.MethodPost, path: "/mcp",
	header: http.Header{"Content-Type": {"application/json"}, "Mcp-Protocol-Version": {"2025-11-25"}},
	body:   []string{`{"jsonrpc":"2.0","method":"tools/call",`, `"params":{"name":"ring"},"id":7}`},
}

// direct returns the response that the same Bridge makes in a handler.
func direct(b *bridge.Bridge, in httpRequest, up httpResponse) *httptest.ResponseRecorder {
	r := httptest.NewRequest(in.method, in.path, strings.NewReader(strings.Join(in.body, "")))
	r.Header = in.header.Clone()
	w := httptest.NewRecorder()
	b.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		for name, values := range up.header {
			w.Header()[name] = values
		}
		w.WriteHeader(up.status)
		_, _ = io.WriteString(w, up.text())
	})).ServeHTTP(w, r)
	return w
}

// seen returns what the server sees of an error.
func (g *gateway) seen(up httpResponse) httpResponse {
	if g.blind {
		all := up.text()
		up.body = []string{all[:min(g.buffer, len(all))]}
	}
	return up
}

// Each response reaches the client as it does behind a handler: errors in the dialect, without the
// texts of the upstream, and successes byte for byte.
func TestGateways(t *testing.T) {
	for _, to := range []dialect.Dialect{problem.Dialect{}, mcp.Dialect{}} {
		b := &bridge.Bridge{From: mcp.Dialect{}, To: to, Hold: 2000, Codec: dialect.Codec{Disclose: dialect.DiscloseNone}}
		for _, g := range gateways {
			client := dial(t, &extproc.Server{Bridge: b, Override: g.known})
			for _, u := range upstreams {
				t.Run(to.Name()+"/"+g.name+"/"+u.name, func(t *testing.T) {
					up := u.response()
					sent, got := g.do(t, client, callOfMCP, up)
					require.Equal(t, strings.Join(callOfMCP.body, ""), sent)
					switch {
					case u.success && !(u.noAnswer && to.Name() != "problem"):
						require.Equal(t, u.status, got.status)
						require.Equal(t, g.header(up), got.header)
						require.True(t, u.body == got.text(), "the body is another one")
						require.Equal(t, up.trailer, got.trailer)
						return
					case g.blind && u.status < 300:
						return // it is documented that such errors pass
					}
					known := callOfMCP
					if g.unread {
						known.body = nil
					}
					want := direct(b, known, g.seen(up))
					require.NotContains(t, fmt.Sprint(got), canary)
					require.Equal(t, want.Code, got.status)
					require.Equal(t, want.Header(), got.header)
					require.Equal(t, want.Body.String(), got.text())
					require.Nil(t, got.trailer)
				})
			}
		}
	}
}

// For a client that knows an error by its status, a response of 2xx is a success, whatever its
// document describes.
func TestSuccessByStatus(t *testing.T) {
	const stored = `{"type":"about:blank","title":"Not Found","status":404,"detail":"No bell."}`
	for _, g := range gateways {
		t.Run(g.name, func(t *testing.T) {
			for _, media := range []string{"application/problem+json", "text/event-stream"} {
				client := dial(t, &extproc.Server{Bridge: &bridge.Bridge{To: problem.Dialect{}}, Override: g.known})
				up := httpResponse{status: 200, header: http.Header{"Content-Type": {media}, "Etag": {`"1"`}},
					body: []string{stored[:9], stored[9:]}}
				_, got := g.do(t, client, callOfMCP, up)
				require.Equal(t, 200, got.status)
				require.Equal(t, stored, got.text())
				require.Equal(t, g.header(up), got.header)
			}
		})
	}
}

// A stream of events passes as it arrives, and an error in it is replaced.
func TestEvents(t *testing.T) {
	const (
		first   = "data: {\"jsonrpc\":\"2.0\",\"method\":\"ping\"}\n\n"
		comment = ": ping\n\n"
		last    = "data: " + fine + "\r\n\r\n"
	)
	failed := "id: 3\ndata: " + inside + "\n\n"
	tests := []struct {
		name, why  string
		body, want []string
		trailers   bool
	}{
		{"no error", "", []string{first, comment, last}, []string{first, comment, last}, false},
		{"an event in parts", "it is sent when it is complete", []string{first[:5], first[5:] + last},
			[]string{"", first + last}, false},
		{"an event without its end", "some clients read it", []string{first, "data: " + fine},
			[]string{first, "data: " + fine}, false},
		{"an error", "", []string{first, failed, first}, []string{first, "id: 3\n" + eventOfMCP, first}, false},
		{"trailers", "", []string{first, failed}, []string{first, "id: 3\n" + eventOfMCP}, true},
	}
	for _, g := range gateways {
		live := g.response == duplex || g.response == streamed || g.override // else all events arrive at once, or none
		if g.response == none && !g.override {
			continue
		}
		client := dial(t, &extproc.Server{Bridge: &bridge.Bridge{To: mcp.Dialect{}}, Override: g.known})
		for _, tt := range tests {
			t.Run(g.name+"/"+tt.name, func(t *testing.T) {
				up := httpResponse{status: 200,
					header: http.Header{"Content-Type": {"text/event-stream"}, "Content-Length": {"99"}},
					body:   tt.body}
				if tt.trailers {
					up.trailer = http.Header{"X-Checksum": {"7"}}
				}
				_, got := g.do(t, client, callOfMCP, up)
				require.Equal(t, 200, got.status)
				require.Equal(t, http.Header{"Content-Type": {"text/event-stream"}}, got.header)
				require.Equal(t, strings.Join(tt.want, ""), got.text(), tt.why)
				require.Equal(t, up.trailer, got.trailer)
				if live && g.response != duplex && (g.known || g.response != partial || tt.want[0] != "") {
					require.Equal(t, tt.want, got.body[:len(tt.want)])
				}
			})
		}
	}
}

// An error in a stream of events in gzip is replaced where each part of it reaches the server.
// Else the stream passes as it is, which is reported.
func TestCompressedEvents(t *testing.T) {
	const first = "data: {\"jsonrpc\":\"2.0\",\"method\":\"ping\"}\n\n"
	body := compress(first + "id: 3\ndata: " + inside + "\n\n")
	for _, g := range gateways {
		t.Run(g.name, func(t *testing.T) {
			var unread atomic.Int32
			b := &bridge.Bridge{To: mcp.Dialect{Revision: mcp.Revision20251125},
				Report: func(_ context.Context, r *bridge.Report) {
					if r.Outcome == bridge.Unread {
						unread.Add(1)
					}
				}}
			client := dial(t, &extproc.Server{Bridge: b, Override: g.known})
			up := httpResponse{status: 200,
				header: http.Header{"Content-Type": {"text/event-stream"}, "Content-Encoding": {"gzip"}, "Etag": {"1"},
					"Content-Digest": {"1"}}, body: []string{body[:30], body[30:]}}
			_, got := g.do(t, client, callOfMCP, up)
			if unread.Load() > 0 {
				require.True(t, g.response == none || g.response == partial, "all parts arrive")
				require.False(t, g.known && g.override, "all parts arrive")
				require.Equal(t, "gzip", got.header.Get("Content-Encoding"))
				require.Equal(t, body, got.text())
				return
			}
			for _, name := range []string{"Content-Encoding", "Etag", "Content-Digest"} {
				require.Empty(t, got.header.Values(name))
			}
			require.NotContains(t, got.text(), canary)
			require.Contains(t, got.text(), first+"id: 3\ndata: {")
		})
	}
}

// A stream of events that is longer than the buffer of the gateway passes byte for byte,
// whatever is cut.
func TestPartialEvents(t *testing.T) {
	const first = "data: {\"jsonrpc\":\"2.0\",\"method\":\"ping\"}\n\n"
	failed := "data: " + inside + "\n\n"
	last := "data: " + fine + "\n\n"
	long := "data: {\"jsonrpc\":\"2.0\",\"method\":\"" + strings.Repeat("x", 300) + "\"}\n\n"
	tests := []struct{ name, in, want string }{
		{"no error", first + long + last, first + long + last},
		{"an error in the buffer", failed + long, eventOfMCP + long},
		{"within the buffer", first + "data: " + fine + "\n\n", first + "data: " + fine + "\n\n"},
	}
	for _, g := range gateways {
		if g.response != partial || g.override && g.buffer == 0 {
			continue
		}
		client := dial(t, &extproc.Server{Bridge: &bridge.Bridge{To: mcp.Dialect{}}})
		for _, buffer := range []int{200, 250} {
			g.buffer = buffer
			for _, tt := range tests {
				t.Run(fmt.Sprintf("%s/%d/%s", g.name, buffer, tt.name), func(t *testing.T) {
					_, got := g.do(t, client, callOfMCP,
						httpResponse{status: 200, header: http.Header{"Content-Type": {"text/event-stream"}},
							body: []string{tt.in}})
					require.Equal(t, tt.want, got.text())
				})
			}
		}
	}
}

const eventOfMCP = `data: {"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"A service that the tool depends on failed.\n` +
	`This call may have taken effect. If it only reads data, you may repeat it. Otherwise check first; if you cannot, ask the user."}],"isError":true}}` + "\n\n"

// Without a request, a response is one that the client made before this filter.
func TestMessages(t *testing.T) {
	const (
		start = "request headers"
		json  = "application/json"
	)
	tests := []struct {
		name, why string
		messages  []*service.ProcessingRequest
		want      []string // responses, the last of which may be a status
	}{
		{"a response without a request", "of a filter before this one",
			[]*service.ProcessingRequest{responseHeaders(403, nil, true)},
			[]string{"immediate 403"}},
		{"a request without a response", "the client disconnected",
			[]*service.ProcessingRequest{requestHeaders(nil, nil, false), requestBody("{", true)},
			[]string{"request_headers", "request_body"}},
		{"trailers of a request", "", []*service.ProcessingRequest{requestHeaders(nil, nil, false),
			requestBody("{", false), requestTrailers()},
			[]string{"request_headers", "request_body", "request_trailers"}},
		{"the body of a request after its response", "full duplex",
			[]*service.ProcessingRequest{requestHeaders(nil, nil, false), responseHeaders(204, nil, true),
				requestBody("{", true)},
			[]string{"request_headers", "response_headers", "request_body"}},
		{"the body of a request before its headers", "request_header_mode is SKIP",
			[]*service.ProcessingRequest{requestBody("{", true), responseHeaders(204, nil, true)},
			[]string{"request_body", "response_headers"}},
		{"a body without headers", "response_header_mode is SKIP",
			[]*service.ProcessingRequest{requestHeaders(nil, nil, true), responseBody("x", true)},
			[]string{"request_headers", "FailedPrecondition"}},
		{"trailers without headers", "", []*service.ProcessingRequest{responseTrailers(nil)},
			[]string{"FailedPrecondition"}},
		{"request headers twice", "", []*service.ProcessingRequest{requestHeaders(nil, nil, true),
			requestHeaders(nil, nil, true)},
			[]string{"request_headers", "FailedPrecondition"}},
		{"request headers last", "", []*service.ProcessingRequest{responseHeaders(204, nil, true),
			requestHeaders(nil, nil, true)},
			[]string{"response_headers", "FailedPrecondition"}},
		{"response headers twice", "", []*service.ProcessingRequest{responseHeaders(204, nil, true),
			responseHeaders(204, nil, true)},
			[]string{"response_headers", "FailedPrecondition"}},
		{"no status", "forward_rules drop it",
			[]*service.ProcessingRequest{{Request: &service.ProcessingRequest_ResponseHeaders{}}},
			[]string{"FailedPrecondition"}},
		{"no message", "a later version of the protocol", []*service.ProcessingRequest{{}},
			[]string{"InvalidArgument"}},
		{"an upgrade", "", []*service.ProcessingRequest{requestHeaders(nil, http.Header{"Upgrade": {"bell"}}, false),
			responseHeaders(101, nil, false), requestBody("x", false), responseBody("y", false)},
			[]string{"request_headers", "response_headers", "request_body", "response_body"}},
		{"a body after the end of the stream", "it passes",
			[]*service.ProcessingRequest{responseHeaders(200, http.Header{"Content-Type": {json}}, true),
				responseBody(inside, true)},
			[]string{"response_headers", "response_body"}},
		{"the mode GRPC", "", []*service.ProcessingRequest{{ProtocolConfig: &service.ProtocolConfiguration{ResponseBodyMode: 5}, Request: requestHeaders(nil, nil, true).GetRequest()}},
			[]string{"FailedPrecondition"}},
	}
	client := dial(t, new(extproc.Server))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			stream, err := client.Process(t.Context())
			require.NoError(t, err)
			for _, m := range tt.messages {
				_ = stream.Send(m) // the server may have ended the stream
			}
			require.NoError(t, stream.CloseSend())
			require.Equal(t, tt.want, names(stream), tt.why)
		})
	}
}

// names returns the names of all responses, and the code of a status that is not OK.
func names(stream service.ExternalProcessor_ProcessClient) (list []string) {
	for {
		r, err := stream.Recv()
		switch {
		case err == io.EOF:
			return list
		case err != nil:
			return append(list, status.Code(err).String())
		case r.GetImmediateResponse() != nil:
			list = append(list, fmt.Sprintf("immediate %d", r.GetImmediateResponse().GetStatus().GetCode()))
		default:
			m := r.ProtoReflect()
			list = append(list, string(m.WhichOneof(m.Descriptor().Oneofs().ByName("response")).Name()))
		}
	}
}

// A client that observes gets no response, and its errors are reported.
func TestObservability(t *testing.T) {
	tests := []struct {
		name     string
		messages []*service.ProcessingRequest
		reports  int
	}{
		{"an error in parts", []*service.ProcessingRequest{responseHeaders(500, nil, false),
			responseBody(stack[:9], false), responseBody(stack[9:], true)}, 1},
		{"an error without its body", []*service.ProcessingRequest{requestHeaders(nil, nil, true),
			responseHeaders(500, nil, false)}, 1},
		{"an error in a success", []*service.ProcessingRequest{requestHeaders(map[string]string{":method": "POST"}, callOfMCP.header, false),
			requestBody(strings.Join(callOfMCP.body, ""), true), responseHeaders(200, nil, false),
			responseBody(inside[:9], false), responseBody(inside[9:], true)}, 1},
		{"a success", []*service.ProcessingRequest{requestHeaders(nil, nil, false), requestBody("{}", true),
			responseHeaders(200, nil, false), responseBody(fine, true)}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var mu sync.Mutex
			reports := 0
			client := dial(t, &extproc.Server{Bridge: &bridge.Bridge{To: mcp.Dialect{},
				Report: func(context.Context, *bridge.Report) {
					mu.Lock()
					defer mu.Unlock()
					reports++
				}}})
			stream, err := client.Process(t.Context())
			require.NoError(t, err)
			for i, m := range tt.messages {
				if m.ObservabilityMode = true; i == 0 {
					m.ProtocolConfig = &service.ProtocolConfiguration{RequestBodyMode: streamed,
						ResponseBodyMode: streamed}
				}
				_ = stream.Send(m)
			}
			require.NoError(t, stream.CloseSend())
			require.Empty(t, names(stream))
			mu.Lock()
			defer mu.Unlock()
			require.Equal(t, tt.reports, reports)
		})
	}
}

// The gateway waits for a short call before it asks an upstream.
func TestRequestMode(t *testing.T) {
	json := http.Header{"Content-Type": {"application/json"}}
	tests := []struct {
		name, why, method, length string
		header                    http.Header
		end                       bool
		want                      filter.ProcessingMode_BodySendMode
	}{
		{"a call", "an error without an upstream has its id", "POST", "80", json, false, partial},
		{"the longest", "buffers have room for it", "POST", "32768", json, false, partial},
		{"a long call", "it may be longer than the buffer", "POST", "32769", json, false, streamed},
		{"a call of unknown length", "it may be longer than the buffer", "POST", "", json, false, streamed},
		{"no length", "it is not one", "POST", "-1", json, false, streamed},
		{"a file", "it is no call", "PUT", "80", http.Header{"Content-Type": {"image/png"}}, false, none},
		{"no body", "there is nothing to read", "POST", "0", json, true, none},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			client := dial(t, &extproc.Server{Bridge: &bridge.Bridge{To: mcp.Dialect{}}, Override: true})
			stream, err := client.Process(t.Context())
			require.NoError(t, err)
			h := tt.header.Clone()
			if tt.length != "" {
				h.Set("Content-Length", tt.length)
			}
			m := requestHeaders(map[string]string{":method": tt.method, ":path": "/"}, h, tt.end)
			m.ProtocolConfig = &service.ProtocolConfiguration{RequestBodyMode: streamed, ResponseBodyMode: partial}
			require.NoError(t, stream.Send(m))
			got, err := stream.Recv()
			require.NoError(t, err)
			require.Equal(t, tt.want, got.GetModeOverride().GetRequestBodyMode(), tt.why)
		})
	}
}

// A success that is longer than the buffer of the gateway passes, which is reported.
func TestUnread(t *testing.T) {
	reports := make(chan *bridge.Report, 9)
	client := dial(t, &extproc.Server{Bridge: &bridge.Bridge{To: mcp.Dialect{},
		Report: func(_ context.Context, r *bridge.Report) { reports <- r }}})
	g := gateway{request: streamed, response: partial, override: true, buffer: 100}
	up := httpResponse{status: 200, header: http.Header{"Content-Type": {"application/json"}},
		body: []string{`{"bells":["`, strings.Repeat("x", 1000), `"]}`}}
	_, got := g.do(t, client, callOfMCP, up)
	require.Equal(t, up.text(), got.text())
	require.Equal(t, bridge.Unread, (<-reports).Outcome)
	require.Empty(t, reports)
}

// 1,000 streams are held at the same time, each gets its own response, and none is left.
func TestManyStreams(t *testing.T) {
	const n = 1000
	s := &extproc.Server{Bridge: &bridge.Bridge{To: mcp.Dialect{Revision: mcp.Revision20251125},
		Codec: dialect.Codec{Disclose: dialect.DiscloseNone}}, MaxStreams: n}
	client := dial(t, s)
	var held, done sync.WaitGroup
	held.Add(n)
	for i := range n {
		done.Go(func() {
			stream, err := client.Process(t.Context())
			if err == nil {
				err = stream.Send(requestHeaders(map[string]string{":method": "POST", ":path": "/"},
					http.Header{"Content-Type": {"application/json"}}, false))
			}
			if err == nil {
				err = stream.Send(requestBody(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call"}`, i), true))
			}
			if err == nil {
				err = stream.Send(responseHeaders(404, nil, false))
			}
			for range 2 { // of the request: the server has all of it
				if err == nil {
					_, err = stream.Recv()
				}
			}
			held.Done()
			held.Wait()
			if err == nil {
				err = stream.Send(responseBody(canary, true))
			}
			var r *service.ProcessingResponse
			if err == nil {
				r, err = stream.Recv()
			}
			if err != nil {
				t.Errorf("stream %d: %v", i, err)
				return
			}
			if body := string(r.GetImmediateResponse().GetBody()); !strings.Contains(body,
				fmt.Sprintf(`"id":%d,`, i)) || strings.Contains(body, canary) {
				t.Errorf("stream %d: %s", i, body)
			}
		})
	}
	done.Wait()
	require.Eventually(t, func() bool { return extproc.Streams(s) == 0 }, 30*time.Second, time.Millisecond)
}

// One stream more than the bound is refused, and the next is served after one has ended.
func TestMaxStreams(t *testing.T) {
	s := &extproc.Server{MaxStreams: 1}
	client := dial(t, s)
	first, err := client.Process(t.Context())
	require.NoError(t, err)
	require.NoError(t, first.Send(requestHeaders(nil, nil, true)))
	_, err = first.Recv()
	require.NoError(t, err)
	second, err := client.Process(t.Context())
	require.NoError(t, err)
	_, err = second.Recv()
	require.Equal(t, codes.ResourceExhausted, status.Code(err))
	require.NoError(t, first.CloseSend())
	require.Equal(t, []string(nil), names(first))
	require.Eventually(t, func() bool { return extproc.Streams(s) == 0 }, 30*time.Second, time.Millisecond)
	third, err := client.Process(t.Context())
	require.NoError(t, err)
	require.NoError(t, third.Send(requestHeaders(nil, nil, true)))
	_, err = third.Recv()
	require.NoError(t, err)
}

// A stream that the client cancels ends at once, at any time.
func TestCancel(t *testing.T) {
	s := new(extproc.Server)
	client := dial(t, s)
	messages := []*service.ProcessingRequest{
		requestHeaders(map[string]string{":method": "POST"}, http.Header{"Content-Type": {"application/json"}}, false),
		requestBody("{", false),
		responseHeaders(500, nil, false), responseBody(stack, false),
	}
	for n := range len(messages) + 1 {
		ctx, cancel := context.WithCancel(t.Context())
		stream, err := client.Process(ctx)
		require.NoError(t, err)
		for i, m := range messages[:n] {
			require.NoError(t, stream.Send(m))
			if i < 2 {
				_, err := stream.Recv()
				require.NoError(t, err)
			}
		}
		cancel()
		_, err = stream.Recv()
		require.Equal(t, codes.Canceled, status.Code(err))
		require.Eventually(t, func() bool { return extproc.Streams(s) == 0 }, 30*time.Second, time.Millisecond,
			"after %d messages", n)
	}
}

// A third-party dialect that panics.
type broken struct{ problem.Dialect }

func (broken) Name() string { panic(canary) }

// A panic ends the stream with an error, also if it is that of an aborted handler or if Report
// panics, and is logged.
func TestPanic(t *testing.T) {
	tests := []struct {
		name   string
		v      any
		report func(log *slog.Logger) func(context.Context, *bridge.Report)
		logged string
	}{
		{"a text", canary, bridge.Log, canary},
		{"an aborted handler", http.ErrAbortHandler, bridge.Log, "abort"},
		{"no report", canary, func(*slog.Logger) func(context.Context, *bridge.Report) { return nil }, ""},
		{"a report that panics", canary, func(*slog.Logger) func(context.Context, *bridge.Report) {
			return func(context.Context, *bridge.Report) { panic(canary) }
		}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var log bytes.Buffer
			s := &extproc.Server{Bridge: &bridge.Bridge{Report: tt.report(slog.New(slog.NewJSONHandler(&log, nil)))}}
			err := s.Process(panicking{t.Context(), tt.v})
			require.Equal(t, codes.Internal, status.Code(err))
			require.NotContains(t, err.Error(), canary)
			require.Contains(t, log.String(), tt.logged)
			require.Equal(t, tt.logged == "", log.Len() == 0)
		})
	}
}

// panicking is a stream of a client.
type panicking struct {
	ctx context.Context
	v   any
}

func (p panicking) Context() context.Context                  { return p.ctx }
func (p panicking) Recv() (*service.ProcessingRequest, error) { panic(p.v) }
func (panicking) Send(*service.ProcessingResponse) error      { return nil }
func (panicking) SetHeader(metadata.MD) error                 { return nil }
func (panicking) SendHeader(metadata.MD) error                { return nil }
func (panicking) SetTrailer(metadata.MD)                      {}
func (panicking) SendMsg(any) error                           { return nil }
func (panicking) RecvMsg(any) error                           { return nil }

func TestPanicOfDialect(t *testing.T) {
	reports := make(chan *bridge.Report, 9)
	s := &extproc.Server{Bridge: &bridge.Bridge{To: broken{},
		Report: func(_ context.Context, r *bridge.Report) { reports <- r }}}
	stream, err := dial(t, s).Process(t.Context())
	require.NoError(t, err)
	require.NoError(t, stream.Send(responseHeaders(500, nil, true)))
	_, err = stream.Recv()
	require.Equal(t, codes.Internal, status.Code(err))
	require.NotContains(t, err.Error(), canary)
	require.ErrorContains(t, (<-reports).Error.Err, canary)
	require.Zero(t, extproc.Streams(s))
}

func TestHealth(t *testing.T) {
	client := grpc_health_v1.NewHealthClient(connect(t, new(extproc.Server)))
	for _, name := range []string{"", "envoy.service.ext_proc.v3.ExternalProcessor"} {
		r, err := client.Check(t.Context(), &grpc_health_v1.HealthCheckRequest{Service: name})
		require.NoError(t, err)
		require.Equal(t, grpc_health_v1.HealthCheckResponse_SERVING, r.GetStatus(), name)
	}
}
