package nethttp

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// maxHeld is how much of an old text goes to the report, in bytes.
const maxHeld = 2048

// A TextPolicy is what happens to a plain-text or HTML response of 400 to 599
// under [API.Rewrite].
type TextPolicy uint8

const (
	ReplaceText TextPolicy = iota // the client gets the default text of the kind, the report gets the old one
	KeepText                      // the response stays as it is

	// The plain text of a 4xx response becomes the message: its author wrote it for users. Any
	// other is replaced.
	PublicText
)

// held is a plain-text response that is held back, or why the client could not be written to.
type held struct {
	failed error
	status int
	policy TextPolicy
	text   []byte // its beginning
	size   int
}

func (h *held) add(p []byte) {
	h.size += len(p)
	h.text = append(h.text, p[:min(len(p), maxHeld-len(h.text))]...)
}

// policy asks [API.Texts]. One that panics decides nothing.
func (a *API) policy(r *http.Request, status int) (p TextPolicy) {
	if a.Texts == nil {
		return ReplaceText
	}
	defer func() { _ = recover() }() // then p is ReplaceText
	return a.Texts(r, status)
}

// rewritten returns the error that a plain-text response becomes, reported, and
// its status.
func (c *call) rewritten(h *held) (*errkit.Error, int) {
	err := h.err(c.api.Codec.Table, c.to.Header())
	if h.status == http.StatusBadRequest && c.sentNoJSON() {
		err.Kind = errkit.Malformed // JSON-RPC has a code for it
	}
	isLimit := h.status == http.StatusServiceUnavailable && err.RetryAfter > 0 // RFC 9110 §15.6.4
	if b := c.x.body; isLimit && !c.isPending() && b != nil && b.requests.Sent.Load() == 0 {
		err.Effect = errkit.EffectNone // what a handler returns, or has sent for, need not be a limit
	}
	if c.isOfNoRoute(h) && !c.succeeded && !c.x.succeeded.Load() {
		err.Stage = errkit.BeforeCall
	}
	if h.status == http.StatusServiceUnavailable || c.isPending() {
		return c.reportEnding(err), h.status // [http.TimeoutHandler] may respond before the handler inside starts
	}
	return errkit.From(c.api.boundary().Handle(c.context(), err)), h.status
}

// isOfNoRoute reports whether h is the response of a router that has no handler for the request.
// The text is that of [http.NotFound], which nearly all use. A handler may call that, too: not every
// router sets the pattern of the request, but none reads the body.
func (c *call) isOfNoRoute(h *held) bool {
	isUnrouted := c.r.Pattern == "" && (c.x.body == nil || !c.x.body.isStarted())
	return isUnrouted && (h.status == http.StatusMethodNotAllowed ||
		h.status == http.StatusNotFound && string(h.text) == "404 page not found\n")
}

// sentNoJSON reports whether the request declares a JSON body, and the handler read
// all of another one.
func (c *call) sentNoJSON() bool {
	read, whole := c.x.body.input()
	if !whole || len(read) == 0 || !header.IsJSON(header.MediaType(c.r.Header)) {
		return false
	}
	_, err := jsontree.Parse(read, jsontree.Limits{})
	failed, ok := err.(*jsontree.Error)
	return ok && !failed.Limit
}

// decode decompresses a text that a handler inside compressed. What it cannot decompress is no
// text for anybody.
func (h *held) decode(head http.Header) {
	if header.First(head, "Content-Encoding") == "" {
		return
	}
	if z, err := gzip.NewReader(bytes.NewReader(h.text)); err == nil {
		h.text, _ = io.ReadAll(io.LimitReader(z, maxHeld))
	} else if !utf8.Valid(h.text) { // else a handler outside compresses it
		h.text = nil
	}
}

// err returns the error that the plain-text response becomes. The text in its cause is for logs
// only.
func (h *held) err(t *mapping.Table, head http.Header) *errkit.Error {
	h.decode(head)
	kind, _ := t.FromHTTP(h.status)
	text := strings.TrimSpace(strings.ToValidUTF8(string(h.text), "\uFFFD"))
	cause := fmt.Sprintf("nethttp: the handler responded with %d", h.status)
	if text != "" {
		cause += ": " + text
		if more := h.size - len(h.text); more > 0 {
			cause += fmt.Sprintf("... (%d more bytes)", more)
		}
	}
	e := &errkit.Error{Kind: kind, Status: uint16(h.status), Err: errors.New(cause)}
	if h.policy == PublicText && h.status < 500 && header.MediaType(head) == "text/plain" {
		e.Message = errkit.Text(text) // API.Texts declares it to be for users
	}
	e.RetryAfter = header.Delay(head, time.Now, kind == errkit.RateLimited)
	return e
}

// isDeclaredPlain reports whether the headers are those of a plain text or of HTML.
func isDeclaredPlain(h http.Header) bool {
	media := header.MediaType(h)
	return media == "text/plain" || media == "text/html"
}

// mayBePlain reports whether the headers do not rule out a plain text: it has no type, either. A
// Content-Type without a value is one that the handler removed.
func mayBePlain(h http.Header) bool {
	_, declared := h["Content-Type"]
	return !declared || isDeclaredPlain(h)
}

// JSON that was sent as plain text. If that is its declared type, only an object or a list of
// objects is JSON: texts start with quotes and brackets.
var (
	declaredJSON = regexp.MustCompile(`^[ \t\r\n]*\[?[ \t\r\n]*\{[ \t\r\n]*["}]`)
	likelyJSON   = regexp.MustCompile(`^("|\{[ \t\r\n]*(["}]|$)|\[[ \t\r\n]*([[{"\]\-0-9]|true|false|null|$))`)
)

// plainText reports whether the beginning of a body looks like plain text or HTML, and not like
// JSON. declared is whether the headers have that type.
func plainText(p []byte, declared bool) bool {
	if declared {
		return !declaredJSON.Match(p)
	}
	p = bytes.TrimLeft(p, " \t\r\n")
	media, _, _ := strings.Cut(http.DetectContentType(p), ";")
	return (media == "text/plain" || media == "text/html") && !likelyJSON.Match(p)
}
