package jsonw

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strconv"
)

// CleanJSON cleans all strings of the JSON document dst[start:], which this package must have appended, as [Clean] does without a
// limit. The name of a member that is not clean is quoted as in Go, so that two names do not become equal. It allocates only if
// something changes.
func CleanJSON(dst []byte, start int) []byte {
	if isCleanJSON(dst[start:]) {
		return dst
	}
	doc := bytes.Clone(dst[start:])
	dst = dst[:start]
	for {
		quote := bytes.IndexByte(doc, '"')
		if quote < 0 {
			return append(dst, doc...)
		}
		end := quote + 1
		for doc[end] != '"' {
			if doc[end] == '\\' {
				end++
			}
			end++
		}
		dst = append(dst, doc[:quote]...)
		text := string(Unescape(doc[quote+1 : end]))
		if doc = doc[end+1:]; len(doc) > 0 && doc[0] == ':' && !isClean(text) {
			text = strconv.Quote(text)
			text = text[1 : len(text)-1]
		}
		dst = AppendClean(dst, text, 0)
	}
}

// isCleanJSON reports whether no string of a document has what Clean removes or replaces. It may be false for others.
func isCleanJSON(doc []byte) bool {
	for i := 0; i < len(doc); i++ {
		for ; len(doc)-i >= 8; i += 8 {
			if m := escapesAndOthers(binary.LittleEndian.Uint64(doc[i:])) & highs; m != 0 {
				i += bits.TrailingZeros64(m) / 8
				break
			}
		}
		if i == len(doc) {
			break
		}
		switch c := doc[i]; {
		case c == 0x7f:
			return false
		case c == '\\' && i+1 < len(doc) && (doc[i+1] == 'b' || doc[i+1] == 'f' || doc[i+1] == 'r' || doc[i+1] == 'u'):
			return false
		case c == 0xc2 && i+1 < len(doc) && doc[i+1] < 0xa0: // U+0080 to U+009F
			return false
		case c == 0xe2 && i+2 < len(doc) && (doc[i+1] == 0x80 && doc[i+2] >= 0xaa && doc[i+2] <= 0xae || doc[i+1] == 0x81 && doc[i+2] >= 0xa6 && doc[i+2] <= 0xa9):
			return false // U+202A to U+202E, U+2066 to U+2069
		}
	}
	return true
}

// escapesAndOthers tests for backslashes, DEL, and bytes that are not ASCII.
func escapesAndOthers(w uint64) uint64 { return ((w ^ '\\'*ones) - ones) | (w + ones) }
