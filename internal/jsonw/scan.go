package jsonw

import (
	"math/bits"
	"unicode/utf8"
)

// The scanners look at eight bytes in one word. A test sets the high bit of every byte of the word that it is for.
// The lowest one set is right; those above may be wrong, since a byte that borrows or carries disturbs the next.

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// load is the word at the start of s, which has eight bytes at least.
func load(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// special finds what has to be escaped, DEL and what is not ASCII. With bit 1 flipped the quote follows upon the control
// characters, so that the first term finds both. The last one finds DEL and all above but 0xff, the first one that.
func special(w uint64) uint64 {
	return ((w ^ 0x02*ones) - 0x21*ones) | ((w ^ '\\'*ones) - ones) | (w + ones)
}

// plain counts the bytes at the start of s that are ASCII and stand for themselves, in JSON and in cleaned text alike.
func plain(s string) int {
	t := s
	for len(t) >= 16 {
		a, b := load(t), load(t[8:])
		if (special(a)|special(b))&highs != 0 {
			break
		}
		t = t[16:]
	}
	for len(t) >= 8 {
		w := load(t)
		if m := special(w) & highs; m != 0 {
			return len(s) - len(t) + bits.TrailingZeros64(m)/8
		}
		t = t[8:]
	}
	if len(t) > 0 && len(s) >= 8 { // the last word, of which some bytes were seen before
		w := load(s[len(s)-8:])
		if m := special(w) & highs; m != 0 {
			return len(s) - 8 + bits.TrailingZeros64(m)/8
		}
		return len(s)
	}
	if len(t) >= 4 {
		head, tail := t[:4], t[len(t)-4:]
		w := uint64(head[0]) | uint64(head[1])<<8 | uint64(head[2])<<16 | uint64(head[3])<<24 |
			uint64(tail[0])<<32 | uint64(tail[1])<<40 | uint64(tail[2])<<48 | uint64(tail[3])<<56
		if special(w)&highs == 0 {
			return len(s)
		}
	}
	for i := range len(t) {
		if c := t[i]; c >= 0x7f || escapes[c] != 0 {
			return i
		}
	}
	return len(s)
}

// A class is what the first byte of a character says about whether the character stands for itself.
type class uint8

const (
	other  class = iota // it needs a look
	plain1              // ASCII that stands for itself
	plain2              // a character of two bytes that stands for itself
	plain3              // one of three bytes, unless it is one of controls
	short               // ASCII with an escape of two bytes
)

// classes holds the class of every byte. // Unicode 16.0, table 3-7
var classes = func() (table [256]class) {
	for c := range table {
		switch {
		case c == '"', c == '\\', c == '\n', c == '\t':
			table[c] = short
		case c < 0x7f && escapes[c] == 0:
			table[c] = plain1
		case c > 0xc2 && c < 0xe0:
			table[c] = plain2
		case c > 0xe0 && c < 0xf0 && c != 0xed:
			table[c] = plain3
		}
	}
	return table
}()

// harmless counts the bytes at the start of s that are whole characters and stand for themselves, in JSON and in cleaned
// text alike. It stops before what has to be escaped or dropped, the line and paragraph separators, and what is not UTF-8.
func harmless(s string) int {
	i := plain(s)
	for i < len(s) && s[i] >= utf8.RuneSelf {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 || r < 0xa0 || size == 3 && controls(s[i], s[i+1], s[i+2]) {
			return i
		}
		i += size
		i += plain(s[i:])
	}
	return i
}

// appendHarmless appends the start of s that is harmless, in form f, and says how long it is. If there is room, that goes
// on over what has a short escape.
func appendHarmless(dst []byte, s string, f form) (longer []byte, read int) {
	if room := dst[len(dst):cap(dst)]; f == once && len(room) >= 2*len(s) {
		written, read := transfer(room, s)
		return dst[:len(dst)+written], read
	}
	n := harmless(s)
	return append(dst, s[:n]...), n
}

// transfer writes s to dst as the body of a JSON string up to the first rare character; dst has twice the length of s. It
// calls nothing, so that all that it works with stays in registers.
func transfer(dst []byte, s string) (written, read int) {
	n := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		kind := classes[c]
		if kind == plain1 {
			dst[n] = c
			n++
			continue
		}
		if kind == short {
			dst[n], dst[n+1] = '\\', escapes[c&0x7f]
			n += 2
			continue
		}
		if kind == other || i+1 >= len(s) || !follows(s[i+1]) {
			return n, i
		}
		if kind == plain2 {
			dst[n], dst[n+1] = c, s[i+1]
			n += 2
			i++
			continue
		}
		if i+2 >= len(s) || !follows(s[i+2]) || controls(c, s[i+1], s[i+2]) {
			return n, i
		}
		dst[n], dst[n+1], dst[n+2] = c, s[i+1], s[i+2]
		n += 3
		i += 2
	}
	return n, len(s)
}

// follows reports whether c is a byte of a character other than its first.
func follows(c byte) bool { return c&0xc0 == 0x80 }

// controls reports whether these bytes are a separator or a bidirectional control: U+2028 to U+202E, U+2066 to U+2069.
func controls(a, b, c byte) bool {
	return a == 0xe2 && (b == 0x80 && c >= 0xa8 && c <= 0xae || b == 0x81 && c >= 0xa6 && c <= 0xa9)
}
