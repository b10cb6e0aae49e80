package guess

import "strings"

// search is the state of one call of Kind.
type search struct {
	open  Open
	index *index
	best  int  // the first row that matched so far; len(rows): none
	whole bool // the line is the whole text
}

// maxGap is how many tokens "..." in a pattern covers at most.
const maxGap = 6

// line searches one line.
func (s *search) line(line string) {
	sc := scanner{line: line}
	var previous token // in the same clause
	for t := sc.next(); t.class != end; t = sc.next() {
		if t.before != space {
			previous = token{}
		}
		if t.class == number && s.reason(t.text, sc) {
			s.status(t.text)
		}
		pos, hedged := s.match(t, previous, sc)
		if hedged {
			sc.skipSentence()
			continue
		}
		sc.pos = pos
		previous = t
	}
}

// match tries the patterns that start with t, after which sc continues. It
// returns where the search goes on: behind a mask, else where sc is. It reports
// hedged if the rest of the sentence is no evidence.
func (s *search) match(t, previous token, sc scanner) (pos int, hedged bool) {
	if t.class == quoted || t.class == name {
		if pos, hedged = s.under(hashOfThing, t, previous, sc); pos != sc.pos {
			return pos, hedged
		}
	}
	return s.under(t.hash, t, previous, sc)
}

// under tries the patterns whose first word has a hash.
func (s *search) under(hash uint32, t, previous token, sc scanner) (pos int, hedged bool) {
	second := token{class: unread}
	for i := s.index.heads[hash%buckets]; i != 0; i = s.index.entries[i].next {
		e := &s.index.entries[i]
		if e.hash != hash || e.anchored && t.before == space || e.use == asRow && (e.id >= s.best || rows[e.id].refines&s.open == 0) || !is(t, e.first) {
			continue
		}
		if e.second != "" { // most patterns end here
			if second.class == unread {
				at := sc
				second = at.next()
			}
			if second.before != space || !is(second, e.second) {
				continue
			}
		}
		switch e.use {
		case asMask:
			if after := sc.rest(e.rest, s.whole); after >= 0 {
				return after, false
			}
		case asHedge:
			return sc.pos, true
		case asLead:
			s.reported(sc, e)
		case asRow:
			if sc.rest(e.rest, s.whole) >= 0 && !negates(previous) {
				s.best = e.id
			}
		}
	}
	return sc.pos, false
}

// rest matches the elements of a pattern with the tokens from here. It returns
// where they end, -1 if they do not match.
func (s scanner) rest(pattern string, whole bool) int {
	for pattern != "" {
		var element string
		element, pattern, _ = strings.Cut(pattern, " ")
		at := s
		t := at.next()
		switch element {
		case "$":
			if t.before == space {
				return -1
			}
			continue
		case "$$":
			if t.class != end || !whole {
				return -1
			}
			continue
		case "...":
			for range maxGap {
				if after := s.rest(pattern, whole); after >= 0 {
					return after
				}
				if t := s.next(); t.before != space {
					return -1
				}
			}
			continue
		}
		element, optional := strings.CutSuffix(element, "?")
		switch matches := t.before == space && is(t, element); {
		case matches && optional:
			if after := at.rest(pattern, whole); after >= 0 {
				return after
			}
		case matches:
			s = at
		case !optional:
			return -1
		}
	}
	return s.pos
}

// skipSentence moves to the start of the next sentence.
func (s *scanner) skipSentence() {
	for {
		at := *s
		if t := at.next(); t.before == sentence {
			return
		}
		*s = at
	}
}

// is reports whether a token is what an element of a pattern names.
func is(t token, element string) bool {
	switch {
	case element == "_":
		return t.class != end && !oneOf(t, hedges[:])
	case element == "'":
		return t.class == quoted || t.class == name
	case element[0] == '"':
		return t.class == quoted && t.text == element[1:len(element)-1]
	case t.class == quoted || t.class == end:
		return false
	}
	for more := true; more; {
		i := strings.IndexByte(element, '|')
		w := element
		if more = i >= 0; more {
			w, element = element[:i], element[i+1:]
		}
		if c := w[0] | ' '; c != t.text[0]|' ' && (t.tail == "" || c != t.tail[0]|' ') { // nearly all
			continue
		}
		if t.class != name && equal(t.text, w) || t.class == name && coded(w) && (equal(t.tail, w) || equal(t.text, w)) {
			return true
		}
	}
	return false
}

// coded reports whether a word of a pattern is a code: it has a character that
// is neither a small letter nor a hyphen or an apostrophe.
func coded(w string) bool {
	for i := range len(w) {
		if c := w[i]; bytesOf[c] != lower && c != '-' && c != '\'' {
			return true
		}
	}
	return false
}

// equal compares text with a word of a pattern: exactly if the word has a
// capital letter, else in any case and without apostrophes.
func equal(text, w string) bool {
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
			if exact(w) {
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

// exact reports whether the case of a word of a pattern counts.
func exact(w string) bool {
	for i := range len(w) {
		if bytesOf[w[i]] == upper {
			return true
		}
	}
	return false
}

// oneOf reports whether a word is in a list.
func oneOf(t token, list []string) bool {
	if t.class != word {
		return false
	}
	for _, w := range list {
		if equal(t.text, w) {
			return true
		}
	}
	return false
}

// negates reports whether a word before a pattern turns its meaning around.
func negates(t token) bool { return oneOf(t, negations) }
