package nethttp

import (
	"bytes"
	"fmt"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httphead"
	"github.com/toolerr/toolerr/mapping"
)

// maxHeld is how much of an old text goes to the report, in bytes.
const maxHeld = 2048

// held is a plain answer that is held back.
type held struct {
	status int
	text   []byte // its beginning
	size   int
}

func (h *held) add(p []byte) {
	h.size += len(p)
	h.text = append(h.text, p[:min(len(p), maxHeld-len(h.text))]...)
}

// An answered is the cause of an error that was a plain answer. What it says is
// for logs alone.
type answered struct {
	status int
	text   string // its beginning
	more   int    // bytes that are left out
}

func (a *answered) Error() string {
	switch {
	case a.text == "":
		return fmt.Sprintf("nethttp: the handler answered %d", a.status)
	case a.more > 0:
		return fmt.Sprintf("nethttp: the handler answered %d: %s... (%d more bytes)", a.status, a.text, a.more)
	}
	return fmt.Sprintf("nethttp: the handler answered %d: %s", a.status, a.text)
}

// err is the error that the plain answer becomes.
func (h *held) err(t *mapping.Table, header http.Header) error {
	kind, _ := t.FromHTTP(h.status)
	text := strings.TrimSpace(strings.ToValidUTF8(string(h.text), "\uFFFD"))
	e := &errkit.Error{Kind: kind, Err: &answered{status: h.status, text: text, more: h.size - len(h.text)}}
	if ofRouter(h.status) {
		e.Stage = errkit.BeforeCall
	}
	if after, ok := httphead.RetryAfter(header, time.Now); ok {
		e.RetryAfter = after
	}
	return e
}

// ofRouter reports whether a status says what routers say, which stays whatever
// the dialect: only the body is the dialect's.
func ofRouter(status int) bool {
	return status == http.StatusNotFound || status == http.StatusMethodNotAllowed
}

// exactly returns a codec whose table says this status for the kind, so that
// what a document says about its status is so.
func exactly(c *dialect.Codec, kind errkit.Kind, status int) *dialect.Codec {
	if c.Table.Row(kind).HTTP == status {
		return c
	}
	t, err := c.Table.With(mapping.Row{Kind: kind, HTTP: status})
	if err != nil { // not below 400, not above 599: there is no such error
		return c
	}
	exact := *c
	exact.Table = t
	return &exact
}

type answer uint8

const (
	no answer = iota
	maybe
	yes
)

// plain reports whether the headers are those of a plain text or of HTML; it may
// be one if they do not say.
func plain(h http.Header) answer {
	types, told := h["Content-Type"]
	if !told {
		return maybe
	}
	if len(types) == 0 { // the handler wants no type at all
		return no
	}
	switch t, _, _ := mime.ParseMediaType(types[0]); t {
	case "text/plain", "text/html":
		return yes
	}
	return no
}

// plainText reports whether the beginning of a body looks like plain text or
// HTML, and not like JSON.
func plainText(p []byte) bool {
	t := http.DetectContentType(p)
	if !strings.HasPrefix(t, "text/plain") && !strings.HasPrefix(t, "text/html") {
		return false
	}
	p = bytes.TrimLeft(p, " \t\r\n")
	if len(p) == 0 {
		return true
	}
	after := bytes.TrimLeft(p[1:], " \t\r\n")
	switch p[0] {
	case '"':
		return false
	case '{':
		return len(after) > 0 && after[0] != '"' && after[0] != '}'
	case '[':
		return len(after) > 0 && !strings.ContainsRune(`{["]-0123456789`, rune(after[0])) &&
			!bytes.HasPrefix(after, []byte("true")) && !bytes.HasPrefix(after, []byte("false")) && !bytes.HasPrefix(after, []byte("null"))
	}
	return true
}
