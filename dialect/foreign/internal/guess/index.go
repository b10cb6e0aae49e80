package guess

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/lazy"
)

// buckets is how many lists of entries there are.
const buckets = 2048

// index finds the patterns that start with a word. It is made once, from the
// tables, and never changes.
type index struct {
	starts   [buckets + 1]int16 // of the entries of each bucket
	entries  []entry
	needs    []uint64 // of each entry, the bits of its element that fewest words have: most patterns end here
	rows     []row
	defaults [64][]string // lines that are no evidence, by their length modulo 64
	reasons  []reason
	leads    []lead
}

// use is the table that an entry belongs to.
type use uint8

const (
	asRow   use = iota
	asLead      // an HTTP status follows
	asHedge     // the rest of the sentence is no evidence
	asMask      // the words are no evidence
	asFault     // what follows is no evidence for a fault of the caller
)

// entry is a pattern under one of its first words.
type entry struct {
	hash     uint32
	use      use
	refines  wire.Open // of a row
	anchored bool      // the pattern starts with ^
	id       int16     // in its table
	second   uint64    // the bits of the element behind first; all if it may be absent
	needs    [2]uint64 // the bits of two of the elements behind first, of each of which a word must be in the line
	first    *element
	rest     pattern // what follows first
}

// hashOfThing is the hash under which patterns that start with a thing are found.
const hashOfThing = 1

func patternIndex() *index { return theIndex.Get(func() *index { return newIndex(len(masks())) }) }

var theIndex lazy.Value[*index]

// newIndex makes the index of all patterns and of the first masks.
func newIndex(masked int) *index {
	x := &index{entries: make([]entry, 0, 2048), rows: allRows()}
	for _, k := range errkit.Kinds() {
		same := &x.defaults[len(k.Text())%64]
		*same = append(*same, string(k.Text()))
	}
	parse := make(parser)
	// What is added last is tried first: a pattern may start with a hedge.
	for i, w := range hedges.words {
		if w.text != "" {
			x.add(parse, entry{use: asHedge, id: int16(i)}, w.text)
		}
	}
	for i, r := range slices.Backward(x.rows) {
		x.add(parse, entry{use: asRow, id: int16(i), refines: r.refines}, r.words)
	}
	Groups(statusText, func(head, patterns []string) {
		for _, words := range patterns {
			if status, phrase, _ := strings.Cut(words, " "); head[0] == "reason" {
				x.reasons = append(x.reasons, reason{status, parse.pattern(phrase)})
				continue
			}
			x.add(parse, entry{use: asLead, id: int16(len(x.leads))}, words)
			x.leads = append(x.leads, lead{words, head[0] == "loose"})
		}
	})
	for i, words := range faults {
		x.add(parse, entry{use: asFault, id: int16(i)}, words)
	}
	for i := range masks()[:masked] {
		x.add(parse, entry{use: asMask, id: int16(i)}, masks()[i])
	}
	for _, e := range x.entries {
		x.starts[e.hash%buckets+1]++
	}
	for i := range buckets {
		x.starts[i+1] += x.starts[i]
	}
	ends, sorted := x.starts, make([]entry, len(x.entries))
	x.needs = make([]uint64, len(x.entries))
	for _, e := range x.entries {
		end := &ends[e.hash%buckets+1]
		*end--
		sorted[*end], x.needs[*end] = e, e.needs[0]
	}
	x.entries = sorted
	return x
}

// add adds an entry under each of the first words of its pattern.
func (x *index) add(parse parser, e entry, words string) {
	words, e.anchored = strings.CutPrefix(words, "^ ")
	first, rest, _ := strings.Cut(words, " ")
	if first[0] == '#' { // found by its number
		return
	}
	e.rest, e.second, e.needs = parse.pattern(rest), allBits, [2]uint64{allBits, allBits}
	for i, behind := range e.rest {
		switch {
		case behind.optional:
			continue
		case i == 0:
			e.second = behind.bits
		}
		switch n := bits.OnesCount64(behind.bits); {
		case n < bits.OnesCount64(e.needs[0]):
			e.needs = [2]uint64{behind.bits, e.needs[0]}
		case n < bits.OnesCount64(e.needs[1]):
			e.needs[1] = behind.bits
		}
	}
	for w := range strings.SplitSeq(first, "|") {
		e.first = parse.element(w)
		e.hash = hashOf(w)
		if w == thing || w == variable {
			e.hash = hashOfThing
		}
		x.entries = append(x.entries, e)
	}
}

// under returns where the entries of the bucket of a hash start and end.
func (x *index) under(hash uint32) (start, end int) {
	i := hash % buckets
	return int(x.starts[i]), int(x.starts[i+1])
}

// ruleOf returns the rule of a pattern for the evidence, with the first of each
// of its alternatives. No part of the peer's text is in it.
func ruleOf(words string) string {
	if status, ok := strings.CutPrefix(words, "#"); ok {
		return "text has HTTP status " + status
	}
	var shown []string
	for element := range strings.SplitSeq(words, " ") {
		switch {
		case element == "^", element == ":", element == "$", element == "$$", strings.HasSuffix(element, "?"):
		case element == "...", element == "_", element == thing, element == "0":
			shown = append(shown, "…")
		default:
			w, _, _ := strings.Cut(element, "|")
			shown = append(shown, w)
		}
	}
	return "text resembles " + strconv.Quote(strings.Join(shown, " "))
}
