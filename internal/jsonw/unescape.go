package jsonw

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// Unescape returns the text that the body of a JSON string represents, in place. The body is one that this package appended.
func Unescape(body []byte) []byte {
	n := bytes.IndexByte(body, '\\')
	if n < 0 {
		return body
	}
	plain := body[:n]
	for rest := body[n:]; len(rest) > 0; {
		size := 2
		switch c := rest[1]; c {
		case 'b':
			plain = append(plain, '\b')
		case 'f':
			plain = append(plain, '\f')
		case 'n':
			plain = append(plain, '\n')
		case 'r':
			plain = append(plain, '\r')
		case 't':
			plain = append(plain, '\t')
		case 'u': // a control character, U+2028, U+2029 or U+FFFD, all shorter than their escape
			size = 6
			r, _ := strconv.ParseUint(string(rest[2:size]), 16, 16)
			plain = utf8.AppendRune(plain, rune(r))
		default: // a quote or a backslash
			plain = append(plain, c)
		}
		rest = rest[size:]
		if n = bytes.IndexByte(rest, '\\'); n < 0 {
			n = len(rest)
		}
		plain = append(plain, rest[:n]...)
		rest = rest[n:]
	}
	return plain
}
