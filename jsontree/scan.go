package jsontree

import (
	"math/bits"
	"unicode/utf8"
)

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// unescaped returns the number of bytes at the start of s before a quote, a backslash or a control character. A bit of highs
// is set in high if one of these bytes may not be ASCII. It reads eight bytes at a time, so high may include bytes after
// the end of the string; then an ASCII string is checked for UTF-8 without need.
func unescaped(s string) (n int, high uint64) {
	rest := s
	for len(rest) >= 8 {
		_ = rest[7]
		w := uint64(rest[0]) | uint64(rest[1])<<8 | uint64(rest[2])<<16 | uint64(rest[3])<<24 |
			uint64(rest[4])<<32 | uint64(rest[5])<<40 | uint64(rest[6])<<48 | uint64(rest[7])<<56
		high |= w
		quote := w ^ 2*ones // in which quotes, 0x20 now, follow the control characters
		slash := w ^ '\\'*ones
		if m := ((quote-0x21*ones)&^quote | (slash-ones)&^slash) & highs; m != 0 {
			return len(s) - len(rest) + bits.TrailingZeros64(m)/8, high
		}
		rest = rest[8:]
	}
	for len(rest) > 0 && rest[0] >= 0x20 && rest[0] != '"' && rest[0] != '\\' {
		high |= uint64(rest[0])
		rest = rest[1:]
	}
	return len(s) - len(rest), high
}

// quoted parses the string at i and reports whether it has escapes. Most strings are ASCII without escapes.
func (d *document) quoted(i int) (end int, escaped bool) {
	start := i + 1
	n, high := unescaped(d.src[start:])
	if i = start + n; i < len(d.src) && d.src[i] == '"' && high&highs == 0 {
		return i + 1, false
	}
	return d.quotedFrom(i, start, high)
}

// quotedFrom continues quoted at i, the first byte after the unescaped ones, in the string that starts at start.
func (d *document) quotedFrom(i, start int, high uint64) (end int, escaped bool) {
	for i < len(d.src) && d.src[i] == '\\' {
		n := escape(d.src[i:])
		if n == 0 {
			return d.badEscape(i, start), false
		}
		escaped = true
		more, h := unescaped(d.src[i+n:])
		i += n + more
		high |= h
	}
	if high&highs != 0 {
		if n := valid(d.src[start:i]); start+n < i {
			return d.fail(start+n, ""), false
		}
	}
	if i < len(d.src) && d.src[i] == '"' {
		return i + 1, escaped
	}
	return d.fail(i, "in a string"), false
}

// escape returns the length of the escape at the start of s, 0 if it is not valid.
func escape(s string) int {
	if len(s) < 2 {
		return 0
	}
	switch s[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if _, ok := unit(s); ok {
			return 6
		}
	}
	return 0
}

// badEscape sets an error for the first invalid byte of the escape at i, or before it in the string that starts at start.
func (d *document) badEscape(i, start int) int {
	if n := valid(d.src[start:i]); start+n < i {
		return d.fail(start+n, "")
	}
	i++
	if i < len(d.src) && d.src[i] == 'u' {
		i++
		for i < len(d.src) && nibble(d.src[i]) >= 0 {
			i++
		}
		return d.fail(i, `in a \u escape`)
	}
	return d.fail(i, "in a string escape")
}

// valid returns the number of bytes at the start of s that are UTF-8.
func valid(s string) int {
	if utf8.ValidString(s) {
		return len(s)
	}
	for i := 0; ; {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size <= 1 {
			return i
		}
		i += size
	}
}

func (d *document) literal(i int, word string) int {
	if len(d.src)-i >= len(word) && d.src[i:i+len(word)] == word {
		return i + len(word)
	}
	for j := range word {
		if i+j >= len(d.src) || d.src[i+j] != word[j] {
			i += j
			break
		}
	}
	return d.fail(i, "in "+word)
}

// number parses a number (RFC 8259 §6).
func (d *document) number(i int) int {
	s := d.src
	if s[i] == '-' {
		i++
	}
	if i < len(s) && s[i] == '0' {
		i++
	} else if i = d.digits(i); i < 0 {
		return -1
	}
	if i < len(s) && s[i] == '.' {
		if i = d.digits(i + 1); i < 0 {
			return -1
		}
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if i = d.digits(i); i < 0 {
			return -1
		}
	}
	return i
}

// digits parses one or more digits.
func (d *document) digits(i int) int {
	start := i
	for i < len(d.src) && d.src[i]-'0' <= 9 {
		i++
	}
	if i == start {
		return d.fail(i, "in a number")
	}
	return i
}
