package jsonr

import (
	"math/bits"
	"unicode/utf8"
)

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// text reads a string, checks it, and says whether it has escapes.
func (p *parser) text(i int) (end int, escaped bool) {
	s := p.src
	start := i + 1
	var high uint64 // has a high bit where some byte may not be ASCII
	for i++; ; {
		// Eight bytes at a time to the next one that is a quote, a backslash or a control character. The word may reach
		// past the end of the string; at worst that checks an ASCII string for UTF-8.
		for len(s)-i >= 8 {
			t := s[i:]
			_ = t[7]
			w := uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
				uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
			high |= w
			quote, slash := w^'"'*ones, w^'\\'*ones
			if m := ((w-0x20*ones)&^w | (quote-ones)&^quote | (slash-ones)&^slash) & highs; m != 0 {
				i += bits.TrailingZeros64(m) / 8
				break
			}
			i += 8
		}
		for i < len(s) && s[i] >= 0x20 && s[i] != '"' && s[i] != '\\' { // the last bytes of the document
			high |= uint64(s[i])
			i++
		}
		switch {
		case i >= len(s):
			if n := valid(s[start:]); start+n < len(s) {
				return p.fail(start+n, ""), false
			}
			return p.fail(i, ""), false
		case s[i] == '"':
			if high&highs != 0 {
				if n := valid(s[start:i]); start+n < i {
					return p.fail(start+n, ""), false
				}
			}
			return i + 1, escaped
		case s[i] != '\\':
			if n := valid(s[start:i]); start+n < i {
				return p.fail(start+n, ""), false
			}
			return p.fail(i, "in a string"), false
		}
		escaped = true
		n := escape(s[i:])
		if n == 0 {
			return p.badEscape(i, start), false
		}
		i += n
	}
}

// escape is the length of the escape at the start of s, 0 if it is none.
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

// badEscape reports the first byte that is wrong in the escape at i, or before it in the string that begins at start.
func (p *parser) badEscape(i, start int) int {
	if n := valid(p.src[start:i]); start+n < i {
		return p.fail(start+n, "")
	}
	i++
	if i < len(p.src) && p.src[i] == 'u' {
		i++
		for i < len(p.src) && nibble(p.src[i]) >= 0 {
			i++
		}
		return p.fail(i, `in a \u escape`)
	}
	return p.fail(i, "in a string escape")
}

// valid counts the bytes at the start of s that are UTF-8.
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

func (p *parser) literal(i int, word string) int {
	if len(p.src)-i >= len(word) && p.src[i:i+len(word)] == word {
		return i + len(word)
	}
	for j := range word {
		if i+j >= len(p.src) || p.src[i+j] != word[j] {
			i += j
			break
		}
	}
	return p.fail(i, "in "+word)
}

// number reads a number. // RFC 8259 §6
func (p *parser) number(i int) int {
	s := p.src
	if s[i] == '-' {
		i++
	}
	if i < len(s) && s[i] == '0' {
		i++
	} else if i = p.digits(i); i < 0 {
		return -1
	}
	if i < len(s) && s[i] == '.' {
		if i = p.digits(i + 1); i < 0 {
			return -1
		}
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if i = p.digits(i); i < 0 {
			return -1
		}
	}
	return i
}

// digits reads one digit or more.
func (p *parser) digits(i int) int {
	start := i
	for i < len(p.src) && p.src[i]-'0' <= 9 {
		i++
	}
	if i == start {
		return p.fail(i, "in a number")
	}
	return i
}
