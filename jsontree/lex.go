package jsontree

import (
	"math/bits"
	"strings"
)

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// unescaped returns the offset of the first quote, backslash or control character of s from i on.
// It reads eight bytes at a time.
func unescaped(s string, i int) int {
	for ; len(s)-i >= 8; i += 8 {
		b := s[i : i+8]
		w := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		quote := w ^ 2*ones // in which quotes, 0x20 now, follow the control characters
		slash := w ^ '\\'*ones
		if m := ((quote-0x21*ones)&^quote | (slash-ones)&^slash) & highs; m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for i < len(s) && s[i] >= 0x20 && s[i] != '"' && s[i] != '\\' {
		i++
	}
	return i
}

// quoted parses the string at i and reports whether it has escapes.
func (d *document) quoted(i int) (end int, hasEscapes bool) {
	s := d.src
	i = unescaped(s, i+1)
	for i < len(s) && s[i] == '\\' {
		n := escape(s[i:])
		if n == 0 {
			return d.badEscape(i + 1), false
		}
		hasEscapes = true
		i = unescaped(s, i+n)
	}
	if i < len(s) && s[i] == '"' {
		return i + 1, hasEscapes
	}
	return d.fail(i, "in a string"), false
}

// escape returns the length of the escape at the start of s, 0 if it is not valid.
func escape(s string) int {
	if len(s) > 1 && short[s[1]] != 0 {
		return 2
	}
	if _, ok := unit(s); ok {
		return 6
	}
	return 0
}

// badEscape sets an error for the first invalid byte of the escape whose backslash is before i.
func (d *document) badEscape(i int) int {
	if i < len(d.src) && d.src[i] == 'u' {
		i++
		return d.fail(len(d.src)-len(strings.TrimLeft(d.src[i:], "0123456789abcdefABCDEF")), `in a \u escape`)
	}
	return d.fail(i, "in a string escape")
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
