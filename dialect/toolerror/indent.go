package toolerror

import (
	"strconv"
	"unicode/utf8"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
)

// appendBlock appends the payload as a part of a JSON string, indented by two spaces. The members
// that most errors have are written directly; other payloads are written compactly and then
// indented.
func (d Dialect) appendBlock(dst []byte, c *dialect.Codec, e *errkit.Error, question bool) []byte {
	if question || c.Carry || len(e.Details) > 0 || e.Message == "" && wire.HasMessage(e) {
		start := len(dst)
		dst = d.appendPayload(dst, c, e, question)
		return indentNested(dst, start)
	}
	dst = append(dst, `{\n  \"kind\": \"toolError:v1\",\n  \"code\": \"`...)
	dst = append(dst, c.Table.ToolError(e.Kind, e.Upstream)...)
	dst = append(dst, `\",\n  \"message\": \"`...)
	if e.Message != "" {
		dst = text.AppendCleanNested(dst, string(e.Message), c.TextLimit())
	} else {
		dst = append(dst, e.Kind.Text()...)
	}
	dst = append(dst, `\"`...)
	switch c.Table.RetryOf(wire.WithRetry(c.Table, e)) {
	case errkit.Allowed:
		dst = append(dst, `,\n  \"retryable\": true`...)
	case errkit.Never, errkit.AfterAction:
		dst = append(dst, `,\n  \"retryable\": false`...)
	}
	if status := c.Table.ToolErrorStatus(e.Kind, e.Upstream); status != 0 {
		dst = append(dst, `,\n  \"details\": {\n    \"statusCode\": `...)
		dst = strconv.AppendInt(dst, int64(status), 10)
		dst = append(dst, `\n  }`...)
	}
	return append(dst, `\n}`...)
}

// indentNested replaces the compact JSON dst[start:] by the body of a JSON string with the same
// document, indented by two spaces.
func indentNested(dst []byte, start int) []byte {
	compact := dst[start:]
	end := len(dst)
	depth := 0
	inString := false
	for i := 0; i < len(compact); i++ {
		c := compact[i]
		if inString {
			switch c {
			case '\\':
				dst = append(dst, `\\`...)
				i++
				if next := compact[i]; next == '"' || next == '\\' {
					dst = append(dst, '\\', next)
				} else {
					dst = append(dst, next)
				}
				continue
			case '"':
				dst = append(dst, `\"`...)
				inString = false
				continue
			}
			run := i
			for i < len(compact) && compact[i] != '"' && compact[i] != '\\' && (compact[i] < 0x7f ||
				hidden(compact[i:]) == 0) {
				i++
			}
			dst = append(dst, compact[run:i]...)
			if n := hidden(compact[i:]); n > 0 {
				dst = appendHidden(dst, compact[i:i+n])
				i += n
			}
			i--
			continue
		}
		switch c {
		case '"':
			dst = append(dst, `\"`...)
			inString = true
		case '{', '[':
			dst = append(dst, c)
			if compact[i+1] == c+2 { // '}' and ']' are two after '{' and '['
				dst = append(dst, c+2)
				i++
				break
			}
			depth++
			dst = indentLine(dst, depth)
		case '}', ']':
			depth--
			dst = indentLine(dst, depth)
			dst = append(dst, c)
		case ',':
			dst = append(dst, ',')
			dst = indentLine(dst, depth)
		case ':':
			dst = append(dst, ": "...)
		default:
			dst = append(dst, c)
		}
	}
	return dst[:start+copy(dst[start:], dst[end:])]
}

// hidden returns the length of the character at the start of s if it must not be in a text for a
// model: DEL, a control character of U+0080 to U+009F, or a bidirectional control. Otherwise it
// returns 0.
func hidden(s []byte) int {
	switch r, n := utf8.DecodeRune(s); {
	case r >= 0x7f && r < 0xa0, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return n
	}
	return 0
}

// appendHidden appends such a character as a JSON escape: the document stays the same.
func appendHidden(dst, s []byte) []byte {
	const hex = "0123456789abcdef"
	r, _ := utf8.DecodeRune(s)
	return append(dst, '\\', '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}

func indentLine(dst []byte, depth int) []byte {
	dst = append(dst, `\n`...)
	for range depth {
		dst = append(dst, "  "...)
	}
	return dst
}
