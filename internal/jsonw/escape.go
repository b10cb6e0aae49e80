package jsonw

import "unicode/utf8"

// A form says how often text is escaped.
type form uint8

const (
	raw   form = iota // as it is
	once              // inside a JSON string
	twice             // inside a JSON string inside a JSON string
)

const hex = "0123456789abcdef"

// escapes holds for each byte the letter after the backslash, u for \u00xx, and 0 where the byte stands for itself.
var escapes = [utf8.RuneSelf]byte{
	'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'b', 't', 'n', 'u', 'f', 'r', 'u', 'u', // 0x00
	'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', // 0x10
	'"':  '"',
	'\\': '\\',
}

// appendEscaped appends s in form f, once or twice. The first plain bytes of it stand for themselves.
func appendEscaped(dst []byte, s string, plain int, f form) []byte {
	dst = append(dst, s[:plain]...)
	for s = s[plain:]; ; {
		var n int
		if dst, n = appendHarmless(dst, s, f); n == len(s) {
			return dst
		}
		s = s[n:]
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r < utf8.RuneSelf && escapes[r] != 0: // not DEL
			dst = appendEscape(dst, byte(r), f)
		case r == utf8.RuneError && size == 1:
			dst = appendUnicode(dst, "fffd", f)
		case r == '\u2028' || r == '\u2029': // line ends in JavaScript; encoding/json escapes them always
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
	case letter == '"' || letter == '\\': // the letter itself is escaped again
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

// appendUnicode appends the escape of the UTF-16 unit with these hexadecimal digits, in form once or twice.
func appendUnicode(dst []byte, digits string, f form) []byte {
	if f == twice {
		dst = append(dst, '\\')
	}
	dst = append(dst, '\\', 'u')
	return append(dst, digits...)
}
