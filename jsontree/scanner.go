package jsontree

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// A Scanner divides JSON text that arrives in parts into tokens. The text may be damaged and cut:
// any text has tokens, and the Scanner only notes which of them are not in their place. It
// validates no strings, and of words, which are all that is not punctuation, such as numbers, true
// and NaN, only the start. It allocates nothing, remembers no text, and its work is linear. The zero Scanner
// is ready to use; its fields describe the token at hand.
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

	escaped bool   // the part before ended after an odd number of backslashes
	objects uint64 // a bit for each of the first containers that are open: it is an object
}

// container reports whether the innermost open container is known to be an object, and whether it
// is known to be an array.
func (s *Scanner) container() (isObject, isArray bool) {
	if s.Depth == 0 || s.Depth > 64 {
		return false, false
	}
	isObject = s.objects>>(s.Depth-1)&1 != 0
	return isObject, !isObject
}

// Next returns the next token of a part, or as much of it as there is, without the white space
// before it, and the rest of the part. The token is empty if the part has no more.
func (s *Scanner) Next(part []byte) (token, rest []byte) {
	if s.Open && len(part) > 0 {
		if n := s.length(part, 0); n > 0 {
			s.More = true
			return part[:n], part[n:]
		}
		s.Open = false // the word has ended with the part before
	}
	i := 0
	for i < len(part) && kinds[part[i]] == space {
		i++
	}
	if i == len(part) {
		return nil, nil
	}
	before, named := s.Kind, s.Name
	isObject, isArray := s.container()
	s.Kind, s.Name, s.More = part[i], false, false
	part = part[i:]
	n := 1
	follows := before == '}' || before == ']' || !named && before != 0 && (before == '"' || kinds[before] == other)
	fits := false
	switch { // where a value may be
	case isObject:
		fits = before == ':'
	case isArray:
		fits = before == '[' || before == ','
	default:
		fits = before == 0 || s.Depth > 0
	}
	switch s.Kind {
	case '{', '[':
		s.Fault = isObject && before != ':'
		if s.Depth++; s.Depth <= 64 {
			bit := uint64(1) << (s.Depth - 1)
			s.objects &^= bit
			if s.Kind == '{' {
				s.objects |= bit
			}
		}
	case '}', ']':
		s.Fault = s.Depth == 0 || isArray && s.Kind == '}' ||
			isObject && (s.Kind == ']' || before == ':' || named)
		fits = !s.Fault && (follows || before == s.Kind-2 || s.Depth > 64)
		s.Depth = max(s.Depth-1, 0)
	case ':':
		s.Fault = !named && (isObject || isArray)
		fits = named || s.Depth > 64
	case ',':
		s.Fault = isObject && (before == ':' || named)
		fits = follows && s.Depth > 0 || s.Depth > 64
	case '"':
		s.Name = isObject && before != ':'
		s.Fault = s.Name && named
		fits = fits || s.Name && (before == '{' || before == ',')
		n = s.length(part, 1)
	default:
		s.Fault = isObject && before != ':'
		n = s.length(part, 1)
		fits = fits && isWord(part[:n])
	}
	s.Invalid = s.Invalid || !fits
	return part[:n], part[n:]
}

// isWord reports whether a text may be the start of a number, true, false or null.
func isWord(text []byte) bool {
	second := byte(0)
	if len(text) > 1 {
		second = text[1]
	}
	switch c := text[0]; c {
	case 't':
		return second == 'r' || second == 0
	case 'f':
		return second == 'a' || second == 0
	case 'n':
		return second == 'u' || second == 0
	case '-':
		return '0' <= second && second <= '9' || len(text) == 1
	default:
		return '0' <= c && c <= '9'
	}
}

// End returns the offset after the end of the array or object that the text of the parts starts
// with, -1 if it is not in this part.
func (s *Scanner) End(part []byte) int {
	for rest := part; ; {
		var token []byte
		if token, rest = s.Next(rest); len(token) == 0 {
			return -1
		}
		if s.Depth == 0 && (s.Kind == '}' || s.Kind == ']') {
			return len(part) - len(rest)
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

// quoted is length for a string, which ends at the first quote after an even number of backslashes.
func (s *Scanner) quoted(part []byte, n int) int {
	for start, end := n, n; ; n = end + 1 {
		end = n + indexQuote(part[n:])
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

// indexQuote returns the index of the first quote, len(p) if there is none.
func indexQuote(p []byte) int {
	const low, high = 0x0101010101010101, 0x8080808080808080
	n := 0
	for ; n < 32 && n+8 <= len(p); n += 8 { // most strings are short
		if w := binary.LittleEndian.Uint64(p[n:]) ^ low*'"'; (w-low)&^w&high != 0 {
			return n + bits.TrailingZeros64((w-low)&^w&high)>>3
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
