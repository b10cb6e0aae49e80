package guess

import "strings"

// An HTTP status in a text counts after a lead, such as "HTTP" or "status
// code", or before its reason phrase, as in "404 Not Found".

// statusNumber reports whether text is the status of an error.
func statusNumber(text string) bool {
	return len(text) == 3 && (text[0] == '4' || text[0] == '5') && isDigit(text[1]) && isDigit(text[2])
}

// status records the status that the text reports.
func (s *search) status(number string) {
	for i := range rows[:s.best] {
		w := rows[i].words
		if w[0] == '#' && rows[i].refines&s.open != 0 && (w[1:] == number || w[1] == number[0] && w[2:] == "xx") {
			s.best = i
			return
		}
	}
}

// reported looks for a status after a lead.
func (s *search) reported(sc scanner, lead *entry) {
	after := sc.rest(lead.rest, s.whole)
	if after < 0 {
		return
	}
	sc.pos = after
	for range 1 + maxFillers {
		t := sc.next()
		switch {
		case t.class == number && statusNumber(t.text) && (leads[lead.id].loose || s.ends(sc) || s.reason(t.text, sc)):
			s.status(t.text)
			return
		case t.class == quoted && len(t.text) > 4 && statusNumber(t.text[:3]) && s.reason(t.text[:3], scanner{line: t.text, pos: 3}):
			s.status(t.text[:3])
			return
		case !oneOf(t, fillers):
			return
		}
	}
}

// reason reports whether the reason phrase of a status follows.
func (s *search) reason(number string, sc scanner) bool {
	if !statusNumber(number) {
		return false
	}
	at := sc
	first := at.next()
	if first.class != word || first.before == sentence {
		return false
	}
	for i := range reasons {
		r := &reasons[i]
		if r.status != number && (r.status[1:] != "xx" || r.status[0] != number[0]) {
			continue
		}
		w, rest, _ := strings.Cut(r.phrase, " ")
		if !is(first, w) {
			continue
		}
		if after := at.rest(rest, s.whole); after >= 0 {
			end := at
			end.pos = after
			if s.ends(end) {
				return true
			}
		}
	}
	return false
}

// ends reports whether a number or phrase before sc is complete: the clause
// ends, or goes on with what it is about.
func (s *search) ends(sc scanner) bool {
	t := sc.next()
	return t.before != space || t.class == quoted || t.class == name || oneOf(t, links)
}
