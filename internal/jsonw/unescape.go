package jsonw

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// Unescape returns the text that the body of a JSON string represents. It overwrites body, which this package must have
// appended.
func Unescape(body []byte) []byte {
	n := bytes.IndexByte(body, '\\')
	if n < 0 {
		return body
	}
	text := body[:n]
	for rest := body[n:]; len(rest) > 0; {
		size := 2
		switch c := rest[1]; c {
		case 'b':
			text = append(text, '\b')
		case 'f':
			text = append(text, '\f')
		case 'n':
			text = append(text, '\n')
		case 'r':
			text = append(text, '\r')
		case 't':
			text = append(text, '\t')
		case 'u': // a control character, U+2028, U+2029 or U+FFFD, all shorter than their escape
			size = 6
			r, _ := strconv.ParseUint(string(rest[2:size]), 16, 16)
			text = utf8.AppendRune(text, rune(r))
		default: // a quote or a backslash
			text = append(text, c)
		}
		rest = rest[size:]
		if n = bytes.IndexByte(rest, '\\'); n < 0 {
			n = len(rest)
		}
		text = append(text, rest[:n]...)
		rest = rest[n:]
	}
	return text
}
