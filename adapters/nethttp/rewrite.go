package nethttp

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httphead"
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
	PublicText                    // the plain text of a 4xx response becomes the message: its author wrote it for users; any other is replaced
)

// held is a plain-text response that is held back.
type held struct {
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
	defer func() {
		if recover() != nil {
			p = ReplaceText
		}
	}()
	return a.Texts(r, status)
}

// rewritten returns the error that a plain-text response becomes, reported, and
// its status.
func (c *call) rewritten(h held) (*errkit.Error, int) {
	err := h.err(c.api.Codec.Table, c.to.Header())
	if h.status == http.StatusBadRequest && c.sentNoJSON() {
		err.Kind = errkit.Malformed // JSON-RPC has a code for it
	}
	if h.status == http.StatusServiceUnavailable || c.isPending() {
		return c.reportEnding(err), h.status // [http.TimeoutHandler] may respond before the handler inside starts
	}
	return errkit.From(c.api.boundary().Handle(c.context(), err)), h.status
}

// sentNoJSON reports whether the request declares a JSON body, and the handler read
// all of another one.
func (c *call) sentNoJSON() bool {
	read, whole := c.x.body.input()
	if !whole || len(read) == 0 || !httphead.IsJSON(httphead.MediaType(c.r.Header)) {
		return false
	}
	_, err := jsontree.Parse(read, jsontree.Limits{})
	failed, ok := err.(*jsontree.Error)
	return ok && !failed.Limit
}

// A textError is the cause of an error that was a plain-text response. Its text
// is for logs only.
type textError struct {
	status int
	text   string // its beginning
	more   int    // bytes left out
}

func (a *textError) Error() string {
	switch {
	case a.text == "":
		return fmt.Sprintf("nethttp: the handler responded with %d", a.status)
	case a.more > 0:
		return fmt.Sprintf("nethttp: the handler responded with %d: %s... (%d more bytes)", a.status, a.text, a.more)
	}
	return fmt.Sprintf("nethttp: the handler responded with %d: %s", a.status, a.text)
}

// err returns the error that the plain-text response becomes.
func (h *held) err(t *mapping.Table, header http.Header) *errkit.Error {
	kind, _ := t.FromHTTP(h.status)
	text := strings.TrimSpace(strings.ToValidUTF8(string(h.text), "\uFFFD"))
	e := &errkit.Error{Kind: kind, Status: uint16(h.status), Err: &textError{status: h.status, text: text, more: h.size - len(h.text)}}
	if h.policy == PublicText && h.status < 500 && httphead.MediaType(header) == "text/plain" {
		e.Message = errkit.Text(text) // API.Texts declares it to be for users
	}
	if ofRouter(h.status) {
		e.Stage = errkit.BeforeCall
	}
	if after, ok := httphead.RetryAfter(header, time.Now); ok {
		e.RetryAfter = after
	}
	return e
}

type ternary uint8

const (
	no ternary = iota
	maybe
	yes
)

// plain reports whether the headers are those of a plain text or of HTML; it may
// be one if they have no type.
func plain(h http.Header) ternary {
	types, declared := h["Content-Type"]
	if !declared {
		return maybe
	}
	if len(types) == 0 { // the handler removed the Content-Type
		return no
	}
	switch httphead.MediaType(h) {
	case "text/plain", "text/html":
		return yes
	}
	return no
}

// plainText reports whether the beginning of a body looks like plain text or
// HTML, and not like JSON. If its type is declared as plain text, only an object
// or a list of objects looks like JSON: texts start with quotes and brackets.
func plainText(p []byte, declared bool) bool {
	p = bytes.TrimLeft(p, " \t\r\n")
	if declared {
		if after, list := bytes.CutPrefix(p, []byte("[")); list {
			p = bytes.TrimLeft(after, " \t\r\n")
		}
		return !isObject(p)
	}
	t := http.DetectContentType(p)
	if !strings.HasPrefix(t, "text/plain") && !strings.HasPrefix(t, "text/html") {
		return false
	}
	if len(p) == 0 {
		return true
	}
	after := bytes.TrimLeft(p[1:], " \t\r\n")
	switch p[0] {
	case '"':
		return false
	case '{':
		return len(after) > 0 && !isObject(p)
	case '[':
		return len(after) > 0 && !strings.ContainsRune(`{["]-0123456789`, rune(after[0])) &&
			!bytes.HasPrefix(after, []byte("true")) && !bytes.HasPrefix(after, []byte("false")) && !bytes.HasPrefix(after, []byte("null"))
	}
	return true
}

// isObject reports whether p starts as a JSON object does.
func isObject(p []byte) bool {
	after, open := bytes.CutPrefix(p, []byte("{"))
	after = bytes.TrimLeft(after, " \t\r\n")
	return open && len(after) > 0 && (after[0] == '"' || after[0] == '}')
}
