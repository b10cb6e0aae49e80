package limit

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

const ellipsis = "…"

// Runes returns s, or the start of an s that has more than limit characters, with an ellipsis for the last of them. There is
// no limit below 1.
func Runes(s string, limit int) string {
	if limit < 1 || len(s) <= limit {
		return s
	}
	n, last := 0, 0 // last is where the last character begins that may stay
	for i := range s {
		if n++; n == limit {
			last = i
		} else if n > limit {
			return s[:last] + ellipsis
		}
	}
	return s
}

// Middle returns s, or the start and the end of an s that has more than limit bytes, with an ellipsis between them.
func Middle(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	part := max(limit-len(ellipsis), 0) / 2
	return Head(s, part) + ellipsis + Tail(s, part)
}

// Head returns at most n bytes of the start of s. No character is divided.
func Head(s string, n int) string {
	for least := max(n-(utf8.UTFMax-1), 0); n > least && !utf8.RuneStart(s[n]); { // further back it is not UTF-8
		n--
	}
	return s[:n]
}

// Tail returns at most n bytes of the end of s. No character is divided.
func Tail(s string, n int) string {
	i := len(s) - n
	for most := min(i+utf8.UTFMax-1, len(s)); i < most && !utf8.RuneStart(s[i]); {
		i++
	}
	return s[i:]
}

// ShortPath returns a JSON pointer, or the start and the end of one that is longer than Path. No escape is divided.
func ShortPath(pointer string) string {
	if len(pointer) <= Path {
		return pointer
	}
	const part = (Path - len(ellipsis)) / 2
	start, end := Head(pointer, part), Tail(pointer, part)
	if before := len(pointer) - len(end) - 1; pointer[before] == '~' { // RFC 6901 §3
		end = end[1:]
	}
	return strings.TrimSuffix(start, "~") + ellipsis + end
}

// Ends is Middle for a limit of bytes in a log, where some characters are escaped, and gives the number of bytes that are left out. What it
// returns has at least the 40 bytes that it takes to do so.
func Ends(s string, limit int) string {
	if 6*len(s) <= limit || logSize(s) <= limit {
		return s
	}
	const note = 40 // bytes of the text between start and end, at most
	part := max(limit-note, 0) / 2
	start := 0
	for left := part; start < len(s); {
		r, size := utf8.DecodeRuneInString(s[start:])
		if left -= sizeRune(r); left < 0 {
			break
		}
		start += size
	}
	end := len(s)
	for left := part; end > start; {
		r, size := utf8.DecodeLastRuneInString(s[:end])
		if left -= sizeRune(r); left < 0 {
			break
		}
		end -= size
	}
	return s[:start] + ellipsis + "(" + strconv.Itoa(end-start) + " bytes are left out)" + ellipsis + s[end:]
}
