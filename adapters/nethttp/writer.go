package nethttp

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"net"
	"net/http"
	"runtime"
	"sync"
	"time"
)

// A writer is the ResponseWriter that handlers are given. It knows whether the
// response is committed, and holds back a plain text that is to be rewritten.
//
// Each method holds mu while it writes, and so does each caller of [writer.close]:
// what a goroutine writes after its handler returned fails, and never reaches a
// buffer that net/http, or a writer that a framework, uses for another request.
type writer struct {
	inner    http.ResponseWriter
	exchange *exchange
	mu       sync.Mutex
	scope    scope
	held     *held  // the status of 400 to 599 of the handler, and what is held back of its body
	tail     uint32 // the last four bytes of the body
	state    state
	asked    bool // for the headers
	encoded  bool // a Content-Encoding was there before the handler asked for the headers
	blind    bool // some of the body was not seen

	closed   bool       // is changed with both locks held, as the next two
	returned bool       // the handlers of this package have returned, see [writer.close]
	duplex   bool       // the handler reads the request while it writes
	controls sync.Mutex // for these and what follows; a deadline must end a Write that holds mu
	control  *control   // nil for most
}

// A control is what few requests have.
type control struct {
	deadline time.Time // for reading, if the handler set one
	caller   uint64    // the goroutine that the handlers returned to, if a framework may still respond
}

// A scope is what holds for the responses of the innermost handler of this
// package.
type scope struct {
	request *http.Request
	rewrite *API // the innermost one with [API.Rewrite], nil if there is none
}

// A state is how far the response is.
type state uint8

const (
	open    state = iota // only 1xx responses were sent
	unsure               // a status of 400 to 599 waits for the first bytes of its body, which show its type
	holding              // a plain text is held back
	sent                 // the response is committed
	over                 // the connection belongs to the handler, or the handler has returned
)

// errClosed is returned to a goroutine that goes on after its handler.
var errClosed = errors.New("nethttp: the handler has returned")

// enter makes s the scope, and returns the one before, and whether a plain text may be held back.
func (w *writer) enter(s scope) (outer scope, rewrites bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	outer = w.scope
	s.rewrite = cmp.Or(s.rewrite, outer.rewrite)
	w.scope = s
	return outer, s.rewrite != nil
}

// inherit returns the scope of what is inside of w.
func (w *writer) inherit() scope {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.scope
}

// leave restores the scope of the handler outside. After the last one it closes w.
func (w *writer) leave(outer scope, last bool) {
	w.mu.Lock()
	w.scope = outer
	if last {
		w.close()
	}
	w.mu.Unlock()
}

// close ends the use of w, whose lock is held. There is one exception: if nothing
// was written, no handler of this package has succeeded, and w is inside of a
// third-party wrapper, a framework may still respond with w until the request
// ends, as the error handler of echo does after [API.Middleware].
func (w *writer) close() {
	if w.closed {
		return
	}
	var caller uint64
	if w.state == open && !w.exchange.succeeded.Load() {
		if _, wrapped := w.inner.(interface{ Unwrap() http.ResponseWriter }); wrapped {
			caller = goroutine()
		}
	}
	w.controls.Lock()
	w.closed, w.returned = caller == 0, true
	if caller != 0 {
		w.ownControl().caller = caller
	}
	w.controls.Unlock()
}

// isClosed reports whether w must not be used any more, if one of its locks is
// held. The server cancels the context of a request when all handlers have
// returned. An outer handler may have canceled it before, to end a timeout: the
// goroutine that serves the request may respond still.
func (w *writer) isClosed() bool {
	return w.closed || w.returned && w.exchange.Err() != nil && w.control.caller != goroutine()
}

func (w *writer) ownControl() *control {
	w.control = cmp.Or(w.control, new(control))
	return w.control
}

// goroutine returns the number of the calling goroutine, with which its stack begins. The runtime
// never uses a number again. It takes about 2 us, which only a call that wrote nothing inside of a
// third-party wrapper spends: only the number differs between the goroutine of the request and
// others.
func goroutine() (number uint64) {
	var b [32]byte
	_, rest, _ := bytes.Cut(b[:runtime.Stack(b[:], false)], []byte(" "))
	for i := 0; i < len(rest) && rest[i] >= '0' && rest[i] <= '9'; i++ {
		number = number*10 + uint64(rest[i]-'0')
	}
	return number
}

