package nethttp

import (
	"bytes"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

// buffer is where answers are rendered.
type buffer struct{ bytes []byte }

var buffers = sync.Pool{New: func() any { return &buffer{bytes: make([]byte, 0, 1024)} }}

// maxBuffer is the size of a buffer that is not kept, in bytes.
const maxBuffer = 64 << 10

func (b *buffer) release(grown []byte) {
	if cap(grown) > maxBuffer {
		return
	}
	b.bytes = grown[:0]
	buffers.Put(b)
}

// Values of headers that all answers share: nobody may write into them.
var (
	typeJSON    = []string{"application/json"}
	typeProblem = []string{"application/problem+json"}
	noSniff     = []string{"nosniff"}
	noStore     = []string{"no-store"}
	varyAccept  = []string{"Accept"}
)

// knownLength is from where on an answer says its length: the server does it by
// itself for less.
const knownLength = 2048

// write writes the status, the headers and the body of an answer. It allocates
// only for headers that few errors have.
func (c *call) write(e *errkit.Error, status int) {
	b := buffers.Get().(*buffer)
	body, head, e := c.render(b.bytes[:0], e, status)
	if !ofRouter(status) {
		status = head.Status
	}
	if !answerable(status) {
		status = http.StatusInternalServerError
	}
	h := c.to.Header()
	private := uncacheable(status)
	if len(h) > 0 { // it mostly is empty, and to go through nothing costs, too
		private = c.clean(h, status) || private
	}
	if private {
		h["Cache-Control"] = noStore
	}
	switch head.ContentType {
	case typeJSON[0]:
		h["Content-Type"] = typeJSON
	case typeProblem[0]:
		h["Content-Type"] = typeProblem
	default:
		delete(h, "Content-Type")
		setHeader(h, "Content-Type", head.ContentType)
	}
	h["X-Content-Type-Options"] = noSniff
	if head.RetryAfter > 0 {
		h["Retry-After"] = []string{head.RetryAfterSeconds()}
	}
	if status == http.StatusUnauthorized || status == http.StatusForbidden {
		setHeader(h, "Www-Authenticate", c.challenge(e))
	}
	if c.api.Choose != nil {
		vary(h)
	}
	headOnly := c.r.Method == http.MethodHead
	if len(body) >= knownLength || headOnly {
		if len(h["Content-Encoding"]) == 0 {
			h["Content-Length"] = []string{strconv.Itoa(len(body))}
		}
	}
	c.to.WriteHeader(status)
	if !headOnly {
		_, _ = c.to.Write(body) // a client that cannot be reached needs no answer
	}
	b.release(body)
}

// render appends the document that says e. A dialect of somebody else's that
// panics is answered for in ours, by an error that says that it did.
func (c *call) render(dst []byte, e *errkit.Error, status int) (body []byte, head dialect.Head, said *errkit.Error) {
	rendered := false
	defer func() {
		if !rendered {
			body, head, said = c.rescue(dst, recover())
		}
	}()
	d := c.dialect
	if d == nil {
		d = c.api.fixed()
	}
	codec := &c.api.Codec
	if status != 0 {
		codec = exactly(codec, e.Kind, status)
	}
	body, head = appendTo(dst, codec, d, e)
	rendered = true
	return body, head, e
}

// rescue is what render answers with after a panic; there was none where the
// goroutine ends by Goexit.
func (c *call) rescue(dst []byte, v any) (body []byte, head dialect.Head, said *errkit.Error) {
	if v == nil {
		return nil, head, nil
	}
	said = errkit.From(c.api.boundary().Recovered(c.context(), v))
	body, head = c.api.Codec.Append(dst[:0], defaultDialect, dialect.Call{}, said)
	return body, head, said
}

// answerable reports whether an error can have this status: 200, for protocols
// that say errors in the body, or one of 400 to 599.
func answerable(status int) bool {
	return status == http.StatusOK || status >= 400 && status <= 599
}

// clean removes what the handler set for the answer that it did not give, and
// reports whether it said who may keep that one.
func (c *call) clean(h http.Header, status int) (told bool) {
	for name := range h {
		switch name {
		case "Cache-Control", "Expires": // they were for the success
			told = true
			delete(h, name)
		case "Accept-Ranges", "Content-Digest", "Content-Disposition", "Content-Language", "Content-Length",
			"Content-Location", "Content-Md5", "Digest", "Etag", "Last-Modified", "Repr-Digest", "Transfer-Encoding":
			delete(h, name)
		case "Content-Range":
			if status != http.StatusRequestedRangeNotSatisfiable { // where it says the length
				delete(h, name)
			}
		case "Content-Encoding":
			if !c.encodedOutside() {
				delete(h, name)
			}
		case "Trailer":
			for _, names := range h[name] {
				for announced := range strings.SplitSeq(names, ",") {
					h.Del(strings.TrimSpace(announced))
				}
			}
			delete(h, name)
		default:
			if strings.HasPrefix(name, http.TrailerPrefix) {
				delete(h, name)
			}
		}
	}
	return told
}

// uncacheable reports whether nobody may keep the answer: a fault, a missing
// login, an error that has the status of a success.
func uncacheable(status int) bool {
	return status >= 500 || status == http.StatusUnauthorized || status == http.StatusOK
}

// encodedOutside reports whether a Content-Encoding among the headers belongs to
// somebody further out, who compresses what is written. Where nobody knows, it
// does if somebody stands between here and the server.
func (c *call) encodedOutside() bool {
	if w, ok := c.to.(*writer); ok {
		return w.encodedOutside()
	}
	return !ofServer(c.to)
}

// challenge returns what stands in WWW-Authenticate.
func (c *call) challenge(e *errkit.Error) (value string) {
	if c.api.Authenticate == nil {
		return ""
	}
	defer func() {
		if recover() != nil { // of somebody else's: the answer goes without it
			value = ""
		}
	}()
	return c.api.Authenticate(c.r, e)
}

// setHeader sets a header, if the value is one: printable ASCII. Anything else
// net/http would alter, or send so that clients give up (RFC 9110 §5.5).
func setHeader(h http.Header, name, value string) {
	if value == "" {
		return
	}
	for i := range len(value) {
		if value[i] != '\t' && (value[i] < ' ' || value[i] > '~') {
			return
		}
	}
	h[name] = []string{value}
}

// vary says that the answer depends on Accept.
func vary(h http.Header) {
	for _, line := range h["Vary"] {
		for name := range strings.SplitSeq(line, ",") {
			if name = strings.TrimSpace(name); name == "*" || strings.EqualFold(name, "Accept") {
				return
			}
		}
	}
	if len(h["Vary"]) == 0 {
		h["Vary"] = varyAccept
		return
	}
	h["Vary"] = append(h["Vary"][:len(h["Vary"]):len(h["Vary"])], "Accept")
}

// event says e as one more event of a stream that stands between two, and
// reports whether it could.
func (c *call) event(e *errkit.Error) bool {
	w, ok := c.to.(*writer)
	if !ok || w.failed != nil || !w.betweenEvents() {
		return false
	}
	h := w.Header()
	if t, _, _ := mime.ParseMediaType(h.Get("Content-Type")); t != "text/event-stream" {
		return false
	}
	if h.Get("Content-Encoding") != "" && !w.encodedOutside() || h.Get("Content-Length") != "" {
		return false
	}
	b := buffers.Get().(*buffer)
	body, _, _ := c.render(b.bytes[:0], e, 0)
	var event bytes.Buffer
	if !isRPC(c.dialect) {
		event.WriteString("event: error\n")
	}
	for line := range bytes.Lines(body) {
		event.WriteString("data: ")
		event.Write(bytes.TrimRight(line, "\r\n"))
		event.WriteByte('\n')
	}
	event.WriteByte('\n')
	b.release(body)
	if _, err := w.Write(event.Bytes()); err != nil {
		return false
	}
	return w.FlushError() == nil
}
