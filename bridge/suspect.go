package bridge

import (
	"bytes"
	"math/bits"

	"github.com/toolerr/toolerr/internal/rpc"
)

// suspects are parts of the names and the values without one of which no document of a success is
// an error: most successes are not parsed.
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

// pairs has, for each byte, a bit for each pair of bytes that it starts or ends: bits 2n and 2n+1
// are those of the mark of suspects[n].
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

// longText is the length of a string from which it is neither a name nor a value of an error, in
// bytes: it is text.
const longText = 256

// isSuspect reports whether a name or a value of a document has one of the suspects, or an escape,
// which may hide one. The span of a long text is not searched: it has no quotes, as a document
// within a text has.
func isSuspect(doc []byte, text rpc.Span) bool {
	if text.Len() < longText || text.End > len(doc) {
		return hasSuspect(doc)
	}
	return hasSuspect(doc[:text.Start]) || hasSuspect(doc[text.End:])
}

// hasSuspect reports whether a text contains one of the suspects, or an escape. Of the pairs of a
// mark one starts at an even index, so it looks at every second pair only.
func hasSuspect(text []byte) bool {
	for i := 0; i+1 < len(text); i += 2 {
		if found := marks.starts[text[i]] & marks.ends[text[i+1]]; found != 0 && isSuspectAt(text, i, found) {
			return true
		}
	}
	return bytes.Contains(text, []byte(`\u`))
}

// isSuspectAt reports whether a text contains a suspect one of whose pairs, which are found, is at
// i.
func isSuspectAt(text []byte, i int, found uint32) bool {
	for ; found != 0; found &= found - 1 {
		n := bits.TrailingZeros32(found)
		s := &suspects[n/2]
		start := i - s.mark - n%2
		if start >= 0 && len(text)-start >= len(s.text) && string(text[start:start+len(s.text)]) == s.text {
			return true
		}
	}
	return false
}
