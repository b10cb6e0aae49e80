package wire

import (
	"math"
	"strings"
	"sync"
)

// A codePattern is a pattern of apiCodes.
type codePattern struct {
	start, end []codeWord // before and behind "*"
	open       bool       // it has a "*"
	within     string     // of a pattern such as "* already *": the word, which may be anywhere

	first, last letters // what a code may start and end with: a quick check
}

// A codeWord is a word of a pattern.
type codeWord struct {
	texts    []string
	optional bool
}

// A codeIndex has the patterns of apiCodes, in their order, and for the last character of a code the patterns that it may be of.
type codeIndex struct {
	patterns [len(apiCodes)]codePattern
	byLast   [64][]int16
}

var codePatterns = sync.OnceValue(func() *codeIndex {
	x := &codeIndex{}
	for i := range x.patterns {
		p := newCodePattern(apiCodes[i].pattern)
		x.patterns[i] = p
		for c := range x.byLast {
			if p.last&letter(byte(c)) != 0 {
				x.byLast[c] = append(x.byLast[c], int16(i))
			}
		}
	}
	return x
})

// find returns the first row of apiCodes that a code is of, -1 if there is none; parts reports whether "*" may be any text, else it is none.
func (x *codeIndex) find(code string, parts bool) int {
	if code == "" {
		return -1
	}
	for _, i := range x.byLast[code[len(code)-1]&63] {
		if x.patterns[i].matches(code, parts) {
			return int(i)
		}
	}
	return -1
}

func newCodePattern(s string) codePattern {
	start, end, open := strings.Cut(s, "*")
	if words, within := strings.CutSuffix(end, "*"); within {
		return codePattern{open: true, within: strings.ReplaceAll(words, " ", ""), first: allLetters, last: allLetters}
	}
	p := codePattern{start: codeWords(start), end: codeWords(end), open: open, first: allLetters, last: allLetters}
	if len(p.start) > 0 {
		p.first = 0
		for i := 0; i == 0 || p.start[i-1].optional; i++ {
			for _, t := range p.start[i].texts {
				p.first |= letter(t[0])
			}
		}
	}
	tail := p.end
	if !open {
		tail = p.start
	}
	if len(tail) > 0 {
		p.last = 0
		for i := len(tail) - 1; i == len(tail)-1 || tail[i+1].optional; i-- {
			for _, t := range tail[i].texts {
				p.last |= letter(t[len(t)-1])
			}
		}
	}
	return p
}

// codeWords returns the words between spaces. At least one of them is not optional.
func codeWords(s string) (words []codeWord) {
	for word := range strings.FieldsSeq(s) {
		word, optional := strings.CutSuffix(word, "?")
		words = append(words, codeWord{strings.Split(word, "|"), optional})
	}
	return words
}

// letters is a set of letters and digits. A few letters count as a digit, too.
type letters uint64

const allLetters letters = math.MaxUint64

func letter(c byte) letters { return 1 << (c & 63) }

// matches reports whether a code, which is not empty, is one of the pattern; parts as for find.
func (p *codePattern) matches(code string, parts bool) bool {
	if p.within != "" {
		return code == p.within || parts && strings.Contains(code, p.within)
	}
	return p.first&letter(code[0]) != 0 && p.fromStart(p.start, code, parts)
}

// fromStart reports whether a code has these words, and then "*" and the words behind it if the pattern has one.
func (p *codePattern) fromStart(words []codeWord, code string, parts bool) bool {
	if len(words) == 0 {
		return code == "" && !p.open || p.open && fromEnd(p.end, code, parts)
	}
	for _, text := range words[0].texts {
		if rest, ok := strings.CutPrefix(code, text); ok && p.fromStart(words[1:], rest, parts) {
			return true
		}
	}
	return words[0].optional && p.fromStart(words[1:], code, parts)
}

// fromEnd reports whether a code ends with these words, behind any text if parts is true.
func fromEnd(words []codeWord, code string, parts bool) bool {
	last := len(words) - 1
	if last < 0 {
		return parts || code == ""
	}
	for _, text := range words[last].texts {
		if rest, ok := strings.CutSuffix(code, text); ok && fromEnd(words[:last], rest, parts) {
			return true
		}
	}
	return words[last].optional && fromEnd(words[:last], code, parts)
}
