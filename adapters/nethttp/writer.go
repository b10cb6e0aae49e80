package nethttp

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"

	"github.com/toolerr/toolerr/dialect"
)

// A writer is the ResponseWriter that handlers are given. It knows whether the
// answer began, and holds back a plain text that is to be rewritten.
type writer struct {
	inner   http.ResponseWriter
	state   state
	asked   bool // for the headers
	encoded bool // a Content-Encoding was there before anybody asked
	blind   bool // some of the body was not seen
	rewrite bool
	tail    uint32 // the last four bytes of the body
	failed  error  // why the client could not be written to
	held    held
	said    said
}

// said is the dialect that was chosen for the request, and by which API.
type said struct {
	api     *API
	dialect dialect.Dialect
}

// state is how far the answer is.
type state uint8

const (
	open     state = iota // nothing went out but 1xx
	unsure                // a status of 400 to 599 waits for the first bytes of its body, which tell its type
	holding               // a plain text is held back
	sent                  // the status went out
	hijacked              // the connection is somebody else's
)

var writers = sync.Pool{New: func() any { return new(writer) }}

func newWriter(inner http.ResponseWriter, rewrite bool) *writer {
	w := writers.Get().(*writer)
	w.inner, w.rewrite = inner, rewrite
	return w
}

// release is called when the handler is done. What a wrapper of somebody else's
// stands around is not used again: echo, for one, goes on writing to it. Nor is
// what stands around a connection that is somebody else's.
func (w *writer) release() {
	if w.state == hijacked {
		return
	}
	if _, ok := w.inner.(interface{ Unwrap() http.ResponseWriter }); ok {
		w.rewrite = false
		return
	}
	*w = writer{inner: ended{}}
	writers.Put(w)
}

// ended is the answer of a handler that has returned: a goroutine that it left
// behind fails to write, and does not end the program.
type ended struct{}

func (ended) Header() http.Header       { return http.Header{} }
func (ended) WriteHeader(int)           {}
func (ended) Write([]byte) (int, error) { return 0, errEnded }

var errEnded = errors.New("nethttp: the handler has returned")

// encodedOutside reports whether the Content-Encoding that was there before the
// handler was called is that of somebody further out, who compresses what is
// written: he stands between here and the server.
func (w *writer) encodedOutside() bool { return w.encoded && !ofServer(w.inner) }

// ofServer reports whether w is the server's own ResponseWriter. Wrappers leave
// this method to [http.ResponseController].
func ofServer(w http.ResponseWriter) bool {
	_, ok := w.(interface{ EnableFullDuplex() error })
	return ok
}

// maxWrappers bounds the ResponseWriters inside one another that are looked at.
const maxWrappers = 32

// tracked returns the writer of ours that w is or wraps, nil if there is none.
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
	h := w.inner.Header()
	if !w.asked {
		w.asked, w.encoded = true, len(h["Content-Encoding"]) > 0
	}
	return h
}

func (w *writer) WriteHeader(status int) {
	switch {
	case w.state == unsure, w.state == holding: // the first status counts
	case status >= 100 && status < 200 && status != http.StatusSwitchingProtocols:
		w.inner.WriteHeader(status)
	case w.state == open && w.rewrite && status >= 400 && status <= 599:
		w.held.status = status
		switch plain(w.inner.Header()) {
		case yes:
			w.state = holding
		case maybe:
			w.state = unsure
		default:
			w.pass()
		}
	default: // net/http panics here for a status that is none
		w.inner.WriteHeader(status)
		w.began()
	}
}

// pass lets the status out that waited.
func (w *writer) pass() {
	w.state = sent
	w.inner.WriteHeader(w.held.status)
}

// began notes that the status went out.
func (w *writer) began() {
	if w.state != hijacked {
		w.state = sent
	}
}

func (w *writer) Write(p []byte) (int, error) {
	switch w.state {
	case open:
		w.state = sent
	case unsure:
		if len(p) == 0 {
			return 0, nil
		}
		if plainText(p) {
			w.state = holding
		} else {
			w.pass()
		}
	}
	if w.state == holding {
		w.held.add(p)
		return len(p), nil
	}
	n, err := w.inner.Write(p)
	if err != nil {
		w.note(err)
	}
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
	if w.state == unsure || w.state == holding {
		return w.Write([]byte(s))
	}
	w.began()
	n, err := io.WriteString(w.inner, s)
	if err != nil {
		w.note(err)
	}
	for i := max(0, n-4); i < n; i++ {
		w.tail = w.tail<<8 | uint32(s[i])
	}
	return n, err
}

// ReadFrom lets the server send files by itself, where it can.
func (w *writer) ReadFrom(src io.Reader) (int64, error) {
	to, ok := w.inner.(io.ReaderFrom)
	if !ok || w.state == unsure || w.state == holding {
		return io.Copy(struct{ io.Writer }{w}, src)
	}
	w.blind = true
	n, err := to.ReadFrom(src)
	if n > 0 { // a source that fails before its first byte begins no answer
		w.began()
	}
	return n, err
}

// note remembers that the client could not be written to. The errors of
// net/http's own say that the handler must not write.
func (w *writer) note(err error) {
	switch err {
	case http.ErrBodyNotAllowed, http.ErrContentLength, http.ErrHijacked, http.ErrHandlerTimeout:
	default:
		w.failed = err
	}
}

// Flush is there whether the server can flush or not, for handlers that ask.
func (w *writer) Flush() { _ = w.FlushError() }

// FlushError is what [http.ResponseController] calls.
func (w *writer) FlushError() error {
	switch w.state {
	case holding: // the answer comes when the handler is done
		return nil
	case unsure: // a stream: not for us
		w.pass()
	}
	err := http.NewResponseController(w.inner).Flush()
	if err == nil {
		w.began()
	}
	return err
}

// CloseNotify is what the streams of gin ask for. It never tells where the
// server cannot.
func (w *writer) CloseNotify() <-chan bool {
	if c, ok := w.inner.(interface{ CloseNotify() <-chan bool }); ok {
		return c.CloseNotify()
	}
	return make(chan bool)
}

// Hijack fails with [http.ErrNotSupported] where the server cannot.
func (w *writer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(w.inner).Hijack()
	if err == nil {
		w.state = hijacked
	}
	return conn, rw, err
}

// Push fails with [http.ErrNotSupported] where the server cannot.
func (w *writer) Push(target string, opts *http.PushOptions) error {
	if p, ok := w.inner.(http.Pusher); ok {
		return p.Push(target, opts)
	}
	return http.ErrNotSupported
}

// betweenEvents reports whether the body ends where a server-sent event may
// begin (HTML, server-sent events, 9.2.5).
func (w *writer) betweenEvents() bool {
	const lf, cr = '\n', '\r'
	t := w.tail
	return !w.blind && (t == 0 || uint16(t) == lf<<8|lf || uint16(t) == cr<<8|cr || t == cr<<24|lf<<16|cr<<8|lf)
}
