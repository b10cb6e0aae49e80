package extproc

import (
	"bytes"
	"cmp"
	"errors"
	"net/http"
	"strconv"
	"time"

	filter "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/ext_proc/v3"
	service "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/toolerr/toolerr/bridge"
)

// A stream is a request with its response. A client that gets a response to another message than
// the one it sent passes everything unprocessed, so each message has exactly one response, except
// in FULL_DUPLEX_STREAMED.
type stream struct {
	bridge *bridge.Bridge
	client service.ExternalProcessor_ProcessServer
	silent bool // the client ignores responses (observability_mode)

	requestMode, responseMode filter.ProcessingMode_BodySendMode
	override                  bool // the client is known to consider mode_override
	noOverride                bool // the client is known to ignore it

	started  bool             // a message arrived
	length   int              // of the request's body, in bytes; 0: it is not stated
	exchange *bridge.Exchange // nil before the first message, and when it is not needed any more
	began    bool             // the head of the response arrived
	edited   bool             // a part of a stream of events arrived
	action   bridge.Action    // of the response
	wait     *time.Timer      // for the rest of a response that is held; nil: there is none
	messages chan message     // the next one, which is awaited beside wait; nil: none is
}

// A message is the result of a Recv.
type message struct {
	request *service.ProcessingRequest
	err     error
}

// next returns the next message, nil if the time for the rest of a response that is held is
// over before.
func (x *stream) next() (*service.ProcessingRequest, error) {
	if x.wait == nil && x.messages == nil {
		return x.client.Recv()
	}
	if x.messages == nil {
		messages := make(chan message, 1)
		x.messages = messages
		go func() { // it ends with the stream at the latest
			m, err := x.client.Recv()
			messages <- message{m, err}
		}()
	}
	var over <-chan time.Time
	if x.wait != nil {
		over = x.wait.C
	}
	select {
	case m := <-x.messages:
		x.messages = nil
		return m.request, m.err
	case <-over:
		return nil, nil
	}
}

const duplex = filter.ProcessingMode_FULL_DUPLEX_STREAMED

// maxPart is the most bytes of a body in one message in FULL_DUPLEX_STREAMED, whose specification
// recommends at most 64 KiB.
const maxPart = 60 << 10

// errNoBody is the cause of the error for a body that the client does not send in time.
var errNoBody = errors.New("extproc: the mode of the response's body does not let this server hold the response")

// Errors of a client that does not keep the order of the protocol.
var (
	errRequestHeaders  = failed("request headers after another message of the request or response")
	errResponseHeaders = failed("response headers for the second time")
	errNoHeaders       = failed("no response headers: response_header_mode must be SEND")
	errNoStatus        = failed("response headers without :status, which forward_rules must allow")
	errMode            = failed("the mode GRPC of bodies is not supported")
	errUnknown         = status.Error(codes.InvalidArgument, "unknown message")
)

func failed(text string) error { return status.Error(codes.FailedPrecondition, text) }

// receive processes a message, or, if it is nil, the end of the wait. It reports whether the
// stream is done.
func (x *stream) receive(all *service.ProcessingRequest) (done bool, err error) {
	if all == nil {
		return x.resolve(x.exchange.Late(), nil, false)
	}
	x.silent = all.GetObservabilityMode()
	if c := all.GetProtocolConfig(); c != nil && !x.started {
		x.requestMode, x.responseMode = c.GetRequestBodyMode(), c.GetResponseBodyMode()
		x.noOverride = c.GetSendBodyWithoutWaitingForHeaderResponse()
	}
	if x.requestMode == filter.ProcessingMode_GRPC || x.responseMode == filter.ProcessingMode_GRPC {
		return false, errMode
	}
	switch m := all.GetRequest().(type) {
	case *service.ProcessingRequest_RequestHeaders:
		return false, x.requestHeaders(m.RequestHeaders)
	case *service.ProcessingRequest_RequestBody:
		return x.requestBody(m.RequestBody)
	case *service.ProcessingRequest_RequestTrailers:
		r := &service.ProcessingResponse_RequestTrailers{RequestTrailers: new(service.TrailersResponse)}
		return false, x.send(&service.ProcessingResponse{Response: r})
	case *service.ProcessingRequest_ResponseHeaders:
		return x.responseHeaders(all, m.ResponseHeaders)
	case *service.ProcessingRequest_ResponseBody:
		return x.responseBody(m.ResponseBody)
	case *service.ProcessingRequest_ResponseTrailers:
		return x.responseTrailers()
	}
	return false, errUnknown
}

