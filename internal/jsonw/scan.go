package jsonw

import (
	"encoding/binary"
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

// half is the half word at the start of s, which has four bytes at least.
func half(s string) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// special finds what has to be escaped, DEL and what is not ASCII. With bit 1 flipped the quote follows upon the control
// characters, so that the first term finds both. The last one finds DEL and all above but 0xff, the first one that.
func special(w uint64) uint64 {
	return ((w ^ 0x02*ones) - 0x21*ones) | ((w ^ '\\'*ones) - ones) | (w + ones)
}

// appendText appends s in form f; cleaned, it is at most max characters. Nearly every text is ASCII that stands for itself,
// in JSON and in cleaned text alike: it is stored word by word while it is looked at, and only what is not goes elsewhere.
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
			if steps[c]&63 != whole {
				return appendOther(dst, s, max, f)
			}
			to[i] = c
		}
		return longer
	}
	last := load(s[len(s)-8:]) // some bytes of it are among those of the word before
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

// appendOther is appendText for any text. Nearly all of them, too, are through after one transfer.
func appendOther(dst []byte, s string, max int, f form) []byte {
	if room := dst[len(dst):cap(dst)]; len(room) >= 4*len(s) && (len(s) <= max || max <= 0) {
		n, read := transfer(room, s, &shorts[f&^clean])
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

// plain counts the bytes at the start of s that are ASCII and stand for themselves.
func plain(s string) int {
	t := s
	for len(t) >= 8 {
		if m := special(load(t)) & highs; m != 0 {
			return len(s) - len(t) + bits.TrailingZeros64(m)/8
		}
		t = t[8:]
	}
	for i := range len(t) {
		if steps[t[i]]&63 != whole {
			return len(s) - len(t) + i
		}
	}
	return len(s)
}

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
	if room := dst[len(dst):cap(dst)]; len(room) >= 4*len(s) {
		written, read := transfer(room, s, &shorts[f])
		return dst[:len(dst)+written], read
	}
	n := harmless(s)
	return append(dst, s[:n]...), n
}

// transfer writes s to dst up to the first character that stands neither for itself nor in shorts, and says how much it
// wrote and read. dst has four times the length of s, and may hold anything behind what was written. It calls nothing, so
// that what it works with stays in registers; a slice of a length that is known costs fewer instructions than an open one.
func transfer(dst []byte, s string, shorts *[utf8.RuneSelf]short) (n, i int) {
	state := uint64(whole)
	for {
		for i <= len(s)-8 {
			t := s[i : i+8]
			w := load(t)
			binary.LittleEndian.PutUint64(dst[n:n+8:n+8], w)
			if state == whole {
				m := special(w) & highs
				if m == 0 {
					n, i = n+8, i+8
					continue
				}
				k := bits.TrailingZeros64(m) / 8 & 7
				if c := t[k]; c < utf8.RuneSelf {
					n, i = n+k, i+k
					e := shorts[c]
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
		for i < len(s) { // the last bytes, or those up to the one that stops
			next := steps[s[i]] >> (state & 63) & 63
			if next == stop {
				break
			}
			dst[n] = s[i]
			n, i, state = n+1, i+1, next
		}
		if i >= len(s) || state != whole || s[i] >= utf8.RuneSelf {
			break
		}
		e := shorts[s[i]]
		if e.len == 0 {
			break
		}
		binary.LittleEndian.PutUint32(dst[n:n+4:n+4], e.bytes)
		n, i = n+int(e.len), i+1
	}
	for state != whole { // back to where the character starts
		n, i = n-1, i-1
		if s[i] >= 0xc0 {
			state = whole
		}
	}
	return n, i
}

// controls reports whether these bytes are a separator or a bidirectional control: U+2028 to U+202E, U+2066 to U+2069.
func controls(a, b, c byte) bool {
	return a == 0xe2 && (b == 0x80 && c >= 0xa8 && c <= 0xae || b == 0x81 && c >= 0xa6 && c <= 0xa9)
}
