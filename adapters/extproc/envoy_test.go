package extproc_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	core "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	filter "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/ext_proc/v3"
	service "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"

	"github.com/toolerr/toolerr/adapters/extproc"
)

const (
	none     = filter.ProcessingMode_NONE
	streamed = filter.ProcessingMode_STREAMED
	buffered = filter.ProcessingMode_BUFFERED
	partial  = filter.ProcessingMode_BUFFERED_PARTIAL
	duplex   = filter.ProcessingMode_FULL_DUPLEX_STREAMED
)

// dial serves s and returns a client of it.
func dial(t testing.TB, s *extproc.Server) service.ExternalProcessorClient {
	t.Helper()
	return service.NewExternalProcessorClient(connect(t, s))
}

func connect(t testing.TB, s *extproc.Server) *grpc.ClientConn {
	t.Helper()
	listener := bufconn.Listen(1 << 20)
	server := grpc.NewServer()
	extproc.Register(server, s)
	go func() { _ = server.Serve(listener) }()
	conn, err := grpc.NewClient("passthrough:///bufconn", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn,
			error) {
			return listener.DialContext(ctx)
		}))
	require.NoError(t, err)
	t.Cleanup(func() {
		_ = conn.Close()
		server.Stop()
	})
	return conn
}

// A gateway plays the filter of Envoy, or of agentgateway: it sends the messages of a
// request with its response in the order and at the times at which the filter does, and does
// what the responses say.
type gateway struct {
	name              string
	why               string
	request, response filter.ProcessingMode_BodySendMode
	override          bool // allow_mode_override
	unstated          bool // it does not state its modes
	endless           bool // it ends a body after the trailers, as agentgateway does
	buffer            int  // bytes of a body that are buffered; 0: 1 MiB
	known             bool // the server knows that it has allow_mode_override
	blind             bool // the server cannot read more of the body of an error than buffer
	unread            bool // the server cannot read the body of a request
}

// An httpRequest is a request of a client.
type httpRequest struct {
	method, path string
	header       http.Header
	body         []string // its parts
}

// An httpResponse is a response of an upstream, or what the client gets.
type httpResponse struct {
	status  int
	header  http.Header
	body    []string // its parts
	trailer http.Header
	reset   bool // the client gets no complete response
}

func (r *httpResponse) text() string { return strings.Join(r.body, "") }

// A play is a stream between a gateway and a server.
type play struct {
	*gateway
	t      testing.TB
	stream service.ExternalProcessor_ProcessClient
	mode   *filter.ProcessingMode
	sent   bool          // the first message was sent
	reply  *httpResponse // of an ImmediateResponse
	left   bool          // the server ended the stream: the rest of a body passes, and its trailers
}

// do sends a request through the gateway. It returns the body that the upstream gets, and the
// response that the client gets.
func (g *gateway) do(t testing.TB, client service.ExternalProcessorClient, in httpRequest,
	up httpResponse) (sent string, out httpResponse) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stream, err := client.Process(ctx)
	require.NoError(t, err)
	p := &play{gateway: g, t: t, stream: stream, mode: modes(g)}
	sent = p.sendRequest(in)
	if g.response == duplex {
		out = p.duplexResponse(up)
	} else {
		out = p.sendResponse(up)
	}
	require.NoError(t, stream.CloseSend())
	if p.reply == nil {
		_, err = stream.Recv()
		require.Error(t, err, "nothing is sent that was not asked for")
	}
	return sent, out
}

// modes returns the modes of a gateway before a mode_override.
func modes(g *gateway) *filter.ProcessingMode {
	m := &filter.ProcessingMode{RequestBodyMode: g.request, ResponseBodyMode: g.response}
	if g.response != none && g.response != streamed {
		m.ResponseTrailerMode = filter.ProcessingMode_SEND
	}
	return m
}

// send sends a message.
func (p *play) send(m *service.ProcessingRequest) {
	if !p.sent && !p.unstated {
		m.ProtocolConfig = &service.ProtocolConfiguration{RequestBodyMode: p.request, ResponseBodyMode: p.response}
	}
	p.sent = true
	if err := p.stream.Send(m); !errors.Is(err, io.EOF) {
		require.NoError(p.t, err)
	}
}

// ask sends a message and returns the response to it, nil for an ImmediateResponse.
func (p *play) ask(m *service.ProcessingRequest) *service.ProcessingResponse {
	p.send(m)
	return p.receive()
}

