package check

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// overHTTP sends requests over HTTP.
type overHTTP struct {
	client  *http.Client
	timeout time.Duration
	slow    time.Duration
	now     func() time.Time
}

func newHTTP(t *Target, o *Options) *overHTTP {
	client := t.Client
	if client == nil {
		client = &http.Client{Transport: http.DefaultTransport}
	}
	own := *client
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &overHTTP{client: &own, timeout: o.timeout(), slow: min(o.slow(), o.timeout()/2), now: o.now()}
}

func (t *overHTTP) close() {}

func (t *overHTTP) send(ctx context.Context, x *Exchange) {
	var body io.Reader
	if x.Request.Body != nil {
		body = bytes.NewReader(x.Request.Body)
		if x.Probe == Slow {
			body = &slowReader{text: x.Request.Body, all: t.slow}
		}
	}
	ctx, cancel := context.WithTimeout(ctx, t.timeout)
	defer cancel()
	start := t.now()
	defer func() { x.Elapsed = t.now().Sub(start) }()
	r, err := http.NewRequestWithContext(ctx, x.Request.Method, x.Request.URL, body)
	if err != nil {
		x.Failure = err
		return
	}
	r.Header = x.Request.Header.Clone()
	if x.Probe == Cancelled {
		time.AfterFunc(cancelAfter, cancel)
	}
	res, err := t.client.Do(r)
	if err != nil {
		x.Failure = err
		return
	}
	defer res.Body.Close()
	x.Status, x.Header = res.StatusCode, res.Header
	if strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		x.Message, x.Body, x.Failure = readEvents(res.Body, x.Request.ID)
		return
	}
	x.Body, err = io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		x.Failure = err
	}
	x.Message = x.Body
}

const cancelAfter = 20 * time.Millisecond

// slowReader returns the first half of a text at once, and the rest after a delay, one byte at a time.
type slowReader struct {
	text []byte
	all  time.Duration
	sent int
}

func (r *slowReader) Read(p []byte) (int, error) {
	if r.sent == len(r.text) {
		return 0, io.EOF
	}
	n := 1
	if r.sent == 0 {
		n = max(1, len(r.text)/2)
	} else {
		time.Sleep(r.all * 2 / time.Duration(len(r.text)))
	}
	n = copy(p, r.text[r.sent:min(r.sent+n, len(r.text))])
	r.sent += n
	return n, nil
}

func pathOf(address string) string {
	if u, err := url.Parse(address); err == nil {
		return u.RequestURI()
	}
	return address
}

func hostOf(address string) string {
	if u, err := url.Parse(address); err == nil {
		return u.Host
	}
	return address
}
