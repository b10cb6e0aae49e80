package guess

import (
	"math"
	"strings"
)

// A pattern is the elements of a row, a mask, a lead or a reason phrase; see row.
type pattern []*element

// An element of a pattern matches one token, unless it is a gap or an end.
type element struct {
	kind     elementKind
	optional bool
	bits     uint64 // of the words, see bit; all if the token need not be a word
	words    list   // of which the token is one
	text     string // of the token, for quotation
}

type elementKind uint8

const (
	oneWord      elementKind = iota
	anything                 // _
	aThing                   // '
	quotation                // "a"
	aVariable                // X_URL
	aNumber                  // 0
	upToSix                  // ...
	clauseStarts             // :
	clauseEnds               // $
	textEnds                 // $$
)

// thing is the element that is a quoted text or a name, variable the one that is the name of an
// environment variable.
const (
	thing    = "'"
	variable = "X_URL"
)

// signs are the elements of a pattern that are no words.
var signs = map[string]elementKind{
	"_": anything, thing: aThing, variable: aVariable, "0": aNumber, "...": upToSix, ":": clauseStarts,
	"$":  clauseEnds,
	"$$": textEnds,
}

// A list is words by their hashes: each is in the first free slot from that of its hash on. The
// number of slots is a power of two, and at least one is free.
type list []listed

// A listed is a word of a list, with its hash.
type listed struct {
	text string
	hash uint32
}

// listOf returns the words of a list.
func listOf(words ...string) list {
	size := 2
	for size < 2*len(words) {
		size *= 2
	}
	l := make(list, size)
	for _, w := range words {
		hash := hashOf(w)
		i := int(hash) & (size - 1)
		for l[i].text != "" {
			i = (i + 1) & (size - 1)
		}
		l[i] = listed{w, hash}
	}
	return l
}

// allBits is a set that has the bit of every hash.
const allBits = math.MaxUint64

// anyBit is in the set of every token and of every element that need not be a word.
const anyBit = 1 << 63

// bit returns the bit of a hash, which other hashes share.
func bit(hash uint32) uint64 { return 1 << (hash >> 26) }

// parser parses patterns. It holds the elements that were parsed: many patterns share their lists
// of words.
type parser map[string]*element

func (p parser) pattern(words string) pattern {
	if words == "" {
		return nil
	}
	parts := strings.Split(words, " ")
	all := make(pattern, len(parts))
	for i, part := range parts {
		all[i] = p.element(part)
	}
	return all
}

func (p parser) element(s string) *element {
	if p[s] == nil {
		p[s] = newElement(s)
	}
	return p[s]
}

func newElement(s string) *element {
	s, optional := strings.CutSuffix(s, "?")
	e := &element{optional: optional, bits: allBits}
	kind, isSign := signs[s]
	switch {
	case isSign:
		e.kind = kind
	case s[0] == '"':
		e.kind, e.text = quotation, s[1:len(s)-1]
	default:
		e.words, e.bits = listOf(strings.Split(s, "|")...), 0
		for w := range strings.SplitSeq(s, "|") {
			e.bits |= bit(hashOf(w))
		}
	}
	return e
}
