package jsontree

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strings"
)

// A Scanner divides JSON text that arrives in parts into tokens. The text may be damaged and cut:
// any text has tokens, and the Scanner only notes which of them are not in their place. It
// validates no strings, and of words, which are all that is not punctuation, such as numbers, true
// and NaN, only the start. It allocates nothing, remembers no text, and its work is linear. The
// zero Scanner is ready to use; its fields describe the token at hand.
//
// [Parse] is for documents that are complete, and must be valid.
type Scanner struct {
	Kind  byte // its first byte: punctuation, a quote, or that of a word
	Name  bool // it is the name of a member
	More  bool // it is the rest of a token that began in a part before
	Open  bool // it may go on in the next part: a string has no end yet, a word may have none
	Fault bool // it is not in its place: JSON has no such token after the one before it
	Depth int  // arrays and objects that are open after it

	// Invalid states that the text up to here is not the start of a JSON document, as far as its
	// tokens show: a comma is missing, or there is a word such as NaN. Fault is for texts that are
	// read nevertheless.
	Invalid bool

	ended   bool   // it is the end of a value
	escaped bool   // the part before ended after an odd number of backslashes
	in      byte   // the bracket of the innermost open container; 0: it has none, or it is deeper than objects
	objects uint64 // a bit for each of the first 64 containers that are open: it is an object
}

// mayBegin reports whether a value may begin after the token before, which is the first one if it
// is 0.
func (s *Scanner) mayBegin(before byte) bool {
	return s.in == '{' && before == ':' || s.in == '[' && (before == '[' || before == ',') ||
		s.in == 0 && (before == 0 || s.Depth > 0)
}

// Find returns the offsets of the next token of a part, or of as much of it as there is, from an
// offset on, without the white space before it. Both are the length of the part if it has no more.
func (s *Scanner) Find(part []byte, at int) (start, end int) {
	if s.Open && at < len(part) {
		if end = s.length(part, at); end > at {
			s.More = true
			return at, end
		}
		s.Open = false // the word has ended with the part before
	}
	for at < len(part) && kinds[part[at]] == space {
		at++
	}
	if at >= len(part) {
		return at, at
	}
	before, named, ended, fits := s.Kind, s.Name, s.ended, false
	s.Kind, s.Name, s.More, s.ended = part[at], false, false, false
	end = at + 1
	switch s.Kind {
	case ':':
		s.Fault = !named && s.in != 0
		fits = named || s.Depth > 64
	case ',':
		s.Fault = s.in == '{' && (before == ':' || named)
		fits = ended && s.Depth > 0 || s.Depth > 64
	case '"':
		s.Name = s.in == '{' && before != ':'
		s.Fault, s.ended = s.Name && named, !s.Name
		fits = s.Name && (before == '{' || before == ',') || s.mayBegin(before)
		end = s.quoted(part, end)
	case '{', '[':
		s.Fault = s.in == '{' && before != ':'
		fits = s.mayBegin(before)
		if s.in = 0; s.Depth < 64 {
			s.in = s.Kind
			s.objects = s.objects<<1 | uint64(s.Kind>>5&1) // only '{' has this bit
		}
		s.Depth++
	case '}', ']':
		s.Fault = s.Depth == 0 || s.in == '[' && s.Kind == '}' ||
			s.in == '{' && (s.Kind == ']' || before == ':' || named)
		fits = !s.Fault && (ended || before == s.Kind-2 || s.Depth > 64)
		if s.Depth > 0 && s.Depth <= 64 {
			s.objects >>= 1
		}
		s.Depth, s.in, s.ended = max(s.Depth-1, 0), 0, true
		if s.Depth > 0 && s.Depth <= 64 {
			s.in = "[{"[s.objects&1]
		}
	default:
		s.Fault, s.ended = s.in == '{' && before != ':', s.Kind != 0
		end = s.length(part, end)
		fits = s.mayBegin(before) && isWord(part[at:end])
	}
	s.Invalid = s.Invalid || !fits
	return at, end
}

// Mark is Find for a colon after a name, or a comma after a value, that is at an offset of the
// part, as most are. It returns the offset after it, which is at, with nothing changed, in any
// other case.
func (s *Scanner) Mark(part []byte, at int) (end int) {
	if at < len(part) && !s.Open && s.in != 0 && (part[at] == ':' && s.Name || part[at] == ',' && s.ended) {
		s.Kind, s.Name, s.More, s.Fault, s.ended = part[at], false, false, false, false
		return at + 1
	}
	return at
}

// isWord reports whether a text may be the start of a number, true, false or null.
func isWord(text []byte) bool {
	if i := strings.IndexByte("tfn", text[0]); i >= 0 {
		return len(text) == 1 || text[1] == "rau"[i]
	}
	text = bytes.TrimPrefix(text, []byte("-"))
	return len(text) == 0 || '0' <= text[0] && text[0] <= '9'
}

// End returns the offset after the end of the array or object that the text of the parts starts
// with, -1 if it is not in this part.
func (s *Scanner) End(part []byte) int {
	for start, end := 0, 0; ; {
		if start, end = s.Find(part, end); start == end {
			return -1
		}
		if s.Depth == 0 && (s.Kind == '}' || s.Kind == ']') {
			return end
		}
	}
}

// length returns how many bytes of part belong to the string or word at hand, of which n do, and
// sets Open.
func (s *Scanner) length(part []byte, n int) int {
	if s.Kind == '"' {
		return s.quoted(part, n)
	}
	for n < len(part) && kinds[part[n]] == other {
		n++
	}
	s.Open = n == len(part)
	return n
}

// quoted is length for a string, which ends at the first quote after an even number of
// backslashes.
func (s *Scanner) quoted(part []byte, n int) int {
	for start, end := n, n; ; n = end + 1 {
		end = indexQuote(part, n, s.escaped)
		first := end // of the backslashes before it
		for first > start && part[first-1] == '\\' {
			first--
		}
		s.escaped = (end-first)&1 != 0 != (s.escaped && first == start)
		if s.Open = end == len(part); s.Open {
			return end
		}
		if !s.escaped {
			return end + 1
		}
		s.escaped, start = false, end+1
	}
}

// indexQuote returns the index of a quote from an offset on, else len(p). Those before it are
// escaped.
func indexQuote(p []byte, n int, escaped bool) int {
	const low, high = 0x0101010101010101, 0x8080808080808080
	backslash := uint64(0) // before the bytes at hand: the high bit of the first one
	if escaped {
		backslash = 0x80
	}
	for most := n + 32; n < most && n+8 <= len(p); n += 8 { // most strings are short, or have many quotes
		w := binary.LittleEndian.Uint64(p[n:])
		quotes, slashes := w^low*'"', w^low*'\\'
		// The high bits of quotes and of backslashes, and of some other bytes after one.
		quotes, slashes = (quotes-low)&^quotes&high, (slashes-low)&^slashes&high
		before := slashes<<8 | backslash
		switch backslash = slashes >> 56; {
		case quotes&^before != 0:
			return n + bits.TrailingZeros64(quotes)>>3
		case quotes != 0:
			most = n + 40
		}
		if slashes&before != 0 { // their number decides whether a quote after them is escaped
			break
		}
	}
	if i := bytes.IndexByte(p[n:], '"'); i >= 0 {
		return n + i
	}
	return len(p)
}

// The classes of the bytes outside of strings.
const (
	other = iota // a part of a word
	space
	mark // punctuation, and a quote
)

var kinds = [256]uint8{
	' ': space, '\t': space, '\r': space, '\n': space,
	'{': mark, '}': mark, '[': mark, ']': mark, ':': mark, ',': mark, '"': mark,
}
