package nethttp

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"time"
)

// A writer is the ResponseWriter that handlers are given. It knows whether the
// response is committed, and holds back a plain text that is to be rewritten.
//
// Each method takes mu for as long as it writes, and [writer.close] too:
// what a goroutine writes after its handler returned fails, and never reaches a
// buffer that net/http uses for another request.
type writer struct {
	inner    http.ResponseWriter
	exchange *exchange
	mu       sync.Mutex
	scope    scope
	state    state
	asked    bool   // for the headers
	encoded  bool   // a Content-Encoding was there before the handler asked for the headers
	blind    bool   // some of the body was not seen
	tail     uint32 // the last four bytes of the body
	failed   error  // why the client could not be written to
	held     held

	controls sync.Mutex // for what follows; a deadline must end a Write that holds mu
	closed   bool       // is changed with both locks held
	duplex   bool       // the handler reads the request while it writes
	deadline time.Time  // for reading, if the handler set one
}

// A scope is what holds for the responses of the innermost handler of this
// package.
type scope struct {
	api     *API
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

// enter makes s the scope, and returns the one before.
func (w *writer) enter(s scope) scope {
	w.mu.Lock()
	defer w.mu.Unlock()
	outer := w.scope
	if w.scope = s; s.rewrite == nil {
		w.scope.rewrite = outer.rewrite
	}
	return outer
}

// inherit returns the scope of a writer inside of w.
func (w *writer) inherit() scope {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.scope
}

// leave restores the scope of the handler outside.
func (w *writer) leave(outer scope) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.scope = outer
}

// close ends the use of w, unless a third-party wrapper is between it and the
// server: echo, for one, writes to it later.
func (w *writer) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.shut()
}

func (w *writer) shut() {
	_, wrapped := w.inner.(interface{ Unwrap() http.ResponseWriter })
	w.controls.Lock()
	defer w.controls.Unlock()
	w.closed = w.closed || !wrapped
}

// only calls send with w if nothing was written, and reports whether it did.
// Nothing else is written meanwhile, nor, if the response is the last thing to be
// written, afterwards.
func (w *writer) only(send func(unlocked), last bool) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.state != open || w.closed {
		return false
	}
	send(unlocked{w})
	if last {
		w.shut()
	}
	return true
}

// unlocked is a writer whose lock is held.
type unlocked struct{ w *writer }

func (u unlocked) Header() http.Header         { return u.w.header() }
func (u unlocked) WriteHeader(status int)      { u.w.writeHeader(status) }
func (u unlocked) Write(p []byte) (int, error) { return u.w.write(p) }

// progress returns how far the response is.
func (w *writer) progress() state {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return over
	}
	return w.state
}

// take returns the plain text that is held back, and whether there is one. What
// is written next is not held back.
func (w *writer) take() (h held, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.state == unsure || w.state == holding {
		h, ok = w.held, true
		w.state, w.held = open, held{}
	}
	w.scope.rewrite = nil
	return h, ok
}

// failure returns why the client could not be written to.
func (w *writer) failure() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.failed
}

// encodedOutside reports whether the Content-Encoding that was there before the
// handler was called belongs to an outer handler that compresses what is
// written: it is between here and the server.
func (w *writer) encodedOutside() bool { return w.encoded && !ofServer(w.inner) }

func (w *writer) isEncodedOutside() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.encodedOutside()
}

// ofServer reports whether w is the server's own ResponseWriter. Wrappers leave
// this method to [http.ResponseController].
func ofServer(w http.ResponseWriter) bool {
	if _, own := w.(*writer); own {
		return false
	}
	_, ok := w.(interface{ EnableFullDuplex() error })
	return ok
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

// Header notes what was there before the handler was called. To ask the server
// for its headers before the handler does would make it copy them later.
func (w *writer) Header() http.Header {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.header()
}

func (w *writer) header() http.Header {
	if w.closed {
		return http.Header{}
	}
	h := w.inner.Header()
	if !w.asked {
		w.asked, w.encoded = true, len(h["Content-Encoding"]) > 0
	}
	return h
}

func (w *writer) WriteHeader(status int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.writeHeader(status)
}

func (w *writer) writeHeader(status int) {
	switch {
	case w.closed:
	case w.state == unsure, w.state == holding: // the first status counts
	case status >= 100 && status < 200 && status != http.StatusSwitchingProtocols:
		w.inner.WriteHeader(status)
	case w.state == open && status >= 400 && status <= 599 && w.rewrites(status):
		w.held.status = status
		switch plain(w.inner.Header()) {
		case yes, maybe: // the first bytes of the body decide
			w.state = unsure
		default:
			w.pass()
		}
	default: // net/http panics here for a status that is not valid
		w.inner.WriteHeader(status)
		w.commit()
	}
}

// rewrites asks [API.Texts] what to do with a plain text, and notes it.
func (w *writer) rewrites(status int) bool {
	if w.scope.rewrite == nil {
		return false
	}
	w.held.policy = w.scope.rewrite.policy(w.scope.request, status)
	return w.held.policy != KeepText
}

// pass sends the status that waited.
func (w *writer) pass() {
	w.state = sent
	w.inner.WriteHeader(w.held.status)
}

// commit notes that the status was sent.
func (w *writer) commit() {
	if w.state != over {
		w.state = sent
	}
}

func (w *writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.write(p)
}

func (w *writer) write(p []byte) (int, error) {
	if w.closed {
		return 0, errClosed
	}
	if w.holds(p) {
		w.held.add(p)
		return len(p), nil
	}
	w.commit()
	n, err := w.inner.Write(p)
	w.note(err)
	if n >= 4 {
		w.tail = binary.BigEndian.Uint32(p[n-4:])
		return n, err
	}
	for i := 0; i < n; i++ {
		w.tail = w.tail<<8 | uint32(p[i])
	}
	return n, err
}

// WriteString keeps io.WriteString from copying where the server need not.
func (w *writer) WriteString(s string) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return 0, errClosed
	}
	if (w.state == unsure || w.state == holding) && w.holds([]byte(s)) {
		w.held.add([]byte(s))
		return len(s), nil
	}
	w.commit()
	n, err := io.WriteString(w.inner, s)
	w.note(err)
	for i := max(0, n-4); i < n; i++ {
		w.tail = w.tail<<8 | uint32(s[i])
	}
	return n, err
}

