package nethttp

import (
	"bufio"
	"net"
	"net/http"
	"time"
)

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
	if w.isClosed() {
		return errClosed
	}
	return f(http.NewResponseController(w.inner))
}
