package bridge

import (
	"bytes"
	"math/bits"
)

// suspects are parts of the names and the values without one of which no document of a success is an error: most successes are
// not parsed.
var suspects = [...]struct {
	text string
	mark int // where three bytes of it are that are rare in other texts
}{
	{"rror", 0},
	{"RROR", 0},
	{"ail", 0},
	{"AIL", 0},
	{"ault", 0},
	{"xception", 0},
	{"ancel", 1},
	{"ANCEL", 1},
	{`essage"`, 2},
	{`"__type"`, 0},
	{"equire", 0},
	{"REJECTED", 1},
	{"rejected", 1},
	{"grpc-status", 3},
}

// pairs has, for each byte, a bit for each pair of bytes that it starts or ends: bits 2n and 2n+1 are those of the mark of suspects[n].
type pairs struct{ starts, ends [256]uint32 }

var marks = func() (p pairs) {
	for n, s := range suspects {
		for k := range 2 {
			p.starts[s.text[s.mark+k]] |= 1 << (2*n + k)
			p.ends[s.text[s.mark+k+1]] |= 1 << (2*n + k)
		}
	}
	return p
}()

// isSuspect reports whether a document contains one of the suspects, or an escape, which may hide one. Of the pairs of a mark one starts
// at an even index, so it looks at every second pair only.
func isSuspect(doc []byte) bool {
	for i := 0; i+1 < len(doc); i += 2 {
		if found := marks.starts[doc[i]] & marks.ends[doc[i+1]]; found != 0 && isSuspectAt(doc, i, found) {
			return true
		}
	}
	return bytes.Contains(doc, []byte(`\u`))
}

// isSuspectAt reports whether a document contains a suspect one of whose pairs, which are found, is at i.
func isSuspectAt(doc []byte, i int, found uint32) bool {
	for ; found != 0; found &= found - 1 {
		n := bits.TrailingZeros32(found)
		s := &suspects[n/2]
		start := i - s.mark - n%2
		if start >= 0 && len(doc)-start >= len(s.text) && string(doc[start:start+len(s.text)]) == s.text {
			return true
		}
	}
	return false
}