// writeIfOpen calls respond with the inner ResponseWriter if nothing was written, and reports
// whether it did. Nothing else is written meanwhile, nor, if the response is the last thing to be
// written, afterwards.
func (w *writer) writeIfOpen(respond func(http.ResponseWriter), last bool) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.state != open || w.isClosed() {
		return false
	}
	w.header()
	w.commit()
	respond(w.inner)
	if last {
		w.close()
	}
	return true
}

// progress returns how far the response is.
func (w *writer) progress() state {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.isClosed() {
		return over
	}
	return w.state
}

// take returns the plain text that is held back, else nil. What is
// written next is not held back.
func (w *writer) take() (h *held) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.isHolding() {
		h, w.held, w.state = w.held, nil, open
	}
	w.scope.rewrite = nil
	return h
}

// answer returns the error response that the handler began, with the status 0 if it began none,
// and why the client could not be written to. What the handler writes later does not change it.
func (w *writer) answer() (h held) {
	if w != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		h = *cmp.Or(w.held, &held{})
	}
	return h
}

// encodedOutside reports whether the Content-Encoding that was there before the
// handler was called belongs to an outer handler that compresses what is
// written: it is between here and the server.
func (w *writer) encodedOutside() bool { return w.encoded && !ofServer(w.inner) }

// ofServer reports whether w is the server's own ResponseWriter. A wrapper leaves
// EnableFullDuplex to [http.ResponseController], or has Unwrap, too.
func ofServer(w http.ResponseWriter) bool {
	_, wraps := w.(interface{ Unwrap() http.ResponseWriter })
	_, ok := w.(interface{ EnableFullDuplex() error })
	return ok && !wraps
}

// maxWrappers bounds the ResponseWriters inside one another that are looked at.
const maxWrappers = 32

// tracked returns the writer of this package that w is or wraps, nil if there is
// none.
func tracked(w http.ResponseWriter) *writer {
	for range maxWrappers {
		switch t := w.(type) {
		case *writer:
			return t
		case interface{ Unwrap() http.ResponseWriter }:
			w = t.Unwrap()
		default:
			return nil
		}
	}
	return nil
}

// Unwrap is for [http.ResponseController].
func (w *writer) Unwrap() http.ResponseWriter { return w.inner }

// Flush is there whether the server can flush or not, for handlers that ask.
func (w *writer) Flush() { _ = w.FlushError() }

// FlushError is what [http.ResponseController] calls.
func (w *writer) FlushError() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.isClosed():
		return errClosed
	case w.state == holding: // the response comes when the handler is done
		return nil
	case w.state == unsure && isDeclaredPlain(w.inner.Header()):
		w.state = holding
		return nil
	case w.state == unsure: // a stream
		w.pass()
	}
	err := http.NewResponseController(w.inner).Flush()
	if err == nil {
		w.commit()
	}
	return err
}

// CloseNotify is what the streams of gin ask for. Nothing is ever sent where the
// server does not support it.
func (w *writer) CloseNotify() <-chan bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if c, ok := w.inner.(interface{ CloseNotify() <-chan bool }); ok && !w.isClosed() {
		return c.CloseNotify()
	}
	return make(chan bool)
}

// Hijack fails with [http.ErrNotSupported] where the server does not support it.
func (w *writer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.isClosed() {
		return nil, nil, errClosed
	}
	conn, rw, err := http.NewResponseController(w.inner).Hijack()
	if err == nil {
		w.state = over
	}
	return conn, rw, err
}

// Push fails with [http.ErrNotSupported] where the server does not support it.
func (w *writer) Push(target string, opts *http.PushOptions) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if p, ok := w.inner.(http.Pusher); ok && !w.isClosed() {
		return p.Push(target, opts)
	}
	return http.ErrNotSupported
}

// SetReadDeadline is for [http.ResponseController].
func (w *writer) SetReadDeadline(at time.Time) error {
	return w.controlled(func(c *http.ResponseController) error {
		w.ownControl().deadline = at
		return c.SetReadDeadline(at)
	})
}

// SetWriteDeadline is for [http.ResponseController].
func (w *writer) SetWriteDeadline(at time.Time) error {
	return w.controlled(func(c *http.ResponseController) error { return c.SetWriteDeadline(at) })
}

// EnableFullDuplex is for [http.ResponseController].
func (w *writer) EnableFullDuplex() error {
	return w.controlled(func(c *http.ResponseController) error {
		w.duplex = true
		return c.EnableFullDuplex()
	})
}

func (w *writer) controlled(f func(*http.ResponseController) error) error {
	w.controls.Lock()
	defer w.controls.Unlock()
	if w.isClosed() {
		return errClosed
	}
	return f(http.NewResponseController(w.inner))
}
