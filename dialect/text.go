package dialect

import (
	"strconv"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonw"
)

// text appends public text as a JSON string.
func (c *Codec) text(dst []byte, t errkit.Text) []byte {
	return jsonw.AppendClean(dst, string(t), c.maxText())
}

// body appends public text as a part of a JSON string.
func (c *Codec) body(dst []byte, t errkit.Text) []byte {
	return jsonw.AppendCleanBody(dst, string(t), c.maxText())
}

// The reference of an internal error without a message of its own stands after
// its standing text, so that a user can tell it to the people who have the log.
const (
	refBefore = " (reference "
	refAfter  = ")"
)

// messageBody appends the message as a part of a JSON string.
func (c *Codec) messageBody(dst []byte, e *errkit.Error) []byte {
	if e.Message != "" {
		return jsonw.AppendCleanBody(dst, string(e.Message), c.maxText())
	}
	dst = append(dst, e.Kind.Text()...)
	if referred(e) {
		dst = append(dst, refBefore...)
		dst = jsonw.AppendCleanBody(dst, e.Ref, c.maxText())
		dst = append(dst, refAfter...)
	}
	return dst
}

// messageNested appends the message as a part of a JSON string in a document
// that itself stands in one.
func (c *Codec) messageNested(dst []byte, e *errkit.Error) []byte {
	if e.Message != "" {
		return jsonw.AppendCleanNested(dst, string(e.Message), c.maxText())
	}
	dst = append(dst, e.Kind.Text()...)
	if referred(e) {
		dst = append(dst, refBefore...)
		dst = jsonw.AppendCleanNested(dst, e.Ref, c.maxText())
		dst = append(dst, refAfter...)
	}
	return dst
}

func (c *Codec) message(dst []byte, e *errkit.Error) []byte {
	dst = append(dst, '"')
	dst = c.messageBody(dst, e)
	return append(dst, '"')
}

func referred(e *errkit.Error) bool {
	return e.Kind == errkit.Internal && e.Message == "" && e.Ref != ""
}

// invalid is what stands where a field has no message.
const invalid = "is invalid"

// fieldBody appends "b: Must be a number" as a part of a JSON string; what is
// wrong with the whole input stands alone.
func (c *Codec) fieldBody(dst []byte, f *errkit.Field) []byte {
	limit := c.maxText()
	if f.Path != "" {
		if key, escaped := keyOf(f.Path); !escaped {
			dst = jsonw.AppendCleanBody(dst, key, limit)
		} else {
			dst = appendUnescapedClean(dst, key, limit)
		}
		dst = append(dst, ": "...)
	}
	if f.Message == "" {
		return append(dst, invalid...)
	}
	return jsonw.AppendCleanBody(dst, string(f.Message), limit)
}

func (c *Codec) fieldMessage(dst []byte, f *errkit.Field) []byte {
	if f.Message == "" {
		return append(dst, invalid...)
	}
	return jsonw.AppendCleanBody(dst, string(f.Message), c.maxText())
}

// linesFor says which lines a text for a model has after the message.
type linesFor uint8

const (
	withMessage linesFor = 1 << iota
	withRetry            // the retry line: where no member says it
	withURLs             // the URLs to visit: where no member says them
)

// modelBody appends the text that a model reads as a part of a JSON string:
// message, fields, what input is needed, hint, URLs and retry, a line each.
func (c *Codec) modelBody(dst []byte, e *errkit.Error, lines linesFor) []byte {
	start := len(dst)
	if lines&withMessage != 0 {
		dst = c.messageBody(dst, e)
	}
	for i := range e.Fields {
		dst = newline(dst, start)
		dst = c.fieldBody(dst, &e.Fields[i])
	}
	if e.Needs.WantsInput() {
		dst = c.inputBody(dst, start, e.Needs)
	}
	if e.Hint != "" {
		dst = newline(dst, start)
		dst = c.body(dst, e.Hint)
	}
	if e.Needs != nil && lines&withURLs != 0 {
		dst = c.urlsBody(dst, start, e.Needs)
	}
	if lines&withRetry != 0 && (e.Retry != errkit.Unspecified || e.RetryAfter > 0) {
		dst = retryBody(dst, start, e)
	}
	return dst
}

