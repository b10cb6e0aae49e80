package jsontree

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// short holds the character that each letter after a backslash represents.
var short = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// unescape returns the text that the valid body of a string represents (RFC 8259 §7).
func unescape(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		r, n := escaped(s[i:])
		b.WriteRune(r)
		s = s[i+n:]
	}
}

// escaped parses the escape at the start of s.
func escaped(s string) (r rune, size int) {
	if s[1] == 'u' {
		return codePoint(s)
	}
	return rune(short[s[1]]), 2
}

// codePoint parses the \u escape at the start of s, or the two of a surrogate pair. Half a pair
// becomes U+FFFD.
func codePoint(s string) (r rune, size int) {
	r, _ = unit(s)
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if low, ok := unit(s[6:]); ok {
		if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
			return r, 12
		}
	}
	return utf8.RuneError, 6
}

// unit parses the UTF-16 unit of the \u escape at the start of s.
func unit(s string) (r rune, ok bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(n), err == nil
}

// far is an exponent that no number of digits in a document can balance.
const far = 1 << 40

// integer parses s, a valid JSON number. It is false if s is not an integer of 64 bits.
func integer(s string) (int64, bool) {
	if n, err := strconv.Atoi(s); err == nil { // most
		return int64(n), true
	}
	sign := s[:len(s)-len(strings.TrimPrefix(s, "-"))]
	s = s[len(sign):]
	exponent := int64(0)
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		n, _ := strconv.ParseInt(s[i+1:], 10, 64) // that of 64 bits which is the nearest
		exponent = min(max(n, -far), far)
		s = s[:i]
	}
	whole, fraction, _ := strings.Cut(s, ".")
	exponent -= int64(len(fraction))
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return 0, true
	}
	trimmed := strings.TrimRight(digits, "0")
	exponent += int64(len(digits) - len(trimmed))
	if exponent < 0 || int64(len(trimmed))+exponent > 19 { // 2^63 has 19 digits
		return 0, false
	}
	n, err := strconv.ParseInt(sign+trimmed+strings.Repeat("0", int(exponent)), 10, 64)
	if err != nil {
		return 0, false
	}
	return n, true
}
