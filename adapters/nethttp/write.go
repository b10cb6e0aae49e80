package nethttp

import (
	"net/http"
	"strconv"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httphead"
)

// Header values that all responses share. They must not be written to.
var (
	typeJSON    = []string{"application/json"}
	typeProblem = []string{"application/problem+json"}
	noSniff     = []string{"nosniff"}
	noStore     = []string{"no-store"}
	varyAccept  = []string{"Accept"}
)

// knownLength is the size from which on a response declares its length, in
// bytes: the server does so by itself for less.
const knownLength = 2048

// write writes the response to e, and reports whether it did: a goroutine of the
// handler may have committed one since. It allocates only for headers that few
// errors have.
func (c *call) write(e *errkit.Error, status int) (written bool) {
	b := buffers.Get().(*buffer)
	body, head, e := c.render(b.bytes[:0], e)
	if !ofRouter(status) {
		status = head.Status
	}
	if !isErrorStatus(status) {
		status = http.StatusInternalServerError
	}
	d := document{head: head, status: status, body: body}
	if status == http.StatusUnauthorized || status == http.StatusForbidden {
		d.challenge = c.challenge(e)
	}
	if w, ok := c.to.(*writer); ok {
		written = w.only(func(to unlocked) { c.send(to, &d) }, c.own)
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
		h["Cache-Control"] = noStore
	}
	switch d.head.ContentType {
	case typeJSON[0]:
		h["Content-Type"] = typeJSON
	case typeProblem[0]:
		h["Content-Type"] = typeProblem
	default:
		delete(h, "Content-Type")
		httphead.Set(h, "Content-Type", d.head.ContentType)
	}
	h["X-Content-Type-Options"] = noSniff
	if d.head.RetryAfter > 0 {
		h["Retry-After"] = []string{d.head.RetryAfterSeconds()}
	}
	httphead.Set(h, "Www-Authenticate", d.challenge)
	if c.api.Choose != nil {
		vary(h)
	}
	headOnly := c.r.Method == http.MethodHead
	if len(d.body) >= knownLength || headOnly {
		if len(h["Content-Encoding"]) == 0 {
			h["Content-Length"] = []string{strconv.Itoa(len(d.body))}
		}
	}
	to.WriteHeader(d.status)
	if !headOnly {
		_, _ = to.Write(d.body) // the client may be gone
	}
}

// isErrorStatus reports whether an error can have this status: 200, for protocols
// that have errors in the body, or one of 400 to 599.
func isErrorStatus(status int) bool {
	return status == http.StatusOK || status >= 400 && status <= 599
}
