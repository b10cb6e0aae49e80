package dialect

import (
	"strconv"
	"unicode/utf8"

	"github.com/toolerr/toolerr/errkit"
)

// challengeIDs gives each challenge an id that no other has, as the protocols
// want it (OXP 1.0, ToolAuthorizationChallenge; MCP 2025-11-25, elicitationId;
// MCP 2026-07-28, inputRequests). It is the challenge's own, if it is the only
// challenge, or the id is UTF-8 and no challenge before has it; else its 1-based
// position, or the first number after that which is free. What was said so comes
// back as the same ids.
type challengeIDs struct {
	of    []errkit.Challenge
	first map[string]int // where each id stands first; nil for few challenges
	last  int            // the last number that was given
}

func idsOf(challenges []errkit.Challenge) challengeIDs {
	ids := challengeIDs{of: challenges}
	if len(challenges) > maxFew {
		ids.first = make(map[string]int, len(challenges))
		for i := len(challenges) - 1; i >= 0; i-- {
			ids.first[challenges[i].ID] = i
		}
	}
	return ids
}

// append appends the id of the i-th challenge as a JSON string. It is asked for
// one after the other: numbers only grow, so that none is given twice.
func (d *challengeIDs) append(dst []byte, i int) []byte {
	if id := d.of[i].ID; id != "" && (len(d.of) == 1 || d.is(i, id) && utf8.ValidString(id)) {
		return quoted(dst, `"`, id)
	}
	for n := max(i, d.last) + 1; ; n++ {
		var room [20]byte
		number := strconv.AppendInt(room[:0], int64(n), 10)
		if !d.has(string(number)) {
			d.last = n
			return append(append(append(dst, '"'), number...), '"')
		}
	}
}

// is reports whether the i-th challenge is the first one with this id.
func (d *challengeIDs) is(i int, id string) bool {
	if d.first != nil {
		return d.first[id] == i
	}
	for j := range d.of[:i] {
		if d.of[j].ID == id {
			return false
		}
	}
	return true
}

// has reports whether any challenge has this id.
func (d *challengeIDs) has(id string) bool {
	if d.first != nil {
		_, ok := d.first[id]
		return ok
	}
	for j := range d.of {
		if d.of[j].ID == id {
			return true
		}
	}
	return false
}