// send sends a response to the client.
func (x *stream) send(m *service.ProcessingResponse) error {
	if x.silent {
		return nil
	}
	return x.client.Send(m)
}

// start starts the exchange. A response comes without a request if the client made it before this
// filter, or asks only about failures.
func (x *stream) start(request *service.HttpHeaders) {
	if !x.started {
		r := newRequest(x.client.Context(), request)
		x.started, x.exchange = true, x.bridge.Exchange(r)
		x.length, _ = strconv.Atoi(r.Header.Get("Content-Length"))
	}
}

// maxWaited is the length in bytes of the body of a request for which the client waits before it
// asks an upstream. Without one it responds at once itself, and does not state the id of a call
// that arrives later. It is the lowest bound of buffers that Envoy recommends (Configuring Envoy
// as an edge proxy).
const maxWaited = 32 << 10

func (x *stream) requestHeaders(m *service.HttpHeaders) error {
	if x.started {
		return errRequestHeaders
	}
	x.start(m)
	c := new(service.CommonResponse)
	if accept := x.exchange.AcceptEncoding(); accept != "" {
		c.HeaderMutation = setHeaders(http.Header{"Accept-Encoding": {accept}})
	}
	h := &service.ProcessingResponse_RequestHeaders{RequestHeaders: &service.HeadersResponse{Response: c}}
	r := &service.ProcessingResponse{Response: h}
	if x.overrides() {
		switch {
		case m.GetEndOfStream() || x.exchange.IsIdentified():
			x.requestMode = filter.ProcessingMode_NONE
		case x.length > 0 && x.length <= maxWaited:
			x.requestMode = filter.ProcessingMode_BUFFERED_PARTIAL
		default:
			x.requestMode = filter.ProcessingMode_STREAMED
		}
		r.ModeOverride = x.mode(x.responseMode, filter.ProcessingMode_SKIP)
	}
	return x.send(r)
}

func (x *stream) requestBody(m *service.HttpBody) (done bool, err error) {
	if x.start(nil); x.exchange != nil {
		x.exchange.Sent(m.GetBody())
		if m.GetEndOfStream() && !x.silent && !x.began && x.exchange.Refused() != nil {
			return true, x.replace() // the upstream does not get this part of the body
		}
	}
	if x.requestMode == duplex {
		return false, x.sendParts(m.GetBody(), m.GetEndOfStream(), onRequestBody)
	}
	return false, x.send(onRequestBody(new(service.CommonResponse)))
}

// overrides reports whether the client may consider mode_override.
func (x *stream) overrides() bool {
	return !x.noOverride && x.requestMode != duplex && x.responseMode != duplex
}

// mode returns a mode_override, which replaces all modes.
func (x *stream) mode(
	body filter.ProcessingMode_BodySendMode, trailers filter.ProcessingMode_HeaderSendMode,
) *filter.ProcessingMode {
	return &filter.ProcessingMode{
		RequestHeaderMode: filter.ProcessingMode_SEND, ResponseHeaderMode: filter.ProcessingMode_SEND,
		RequestBodyMode: x.requestMode, ResponseBodyMode: body,
		RequestTrailerMode: filter.ProcessingMode_SKIP, ResponseTrailerMode: trailers,
	}
}

