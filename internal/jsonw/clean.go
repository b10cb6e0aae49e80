package jsonw

import "unicode/utf8"

// ellipsis is the last character of a text that was cut.
const ellipsis = "…"

// Clean returns s without characters that are unsafe for a model or a terminal. It returns s itself if nothing changes.
//
//   - Control characters are removed: C0 except line feed and tab, DEL and C1 (U+0080 to U+009F).
//   - Terminal sequences are removed, in their form with ESC and in their C1 form: CSI (ECMA-48 §5.4), two-byte sequences,
//     and the strings OSC, DCS, SOS, PM and APC with their BEL or ST. Of a string without an end only the introducer is
//     removed, because the text after it may not belong to it.
//   - Bidirectional overrides, embeddings and isolates are removed (U+202A to U+202E, U+2066 to U+2069).
//   - CR LF, and CR without LF, become LF.
//   - A byte that is not UTF-8 becomes U+FFFD.
//   - A text of more than max characters (Unicode code points) is cut to max, the last one of which is an ellipsis. There is
//     no limit if max is 0 or less.
func Clean(s string, max int) string {
	if (max <= 0 || len(s) <= max || utf8.RuneCountInString(s) <= max) && isClean(s) {
		return s
	}
	return string(appendCleaned(nil, s, max, raw))
}

// AppendClean appends Clean(s, max) as a JSON string with its quotes.
func AppendClean(dst []byte, s string, max int) []byte {
	dst = append(dst, '"')
	dst = AppendCleanBody(dst, s, max)
	return append(dst, '"')
}

// AppendCleanBody is [AppendBody] of Clean(s, max).
func AppendCleanBody(dst []byte, s string, max int) []byte {
	return appendText(dst, s, max, clean|once)
}

// AppendCleanNested is [AppendNested] of Clean(s, max).
func AppendCleanNested(dst []byte, s string, max int) []byte {
	return appendText(dst, s, max, clean|twice)
}

// isClean reports whether Clean without a limit returns s itself.
func isClean(s string) bool {
	for {
		if s = s[plain(s):]; s == "" {
			return true
		}
		r, size, keep := next(s)
		if !keep || s[0] == '\r' || r == utf8.RuneError { // U+FFFD in the text itself is plain
			return false
		}
		s = s[size:]
	}
}

// appendCleaned appends the cleaned s in form f, cut after max characters.
func appendCleaned(dst []byte, s string, max int, f form) []byte {
	if len(s) > max && max > 0 { // s does not have more characters than bytes
		return appendCapped(dst, s, max, f)
	}
	for {
		var n int
		if dst, n = appendPlain(dst, s, f); n == len(s) {
			return dst
		}
		r, size, keep := next(s[n:])
		if keep {
			dst = appendRune(dst, r, f)
		}
		s = s[n+size:]
	}
}

// appendCapped is appendCleaned for a text that may have too many characters.
func appendCapped(dst []byte, s string, max int, f form) []byte {
	n := 0   // characters written
	cut := 0 // if n == max: len(dst) before the last character
	for len(s) > 0 {
		if run := plain(s); run > 0 {
			k := utf8.RuneCountInString(s[:run])
			switch {
			case n == max:
				return append(dst[:cut], ellipsis...)
			case n+k > max:
				dst = append(dst, s[:offset(s, max-1-n)]...)
				return append(dst, ellipsis...)
			case n+k == max:
				cut = len(dst) + offset(s, k-1)
			}
			n += k
			dst = append(dst, s[:run]...)
			s = s[run:]
			continue
		}
		r, size, keep := next(s)
		s = s[size:]
		if !keep {
			continue
		}
		if n++; n == max {
			cut = len(dst)
		} else if n > max {
			return append(dst[:cut], ellipsis...)
		}
		dst = appendRune(dst, r, f)
	}
	return dst
}

// appendRune appends a character that is not plain but is kept.
func appendRune(dst []byte, r rune, f form) []byte {
	switch {
	case r < utf8.RuneSelf:
		return appendEscape(dst, byte(r), f)
	case r == '\u2028' || r == '\u2029':
		return appendSeparator(dst, r, f)
	}
	return utf8.AppendRune(dst, r)
}

// offset returns the offset of the character with this index in s.
func offset(s string, index int) int {
	for i := range s {
		if index == 0 {
			return i
		}
		index--
	}
	return len(s)
}

// next returns the character or terminal sequence at the start of s, which does not start with a plain character. The rune
// is valid only if keep is true.
func next(s string) (r rune, size int, keep bool) {
	switch c := s[0]; {
	case c == '\n' || c == '\t' || c == '"' || c == '\\':
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
	case r < 0xa0, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return 0, size, false
	}
	return r, size, true
}

// sequence returns the length of the terminal sequence at the start of s, which starts with ESC (ECMA-48 §5.3, ECMA-35
// §13).
func sequence(s string) int {
	if len(s) == 1 {
		return 1
	}
	switch c := s[1]; {
	case c == '[':
		return 2 + csi(s[2:])
	case c == 'P' || c == 'X' || c == ']' || c == '^' || c == '_':
		return 2 + stringEnd(s[2:])
	}
	n := 1
	for n < len(s) && s[n] >= 0x20 && s[n] <= 0x2f { // intermediate bytes, as in the designation of a character set
		n++
	}
	if n < len(s) && s[n] >= 0x30 && s[n] <= 0x7e {
		n++
	}
	return n
}

// csi returns the length of the parameters, intermediate bytes and final byte at the start of s. A byte that is not allowed
// in a sequence ends it and is not part of it.
func csi(s string) int {
	n := 0
	for n < len(s) && s[n] >= 0x20 && s[n] <= 0x3f {
		n++
	}
	if n < len(s) && s[n] >= 0x40 && s[n] <= 0x7e {
		n++
	}
	return n
}

// stringEnd returns the length of the control string at the start of s including its BEL or ST, 0 if it has no end. Another
// sequence also ends it, as in terminals, but is not part of it. For this reason Clean is linear in the length of the text.
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
