package jsonw

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// The scanners test the eight bytes of a word at once. The result of a test has the high bit of each byte that passes it.
// Only the lowest bit set is exact: a borrow or carry may change the bits above it.

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// load returns the word at the start of s, which has at least eight bytes.
func load(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// half returns the half word at the start of s, which has at least four bytes.
func half(s string) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// special tests for bytes that are escaped, DEL, and bytes that are not ASCII. The first term tests for control characters
// and quotes, because a quote with bit 1 flipped is the next byte after the control characters, and for 0xff; the second for
// backslashes; the third for DEL and the bytes above it except 0xff.
func special(w uint64) uint64 {
	return ((w ^ 0x02*ones) - 0x21*ones) | ((w ^ '\\'*ones) - ones) | (w + ones)
}

// appendText appends s in form f. If f has the flag clean, the text is cleaned and cut after max characters. Most texts are
// plain ASCII, which cleaning and escaping do not change: they are copied word by word while they are scanned. All others
// are passed to appendOther.
func appendText(dst []byte, s string, max int, f form) []byte {
	n := len(dst)
	if cap(dst)-n < len(s) || len(s) > max && max > 0 {
		return appendOther(dst, s, max, f)
	}
	longer := dst[:n+len(s)]
	to := longer[n:]
	if len(s) < 8 {
		if len(s) >= 4 {
			head, tail := half(s), half(s[len(s)-4:])
			if special(uint64(head)|uint64(tail)<<32)&highs != 0 {
				return appendOther(dst, s, max, f)
			}
			binary.LittleEndian.PutUint32(to, head)
			binary.LittleEndian.PutUint32(to[len(to)-4:], tail)
			return longer
		}
		for i := range len(to) {
			c := s[i]
			if steps[c]&63 != complete {
				return appendOther(dst, s, max, f)
			}
			to[i] = c
		}
		return longer
	}
	last := load(s[len(s)-8:]) // it may overlap with the word before it
	if special(last)&highs != 0 {
		return appendOther(dst, s, max, f)
	}
	binary.LittleEndian.PutUint64(to[len(to)-8:], last)
	t := s
	for ; len(t) > 16 && len(to) > 16; t, to = t[16:], to[16:] {
		v, w := load(t), load(t[8:])
		if (special(v)|special(w))&highs != 0 {
			return appendOther(dst, s, max, f)
		}
		binary.LittleEndian.PutUint64(to, v)
		binary.LittleEndian.PutUint64(to[8:], w)
	}
	if len(t) > 8 && len(to) > 8 {
		w := load(t)
		if special(w)&highs != 0 {
			return appendOther(dst, s, max, f)
		}
		binary.LittleEndian.PutUint64(to, w)
	}
	return longer
}

// appendOther is appendText for any text. If the slice has room, transfer appends most texts completely.
func appendOther(dst []byte, s string, max int, f form) []byte {
	if room := dst[len(dst):cap(dst)]; len(room) >= 4*len(s) && (len(s) <= max || max <= 0) {
		n, read := transfer(room, s, &shortEscapes[f&^clean])
		if dst = dst[:len(dst)+n]; read == len(s) {
			return dst
		}
		s = s[read:]
	}
	if f&clean != 0 {
		return appendCleaned(dst, s, max, f&^clean)
	}
	return appendEscaped(dst, s, f)
}

// IsPrintable reports whether s is printable ASCII, which [Clean] does not change.
func IsPrintable(s string) bool {
	switch {
	case len(s) >= 8:
		other := unprintable(load(s[len(s)-8:])) // it may overlap with the word before it
		for ; len(s) > 8; s = s[8:] {
			other |= unprintable(load(s))
		}
		return other&highs == 0
	case len(s) >= 4:
		return unprintable(uint64(half(s))|uint64(half(s[len(s)-4:]))<<32)&highs == 0
	}
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// unprintable tests for control characters, DEL, and bytes that are not ASCII. The first term tests for control characters
// and for bytes above 0x9f; the second for DEL and the bytes above it except 0xff.
func unprintable(w uint64) uint64 { return (w - ' '*ones) | (w + ones) }

// plainASCII returns the number of bytes at the start of s that are plain ASCII.
func plainASCII(s string) int {
	t := s
	for len(t) >= 8 {
		if m := special(load(t)) & highs; m != 0 {
			return len(s) - len(t) + bits.TrailingZeros64(m)/8
		}
		t = t[8:]
	}
	for i := range len(t) {
		if steps[t[i]]&63 != complete {
			return len(s) - len(t) + i
		}
	}
	return len(s)
}

// plain returns the number of bytes at the start of s that are plain: whole characters that neither cleaning nor escaping
// changes.
func plain(s string) int {
	i := plainASCII(s)
	for i < len(s) && s[i] >= utf8.RuneSelf {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 || r < 0xa0 || size == 3 && isSeparatorOrBidi(s[i], s[i+1], s[i+2]) {
			return i
		}
		i += size
		i += plainASCII(s[i:])
	}
	return i
}

// appendPlain appends the start of s that is plain, in form f, and returns its length in s. If dst has room, it includes
// characters with a short escape.
func appendPlain(dst []byte, s string, f form) (longer []byte, read int) {
	if room := dst[len(dst):cap(dst)]; len(room) >= 4*len(s) {
		written, read := transfer(room, s, &shortEscapes[f])
		return dst[:len(dst)+written], read
	}
	n := plain(s)
	return append(dst, s[:n]...), n
}

// transfer writes s to dst up to the first character that is neither plain nor in escapes. It returns the number of bytes
// written and read. dst has at least four times the length of s; the bytes after those written are undefined.
//
// It calls no function, so that its variables stay in registers, and slices have constant lengths, which saves bounds
// checks.
func transfer(dst []byte, s string, escapes *[utf8.RuneSelf]shortEscape) (n, i int) {
	state := uint64(complete)
	for {
		for i <= len(s)-8 {
			t := s[i : i+8]
			w := load(t)
			binary.LittleEndian.PutUint64(dst[n:n+8:n+8], w)
			if state == complete {
				m := special(w) & highs
				if m == 0 {
					n, i = n+8, i+8
					continue
				}
				k := bits.TrailingZeros64(m) / 8 & 7
				if c := t[k]; c < utf8.RuneSelf {
					n, i = n+k, i+k
					e := escapes[c]
					if e.len == 0 {
						return n, i
					}
					binary.LittleEndian.PutUint32(dst[n:n+4:n+4], e.bytes)
					n, i = n+int(e.len), i+1
					continue
				}
			}
			next := steps[t[0]] >> (state & 63)
			next = steps[t[1]] >> (next & 63)
			next = steps[t[2]] >> (next & 63)
			next = steps[t[3]] >> (next & 63)
			next = steps[t[4]] >> (next & 63)
			next = steps[t[5]] >> (next & 63)
			next = steps[t[6]] >> (next & 63)
			next = steps[t[7]] >> (next & 63) & 63
			if next == stop {
				break
			}
			n, i, state = n+8, i+8, next
		}
		for i < len(s) { // the last bytes, or those before the one that stops
			next := steps[s[i]] >> (state & 63) & 63
			if next == stop {
				break
			}
			dst[n] = s[i]
			n, i, state = n+1, i+1, next
		}
		if i >= len(s) || state != complete || s[i] >= utf8.RuneSelf {
			break
		}
		e := escapes[s[i]]
		if e.len == 0 {
			break
		}
		binary.LittleEndian.PutUint32(dst[n:n+4:n+4], e.bytes)
		n, i = n+int(e.len), i+1
	}
	for state != complete { // back to the start of the character
		n, i = n-1, i-1
		if s[i] >= 0xc0 {
			state = complete
		}
	}
	return n, i
}

// isSeparatorOrBidi reports whether these bytes are a line or paragraph separator or a bidirectional control: U+2028 to
// U+202E, U+2066 to U+2069.
func isSeparatorOrBidi(a, b, c byte) bool {
	return a == 0xe2 && (b == 0x80 && c >= 0xa8 && c <= 0xae || b == 0x81 && c >= 0xa6 && c <= 0xa9)
}
