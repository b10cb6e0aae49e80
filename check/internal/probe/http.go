package probe

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/toolerr/toolerr/internal/rpc"
)

// A Sender is a transport.
type Sender interface {
	Send(ctx context.Context, x *Exchange) // completes x with the answer
	Ended() bool                           // reports whether there will be no more answers
	Close()
}

// maxAnswer is the number of bytes that are read of an answer.
const maxAnswer = 4 << 20

// overHTTP sends requests over HTTP.
type overHTTP struct {
	client  *http.Client
	timeout time.Duration
	slow    time.Duration
	now     func() time.Time
}

// NewHTTP returns a Sender that follows no redirects. A timeout is for one request, slow for the
// body of the probe Slow.
func NewHTTP(client *http.Client, timeout, slow time.Duration, now func() time.Time) Sender {
	own := http.Client{Transport: http.DefaultTransport}
	if client != nil {
		own = *client
	}
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &overHTTP{client: &own, timeout: timeout, slow: min(slow, timeout/2), now: now}
}

func (t *overHTTP) Ended() bool { return false }
func (t *overHTTP) Close()      {}

func (t *overHTTP) Send(ctx context.Context, x *Exchange) {
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
	x.Body, x.Failure = io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	x.Message = x.Body
}

const cancelAfter = 20 * time.Millisecond

// slowReader returns the first half of a text at once, and the rest after a delay, one byte at a
// time.
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

var errNoResponse = errors.New("the stream ended without a response")

// readEvents reads a stream of server-sent events up to the JSON-RPC response with an id. It
// returns the response, and all that was read. An event at the end counts without the blank line
// after it.
func readEvents(in io.Reader, id string) (message, all []byte, err error) {
	var events rpc.Events
	in = io.LimitReader(in, maxAnswer)
	chunk := make([]byte, 4<<10)
	for start, at := 0, 0; err == nil; { // of the event at hand: where it starts, and up to where its end was searched
		var n int
		n, err = in.Read(chunk)
		all = append(all, chunk[:n]...)
		for at < len(all) || start < at && err != nil {
			n, complete := events.Next(all[at:])
			if at += n; !complete && err == nil {
				break
			}
			events.Read(all[start:at])
			if data := bytes.TrimSpace(events.Data); isResponse(data, id) {
				return bytes.Clone(data), all, nil
			}
			start = at
		}
	}
	if errors.Is(err, io.EOF) {
		err = errNoResponse
	}
	return nil, all, err
}
