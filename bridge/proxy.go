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
	rest := io.Reader(resp.Body)
	if action == Hold {
		action, rest = x.read(resp)
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
		if rest != io.Reader(resp.Body) || len(x.Held()) > 0 {
			resp.Body = &passedBody{io.MultiReader(bytes.NewReader(x.Held()), rest), resp.Body}
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

// read reads a body that is held until its action is known, or its time is over: then an error is rendered without its body, and a
// success passes. It returns the rest of the body.
func (x *proxied) read(resp *http.Response) (Action, io.Reader) {
	wait := maxWait
	if isFailure(resp.StatusCode) {
		wait = maxErrorWait
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	rest := &awaited{from: resp.Body, parts: make(chan part, 1), chunk: chunks.Get().(*[4096]byte)}
	defer func() {
		if !rest.pending { // else a Read still writes to it
			chunks.Put(rest.chunk)
		}
	}()
	for {
		rest.start()
		select {
		case p := <-rest.parts:
			rest.pending = false
			if action := x.Body(rest.chunk[:p.n]); action != Hold {
				return action, rest.after(p.err)
			}
			switch {
			case errors.Is(p.err, io.EOF):
				return x.End(nil), failing{p.err}
			case p.err != nil:
				return x.End(p.err), failing{p.err}
			}
		case <-timer.C:
			if isFailure(resp.StatusCode) {
				return x.End(errLate), nil
			}
			return x.late(), rest
		}
	}
}

// An awaited is a body that is read in a goroutine, so that the wait for it has a bound.
type awaited struct {
	from    io.Reader
	parts   chan part // of the Read at hand
	pending bool      // there is one
	chunk   *[4096]byte
	unread  []byte // of chunk
	err     error  // after unread
}

// A part is the result of a Read into the chunk of an awaited.
type part struct {
	n   int
	err error
}

func (a *awaited) start() {
	a.pending = true
	go func() {
		n, err := a.from.Read(a.chunk[:])
		a.parts <- part{n, err}
	}()
}

// after returns what follows the last part that was read.
func (a *awaited) after(err error) io.Reader {
	if err != nil {
		return failing{err}
	}
	return a.from
}

// Read reads what a Read at hand gets, and then the rest.
func (a *awaited) Read(p []byte) (int, error) {
	if a.pending {
		got := <-a.parts
		a.pending, a.unread, a.err = false, a.chunk[:got.n], got.err
	}
	if len(a.unread) > 0 {
		n := copy(p, a.unread)
		a.unread = a.unread[n:]
		return n, nil
	}
	if a.err != nil {
		return 0, a.err
	}
	return a.from.Read(p)
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
