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

// harmless counts the bytes at the start of s, which is UTF-8, that stand for themselves in JSON and in cleaned text
// alike. It stops before every character that starts with 0xc2 or 0xe2: C1 controls, separators and bidirectional
// controls are among them.
func harmless(s string) int {
	t := s
	for len(t) >= 8 {
		w := load(t)
		lead := w&^(0x20*ones) ^ 0xc2*ones
		if m := (special(w)&^w | (lead-ones)&^lead) & highs; m != 0 {
			return len(s) - len(t) + bits.TrailingZeros64(m)/8
		}
		t = t[8:]
	}
	for i := range len(t) {
		if c := t[i]; c == 0xc2 || c == 0xe2 || c == 0x7f || c < utf8.RuneSelf && escapes[c] != 0 {
			return len(s) - len(t) + i
		}
	}
	return len(s)
}
