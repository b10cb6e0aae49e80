package text

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strconv"
	"unicode/utf8"
)

// Clean returns s without characters that are unsafe for a model or a terminal. It returns s
// itself if nothing changes.
//
//   - Control characters are removed: C0 except line feed and tab, DEL and C1 (U+0080 to U+009F).
//   - Terminal sequences are removed, in their form with ESC and in their C1 form: CSI (ECMA-48
//     §5.4), two-byte sequences, and the strings OSC, DCS, SOS, PM and APC with their BEL or ST.
//     Of a string without an end only the introducer is removed, because the text after it may
//     not belong to it.
//   - Bidirectional overrides, embeddings and isolates are removed (U+202A to U+202E, U+2066 to
//     U+2069).
//   - CR LF, and CR without LF, become LF.
//   - A byte that is not UTF-8 becomes U+FFFD.
//   - A text of more than max characters (Unicode code points) is cut to max, the last one of
//     which is an ellipsis. There is no limit if max is 0 or less.
func Clean(s string, max int) string {
	if (max <= 0 || len(s) <= max || utf8.RuneCountInString(s) <= max) && isClean(s) {
		return s
	}
	return string(appendText(nil, s, max, cleaned))
}

// isClean reports whether Clean without a limit returns s itself.
func isClean(s string) bool {
	for i := 0; i < len(s); {
		if c := s[i]; c >= ' ' && c <= '~' {
			i++
			continue
		}
		r, size, keep := next(s[i:])
		if !keep || s[i] == '\r' || r == utf8.RuneError && size == 1 { // U+FFFD in the text itself is clean
			return false
		}
		i += size
	}
	return true
}

// cutAt returns where the ellipsis replaces the rest of s, so that the cleaned text has max
// characters: len(s) if it has no more. What is before has no part of a terminal sequence that
// ends after it.
func cutAt(s string, max int) int {
	last := 0
	for i, n := 0, 0; i < len(s); {
		_, size, keep := next(s[i:])
		if keep {
			if n++; n == max {
				last = i
			} else if n > max {
				return last
			}
		}
		i += size
	}
	return len(s)
}

// next returns the character or terminal sequence at the start of s. The rune is valid only if
// keep is true.
func next(s string) (r rune, size int, keep bool) {
	switch c := s[0]; {
	case c >= ' ' && c <= '~' || c == '\n' || c == '\t':
		return rune(c), 1, true
	case c == '\r':
		if len(s) > 1 && s[1] == '\n' {
			return '\n', 2, true
		}
		return '\n', 1, true
	case c == 0x1b:
		return 0, sequence(s), false
	case c < utf8.RuneSelf:
		return 0, 1, false
	}
	r, size = utf8.DecodeRuneInString(s)
	switch {
	case r == 0x9b: // CSI
		return 0, size + csi(s[size:]), false
	case r == 0x90 || r == 0x98 || r >= 0x9d && r <= 0x9f: // DCS, SOS, OSC, PM, APC
		return 0, size + stringEnd(s[size:]), false
	}
	return r, size, !isUnsafe(r)
}

// isUnsafe reports whether a character that is not ASCII is a control character.
func isUnsafe(r rune) bool {
	return r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// sequence returns the length of the terminal sequence at the start of s, which starts with ESC
// (ECMA-48 §5.3, ECMA-35 §13).
func sequence(s string) int {
	if len(s) > 1 {
		switch s[1] {
		case '[':
			return 2 + csi(s[2:])
		case 'P', 'X', ']', '^', '_':
			return 2 + stringEnd(s[2:])
		}
	}
	return 1 + control(s[1:], 0x2f, 0x30) // as in the designation of a character set
}

// csi returns the length of the parameters, intermediate bytes and final byte at the start of s.
func csi(s string) int { return control(s, 0x3f, 0x40) }

// control returns the length of the bytes from a space to last at the start of s, and of a final
// byte from final on. A byte that is not allowed in a sequence ends it and is not part of it.
func control(s string, last, final byte) int {
	n := 0
	for n < len(s) && s[n] >= 0x20 && s[n] <= last {
		n++
	}
	if n < len(s) && s[n] >= final && s[n] <= 0x7e {
		n++
	}
	return n
}

// stringEnd returns the length of the control string at the start of s including its BEL or ST,
// 0 if it has no end. Another sequence also ends it, as in terminals, but is not part of it. For
// this reason Clean is linear in the length of the text.
func stringEnd(s string) int {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == 0x07:
			return i + 1
		case c == 0x1b:
			if i+1 < len(s) && s[i+1] == '\\' {
				return i + 2
			}
			return i
		case c == 0xc2 && i+1 < len(s) && s[i+1] == 0x9c: // ST
			return i + 2
		case c == 0xc2 && i+1 < len(s) && s[i+1] >= 0x80 && s[i+1] <= 0x9f: // another C1
			return i
		}
	}
	return 0
}

// CleanJSON cleans all strings of the JSON document dst[start:], which this package must have
// appended, as [Clean] does without a limit. The name of a member that is not clean is quoted as
// in Go, so that two names do not become equal. It allocates only if something changes.
func CleanJSON(dst []byte, start int) []byte {
	if isCleanJSON(dst[start:]) {
		return dst
	}
	doc := bytes.Clone(dst[start:])
	dst = dst[:start]
	for {
		quote, end := FirstString(doc)
		if dst = append(dst, doc[:quote]...); quote == end {
			return dst
		}
		text := string(Unescape(doc[quote+1 : end-1]))
		if doc = doc[end:]; len(doc) > 0 && doc[0] == ':' && !isClean(text) {
			text = strconv.Quote(text)
			text = text[1 : len(text)-1]
		}
		dst = AppendClean(dst, text, 0)
	}
}

// FirstString returns where the first string of a JSON document starts and ends, with its
// quotes; its length twice if it has none.
func FirstString(doc []byte) (start, end int) {
	if start = bytes.IndexByte(doc, '"'); start < 0 {
		return len(doc), len(doc)
	}
	for end = start + 1; doc[end] != '"'; end++ {
		if doc[end] == '\\' {
			end++
		}
	}
	return start, end + 1
}

// isCleanJSON reports whether no string of a document has what Clean removes or replaces. It may
// be false for others.
func isCleanJSON(doc []byte) bool {
	for i := 0; i < len(doc); i++ {
		for len(doc)-i >= 8 {
			if m := escapedOrOther(binary.LittleEndian.Uint64(doc[i:])); m != 0 {
				i += bits.TrailingZeros64(m) / 8
				break
			}
			i += 8
		}
		if i == len(doc) {
			break
		}
		switch c := doc[i]; {
		case c == '\\':
			if i++; doc[i] == 'b' || doc[i] == 'f' || doc[i] == 'r' || doc[i] == 'u' {
				return false
			}
		case c >= 0x7f:
			r, size := utf8.DecodeRune(doc[i:])
			if isUnsafe(r) {
				return false
			}
			i += size - 1
		}
	}
	return true
}

// escapedOrOther tests for backslashes, DEL, and bytes that are not ASCII.
func escapedOrOther(w uint64) uint64 { return (((w ^ '\\'*ones) - ones) | (w + ones)) & highs }
