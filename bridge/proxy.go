package bridge

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/http/httputil"
	"sync"
	"time"

	"github.com/toolerr/toolerr/middleware"
)

// Proxy returns a handler that forwards requests by p and replaces the errors in the responses. It sets ModifyResponse, ErrorHandler
// and, if p has none, FlushInterval and BufferPool of a copy of p; a ModifyResponse of p is called before, with the upstream's response.
// Rewrite of p gets the query as the client sent it, with parameters that a ReverseProxy would drop, and what it leaves of the request target
// is sent byte for byte, but for spaces, which are escaped. That of a path needs a Transport that is nil, an [http.Transport], or has a method
// Unwrap() http.RoundTripper that returns one; with any other, the path is as package url escapes it.
func (b *Bridge) Proxy(p *httputil.ReverseProxy) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &proxied{Exchange: Exchange{bridge: b, request: r}, given: p, proxy: *p, writer: w}
		x.in = x.outgoing(r.Context(), &x.trace)
		x.upload = sentBody{from: r.Body, exchange: &x.Exchange, client: w}
		if x.body = &x.upload; r.Body != nil && r.Body != http.NoBody {
			x.in.Body = x.body
		}
		if p.FlushInterval == 0 {
			x.proxy.FlushInterval = -1
		}
		if p.BufferPool == nil {
			x.proxy.BufferPool = chunkPool{}
		}
		x.proxy.ModifyResponse, x.proxy.ErrorHandler = x.modifyResponse, x.handleError
		if p.Rewrite != nil {
			x.proxy.Rewrite = x.rewrite
		}
		defer x.endInflater()
		defer x.recover()
		x.proxy.ServeHTTP(w, x.in)
		x.returned = true
	})
}

// A proxied is an Exchange of a ReverseProxy. It has all that a request needs beside the request itself, so that it is one allocation.
type proxied struct {
	Exchange
	given     *httputil.ReverseProxy
	proxy     httputil.ReverseProxy // a copy of it
	in        *http.Request         // for it
	trace     httptrace.ClientTrace // of the transport
	upload    sentBody
	rest      awaited
	writer    http.ResponseWriter
	committed bool // the response was passed on to the client
	returned  bool
}

// modifyResponse is the ModifyResponse of the proxy.
func (x *proxied) modifyResponse(resp *http.Response) error {
	if x.given.ModifyResponse != nil {
		if err := x.given.ModifyResponse(resp); err != nil {
			return err
		}
	}
	x.modify(resp)
	x.committed = true
	return nil
}

// handleError is the ErrorHandler of the proxy.
func (x *proxied) handleError(_ http.ResponseWriter, _ *http.Request, err error) { x.unreached(err) }

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
	held := action == Hold
	if held {
		action = x.read(resp)
	}
	switch action {
	case Edit:
		deleteOfBytes(resp.Header)
		resp.ContentLength = -1
		resp.Body = &editedBody{from: resp.Body, exchange: &x.Exchange}
	case Replace:
		r := x.Response()
		resp.Body.Close()
		resp.StatusCode, resp.Header, resp.Trailer = r.Status, r.Header, nil
		resp.Body = io.NopCloser(bytes.NewReader(r.Body))
		x.complete(resp, len(r.Body))
	case Pass:
		if !held {
			return
		}
		x.rest.unread, x.rest.release, resp.Body = x.Held(), x.release, &x.rest
		if n := len(x.Held()); errors.Is(x.rest.err, io.EOF) || int64(n) == resp.ContentLength {
			x.complete(resp, n)
		}
	}
}

// complete makes the proxy send a body that is complete with its head: it would flush the head of one whose length is not known.
func (x *proxied) complete(resp *http.Response, length int) {
	resp.ContentLength, x.proxy.FlushInterval = int64(length), 0
}

// chunkSize is how much of a body is read at once, in bytes.
const chunkSize = 32 << 10

var chunks = sync.Pool{New: func() any { return new([chunkSize]byte) }}

// chunkPool is the BufferPool of a proxy that has none.
type chunkPool struct{}

func (chunkPool) Get() []byte  { return chunks.Get().(*[chunkSize]byte)[:] }
func (chunkPool) Put(b []byte) { chunks.Put((*[chunkSize]byte)(b)) }

// read reads a body that is held until its action is known, or its time is over.
func (x *proxied) read(resp *http.Response) Action {
	timer := time.NewTimer(x.Wait())
	defer timer.Stop()
	a := &x.rest
	a.from, a.parts, a.chunk, a.read = resp.Body, make(chan part, 1), chunks.Get().(*[chunkSize]byte), a.readChunk
	defer func() {
		if !a.pending { // else a Read still writes to it
			chunks.Put(a.chunk)
		}
	}()
	for {
		a.pending = true
		go a.read()
		select {
		case p := <-a.parts:
			a.pending, a.err = false, p.err
			action := x.Body(a.chunk[:p.n])
			switch {
			case action != Hold:
			case errors.Is(p.err, io.EOF):
				action = x.End(nil)
			case p.err != nil:
				action = x.End(p.err)
			default:
				continue
			}
			return action
		case <-timer.C:
			return x.Late()
		}
	}
}

// An awaited is a body that is read in a goroutine while it is held, so that the wait for it has a bound.
type awaited struct {
	from    io.ReadCloser
	read    func()    // readChunk, as a value that is allocated once
	parts   chan part // of the Read at hand
	pending bool      // there is one
	chunk   *[chunkSize]byte
	unread  []byte // what was read
	err     error  // after unread
	release func() // what was held; nil: nothing was
}

// A part is the result of a Read into the chunk of an awaited.
type part struct {
	n   int
	err error
}

func (a *awaited) readChunk() {
	n, err := a.from.Read(a.chunk[:])
	a.parts <- part{n, err}
}

// Read reads what was held, what a Read at hand gets, and then the rest.
func (a *awaited) Read(p []byte) (int, error) {
	if len(a.unread) == 0 && a.pending {
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

// Close must not be called during Read.
func (a *awaited) Close() error {
	if a.release != nil {
		a.unread = nil
		a.release()
	}
	return a.from.Close()
}

// editedBody is a stream of events.
type editedBody struct {
	from     io.ReadCloser
	exchange *Exchange
	edited   []byte // that was not read yet
	room     []byte // of edited
	err      error  // after edited
}

func (b *editedBody) Read(p []byte) (int, error) {
	for len(b.edited) == 0 && len(p) > 0 {
		if b.err != nil {
			return 0, b.err
		}
		n, err := b.from.Read(p[:b.exchange.atOnce(len(p))])
		b.room = b.exchange.Edit(b.room[:0], p[:n])
		switch {
		case b.exchange.events.broken:
			b.err = cmp.Or(b.exchange.events.err, io.EOF)
		case errors.Is(err, io.EOF):
			b.room, err = b.exchange.EndEdit(b.room, nil)
			b.err = cmp.Or(err, io.EOF)
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
