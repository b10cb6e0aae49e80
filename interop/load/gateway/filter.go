package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httputil"
	"strings"
	"sync"

	extproc "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/ext_proc/v3"
	service "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
)

// buffer is how much of a response is buffered, in bytes, as Envoy does by default.
const buffer = 1 << 20

// filter returns a handler that forwards requests by a proxy and asks a processor about each of
// them and its response.
func filter(proxy *httputil.ReverseProxy, processor service.ExternalProcessorClient) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		stream, err := processor.Process(ctx)
		if err != nil {
			http.Error(w, "", http.StatusInternalServerError)
			return
		}
		x := &exchange{stream: stream, mode: &extproc.ProcessingMode{
			RequestBodyMode:  extproc.ProcessingMode_STREAMED,
			ResponseBodyMode: extproc.ProcessingMode_BUFFERED_PARTIAL}}
		if err := x.sendRequest(r); err != nil {
			http.Error(w, "", http.StatusInternalServerError)
			return
		}
		p := *proxy
		p.ModifyResponse = x.modify
		p.ErrorHandler = func(w http.ResponseWriter, _ *http.Request, err error) {
			resp := localReply(err)
			if errors.Is(err, errBroken) || x.modify(resp) != nil {
				panic(http.ErrAbortHandler)
			}
			for name, values := range resp.Header {
				w.Header()[name] = values
			}
			w.WriteHeader(resp.StatusCode)
			_, _ = io.Copy(w, resp.Body)
		}
		p.ServeHTTP(w, r)
	})
}

// errBroken is the error of a response that breaks off: Envoy asks no filter then, and the client
// gets no response.
var errBroken = errors.New("the response is not complete")

// localReply returns the response of Envoy to a request for which the upstream has none.
func localReply(err error) *http.Response {
	status, text := http.StatusServiceUnavailable, "upstream connect error or disconnect/reset before headers"
	if isTimeout(err) {
		status, text = http.StatusGatewayTimeout, "upstream request timeout"
	}
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"text/plain"}},
		Body: io.NopCloser(strings.NewReader(text))}
}

// An exchange is a request with its response. Each message to the processor waits for the
// response to it.
type exchange struct {
	mu     sync.Mutex // the body of the request may be sent while the response arrives
	stream service.ExternalProcessor_ProcessClient
	mode   *extproc.ProcessingMode
	began  bool // the first message was sent
}

// ask sends a message and returns the response to it.
func (x *exchange) ask(m *service.ProcessingRequest) (*service.ProcessingResponse, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.began {
		x.began = true
		m.ProtocolConfig = &service.ProtocolConfiguration{RequestBodyMode: x.mode.RequestBodyMode,
			ResponseBodyMode: x.mode.ResponseBodyMode}
	}
	if err := x.stream.Send(m); err != nil {
		return nil, err
	}
	r, err := x.stream.Recv()
	if mode := r.GetModeOverride(); mode != nil {
		x.mode = mode
	}
	return r, err
}

// sendRequest asks about the head of a request, and makes its body be asked about, if the
// processor needs it.
func (x *exchange) sendRequest(r *http.Request) error {
	if _, err := x.ask(requestHeaders(r)); err != nil {
		return err
	}
	if r.Body != http.NoBody && x.mode.RequestBodyMode == extproc.ProcessingMode_STREAMED {
		r.Body = &asked{ReadCloser: r.Body, left: r.ContentLength, ask: func(part []byte, end bool) ([]byte, error) {
			_, err := x.ask(requestBody(part, end))
			return part, err
		}}
	}
	return nil
}

// modify asks about a response, and replaces it or edits its body.
func (x *exchange) modify(resp *http.Response) error {
	r, err := x.ask(responseHeaders(resp))
	if err != nil {
		return err
	}
	if replaceBy(resp, r.GetImmediateResponse()) {
		return nil
	}
	resp.Header.Del("Content-Length")
	switch x.mode.ResponseBodyMode {
	case extproc.ProcessingMode_BUFFERED_PARTIAL:
		return x.sendBuffered(resp)
	case extproc.ProcessingMode_STREAMED:
		resp.ContentLength = -1
		resp.Body = &asked{ReadCloser: resp.Body, left: -1, ask: func(part []byte, end bool) ([]byte, error) {
			r, err := x.ask(responseBody(part, end))
			return edited(part, r), err
		}}
	}
	return nil
}

// sendBuffered asks about a body, or as much of it as is buffered.
func (x *exchange) sendBuffered(resp *http.Response) error {
	part, err := io.ReadAll(io.LimitReader(resp.Body, buffer))
	if err != nil {
		return errBroken
	}
	r, err := x.ask(responseBody(part, len(part) < buffer))
	if err != nil || replaceBy(resp, r.GetImmediateResponse()) {
		return err
	}
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(edited(part, r)), resp.Body), resp.Body}
	return nil
}

// asked is a body whose parts the processor is asked about.
type asked struct {
	io.ReadCloser
	ask   func(part []byte, end bool) ([]byte, error)
	left  int64  // bytes; negative: not known
	ready []byte // to read
	ended bool
}

func (b *asked) Read(p []byte) (int, error) {
	for len(b.ready) == 0 {
		if b.ended {
			return 0, io.EOF
		}
		n, err := b.ReadCloser.Read(p)
		b.ended = errors.Is(err, io.EOF) || b.left == int64(n)
		b.left -= int64(n)
		if err != nil && !b.ended {
			return n, err
		}
		if n == 0 && !b.ended {
			continue
		}
		if b.ready, err = b.ask(p[:n], b.ended); err != nil {
			return 0, err
		}
	}
	n := copy(p, b.ready)
	b.ready = b.ready[n:]
	return n, nil
}
