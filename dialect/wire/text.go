package wire

import (
	"bytes"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/internal/text"
)

// AppendText appends public text as a JSON string, cleaned.
func AppendText(dst []byte, c *dialect.Codec, s string) []byte {
	return text.AppendClean(dst, s, c.TextLimit())
}

// AppendTextBody appends public text as a part of a JSON string, cleaned.
func AppendTextBody(dst []byte, c *dialect.Codec, s string) []byte {
	return text.AppendCleanBody(dst, s, c.TextLimit())
}

// AppendListBody appends texts with commas between them after what introduces them, as a part of a
// JSON string. Of an empty list it appends nothing.
func AppendListBody(dst []byte, c *dialect.Codec, introduction string, list []string) []byte {
	for i, s := range list {
		if i > 0 {
			introduction = ", "
		}
		dst = AppendTextBody(append(dst, introduction...), c, s)
	}
	return dst
}

// The reference of an internal error without a message is written after its default text, so that
// a user can quote it to the people who have the log.
const (
	referenceStart = " (reference "
	referenceEnd   = ")"
)

// HasMessage reports whether e has a message of its own: a Message, or a reference that ends the
// default text.
func HasMessage(e *errkit.Error) bool { return e.Message != "" || hasReference(e) }

func hasReference(e *errkit.Error) bool {
	return e.Message == "" && e.Ref != "" && text.IsPrintable(e.Ref) && // a user cannot quote any other
		e.Kind.Text() == errkit.Internal.Text() // as for a number that is not a kind
}

// AppendMessage appends the message of e, or the default text of its kind, as a JSON string.
func AppendMessage(dst []byte, c *dialect.Codec, e *errkit.Error) []byte {
	dst = append(dst, '"')
	dst = AppendMessageBody(dst, c, e)
	return append(dst, '"')
}

// AppendMessageBody appends the message of e, or the default text of its kind, as a part of a JSON
// string.
func AppendMessageBody(dst []byte, c *dialect.Codec, e *errkit.Error) []byte {
	if e.Message != "" {
		limit := c.TextLimit()
		return text.AppendCleanBody(dst, dialect.CutQuote(string(e.Message), limit), limit)
	}
	dst = append(dst, e.Kind.Text()...)
	if hasReference(e) {
		dst = append(dst, referenceStart...)
		dst = text.AppendCleanBody(dst, e.Ref, c.TextLimit())
		dst = append(dst, referenceEnd...)
	}
	return dst
}

// FieldMessage returns the message of a field, or words for the rule that it breaks, under the
// names that APIs and validators have for it: "missing_field" of GitHub, "NotBlank" of Java,
// "additionalProperties" of JSON Schema.
func FieldMessage(f *errkit.Field) string {
	if f.Message != "" {
		return string(f.Message)
	}
	var room [64]byte
	switch string(text.AppendLetters(room[:0], f.Rule[:min(len(f.Rule), len(room))])) {
	case "required", "missingfield", "blank", "empty", "isempty", "notblank", "notempty", "notnull", "presence":
		return "is required"
	case "missing": // of pydantic; of GitHub a resource that does not exist
		return "is missing, or does not exist"
	case "alreadyexists", "taken":
		return "already exists"
	case "unique", "uniqueness", "notunique", "duplicate": // of all values, or in a list
		return "is not unique"
	case "enum", "oneof", "inclusion", "invalidchoice", "invalidenumvalue":
		return "is not one of the allowed values"
	case "additionalproperties", "unrecognizedkeys", "extraforbidden", "unknownfield", "notallowed":
		return "is not allowed"
	case "type", "typeerror", "invalidtype":
		return "has the wrong type"
	}
	return "is invalid"
}

// AppendFieldBody appends key and message of a field, such as "b: Must be a number". The message
// of a field about the whole input has no key.
func AppendFieldBody(dst []byte, c *dialect.Codec, f *errkit.Field) []byte {
	start, limit := len(dst), c.TextLimit()
	if dst = pointer.AppendCleanKey(dst, f.Path, limit); len(dst) > start {
		dst = append(dst, ": "...)
	}
	return text.AppendCleanBody(dst, FieldMessage(f), limit)
}

// A Lines value selects lines of the text for a model. Fields, needed input and the hint are
// always part of it.
type Lines struct {
	Message bool
	URLs    bool // to visit, and the user id and the scopes that are needed: for dialects without a member for them
	Retry   bool // whether to repeat the call: for dialects without a member for it

	Repeatable errkit.Repeatable // of the call, for Retry
}

// AllLines returns the lines of a text that is all that a model reads.
func AllLines(r errkit.Repeatable) Lines {
	return Lines{Message: true, URLs: true, Retry: true, Repeatable: r}
}

