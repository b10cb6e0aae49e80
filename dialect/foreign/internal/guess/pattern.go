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
	letters  uint64   // a bit for the first letter of each word; all bits if the token need not be a word
	words    []listed // of which the token is one
	text     string   // of the token, for quotation
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

// A listed is a word of a list, with its hash.
type listed struct {
	text string
	hash uint32
}

// listOf returns the words of a list.
func listOf(words ...string) []listed {
	list := make([]listed, len(words))
	for i, w := range words {
		list[i] = listed{w, hashOf(w)}
	}
	return list
}

// allLetters is a set of letters that has every letter.
const allLetters = math.MaxUint64

// letter returns the bit for a letter, in either case.
func letter(c byte) uint64 { return 1 << ((c | ' ') & 63) }

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
	e := &element{optional: optional, letters: allLetters}
	kind, isSign := signs[s]
	switch {
	case isSign:
		e.kind = kind
	case s[0] == '"':
		e.kind, e.text = quotation, s[1:len(s)-1]
	default:
		e.words, e.letters = listOf(strings.Split(s, "|")...), 0
		for _, w := range e.words {
			e.letters |= letter(w.text[0])
		}
	}
	return e
}
