package wire

import (
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httphead"
	"github.com/toolerr/toolerr/jsontree"
)

// Servers, gateways and proxies respond with bodies that are of no dialect. The HTTP status is what counts of them; the
// names below are those of many APIs.

// byStatus reads a response with the HTTP status of an error that is not a document of the dialect.
func (r *Reader) byStatus(root jsontree.Value, reason error) {
	r.Error, r.StageOf, r.rejected = errkit.Error{}, nil, nil
	name := r.Peer.Dialect
	r.Peer = errkit.Peer{Dialect: "http"}
	r.dropTexts()
	r.ByStatus()
	r.Note("not a document of %s: %v", name, reason)
	switch root.Kind() {
	case jsontree.Absent:
		r.Message(plainText(r.Document.Header, r.Document.Body))
	case jsontree.String:
		s, _ := root.Text()
		r.Message(s)
	case jsontree.Object:
		r.apiError(root)
	}
}

// apiError reads the error body of an HTTP API.
func (r *Reader) apiError(root jsontree.Value) {
	v := root
	for _, name := range [...]string{"error", "errors", "fault", "detail"} {
		inner := root.Member(name)
		if inner.Kind() == jsontree.Array {
			inner = inner.FirstElement()
		}
		if inner.Kind() == jsontree.Object {
			v = inner
			break
		}
	}
	if !r.OAuth(root) {
		if r.Message(MessageOf(v)); r.Error.Message == "" {
			r.Message(MessageOf(root))
		}
		for _, name := range [...]string{"code", "error_code", "errorCode", "type"} {
			if code, ok := v.Member(name).Text(); ok {
				r.Peer.Code = code
				r.Unused(v.Member(name))
				break
			}
		}
	}
	r.APIMembers(root)
	if v != root {
		r.APIMembers(v)
	}
}

// APIMembers reads the members that many HTTP APIs have beside a message: lists of invalid members, delays.
func (r *Reader) APIMembers(v jsontree.Value) {
	if r.FieldLists(v) && (r.Error.Kind == errkit.InvalidRequest || r.Error.Kind == errkit.Unknown) {
		r.Kind(errkit.InvalidInput, "a list of invalid members")
	}
	r.RetryMembers(v)
}

// RetryMembers reads retryable, retry_after (seconds) and retry_after_ms.
func (r *Reader) RetryMembers(v jsontree.Value) {
	if d, ok := r.Seconds(v, "retry_after"); ok {
		r.Error.RetryAfter = d
	}
	if d, ok := r.Milliseconds(v, "retry_after_ms"); ok {
		r.Error.RetryAfter = d
	}
	if retryable, ok := r.Bool(v, "retryable"); ok {
		r.Peer.Retry = errkit.Never
		if retryable {
			r.Peer.Retry = errkit.Allowed
		}
	}
}

// MessageOf returns the message of an error object, under any name that servers use for it.
func MessageOf(v jsontree.Value) string {
	for _, name := range [...]string{"message", "msg", "detail", "error_description", "error", "reason", "description", "title", "Message", "faultstring"} {
		if s, ok := v.Member(name).Text(); ok && s != "" {
			return s
		}
	}
	if first := v.Member("errors").FirstElement(); first.Kind() == jsontree.Object {
		s, _ := textOf(first, "message", "detail", "title", "msg")
		return s
	}
	return ""
}

// The text of a body that is not JSON is a message if it is short; anything else is a page.
const (
	maxPlainText  = 500 // bytes
	maxPlainLines = 3
)

// plainText returns the message of a body of plain text, "" if the body is something else or has more than a message.
func plainText(h http.Header, body []byte) string {
	if len(body) > 2*maxPlainText {
		return ""
	}
	text := strings.TrimSpace(string(body))
	if media := httphead.MediaType(h); media != "" && media != "text/plain" {
		return ""
	}
	if text == "" || strings.IndexByte("<{[", text[0]) >= 0 || len(text) > maxPlainText || !utf8.ValidString(text) ||
		strings.Count(text, "\n") >= maxPlainLines {
		return ""
	}
	return text
}
