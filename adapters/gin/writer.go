package ginerr

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"sync"

	"github.com/gin-gonic/gin"
)

// A writer is the gin.ResponseWriter of one request, which writes to w. That of gin is used for
// one request after the other, so what a goroutine writes after its handler returned would reach
// another client; w refuses it. A writer keeps the header of an error until there is a body,
// because AbortWithStatus sends it at once. It calls w without mu: what is around this package may
// ask for the status while it writes.
type writer struct {
	w      http.ResponseWriter // of package nethttp
	pushes bool                // the server does

	mu     sync.Mutex // for what follows
	status int
	size   int  // bytes of the body; -1: the handler did not begin the response
	sent   bool // the header
}

func newWriter(w http.ResponseWriter, outer gin.ResponseWriter) *writer {
	return &writer{w: w, pushes: outer.Pusher() != nil, status: outer.Status(), size: -1}
}

// begin notes that the handler begins the response, and sends the header, unless it is that of an
// error without a body. It returns the status, and whether the header was sent.
func (w *writer) begin(body bool) (status int, sent bool) {
	w.mu.Lock()
	w.size = max(w.size, 0)
	status, sent = w.status, w.sent
	send := !sent && (body || status < http.StatusBadRequest)
	w.sent = sent || send
	w.mu.Unlock()
	if send {
		w.w.WriteHeader(status)
	}
	return status, sent || send
}

// wrote notes that n bytes of the body were written.
func (w *writer) wrote(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.size += n
}

// finish sends the header of a handler that has not failed, unless it is that of an error. It
// returns the status, and whether the header was sent.
func (w *writer) finish(failed bool) (status int, sent bool) {
	if !failed {
		return w.begin(false)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.status, w.sent
}

func (w *writer) Unwrap() http.ResponseWriter { return w.w }
func (w *writer) Header() http.Header         { return w.w.Header() }

func (w *writer) Status() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.status
}

func (w *writer) Size() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.size
}

func (w *writer) Written() bool { return w.Size() >= 0 }

// WriteHeader sets the status. As in gin, it is sent with the body.
func (w *writer) WriteHeader(status int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if status > 0 && w.size < 0 {
		w.status = status
	}
}

func (w *writer) WriteHeaderNow() { w.begin(false) }

func (w *writer) Write(data []byte) (int, error) {
	w.begin(true)
	n, err := w.w.Write(data)
	w.wrote(n)
	return n, err
}

func (w *writer) WriteString(s string) (int, error) {
	w.begin(true)
	n, err := io.WriteString(w.w, s)
	w.wrote(n)
	return n, err
}

func (w *writer) Flush() {
	w.begin(true)
	_ = http.NewResponseController(w.w).Flush()
}

func (w *writer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(w.w).Hijack()
	if err == nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.size, w.sent = max(w.size, 0), true
	}
	return conn, rw, err
}

func (w *writer) CloseNotify() <-chan bool {
	if c, ok := w.w.(interface{ CloseNotify() <-chan bool }); ok {
		return c.CloseNotify()
	}
	return make(chan bool)
}

func (w *writer) Pusher() http.Pusher {
	if p, ok := w.w.(http.Pusher); ok && w.pushes {
		return p
	}
	return nil
}
