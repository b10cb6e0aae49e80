package jsonw

import (
	"encoding/binary"
	"unicode/utf8"
)

// A form is how often text is escaped.
type form uint8

const (
	raw   form = iota // not escaped
	once              // for a JSON string
	twice             // for a JSON string in a JSON string

	clean form = 4 // a flag for appendText: clean the text before escaping it
)

const hex = "0123456789abcdef"

// escapes holds for each ASCII character the letter after the backslash, u for \u00xx, or 0 if it is not escaped.
var escapes = [utf8.RuneSelf]byte{
	'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'b', 't', 'n', 'u', 'f', 'r', 'u', 'u', // 0x00
	'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', // 0x10
	'"':  '"',
	'\\': '\\',
}

// A shortEscape is the escape of a quote, backslash, line feed or tab: at most four bytes, little endian.
type shortEscape struct {
	bytes uint32
	len   uint8 // 0 for any other character
}

// shortEscapes holds the short escapes by form and character.
var shortEscapes = func() (table [twice + 1][utf8.RuneSelf]shortEscape) {
	for f := range table {
		for _, c := range []byte("\"\\\n\t") {
			e := appendEscape(nil, c, form(f))
			table[f][c].len = uint8(len(e))
			table[f][c].bytes = binary.LittleEndian.Uint32(append(e, 0, 0, 0))
		}
	}
	return table
}()

// appendEscaped appends s in form f, which is once or twice.
func appendEscaped(dst []byte, s string, f form) []byte {
	for {
		var n int
		if dst, n = appendPlain(dst, s, f); n == len(s) {
			return dst
		}
		s = s[n:]
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r < utf8.RuneSelf && escapes[r] != 0: // DEL has no escape
			dst = appendEscape(dst, byte(r), f)
		case r == utf8.RuneError && size == 1:
			dst = utf8.AppendRune(dst, r)
		case r == '\u2028' || r == '\u2029': // line ends in JavaScript, which encoding/json always escapes
			dst = appendSeparator(dst, r, f)
		default:
			dst = append(dst, s[:size]...)
		}
		s = s[size:]
	}
}

// appendEscape appends the ASCII character c, which has an entry in escapes.
func appendEscape(dst []byte, c byte, f form) []byte {
	letter := escapes[c]
	switch {
	case f == raw:
		return append(dst, c)
	case letter == 'u' && f == once:
		return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
	case letter == 'u':
		return append(dst, '\\', '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
	case f == once:
		return append(dst, '\\', letter)
	case letter == '"' || letter == '\\': // both characters are escaped again
		return append(dst, '\\', '\\', '\\', letter)
	}
	return append(dst, '\\', '\\', letter)
}

// appendSeparator appends U+2028 or U+2029.
func appendSeparator(dst []byte, r rune, f form) []byte {
	switch {
	case f == raw:
		return utf8.AppendRune(dst, r)
	case r == '\u2028':
		return appendUnicode(dst, "2028", f)
	}
	return appendUnicode(dst, "2029", f)
}

// appendUnicode appends the \u escape with these hexadecimal digits, in form once or twice.
func appendUnicode(dst []byte, digits string, f form) []byte {
	if f == twice {
		dst = append(dst, '\\')
	}
	dst = append(dst, '\\', 'u')
	return append(dst, digits...)
}