// holds reports whether p, which comes next, is held back.
func (w *writer) holds(p []byte) bool {
	if w.state == unsure {
		switch {
		case len(p) == 0:
			return true
		case plainText(p, plain(w.inner.Header()) == yes):
			w.state = holding
		default:
			w.pass()
		}
	}
	return w.state == holding
}

// note remembers why the client could not be written to. The errors of net/http
// itself mean that the handler must not write.
func (w *writer) note(err error) {
	switch err {
	case nil, http.ErrBodyNotAllowed, http.ErrContentLength, http.ErrHijacked, http.ErrHandlerTimeout:
	default:
		w.failed = err
	}
}

// ReadFrom lets the server send a file by itself. It reads any other source
// without the lock, for that may wait for ever.
func (w *writer) ReadFrom(src io.Reader) (int64, error) {
	if !isFile(src) {
		return io.Copy(struct{ io.Writer }{w}, src)
	}
	w.mu.Lock()
	to, ok := w.inner.(io.ReaderFrom)
	if !ok || w.closed || w.state == unsure || w.state == holding {
		w.mu.Unlock()
		return io.Copy(struct{ io.Writer }{w}, src)
	}
	defer w.mu.Unlock()
	w.blind = true
	n, err := to.ReadFrom(src)
	if n > 0 { // a source that fails before its first byte commits nothing
		w.commit()
	}
	return n, err
}

// isFile reports whether src is a regular file, or a part of one.
func isFile(src io.Reader) bool {
	if l, ok := src.(*io.LimitedReader); ok {
		src = l.R
	}
	f, ok := src.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}

// Flush is there whether the server can flush or not, for handlers that ask.
func (w *writer) Flush() { _ = w.FlushError() }

// FlushError is what [http.ResponseController] calls.
func (w *writer) FlushError() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.closed:
		return errClosed
	case w.state == holding: // the response comes when the handler is done
		return nil
	case w.state == unsure && plain(w.inner.Header()) == yes:
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
	if c, ok := w.inner.(interface{ CloseNotify() <-chan bool }); ok && !w.closed {
		return c.CloseNotify()
	}
	return make(chan bool)
}

// Hijack fails with [http.ErrNotSupported] where the server does not support it.
func (w *writer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
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
	if p, ok := w.inner.(http.Pusher); ok && !w.closed {
		return p.Push(target, opts)
	}
	return http.ErrNotSupported
}

// SetReadDeadline is for [http.ResponseController].
func (w *writer) SetReadDeadline(at time.Time) error {
	return w.control(func(c *http.ResponseController) error {
		w.deadline = at
		return c.SetReadDeadline(at)
	})
}

// SetWriteDeadline is for [http.ResponseController].
func (w *writer) SetWriteDeadline(at time.Time) error {
	return w.control(func(c *http.ResponseController) error { return c.SetWriteDeadline(at) })
}

// EnableFullDuplex is for [http.ResponseController].
func (w *writer) EnableFullDuplex() error {
	return w.control(func(c *http.ResponseController) error {
		w.duplex = true
		return c.EnableFullDuplex()
	})
}

func (w *writer) control(f func(*http.ResponseController) error) error {
	w.controls.Lock()
	defer w.controls.Unlock()
	if w.closed {
		return errClosed
	}
	return f(http.NewResponseController(w.inner))
}

// betweenEvents reports whether the body ends where a server-sent event may
// start (HTML, server-sent events, 9.2.5).
func (w *writer) betweenEvents() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	const lf, cr = '\n', '\r'
	t := w.tail
	return w.failed == nil && !w.blind && (t == 0 || uint16(t) == lf<<8|lf || uint16(t) == cr<<8|cr || t == cr<<24|lf<<16|cr<<8|lf)
}
