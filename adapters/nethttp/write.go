package nethttp

import (
	"net/http"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httpbody"
	"github.com/toolerr/toolerr/internal/httphead"
)

// write writes the response to e, and reports whether it did: a goroutine of the
// handler may have committed one since. It allocates only for headers that few
// errors have.
func (c *call) write(e *errkit.Error, status int) (written bool) {
	b := buffers.Get().(*buffer)
	body, head, e := c.render(b.bytes[:0], e)
	if !ofRouter(status) {
		status = head.Status
	}
	if c.notified && status == http.StatusOK { // "an HTTP error status code" (MCP 2025-11-25, Transports)
		status = c.api.Codec.Table.Status(e)
	}
	if !isErrorStatus(status) {
		status = http.StatusInternalServerError
	}
	d := document{head: head, status: status, body: body}
	if status == http.StatusUnauthorized || status == http.StatusForbidden {
		d.challenge = c.challenge(e)
	}
	if w, ok := c.to.(*writer); ok {
		written = w.writeIfOpen(func(to unlocked) { c.send(to, &d) }, c.own)
	} else {
		c.send(c.to, &d)
		written = true
	}
	b.release(body)
	return written
}

// A document is what an error was rendered as.
type document struct {
	head      dialect.Head
	status    int
	challenge string // the value of WWW-Authenticate
	body      []byte
}

// send writes the headers, the status and the body.
func (c *call) send(to http.ResponseWriter, d *document) {
	h := to.Header()
	private := isPrivate(d.status)
	if len(h) > 0 { // it is empty most of the time, and a loop over nothing costs time, too
		private = clean(h, d.status, to) || private
	}
	if private {
		httpbody.NoStore(h)
	}
	httphead.Set(h, "Www-Authenticate", d.challenge)
	if c.api.Choose != nil {
		vary(h)
	}
	d.head.Status = d.status
	_ = httpbody.Write(to, c.r, d.head, d.body) // the client may be gone
}

// isErrorStatus reports whether an error can have this status: 200, for protocols
// that have errors in the body, or one of 400 to 599.
func isErrorStatus(status int) bool {
	return status == http.StatusOK || status >= 400 && status <= 599
}

// ofRouter reports whether a status is one that routers respond with. It is kept
// in every dialect; only the body is the dialect's.
func ofRouter(status int) bool {
	return status == http.StatusNotFound || status == http.StatusMethodNotAllowed
}