// AppendModelBody appends the text that a model reads as a part of a JSON string, in this order,
// one line each: message, fields, the input that is needed, hint, URLs, retry.
func AppendModelBody(dst []byte, c *dialect.Codec, e *errkit.Error, lines Lines) []byte {
	start := len(dst)
	if lines.Message {
		dst = AppendMessageBody(dst, c, e)
	}
	fields := e.Fields
	for i := range fields {
		dst = appendNewline(dst, start)
		dst = AppendFieldBody(dst, c, &fields[i])
	}
	if e.Needs.WantsInput() {
		dst = appendInput(dst, c, start, e.Needs)
	}
	if e.Hint != "" {
		dst = appendNewline(dst, start)
		dst = AppendTextBody(dst, c, string(e.Hint))
	}
	if lines.URLs && e.Needs != nil {
		dst = appendAccess(dst, c, start, e.Needs)
		dst = appendURLs(dst, c, start, e.Needs)
	}
	if lines.Retry {
		n := len(dst)
		dst = appendNewline(dst, start)
		line := len(dst)
		dst = c.Table.AppendAdvice(dst, e, lines.Repeatable)
		if len(dst) == line || endsWithLine(dst[start:n], dst[line:]) {
			return dst[:n]
		}
	}
	return dst
}

// endsWithLine reports whether a line is the last one of a text already, such as that of an error
// that was decoded.
func endsWithLine(text, line []byte) bool {
	before, ok := bytes.CutSuffix(text, line)
	return ok && (len(before) == 0 || bytes.HasSuffix(before, []byte(`\n`)))
}

// appendNewline appends an escaped line feed unless the text is still empty.
func appendNewline(dst []byte, start int) []byte {
	if len(dst) == start {
		return dst
	}
	return append(dst, `\n`...)
}

// appendInput appends as text what needsInput:v1 has members for: the reason, each input with its
// suggestions, each option.
func appendInput(dst []byte, c *dialect.Codec, start int, n *errkit.Needs) []byte {
	limit := c.TextLimit()
	if n.Reason != "" {
		dst = appendNewline(dst, start)
		dst = AppendTextBody(dst, c, string(n.Reason))
	}
	for i := range n.Input {
		suggestions, repeated := suggestionsOf(n.Input, i)
		if repeated {
			continue
		}
		dst = appendNewline(dst, start)
		dst = append(dst, "Needed: "...)
		dst = text.AppendCleanBody(dst, n.Input[i].Name, limit)
		dst = AppendListBody(dst, c, ", for example ", suggestions)
	}
	for i := range n.Options {
		o := &n.Options[i]
		dst = appendNewline(dst, start)
		dst = append(dst, "Option: "...)
		dst = text.AppendCleanBody(dst, o.Label, limit)
		if o.Value != o.Label {
			dst = append(dst, " ("...)
			dst = text.AppendCleanBody(dst, o.Value, limit)
			dst = append(dst, ')')
		}
		if o.Description != "" {
			dst = append(dst, ": "...)
			dst = text.AppendCleanBody(dst, o.Description, limit)
		}
	}
	return dst
}

// appendAccess appends lines for the user id and the scopes that are needed.
func appendAccess(dst []byte, c *dialect.Codec, start int, n *errkit.Needs) []byte {
	if n.UserID {
		dst = append(appendNewline(dst, start), "Needed: a user id"...)
	}
	if len(n.Scopes) > 0 {
		dst = AppendListBody(appendNewline(dst, start), c, "Needed permissions: ", n.Scopes)
	}
	return dst
}

// suggestionsOf returns the suggestions for input i: of inputs with one name, those of the last
// one that has any, as in the canonical JSON. It reports whether an input before i has the name.
func suggestionsOf(all []errkit.Input, i int) (suggestions []string, repeated bool) {
	for j := range all {
		switch same := text.Same(all[j].Name, all[i].Name); {
		case same && j < i:
			return nil, true
		case same && len(all[j].Suggestions) > 0:
			suggestions = all[j].Suggestions
		}
	}
	return suggestions, false
}

// IsPage reports whether the URL of a challenge is that of a page, which a user visits, not of
// metadata about the authorization, which a client reads (RFC 9728 §3, RFC 8414 §3, OpenID Connect
// Discovery 1.0 §4).
func IsPage(url string) bool {
	path := url
	if end := strings.IndexAny(url, "?#"); end >= 0 {
		path = url[:end]
	}
	return url != "" && !strings.Contains(path, "/.well-known/oauth-") &&
		!strings.Contains(path, "/.well-known/openid-configuration")
}

// appendURLs appends a line for each challenge that has a URL.
func appendURLs(dst []byte, c *dialect.Codec, start int, n *errkit.Needs) []byte {
	for i := range n.Challenges {
		ch := &n.Challenges[i]
		if ch.URL == "" {
			continue
		}
		dst = appendNewline(dst, start)
		if ch.Message != "" {
			dst = AppendTextBody(dst, c, string(ch.Message))
			dst = append(dst, ' ')
		}
		if IsPage(ch.URL) {
			dst = append(dst, "Visit "...)
		} else {
			dst = append(dst, "Authorization metadata: "...)
		}
		dst = text.AppendCleanBody(dst, ch.URL, c.TextLimit())
	}
	return dst
}
