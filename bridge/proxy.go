package bridge

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httputil"
	"sync"
	"time"

	"github.com/toolerr/toolerr/middleware"
)

// Proxy returns a handler that forwards requests by p and replaces the errors in the responses. It sets ModifyResponse,
// ErrorHandler and FlushInterval of a copy of p; a ModifyResponse of p is called before, with the upstream's response.
func (b *Bridge) Proxy(p *httputil.ReverseProxy) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &proxied{Exchange: Exchange{bridge: b, request: r}, writer: w}
		x.body = sentBody{from: r.Body, exchange: &x.Exchange}
		x.identify = func() { x.body.readAhead(w) }
		out := new(http.Request)
		if *out = *r; r.Body != nil && r.Body != http.NoBody {
			out.Body = &x.body
		}
		proxy := *p
		if proxy.FlushInterval == 0 {
			proxy.FlushInterval = -1
		}
		proxy.ModifyResponse = func(resp *http.Response) error {
			if p.ModifyResponse != nil {
				if err := p.ModifyResponse(resp); err != nil {
					return err
				}
			}
			x.modify(resp)
			x.committed = true
			return nil
		}
		proxy.ErrorHandler = func(_ http.ResponseWriter, _ *http.Request, err error) { x.unreached(err) }
		defer x.recover()
		proxy.ServeHTTP(w, out)
		x.returned = true
	})
}

// A proxied is an Exchange of a ReverseProxy.
type proxied struct {
	Exchange
	body      sentBody
	writer    http.ResponseWriter
	committed bool // the response was passed on to the client
	returned  bool
}

// recover responds for a transport or a function of the proxy that panicked.
func (x *proxied) recover() {
	if x.returned {
		return
	}
	v := recover()
	if v == nil { // Goexit
		return
	}
	err := new(middleware.Boundary).HandlePanic(x.request.Context(), v) // it re-panics http.ErrAbortHandler
	if x.committed {
		panic(http.ErrAbortHandler)
	}
	x.unreached(err)
}

// unreached responds if the upstream did not.
func (x *proxied) unreached(err error) {
	_ = x.Fail(err).WriteTo(x.writer, x.request) // the client may be gone
}

// modify replaces a response if it is an error.
func (x *proxied) modify(resp *http.Response) {
	action := x.Head(resp.StatusCode, resp.Header)
	var readErr error
	if action == Hold {
		action, readErr = x.read(resp)
	}
	switch action {
	case Edit:
		resp.Header.Del("Content-Length")
		resp.ContentLength = -1
		resp.Body = &editedBody{from: resp.Body, exchange: &x.Exchange}
	case Replace:
		r := x.Response()
		resp.Body.Close()
		resp.StatusCode, resp.Header, resp.Trailer = r.Status, r.Header, nil
		resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(r.Body)), int64(len(r.Body))
	case Pass:
		if held := x.Held(); len(held) > 0 {
			rest := io.Reader(resp.Body)
			if readErr != nil {
				rest = failing{readErr}
			}
			resp.Body = &passedBody{io.MultiReader(bytes.NewReader(held), rest), resp.Body}
		}
	}
}

// passedBody is a body of which a part was held.
type passedBody struct {
	io.Reader
	io.Closer
}

// failing is the rest of a body that was read to its end, or cannot be read further.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// errLate is the cause of the error of a response whose body is not complete in time.
var errLate = context.DeadlineExceeded

var chunks = sync.Pool{New: func() any { return new([4096]byte) }}

// read reads a body that is held until its action is known. It closes the body of a response that is not complete in time.
func (x *proxied) read(resp *http.Response) (Action, error) {
	wait := maxWait
	if isFailure(resp.StatusCode) {
		wait = maxErrorWait
	}
	timer := time.AfterFunc(wait, func() { resp.Body.Close() })
	start := time.Now()
	chunk := chunks.Get().(*[4096]byte)
	defer chunks.Put(chunk)
	for {
		n, err := resp.Body.Read(chunk[:])
		if n > 0 {
			if action := x.Body(chunk[:n]); action != Hold {
				if !timer.Stop() && err == nil {
					err = errLate
				}
				return action, err
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			timer.Stop()
			return x.End(nil), err
		case err != nil:
			if !timer.Stop() && time.Since(start) >= wait {
				err = errLate
			}
			return x.End(err), err
		}
	}
}

// editedBody is a stream of events.
type editedBody struct {
	from     io.ReadCloser
	exchange *Exchange
	chunk    [4096]byte
	edited   []byte // that was not read yet
	room     []byte // of edited
	err      error  // after edited
}

func (b *editedBody) Read(p []byte) (int, error) {
	for len(b.edited) == 0 {
		if b.err != nil {
			return 0, b.err
		}
		n, err := b.from.Read(b.chunk[:])
		b.room = b.exchange.Edit(b.room[:0], b.chunk[:n])
		switch {
		case errors.Is(err, io.EOF):
			b.room, _ = b.exchange.EndEdit(b.room, nil)
			b.err = io.EOF
		case err != nil:
			if b.room, b.err = b.exchange.EndEdit(b.room, err); b.err == nil {
				b.err = io.EOF
			}
		}
		b.edited = b.room
	}
	n := copy(p, b.edited)
	b.edited = b.edited[n:]
	return n, nil
}

func (b *editedBody) Close() error { return b.from.Close() }
