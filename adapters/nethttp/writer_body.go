package nethttp

import (
	"cmp"
	"io"
	"io/fs"
	"net/http"
	"sync"
	"syscall"

	"github.com/toolerr/toolerr/internal/header"
)

// Header notes what was there before the handler was called. To ask the server
// for its headers before the handler does would make it copy them later.
func (w *writer) Header() http.Header {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.header()
}

// header is Header with the lock held.
func (w *writer) header() http.Header {
	if w.isClosed() {
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
	switch {
	case w.isClosed():
	case w.isHolding(): // the first status counts
	case status >= 100 && status < 200 && status != http.StatusSwitchingProtocols:
		w.inner.WriteHeader(status)
	case w.state == open && header.IsError(status) && w.rewrites(status):
		if mayBePlain(w.inner.Header()) { // the first bytes of the body decide
			w.state = unsure
		} else {
			w.pass()
		}
	default: // net/http panics here for a status that is not valid
		w.inner.WriteHeader(status)
		w.commit()
	}
}

// rewrites notes the status of an error, and asks [API.Texts] what to do with a plain text.
func (w *writer) rewrites(status int) bool {
	w.held = &held{status: status, policy: KeepText}
	if w.scope.rewrite != nil {
		w.held.policy = w.scope.rewrite.policy(w.scope.request, status)
	}
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

func (w *writer) Write(p []byte) (int, error) { return send(w, p, w.inner.Write) }

// WriteString keeps io.WriteString from copying where the server need not.
func (w *writer) WriteString(s string) (int, error) {
	return send(w, s, func(s string) (int, error) { return io.WriteString(w.inner, s) })
}

// send writes a part of the body by a method of the inner ResponseWriter, unless it is held back.
func send[T string | []byte](w *writer, part T, write func(T) (int, error)) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.isClosed() {
		return 0, errClosed
	}
	if w.isHolding() && w.holds([]byte(part)) {
		w.held.add([]byte(part))
		return len(part), nil
	}
	w.commit()
	n, err := write(part)
	w.note(err)
	for i := max(0, n-4); i < n; i++ {
		w.tail = w.tail<<8 | uint32(part[i])
	}
	return n, err
}

// isHolding reports whether a status was set that is not sent yet.
func (w *writer) isHolding() bool { return w.state == unsure || w.state == holding }

// holds reports whether p, which comes next, is held back.
func (w *writer) holds(p []byte) bool {
	if w.state == unsure {
		switch {
		case len(p) == 0:
			return true
		case plainText(p, isDeclaredPlain(w.inner.Header())):
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
		w.held = cmp.Or(w.held, new(held))
		w.held.failed = err
	}
}

// chunks are the buffers of [writer.ReadFrom], with the size of those of [io.Copy].
var chunks = sync.Pool{New: func() any { return new([32 << 10]byte) }}

// ReadFrom lets the server send a file. It copies any other source without the
// lock, because reading it may take any time.
func (w *writer) ReadFrom(src io.Reader) (int64, error) {
	if !isFile(src) {
		return w.copy(src)
	}
	w.mu.Lock()
	to, ok := w.inner.(io.ReaderFrom)
	if !ok || w.isClosed() || w.isHolding() {
		w.mu.Unlock()
		return w.copy(src)
	}
	defer w.mu.Unlock()
	w.blind = true
	n, err := to.ReadFrom(src)
	if n > 0 { // a source that fails before its first byte commits nothing
		w.commit()
	}
	return n, err
}

// copy writes src part by part, in a buffer that is used again, as that of net/http is.
func (w *writer) copy(src io.Reader) (int64, error) {
	chunk := chunks.Get().(*[32 << 10]byte)
	defer chunks.Put(chunk)
	return io.CopyBuffer(struct{ io.Writer }{w}, src, chunk[:])
}

// isFile reports whether src is a regular file, or a part of one. [io.Copy] hands over an
// [os.File] without its method WriteTo, which is another type.
func isFile(src io.Reader) bool {
	if l, ok := src.(*io.LimitedReader); ok {
		src = l.R
	}
	f, ok := src.(interface {
		fs.File
		syscall.Conn
	})
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}

// betweenEvents reports whether the body is a stream of server-sent events, and ends where an
// event may start (HTML, server-sent events, 9.2.5).
func (w *writer) betweenEvents() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	const lf, cr = '\n', '\r'
	t := w.tail
	isEnd := t == 0 || uint16(t) == lf<<8|lf || uint16(t) == cr<<8|cr || t == cr<<24|lf<<16|cr<<8|lf
	h := w.header()
	isStream := header.MediaType(h) == "text/event-stream" && h.Get("Content-Length") == "" &&
		(h.Get("Content-Encoding") == "" || w.encodedOutside())
	return (w.held == nil || w.held.failed == nil) && !w.blind && isEnd && isStream
}
