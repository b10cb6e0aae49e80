package foreign

import (
	"cmp"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/toolerr/toolerr/dialect/foreign/internal/guess"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/jsontree"
)

// Rules are the rules of this package, a [wire.Foreign].
type Rules struct{}

// Body reads the body of a response: the error of an API in JSON or XML, or a short text.
func (Rules) Body(r *wire.Reader, root jsontree.Value) {
	switch root.Kind() {
	case jsontree.Absent:
		page, _, _ := readPage(&r.Document)
		if page.Kind() == jsontree.Object {
			APIError(r, page)
			return
		}
		message := plainText(r.Document.Header, r.Document.Body)
		if message != "" || len(r.Document.Body) == 0 || header.MediaType(r.Document.Header) == "text/plain" {
			ByStatus(r)
		}
		byCodes(r, root, root) // of the headers
		r.Message(cmp.Or(message, paragraph(r.Document.Body)))
	case jsontree.String:
		s, _ := root.Text()
		r.Message(s)
	case jsontree.Object, jsontree.Array:
		APIError(r, root)
	}
}

// Page reads a body that is neither JSON nor has the HTTP status of an error: XML of a known API,
// or a page or a trace that names what failed. It reports whether the body is one.
func (Rules) Page(r *wire.Reader) bool {
	v, status, what := readPage(&r.Document)
	_, isError := outcomeOf(v)
	switch {
	case v.Kind() == jsontree.Object && (isError || knownAPI(&r.Document, v, false) != nil):
		APIError(r, v)
	case what != "" && r.Document.Status == 0:
		r.Document.Status = status
		r.ByStatus()
		r.Peer.Rule = what
		if what == aTrace {
			ofTrace(r)
		}
	default:
		return false
	}
	return true
}

// ofTrace guesses that a service failed which the program called, if the line with the exception has
// the HTTP status of an error, or ends with the error of a service, or that it has a limit, or if a
// function raised it that checks a response.
func ofTrace(r *wire.Reader) {
	body := strings.TrimSpace(string(r.Document.Body))
	line, _, _ := strings.Cut(body, "\n")
	frame := ""
	if last := strings.LastIndex(body, "\n  File "); last > 0 { // Python has it behind the last frame
		frame, body, _ = strings.Cut(body[last+1:], "\n")
		for line = range strings.Lines(body) {
			if line[0] != ' ' {
				break
			}
		}
		line = strings.TrimSpace(line)
	}
	in, hasBody := BodyIn(line)
	k, rule, _ := guess.Kind(wire.FailedCall, line, MessageOf(in))
	isCall := hasBody || strings.HasPrefix(rule, "text has HTTP") || k == errkit.RateLimited ||
		containsAny(frame, ", in check_response", ", in raise_for_") // Selenium
	if !isCall || r.Codec.NoGuess {
		return
	}
	if k != errkit.RateLimited {
		k = errkit.UpstreamFailed
	}
	r.Peer.Evidence = append(r.Peer.Evidence, "low confidence: "+k.String()+" is guessed from "+r.Peer.Rule)
	r.Peer.Guessed, r.Peer.Coarse = true, r.Error.Kind
	r.Kind(k, "the error of a service in the trace of a program")
}

// Refine reads the challenges of the response, guesses a kind that is open, and reads the fields
// that only a text has.
func (Rules) Refine(r *wire.Reader) {
	readChallenge(r)
	guessKind(r)
	k := r.Error.Kind
	if r.Error.Status == http.StatusBadRequest && k != errkit.InvalidInput && k != errkit.InvalidRequest {
		r.Error.Status = 0 // that of the kind
	}
	// A failure with the HTTP status of a success is the answer to the caller, as the result of a tool.
	isAnswer := r.Peer.Dialect == "http" && k == errkit.ExecutionFailed && !header.IsError(r.Document.Status)
	r.Peer.Public = r.Peer.Public || isAnswer
	fieldTexts(r)
}

// The text of a body that is not JSON is a message if it is short; anything else is a page.
const (
	maxPlainText  = 500 // bytes
	maxPlainLines = 3
)

// plainText returns the message of a body of plain text, "" if the body is something else or has
// more than a message.
func plainText(h http.Header, body []byte) string {
	if len(body) > 2*maxPlainText {
		return ""
	}
	text := strings.TrimSpace(string(body))
	media := header.MediaType(h)
	isText := media == "" || media == "text/plain" || media == "text/html" || strings.HasSuffix(media, "xml") // of services
	isLong := strings.Count(text, "\n") >= maxPlainLines && (media != "text/plain" || isPrivate(text))
	if !isText || text == "" || strings.IndexByte("<{[", text[0]) >= 0 || len(text) > maxPlainText || !utf8.ValidString(text) || isLong {
		return ""
	}
	return text
}
