package guess

import (
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect/wire"
)

// search is the state of one call of Kind.
type search struct {
	open  wire.Open
	index *index
	best  int  // the first row that matched so far; len(index.rows): none
	whole bool // the line is the whole text

	reports bool // a status was reported
	tokens
}

// maxGap is how many tokens "..." in a pattern covers at most.
const maxGap = 6

// line searches one line.
func (s *search) line(line string) {
	s.start(line)
	for i, previous := 0, none; ; {
		t := s.at(i)
		if t.class == end {
			return
		}
		if t.before != space {
			previous = none
		}
		if t.class == number && s.reason(s.text(t), &s.tokens, i+1) {
			s.status(s.text(t))
		}
		after, hedged := s.match(t, i, previous)
		if hedged {
			for after = i + 1; s.at(after).before != sentence; after++ {
			}
			i, previous = after, none
			continue
		}
		i, previous = after, i
	}
}

// none is the position of a token that is not there.
const none = -1

// match tries the patterns that start with t, token i; previous is the token before it in the same
// clause. It returns where the search goes on: behind a mask, else behind the token. It reports
// hedged if the rest of the sentence is no evidence.
func (s *search) match(t *token, i, previous int) (after int, hedged bool) {
	if t.class == quoted || t.class == name {
		if after, hedged = s.under(hashOfThing, t, i, previous); after != i+1 {
			return after, hedged
		}
	}
	return s.under(t.hash, t, i, previous)
}

// under tries the patterns whose first word has a hash.
func (s *search) under(hash uint32, t *token, i, previous int) (after int, hedged bool) {
	start, end := s.index.under(hash)
	if start == end { // most words
		return i + 1, false
	}
	next, behind := uint64(anyBit), t.behind
	if after := s.at(i + 1); after.before == space {
		next |= bit(after.hash)
	}
	for n, needs := range s.index.needs[start:end] {
		if needs&behind == 0 { // most patterns end here
			continue
		}
		e := &s.index.entries[start+n]
		if e.second&next == 0 || e.needs[1]&behind == 0 {
			continue
		}
		if e.hash != hash || e.use == asRow && (int(e.id) >= s.best || e.refines&s.open == 0) {
			continue
		}
		if e.anchored && t.before == space || !s.is(t, e.first) {
			continue
		}
		switch e.use {
		case asHedge:
			return i + 1, true
		case asMask, asFault:
			if after := s.rest(i+1, e.rest, s.whole); after >= 0 {
				if e.use == asFault {
					s.open = atFault(s.open)
				}
				return after, false
			}
		case asLead:
			s.reported(i+1, e)
		case asRow:
			if s.rest(i+1, e.rest, s.whole) >= 0 && (previous == none || !s.is(s.at(previous), negations)) {
				s.best = int(e.id)
			}
		}
	}
	return i + 1, false
}

// rest matches a pattern with the tokens from i on. It returns where they end,
// -1 if they do not match.
func (s *tokens) rest(i int, p pattern, whole bool) int {
	for n := 0; n < len(p); n++ {
		e, t := p[n], s.at(i)
		switch e.kind {
		case clauseEnds:
			if t.before == space {
				return -1
			}
		case textEnds:
			if t.class != end || !whole {
				return -1
			}
		case clauseStarts:
			// The element behind it is checked here: no space is before its token.
			if n++; t.before != clause || !s.is(t, p[n]) {
				return -1
			}
			i++
		case upToSix:
			for range maxGap {
				if after := s.rest(i, p[n+1:], whole); after >= 0 {
					return after
				}
				if s.at(i).before != space {
					return -1
				}
				i++
			}
		default:
			switch matches := t.before == space && s.is(t, e); {
			case matches && e.optional:
				if after := s.rest(i+1, p[n+1:], whole); after >= 0 {
					return after
				}
			case matches:
				i++
			case !e.optional:
				return -1
			}
		}
	}
	return i
}

// is reports whether a token is what an element names.
func (s *tokens) is(t *token, e *element) bool {
	switch e.kind {
	case anything:
		return t.class != end && !s.is(t, hedges)
	case aThing:
		return t.class == quoted || t.class == name
	case aVariable:
		return t.class == name && isVariable(s.text(t))
	case aNumber:
		return t.class == number
	case quotation:
		return t.class == quoted && s.text(t) == e.text
	}
	if bit(t.hash)&e.bits == 0 || t.class == quoted || t.class == end {
		return false
	}
	return s.isIn(t, e.words)
}

// isIn reports whether a token is in a list. A name is if it is a code, or ends with one.
func (s *tokens) isIn(t *token, l list) bool {
	for i := int(t.hash); ; i++ {
		w := &l[i&(len(l)-1)]
		if w.text == "" || w.hash == t.hash && s.isWord(t, w.text) {
			return w.text != ""
		}
	}
}

func (s *tokens) isWord(t *token, w string) bool {
	if t.class == name {
		return coded(w) && (equal(s.scanner.line[t.tail:t.end], w) || equal(s.text(t), w))
	}
	return equal(s.text(t), w)
}

// isVariable reports whether a name is one of an environment variable: it has capital letters,
// digits and underscores only, and its last word is one of variables.
func isVariable(text string) bool {
	for i := range len(text) {
		if bytesOf[text[i]]&(upper|digit|underscore) == 0 {
			return false
		}
	}
	n := strings.LastIndexByte(text, '_')
	return n > 0 && slices.Contains(variables[:], text[n+1:])
}

// coded reports whether a word of a pattern is a code: it has a character that
// is neither a small letter nor a hyphen or an apostrophe.
func coded(w string) bool {
	return strings.ContainsFunc(w, func(c rune) bool { return (c < 'a' || c > 'z') && c != '-' && c != '\'' })
}

// equal compares text with a word of a pattern: exactly if the word has a
// capital letter, else in any case and without apostrophes.
func equal(text, w string) bool {
	if text == w { // most
		return true
	}
	i := 0
	for j := range len(text) {
		c := text[j]
		for i < len(w) && w[i] == '\'' {
			i++
		}
		switch {
		case i < len(w) && w[i] == c:
			i++
		case i < len(w) && bytesOf[c] == upper && w[i] == c|' ':
			if strings.ContainsFunc(w, func(c rune) bool { return c >= 'A' && c <= 'Z' }) { // its case counts
				return false
			}
			i++
		case c == '\'' || strings.IndexByte("’", c) >= 0:
		default:
			return false
		}
	}
	return i == len(w)
}
