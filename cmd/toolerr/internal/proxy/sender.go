package proxy

import (
	"context"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync"
	"time"
)

// maxSmall is the length of the body of a request that fits into the buffers of a connection, in
// bytes: it is written at once.
const maxSmall = 4 << 10

// A sender is a transport to an upstream that must read requests: each part of one within timeout,
// unless it is 0.
type sender struct {
	transport http.RoundTripper
	timeout   time.Duration
}

// Unwrap returns the transport, for package bridge.
func (s sender) Unwrap() http.RoundTripper { return s.transport }

// RoundTrip returns [context.DeadlineExceeded] if the upstream does not read the request in time.
// After the head of the response there is no limit.
func (s sender) RoundTrip(r *http.Request) (*http.Response, error) {
	if s.timeout == 0 || r.URL.Scheme == "http" && r.ContentLength >= 0 && r.ContentLength <= maxSmall {
		return s.transport.RoundTrip(r)
	}
	ctx, cancel := context.WithCancelCause(r.Context()) // it ends with the request of the client
	w := &writeTimer{timeout: s.timeout}
	w.timer = time.AfterFunc(s.timeout, func() { cancel(context.DeadlineExceeded) })
	w.timer.Stop()
	defer w.end()
	r = r.WithContext(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { w.run(true) },
		// from here on it is the transport's ResponseHeaderTimeout
		WroteRequest: func(httptrace.WroteRequestInfo) { w.run(false) },
	}))
	if r.Body != nil && r.Body != http.NoBody {
		r.Body = timedBody{r.Body, w}
	}
	resp, err := s.transport.RoundTrip(r)
	if err != nil && context.Cause(ctx) == context.DeadlineExceeded {
		err = context.DeadlineExceeded
	}
	return resp, err
}

// A writeTimer measures the time for which a part of a request is written.
type writeTimer struct {
	timeout time.Duration

	mu    sync.Mutex
	timer *time.Timer
	ended bool
}

// run starts the timer for the next part, or stops it.
func (w *writeTimer) run(on bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer.Stop(); on && !w.ended {
		w.timer.Reset(w.timeout)
	}
}

func (w *writeTimer) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = true
	w.timer.Stop()
}

// A timedBody is the body of a request. The time in which the client sends it does not count.
type timedBody struct {
	io.ReadCloser
	timer *writeTimer
}

func (b timedBody) Read(p []byte) (int, error) {
	b.timer.run(false)
	defer b.timer.run(true)
	return b.ReadCloser.Read(p)
}