// newline appends a line break in a JSON string, but for the first line.
func newline(dst []byte, start int) []byte {
	if len(dst) == start {
		return dst
	}
	return append(dst, `\n`...)
}

// inputBody appends what needsInput:v1 says in members: the reason, a line for
// each input with its suggestions, a line for each option.
func (c *Codec) inputBody(dst []byte, start int, n *errkit.Needs) []byte {
	limit := c.maxText()
	if n.Reason != "" {
		dst = newline(dst, start)
		dst = c.body(dst, n.Reason)
	}
	for i := range n.Input {
		dst = newline(dst, start)
		dst = append(dst, "Needed: "...)
		dst = jsonw.AppendCleanBody(dst, n.Input[i].Name, limit)
		for j, s := range n.Input[i].Suggestions {
			if j == 0 {
				dst = append(dst, ", for example "...)
			} else {
				dst = append(dst, ", "...)
			}
			dst = jsonw.AppendCleanBody(dst, s, limit)
		}
	}
	for i := range n.Options {
		o := &n.Options[i]
		dst = newline(dst, start)
		dst = append(dst, "Option: "...)
		dst = jsonw.AppendCleanBody(dst, o.Label, limit)
		if o.Value != o.Label {
			dst = append(dst, " ("...)
			dst = jsonw.AppendCleanBody(dst, o.Value, limit)
			dst = append(dst, ')')
		}
		if o.Description != "" {
			dst = append(dst, ": "...)
			dst = jsonw.AppendCleanBody(dst, o.Description, limit)
		}
	}
	return dst
}

// urlsBody appends a line for each challenge that has a URL.
func (c *Codec) urlsBody(dst []byte, start int, n *errkit.Needs) []byte {
	for i := range n.Challenges {
		ch := &n.Challenges[i]
		if ch.URL == "" {
			continue
		}
		dst = newline(dst, start)
		if ch.Message != "" {
			dst = c.body(dst, ch.Message)
			dst = append(dst, ' ')
		}
		dst = append(dst, "Visit "...)
		dst = jsonw.AppendCleanBody(dst, ch.URL, c.maxText())
	}
	return dst
}

// retryBody appends the retry line. It says what the error says, never what the
// table says.
func retryBody(dst []byte, start int, e *errkit.Error) []byte {
	switch {
	case e.RetryAfter > 0 && e.Retry != errkit.Never && e.Retry != errkit.AfterAction:
		dst = newline(dst, start)
		dst = append(dst, "Try again in "...)
		dst = appendSeconds(dst, e.RetryAfter)
		if dst[len(dst)-1] == '1' && dst[len(dst)-2] == ' ' {
			return append(dst, " second."...)
		}
		return append(dst, " seconds."...)
	case e.Retry == errkit.Allowed:
		return append(newline(dst, start), "The same call may be tried again."...)
	case e.Retry == errkit.Never:
		return append(newline(dst, start), "Do not repeat the same call."...)
	case e.Retry == errkit.AfterAction:
		return append(newline(dst, start), "Try again after that."...)
	}
	return dst
}

// appendSeconds appends a delay in seconds, exact to the millisecond, such as
// "0.5" or "30".
func appendSeconds(dst []byte, d time.Duration) []byte {
	ms := errkit.Milliseconds(d)
	dst = strconv.AppendInt(dst, ms/1000, 10)
	if ms %= 1000; ms != 0 {
		dst = append(dst, '.', byte('0'+ms/100), byte('0'+ms/10%10), byte('0'+ms%10))
		for dst[len(dst)-1] == '0' {
			dst = dst[:len(dst)-1]
		}
	}
	return dst
}
