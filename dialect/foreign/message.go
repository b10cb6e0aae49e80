package foreign

import (
	"strings"
	"unicode/utf8"

	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/leak"
	"github.com/toolerr/toolerr/jsontree"
)

// The most bytes of a message that is joined from several texts, before the last one, and the
// texts of a list that are looked at.
const maxJoined, maxListed = 4096, 100

// MessageOf returns the message of an error object, under any name that servers use for it.
func MessageOf(v jsontree.Value) string {
	isNest := v.Member("statusCode").Kind() == jsontree.Number || v.Member("error").Kind() == jsontree.String
	if s := sentences(v.Member("message"), "", "; "); isNest && s != "" {
		return s
	}
	if s, ok := textOf(v, tables().Messages...); ok {
		reason, _ := v.Member("reason").Text()
		if strings.IndexByte(s, ' ') < 0 && strings.IndexByte(reason, ' ') > 0 { // CouchDB, RabbitMQ
			return reason
		}
		return s
	}
	for _, name := range tables().Several {
		if s := sentences(v.Member(name), "", "; "); s != "" {
			return s
		}
	}
	return sentences(v, "", "; ")
}

// sentences returns the texts of a list, and those of objects in it, with a separator between
// them, without those that known has.
func sentences(list jsontree.Value, known, separator string) (all string) {
	for v, n := list.FirstElement(), 0; v.Kind() != jsontree.Absent && n < maxListed && len(all) < maxJoined; v, n = v.Next(), n+1 {
		s, ok := v.Text()
		if !ok {
			s, _ = textOf(v, "message", "detail", "title", "msg", "description", "errorSummary", "desc", "omschrijving", "error",
				"errorMessage")
		}
		if !has(known, s) && !has(all, s) {
			all += separator + s
		}
	}
	return strings.TrimPrefix(all, separator)
}

// has reports whether the start of a message says what another text does, in letters of any case.
func has(message, text string) bool {
	return strings.Contains(strings.ToLower(message[:min(len(message), maxJoined)]), strings.ToLower(strings.TrimSuffix(text, ".")))
}

// isPrivate reports whether a text is for who develops the server: it has the place or the class
// of an exception.
func isPrivate(text string) bool {
	_, stack := leak.Find(leak.Stack, text)
	_, class := leak.Find(leak.Exception, text)
	return stack+class > 0 || isTrace(text)
}

// addMessage adds to the message what an object says under a name that is not that of a message:
// what is wrong exactly, in a text or in a list of texts, which are lines then.
func addMessage(r *wire.Reader, v jsontree.Value) {
	for _, name := range tables().More {
		more, isText := v.Member(name).Text()
		if !isText {
			more = sentences(v.Member(name), string(r.Error.Message), "\n")
		}
		if name != "error" || len(more) > len(r.Error.Message) { // else it is more general
			addText(r, more, isText)
		}
	}
}

// addText adds a text, or a list of them as lines, to a message, unless the message has it or it
// is a code, a private one or no text.
func addText(r *wire.Reader, more string, isText bool) {
	message := string(r.Error.Message)
	switch more = strings.TrimSpace(more); {
	case strings.IndexByte(more, ' ') < 0 && utf8.RuneCountInString(more) == len(more), message == "", has(message, more),
		PhraseStatus(more) != 0, more == string(r.Error.Hint):
		return // a word is a code, unless its language has no spaces
	case isPrivate(more), strings.IndexByte("<{", more[0]) >= 0: // which may say the kind
	case strings.Contains(more, message):
		r.Error.Message = errkit.Text(more)
	case isText:
		r.Error.Message = errkit.Text(strings.TrimSuffix(message, ".") + ": " + more)
	default:
		r.Error.Message += errkit.Text("\n" + more)
	}
	r.GuessFrom(more)
}
