package text

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"unicode/utf8"
)

// A text is cleaned, cut and escaped while it is copied, in one pass, because a document of
// usual size would otherwise take 7 % longer. Each part passes on what it does not handle:
//
//   - [appendText] copies printable ASCII without quotes and backslashes, word by word. Most
//     texts have nothing else.
//   - [transfer] copies any text, word by word: ASCII characters become what the table
//     replacements has for them, and the table steps recognizes the characters of other
//     languages that stay as they are.
//   - [appendCharacter] appends one character that neither table has, such as a line separator,
//     or one of which [next], in clean.go, finds that it is removed.
//
// A text with too many characters is cut before, by [appendOther].

// A form is what is done to a text.
type form uint8

const (
	escaped       form = iota // escaped for a JSON string
	cleaned                   // cleaned and not escaped
	cleanedOnce               // cleaned, and escaped for a JSON string
	cleanedNested             // cleaned, and escaped for a JSON string in a JSON string
	forms
)

// A replacement is what an ASCII character becomes: at most seven bytes, little endian, and
// their number as the eighth. It is 0 for characters that are left to appendCharacter.
type replacement uint64

// replacements has the replacements by form and character.
var replacements = func() (table [forms][utf8.RuneSelf]replacement) {
	for c := range byte(utf8.RuneSelf) {
		once := escape(c)
		for f, s := range [forms]string{once, string(c), once, string(Nest([]byte(once), 0))} {
			if form(f) == escaped || c >= ' ' && c != 0x7f || c == '\n' || c == '\t' {
				var word [8]byte
				word[7] = byte(copy(word[:], s))
				table[f][c] = replacement(binary.LittleEndian.Uint64(word[:]))
			}
		}
	}
	return table
}()

// shortEscapes has, for each character with a short escape, the letter behind the backslash and
// the character.
const shortEscapes = "b\bt\tn\nf\fr\r\"\"\\\\"

