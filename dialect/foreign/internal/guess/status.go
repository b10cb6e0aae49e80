package guess

import _ "embed"

// An HTTP status in a text counts after a lead, such as "HTTP" or "status
// code", or before its reason phrase, as in "404 Not Found".

// statusNumber reports whether text is the status of an error.
func statusNumber(text string) bool {
	return len(text) == 3 && (text[0] == '4' || text[0] == '5') && isDigit(text[1]) && isDigit(text[2])
}

// status records the status that the text reports. Of several ones the first one counts: another
// one is that of a server behind it.
func (s *search) status(number string) {
	if s.reports {
		return
	}
	s.reports = true
	for i := range s.index.rows[:s.best] {
		r := &s.index.rows[i]
		w := r.words
		if w[0] == '#' && r.refines&s.open != 0 && (w[1:] == number || w[1] == number[0] && w[2:] == "xx") {
			s.best = i
			return
		}
	}
}

// reported looks for a status after a lead, from token i on.
func (s *search) reported(i int, lead *entry) {
	if i = s.rest(i, lead.rest, s.whole); i < 0 {
		return
	}
	for last := i + maxFillers; i <= last; i++ {
		t := s.at(i)
		text := s.text(t)
		switch {
		case t.class == number && statusNumber(text) &&
			(s.index.leads[lead.id].loose || s.ends(i+1) || s.reason(text, &s.tokens, i+1)):
			s.status(text)
			return
		case t.class == quoted && len(text) > 4 && statusNumber(text[:3]):
			if s.reason(text[:3], &tokens{scanner: scanner{line: text, pos: 3}}, 0) {
				s.status(text[:3])
				return
			}
		}
		if !s.is(t, fillers) {
			return
		}
	}
}

// A reason is the reason phrase of a status, or of a class of them such as 4xx.
type reason struct {
	status string
	phrase pattern
}

// reason reports whether the reason phrase of a status follows, from token i of tokens on.
func (s *search) reason(number string, in *tokens, i int) bool {
	if !statusNumber(number) {
		return false
	}
	first := in.at(i)
	if first.class != word || first.before == sentence {
		return false
	}
	for n := range s.index.reasons {
		r := &s.index.reasons[n]
		if r.status != number && (r.status[1:] != "xx" || r.status[0] != number[0]) || !in.is(first, r.phrase[0]) {
			continue
		}
		if after := in.rest(i+1, r.phrase[1:], s.whole); after >= 0 && in.ends(after) {
			return true
		}
	}
	return false
}

// ends reports whether a number or phrase before token i is complete: the clause
// ends, or goes on with what it is about.
func (s *tokens) ends(i int) bool {
	t := s.at(i)
	return t.before != space || t.class == quoted || t.class == name || s.is(t, links)
}

//go:embed statuses.txt
var statusText string

// A lead is what is written before an HTTP status.
type lead struct {
	words string
	loose bool // whatever follows the status
}

// fillers are words between a lead and the status, maxFillers of them at most.
var fillers = newElement("error|status|code|response|was|is|of|with")

const maxFillers = 3

// links are words with which a clause goes on behind a status.
var links = newElement("from|for|on|error|response|returned|when|while|at|by|with|received|" +
	"in|to|and|after|during|calling|because")