func (p *play) receive() *service.ProcessingResponse {
	r, err := p.stream.Recv()
	if p.left = errors.Is(err, io.EOF); p.left {
		return nil
	}
	require.NoError(p.t, err)
	if i := r.GetImmediateResponse(); i != nil {
		p.reply = &httpResponse{status: int(i.GetStatus().GetCode()),
			header: http.Header{"Content-Type": {"text/plain"}}, body: []string{string(i.GetBody())}}
		mutate(p.reply.header, i.GetHeaders())
		p.reply.header.Set("Content-Length", strconv.Itoa(len(i.GetBody())))
		return nil
	}
	return r
}

func (p *play) override(r *service.ProcessingResponse) {
	if m := r.GetModeOverride(); m != nil && p.gateway.override {
		p.mode = m
	}
}

func (p *play) sendRequest(in httpRequest) (sent string) {
	pseudo := map[string]string{":method": in.method, ":path": in.path, ":scheme": "http",
		":authority": "bells.example.com"}
	r := p.ask(requestHeaders(pseudo, in.header, len(in.body) == 0))
	require.NotNil(p.t, r.GetRequestHeaders().GetResponse(), r)
	p.override(r)
	body := slices.Clone(in.body)
	switch mode := p.mode.GetRequestBodyMode(); {
	case len(body) == 0:
		return ""
	case mode == none:
		return strings.Join(body, "")
	case mode != streamed && mode != duplex:
		body = []string{strings.Join(body, "")}
	}
	for i, part := range body {
		end := i == len(body)-1
		r := p.ask(requestBody(part, end))
		c := r.GetRequestBody().GetResponse()
		require.NotNil(p.t, c, r)
		if p.request == duplex {
			require.Equal(p.t, end, c.GetBodyMutation().GetStreamedResponse().GetEndOfStream())
			part = string(c.GetBodyMutation().GetStreamedResponse().GetBody())
		} else {
			require.Nil(p.t, c.GetBodyMutation())
		}
		sent += part
	}
	return sent
}

// sendResponse plays all modes but FULL_DUPLEX_STREAMED: each message waits for its response.
func (p *play) sendResponse(up httpResponse) (out httpResponse) {
	out = httpResponse{status: up.status, header: p.header(up), trailer: up.trailer}
	end := len(up.body) == 0
	r := p.ask(responseHeaders(up.status, up.header, end && up.trailer == nil))
	if p.reply != nil {
		return *p.reply
	}
	require.NotNil(p.t, r.GetResponseHeaders().GetResponse(), r)
	mutate(out.header, r.GetResponseHeaders().GetResponse().GetHeaderMutation())
	p.override(r)
	mode := p.mode.GetResponseBodyMode()
	committed := mode == none || mode == streamed // the head was sent to the client
	body, rest := slices.Clone(up.body), ""
	switch limit := max(p.buffer, 0); {
	case end:
		body = nil
	case mode == none:
		out.body, body = body, nil
	case mode == buffered, mode == partial:
		if limit == 0 {
			limit = 1 << 20
		}
		all := strings.Join(body, "")
		if len(all) > limit && mode == buffered {
			return httpResponse{status: http.StatusInternalServerError, header: http.Header{}} // of the gateway
		}
		body, rest = []string{all[:min(limit, len(all))]}, all[min(limit, len(all)):]
	}
	for i, part := range body {
		r := p.ask(responseBody(part, i == len(body)-1 && rest == "" && up.trailer == nil))
		if p.reply != nil {
			return p.replaced(committed)
		}
		c := r.GetResponseBody().GetResponse()
		require.True(p.t, c != nil || p.left && i > 0, r)
		switch m := c.GetBodyMutation().GetMutation().(type) {
		case *service.BodyMutation_Body:
			part = string(m.Body)
		case *service.BodyMutation_ClearBody:
			part = ""
		case *service.BodyMutation_StreamedResponse:
			require.Fail(p.t, "StreamedResponse is for FULL_DUPLEX_STREAMED")
		}
		out.body = append(out.body, part)
	}
	if out.body = append(out.body, rest); up.trailer != nil &&
		p.mode.GetResponseTrailerMode() == filter.ProcessingMode_SEND {
		r := p.ask(responseTrailers(up.trailer))
		if p.reply != nil {
			return p.replaced(committed)
		}
		require.True(p.t, r.GetResponseTrailers() != nil || p.left, r)
	}
	return out
}

// replaced returns what the client gets for an ImmediateResponse in response to a body.
func (p *play) replaced(committed bool) httpResponse {
	if committed {
		return httpResponse{reset: true}
	}
	return *p.reply
}

