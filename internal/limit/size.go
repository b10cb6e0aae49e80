package limit

import (
	"unicode"
	"unicode/utf8"
)

// logSize returns at least as many bytes as s has in a record of a log, whether JSON or quoted by package strconv.
func logSize(s string) int {
	n := 0
	for _, r := range s {
		n += sizeRune(r)
	}
	return n
}

// sizeRune is logSize of a character.
func sizeRune(r rune) int {
	switch {
	case r == '"' || r == '\\':
		return 2
	case r < ' ' || r == 0x7f || r == utf8.RuneError:
		return 6 // \u0000
	case r < utf8.RuneSelf:
		return 1
	case unicode.IsPrint(r):
		return utf8.RuneLen(r)
	case r > 0xffff:
		return 10 // \U0010ffff
	}
	return 6
}
