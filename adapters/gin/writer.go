package ginerr

import (
	"bufio"
	"io"
	"net"
	"net/http"

	"github.com/gin-gonic/gin"
)

// writer is a gin.ResponseWriter that writes to w. It keeps the header of an error until there is a body, because AbortWithStatus
// sends it at once.
type writer struct {
	gin.ResponseWriter // of the middlewares around, for what is below
	w                  http.ResponseWriter
	status             int
	size               int  // bytes of the body; -1: the handler did not begin the response
	sent               bool // the header
}

// send sends the header.
func (w *writer) send() {
	if !w.sent {
		w.sent = true
		w.w.WriteHeader(w.status)
	}
}

func (w *writer) Unwrap() http.ResponseWriter { return w.w }
func (w *writer) Header() http.Header         { return w.w.Header() }
func (w *writer) Status() int                 { return w.status }
func (w *writer) Size() int                   { return w.size }
func (w *writer) Written() bool               { return w.size >= 0 }

// WriteHeader sets the status. As in gin, it is sent with the body.
func (w *writer) WriteHeader(status int) {
	if status > 0 && !w.Written() {
		w.status = status
	}
}

func (w *writer) WriteHeaderNow() {
	w.size = max(w.size, 0)
	if w.status < http.StatusBadRequest {
		w.send()
	}
}

func (w *writer) Write(data []byte) (int, error) {
	w.WriteHeaderNow()
	w.send()
	n, err := w.w.Write(data)
	w.size += n
	return n, err
}

func (w *writer) WriteString(s string) (int, error) {
	w.WriteHeaderNow()
	w.send()
	n, err := io.WriteString(w.w, s)
	w.size += n
	return n, err
}

func (w *writer) Flush() {
	w.WriteHeaderNow()
	w.send()
	_ = http.NewResponseController(w.w).Flush()
}

func (w *writer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(w.w).Hijack()
	if err == nil {
		w.size, w.sent = max(w.size, 0), true
	}
	return conn, rw, err
}