// duplexResponse plays FULL_DUPLEX_STREAMED: messages do not wait for responses.
func (p *play) duplexResponse(up httpResponse) (out httpResponse) {
	out = httpResponse{status: up.status, header: p.header(up)}
	p.send(responseHeaders(up.status, up.header, len(up.body) == 0 && up.trailer == nil))
	for i, part := range up.body {
		p.sendLoosely(responseBody(part, i == len(up.body)-1 && up.trailer == nil && !p.endless))
	}
	if up.trailer != nil {
		p.sendLoosely(responseTrailers(up.trailer))
	}
	if p.endless && (len(up.body) > 0 || up.trailer != nil) {
		p.sendLoosely(responseBody("", true))
	}
	headed, ended := false, len(up.body) == 0 && up.trailer == nil
	for !headed || !ended {
		r := p.receive()
		if p.reply != nil {
			return p.replaced(headed)
		}
		switch {
		case r.GetResponseHeaders() != nil:
			require.False(p.t, headed)
			headed = true
			mutate(out.header, r.GetResponseHeaders().GetResponse().GetHeaderMutation())
		case r.GetResponseBody() != nil:
			require.True(p.t, headed, "the order is headers, body, trailers")
			s := r.GetResponseBody().GetResponse().GetBodyMutation().GetStreamedResponse()
			require.NotNil(p.t, s)
			require.LessOrEqual(p.t, len(s.GetBody()), 64<<10)
			out.body = append(out.body, string(s.GetBody()))
			ended = s.GetEndOfStream()
		case r.GetResponseTrailers() != nil:
			require.True(p.t, headed)
			out.trailer, ended = up.trailer, !p.endless
		}
	}
	return out
}

// header returns the header of a response, from which Envoy removes Content-Length if the body may
// be edited in parts.
func (g *gateway) header(up httpResponse) http.Header {
	h := up.header.Clone()
	if g.response != none && g.response != buffered {
		h.Del("Content-Length")
	}
	return h
}

// sendLoosely sends a message which the server may not wait for any more.
func (p *play) sendLoosely(m *service.ProcessingRequest) { _ = p.stream.Send(m) }

func requestHeaders(pseudo map[string]string, h http.Header, end bool) *service.ProcessingRequest {
	return &service.ProcessingRequest{Request: &service.ProcessingRequest_RequestHeaders{RequestHeaders: headers(pseudo, h, end)}}
}

func requestBody(part string, end bool) *service.ProcessingRequest {
	return &service.ProcessingRequest{Request: &service.ProcessingRequest_RequestBody{RequestBody: &service.HttpBody{Body: []byte(part), EndOfStream: end}}}
}

func requestTrailers() *service.ProcessingRequest {
	return &service.ProcessingRequest{Request: &service.ProcessingRequest_RequestTrailers{RequestTrailers: new(service.HttpTrailers)}}
}

func responseHeaders(status int, h http.Header, end bool) *service.ProcessingRequest {
	return &service.ProcessingRequest{Request: &service.ProcessingRequest_ResponseHeaders{
		ResponseHeaders: headers(map[string]string{":status": strconv.Itoa(status)}, h, end)}}
}

func responseBody(part string, end bool) *service.ProcessingRequest {
	return &service.ProcessingRequest{Request: &service.ProcessingRequest_ResponseBody{ResponseBody: &service.HttpBody{Body: []byte(part), EndOfStream: end}}}
}

func responseTrailers(h http.Header) *service.ProcessingRequest {
	return &service.ProcessingRequest{Request: &service.ProcessingRequest_ResponseTrailers{
		ResponseTrailers: &service.HttpTrailers{Trailers: headers(nil, h, false).GetHeaders()}}}
}

func headers(pseudo map[string]string, h http.Header, end bool) *service.HttpHeaders {
	m := &service.HttpHeaders{Headers: new(core.HeaderMap), EndOfStream: end}
	add := func(name, value string) {
		m.Headers.Headers = append(m.Headers.Headers,
			&core.HeaderValue{Key: strings.ToLower(name), RawValue: []byte(value)})
	}
	for name, value := range pseudo {
		add(name, value)
	}
	for name, values := range h {
		for _, value := range values {
			add(name, value)
		}
	}
	return m
}

// mutate changes a header as a client does.
func mutate(h http.Header, m *service.HeaderMutation) {
	for _, name := range m.GetRemoveHeaders() {
		h.Del(name)
	}
	for _, o := range m.GetSetHeaders() {
		name, value := o.GetHeader().GetKey(), string(bytes.TrimSpace(o.GetHeader().GetRawValue()))
		//lint:ignore SA1019 Envoy takes an AppendAction of 0 for unset
		if o.GetAppend().GetValue() {
			h.Add(name, value)
		} else {
			h.Set(name, value)
		}
	}
}