func (x *stream) responseHeaders(all *service.ProcessingRequest, m *service.HttpHeaders) (done bool, err error) {
	if x.began {
		return false, errResponseHeaders
	}
	pseudo, header := parseHeaders(m)
	code, err := strconv.Atoi(pseudo[":status"])
	if err != nil {
		return false, errNoStatus
	}
	if !x.started {
		x.start(describe(all))
	}
	if isUnsent(all) {
		x.exchange.Unsent()
	}
	x.began, x.action = true, x.exchange.Head(code, header)
	switch {
	case x.action == bridge.Hold && m.GetEndOfStream():
		x.action = x.exchange.End(nil)
	case x.action == bridge.Edit && m.GetEndOfStream():
		if body, _ := x.exchange.EndEdit(nil, nil); len(body) > 0 {
			header.Del("Content-Length")
			return true, x.send(immediate(&bridge.Response{Status: code, Header: header, Body: body}))
		}
		x.action = bridge.Pass
	case x.action == bridge.Edit && header.Get("Content-Encoding") != "" &&
		!x.isNeither(filter.ProcessingMode_BUFFERED_PARTIAL):
		x.action = x.exchange.Unread() // the rest would pass with its encoding
	case x.action == bridge.Hold && code >= 400 && !x.isNeither(filter.ProcessingMode_STREAMED):
		x.action = x.exchange.End(errNoBody)
	}
	// An answer that is longer than what is held is checked as it arrives, beyond what the client
	// buffers.
	if n, _ := strconv.Atoi(header.Get("Content-Length")); x.action == bridge.Hold && code < 400 && x.override &&
		x.overrides() && header.Get("Content-Encoding") == "" && n > cmp.Or(max(x.bridge.Hold, 0), 64<<10) {
		x.action = x.exchange.Late()
	}
	// A client that buffers a success cannot pass it before its end.
	if x.action == bridge.Hold && (code >= 400 || x.streams()) {
		x.wait = time.NewTimer(x.exchange.Wait())
	}
	switch {
	case x.action == bridge.Replace:
		return true, x.replace()
	case x.action == bridge.Hold && x.streams():
		return false, nil
	}
	err = x.sendHead()
	if x.action == bridge.Pass {
		x.exchange = nil
	}
	return false, err
}

// isNeither reports whether the mode of the response's body is neither NONE nor another one, or
// not final. If it is neither NONE nor STREAMED, the client waits with the head of a response
// until this server has the body; if neither NONE nor BUFFERED_PARTIAL, this server gets each
// part.
func (x *stream) isNeither(other filter.ProcessingMode_BodySendMode) bool {
	return x.silent || x.override && !x.noOverride ||
		x.responseMode != filter.ProcessingMode_NONE && x.responseMode != other
}

// streams reports whether the parts of a body that is held arrive one by one.
func (x *stream) streams() bool { return x.silent || x.responseMode == duplex }

// ofBytes are the headers that describe the bytes of a body, which is edited.
var ofBytes = []string{
	"content-length", "content-encoding", "etag", "accept-ranges", "content-digest", "repr-digest", "digest",
	"content-md5",
}

// sendHead passes the head of the response.
func (x *stream) sendHead() error {
	c := new(service.CommonResponse)
	if x.action == bridge.Edit {
		c.HeaderMutation = &service.HeaderMutation{RemoveHeaders: ofBytes}
	}
	h := &service.ProcessingResponse_ResponseHeaders{ResponseHeaders: &service.HeadersResponse{Response: c}}
	r := &service.ProcessingResponse{Response: h}
	if x.overrides() {
		switch x.action {
		case bridge.Pass:
			r.ModeOverride = x.mode(filter.ProcessingMode_NONE, filter.ProcessingMode_SKIP)
		case bridge.Edit:
			r.ModeOverride = x.mode(filter.ProcessingMode_STREAMED, filter.ProcessingMode_SKIP)
		case bridge.Hold: // with the trailers, which are the end of a response without a body
			r.ModeOverride = x.mode(filter.ProcessingMode_BUFFERED_PARTIAL, filter.ProcessingMode_SEND)
		}
	}
	return x.send(r)
}

// replace sends the response to an error. The client expects nothing after it.
func (x *stream) replace() error { return x.send(immediate(x.exchange.Response())) }

// end ends a stream. A client that only observes sends a body or not.
func (x *stream) end() {
	switch {
	case x.exchange == nil:
	case x.silent && x.action == bridge.Hold:
		x.exchange.End(nil)
	default:
		x.exchange.Close()
	}
}

