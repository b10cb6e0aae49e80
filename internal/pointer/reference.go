package pointer

import "strings"

// A URI reference has few characters as they are (RFC 3986 §2); the text of an application that
// represents itself as one may have any. The two functions are the inverse of each other, and
// keep the URI references of others as they are.

// AppendReference appends a text as a URI reference: characters that a URI must not have are
// percent-encoded, and so is a percent sign before what [FromReference] would decode. The result
// needs no escape in a JSON string.
func AppendReference(dst []byte, s string) []byte {
	if needsDot(s) {
		dst = append(dst, "./"...)
	}
	for i := range len(s) {
		c := s[i]
		if c == '%' && kept(s[i:]) || c != '%' && inURI(c) {
			dst = append(dst, c)
		} else {
			dst = appendPercent(dst, c)
		}
	}
	return dst
}

// FromReference returns the text of a URI reference that [AppendReference] wrote.
func FromReference(s string) string {
	if rest, ok := strings.CutPrefix(s, "./"); ok && needsDot(rest) {
		s = rest
	}
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if c, ok := encoded(s[i:]); ok && (c == '%' || !inURI(c)) {
			b.WriteByte(c)
			i += 2
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// kept reports whether s starts with an encoded character that FromReference leaves as it is.
func kept(s string) bool {
	c, ok := encoded(s)
	return ok && c != '%' && inURI(c)
}

// encoded returns the character that s starts with, percent-encoded.
func encoded(s string) (c byte, ok bool) {
	if len(s) < 3 || s[0] != '%' {
		return 0, false
	}
	high, low := nibble(s[1]), nibble(s[2])
	return byte(high<<4 | low), high >= 0 && low >= 0
}

func nibble(c byte) int {
	if c < '0' {
		return -1
	}
	return strings.IndexByte("0123456789abcdef", c|' ')
}

// inURI reports whether a URI reference may have a character as it is. Brackets are for
// addresses only.
func inURI(c byte) bool { return fragmentBytes[c] != 0 || c == '#' }

// needsDot reports whether the first segment of s has a colon and is not a scheme, which starts
// with a letter (RFC 3986 §3.1, §4.2).
func needsDot(s string) bool {
	n := strings.IndexAny(s, ":/?#")
	if n < 0 || s[n] != ':' {
		return false
	}
	for i := range n {
		letter := s[i]|' ' >= 'a' && s[i]|' ' <= 'z'
		if !letter && (i == 0 || strings.IndexByte("0123456789+-.", s[i]) < 0) {
			return true
		}
	}
	return n == 0
}