// escape returns an ASCII character in a JSON string as encoding/json writes it.
func escape(c byte) string {
	for i := 0; i < len(shortEscapes); i += 2 {
		if shortEscapes[i+1] == c {
			return `\` + shortEscapes[i:i+1]
		}
	}
	if c < ' ' {
		return fmt.Sprintf(`\u%04x`, c)
	}
	return string(c)
}

// appendText appends s in a form. Unless the form is escaped, the text is cut to max characters,
// if max is above 0. Here it copies the texts that are plain; appendOther has the others.
func appendText(dst []byte, s string, max int, f form) []byte {
	n := len(dst)
	if cap(dst)-n < len(s) || len(s) > max && max > 0 { // s does not have more characters than bytes
		return appendOther(dst, s, max, f)
	}
	longer := dst[:n+len(s)]
	to := longer[n:]
	switch {
	case len(s) >= 8 && len(to) >= 8:
		last := load(s[len(s)-8:]) // it may overlap with the word before it
		if special(last) != 0 {
			return appendOther(dst, s, max, f)
		}
		binary.LittleEndian.PutUint64(to[len(to)-8:], last)
		t := s
		for ; len(t) > 16 && len(to) > 16; t, to = t[16:], to[16:] {
			v, w := load(t), load(t[8:])
			if special(v)|special(w) != 0 {
				return appendOther(dst, s, max, f)
			}
			binary.LittleEndian.PutUint64(to, v)
			binary.LittleEndian.PutUint64(to[8:], w)
		}
		if len(t) > 8 && len(to) > 8 {
			w := load(t)
			if special(w) != 0 {
				return appendOther(dst, s, max, f)
			}
			binary.LittleEndian.PutUint64(to, w)
		}
	default:
		for i := range len(to) {
			if steps[s[i]]&63 != complete {
				return appendOther(dst, s, max, f)
			}
			to[i] = s[i]
		}
	}
	return longer
}

// appendOther is appendText for any text.
func appendOther(dst []byte, s string, max int, f form) []byte {
	if len(s) > max && max > 0 {
		if end := cutAt(s, max); end < len(s) {
			return append(appendOther(dst, s[:end], 0, f), ellipsis...)
		}
	}
	dst = slices.Grow(dst, len(s))
	for {
		written, read := transfer(dst[len(dst):cap(dst)], s, &replacements[f])
		dst = dst[:len(dst)+written]
		if read == len(s) {
			return dst
		}
		dst, s = appendCharacter(dst, s[read:], f)
	}
}

// appendCharacter appends the first character of s and returns the rest of s.
func appendCharacter(dst []byte, s string, f form) (longer []byte, rest string) {
	var r rune
	var size int
	keep := true
	if f == escaped {
		r, size = utf8.DecodeRuneInString(s)
	} else {
		r, size, keep = next(s)
	}
	switch {
	case !keep:
	case r < utf8.RuneSelf:
		var e [8]byte
		binary.LittleEndian.PutUint64(e[:], uint64(replacements[f][r]))
		dst = append(dst, e[:e[7]]...)
	case r != '\u2028' && r != '\u2029' || f == cleaned:
		dst = utf8.AppendRune(dst, r)
	default: // line ends in JavaScript, which encoding/json always escapes
		if f == cleanedNested {
			dst = append(dst, '\\')
		}
		dst = append(dst, '\\', 'u', '2', '0', '2', byte('8'+r-'\u2028'))
	}
	return dst, s[size:]
}

// The bytes of a word are tested at once. The result of a test has the high bit of each byte
// that passes it. Only the lowest bit set is exact: a borrow or carry may change the bits above
// it.
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

// special tests for bytes that are escaped, DEL, and bytes that are not ASCII. The first term
// tests for control characters and quotes, because a quote with bit 1 flipped is the next byte
// after the control characters, and for 0xff; the second for backslashes; the third for DEL and
// the bytes above it except 0xff.
func special(w uint64) uint64 {
	return (((w ^ 0x02*ones) - 0x21*ones) | ((w ^ '\\'*ones) - ones) | (w + ones)) & highs
}

// IsPrintable reports whether s is printable ASCII, which [Clean] does not change.
func IsPrintable(s string) bool {
	if n := len(s); n >= 8 {
		other := unprintable(load(s[n-8:])) // it may overlap with the word before it
		for ; len(s) > 8; s = s[8:] {
			other |= unprintable(load(s))
		}
		return other == 0
	}
	i := 0
	for ; i < len(s) && s[i]-' ' <= '~'-' '; i++ {
	}
	return i == len(s)
}

// unprintable tests for control characters, DEL, and bytes that are not ASCII.
func unprintable(w uint64) uint64 { return ((w - ' '*ones) | (w + ones)) & highs }

// transfer writes s to dst up to the first character that neither table has, or until dst has
// less room than a word. It returns the number of bytes written and read; the bytes after those
// written are undefined.
//
// It calls no function, so that its variables stay in registers, and slices have constant
// lengths, which saves bounds checks.
func transfer(dst []byte, s string, replace *[utf8.RuneSelf]replacement) (n, i int) {
	state := uint64(complete)
	for {
		for i <= len(s)-8 && n <= len(dst)-8 {
			t := s[i : i+8]
			w := load(t)
			binary.LittleEndian.PutUint64(dst[n:n+8:n+8], w)
			if state == complete {
				m := special(w)
				if m == 0 {
					n, i = n+8, i+8
					continue
				}
				k := bits.TrailingZeros64(m) / 8 & 7
				if c := t[k]; c < utf8.RuneSelf {
					n, i = n+k, i+k
					r := replace[c]
					if r == 0 || n > len(dst)-8 {
						return n, i
					}
					binary.LittleEndian.PutUint64(dst[n:n+8:n+8], uint64(r))
					n, i = n+int(r>>56), i+1
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
		for i < len(s) && n < len(dst) { // the last bytes, or those before the one that stops
			next := steps[s[i]] >> (state & 63) & 63
			if next == stop {
				break
			}
			dst[n] = s[i]
			n, i, state = n+1, i+1, next
		}
		if i >= len(s) || state != complete || s[i] >= utf8.RuneSelf || n > len(dst)-8 {
			break
		}
		r := replace[s[i]]
		if r == 0 {
			break
		}
		binary.LittleEndian.PutUint64(dst[n:n+8:n+8], uint64(r))
		n, i = n+int(r>>56), i+1
	}
	for state != complete { // back to the start of the character
		n, i = n-1, i-1
		if s[i] >= 0xc0 {
			state = complete
		}
	}
	return n, i
}