func (x *stream) responseBody(m *service.HttpBody) (done bool, err error) {
	if !x.began {
		return false, errNoHeaders
	}
	body, end := m.GetBody(), m.GetEndOfStream()
	switch x.action {
	case bridge.Hold:
		return x.hold(body, end)
	case bridge.Edit:
		edited := x.exchange.Edit(nil, body)
		switch {
		case end:
			edited, _ = x.exchange.EndEdit(edited, nil)
		// The rest of a stream of events may pass without this server: the first part is as much
		// as the client buffers, unless it considers mode_override. Nothing of it can be kept for
		// a second part.
		case !x.edited && x.responseMode == filter.ProcessingMode_BUFFERED_PARTIAL && (x.noOverride || !x.override):
			edited, _ = x.exchange.EndEdit(edited, bridge.ErrUnread)
		}
		x.edited = true
		return false, x.sendBody(body, edited, end)
	}
	return false, x.sendBody(body, body, end)
}

// hold processes a part of a body that is held. If the parts do not arrive one by one, the first
// one is all that arrives: the body, or as much of it as the client buffers.
func (x *stream) hold(body []byte, end bool) (done bool, err error) {
	action := x.exchange.Body(body)
	switch {
	case action == bridge.Hold && end:
		action = x.exchange.End(nil)
	case action == bridge.Hold && !x.streams():
		action = x.exchange.End(bridge.ErrUnread)
	}
	return x.resolve(action, body, end)
}

// settle sets the action of a response that was held. The wait ends with it.
func (x *stream) settle(action bridge.Action) {
	if x.action = action; action != bridge.Hold && x.wait != nil {
		x.wait.Stop()
		x.wait = nil
	}
}

// resolve sends what an action makes of a response that is held, after the part of its body that
// the message at hand has.
func (x *stream) resolve(action bridge.Action, body []byte, end bool) (done bool, err error) {
	switch x.settle(action); {
	case x.action == bridge.Replace:
		return true, x.replace()
	case x.action == bridge.Hold:
		return false, nil
	case x.action == bridge.Edit: // an answer whose head is late
		return false, errors.Join(x.sendHead(), x.sendBody(nil, x.exchange.Edit(nil, nil), false))
	case x.responseMode == duplex:
		err, body = x.sendHead(), x.exchange.Held()
	}
	x.exchange = nil // with what it holds: the rest may take hours
	// The rest of a body needs no stream: Envoy 1.40 may lose its end if there is one.
	return !end && !x.streams(), errors.Join(err, x.sendBody(body, body, end))
}

// sendBody passes a part of the response's body, which may be edited.
func (x *stream) sendBody(part, edited []byte, end bool) error {
	switch {
	case x.responseMode == duplex:
		return x.sendParts(edited, end, onResponseBody)
	case bytes.Equal(part, edited):
		return x.send(onResponseBody(new(service.CommonResponse)))
	}
	return x.send(onResponseBody(replaced(edited)))
}

// sendParts passes a part of a body in FULL_DUPLEX_STREAMED.
func (x *stream) sendParts(body []byte, end bool, on func(*service.CommonResponse) *service.ProcessingResponse) error {
	for len(body) > maxPart {
		if err := x.send(on(streamed(body[:maxPart], false))); err != nil {
			return err
		}
		body = body[maxPart:]
	}
	if len(body) == 0 && !end {
		return nil
	}
	return x.send(on(streamed(body, end)))
}

// responseTrailers passes the trailers, which end the body. agentgateway sends an empty part of
// the body after them.
func (x *stream) responseTrailers() (done bool, err error) {
	if !x.began {
		return false, errNoHeaders
	}
	switch x.action {
	case bridge.Hold:
		if x.settle(x.exchange.End(nil)); x.action == bridge.Replace {
			return true, x.replace()
		}
		if x.responseMode == duplex {
			err = errors.Join(x.sendHead(), x.sendBody(nil, x.exchange.Held(), false))
		}
	case bridge.Edit:
		rest, _ := x.exchange.EndEdit(nil, nil) // of an event without its end. Trailers have no room for it
		if x.responseMode == duplex {
			err = x.sendBody(nil, rest, false)
		}
	}
	r := &service.ProcessingResponse_ResponseTrailers{ResponseTrailers: new(service.TrailersResponse)}
	return false, errors.Join(err, x.send(&service.ProcessingResponse{Response: r}))
}
