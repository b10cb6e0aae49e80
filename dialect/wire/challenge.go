package wire

import (
	"strconv"
	"unicode/utf8"

	"github.com/toolerr/toolerr/errkit"
)

// MaxCompared is the number of fields or challenges up to which duplicates are found by comparing all of them. For more, a
// map is allocated.
const MaxCompared = 1000

// ChallengeIDs gives each challenge a unique id, as protocols require (OXP 1.0, ToolAuthorizationChallenge; MCP
// 2025-11-25, elicitationId; MCP 2026-07-28, inputRequests). It is the challenge's own id if it is the only challenge, or
// the id is valid UTF-8 and no earlier challenge has it; otherwise its position, from 1, or the next number that is not
// taken. The ids of a decoded document stay the same when it is rendered again.
type ChallengeIDs struct {
	of    []errkit.Challenge
	first map[string]int // index of the first challenge with each id; nil for up to MaxCompared challenges
	last  int            // the last number that was given
}

// IDsOf returns the ids of challenges.
func IDsOf(challenges []errkit.Challenge) ChallengeIDs {
	ids := ChallengeIDs{of: challenges}
	if len(challenges) > MaxCompared {
		ids.first = make(map[string]int, len(challenges))
		for i := len(challenges) - 1; i >= 0; i-- {
			ids.first[challenges[i].ID] = i
		}
	}
	return ids
}

// Append appends the id of challenge i as a JSON string. Call it with ascending i: numbers only grow, so that none is
// given twice.
func (d *ChallengeIDs) Append(dst []byte, i int) []byte {
	if id := d.of[i].ID; id != "" && (len(d.of) == 1 || d.isFirst(i, id) && utf8.ValidString(id)) {
		return AppendString(dst, `"`, id)
	}
	for n := max(i, d.last) + 1; ; n++ {
		var room [20]byte
		number := strconv.AppendInt(room[:0], int64(n), 10)
		if !d.taken(string(number)) {
			d.last = n
			return append(append(append(dst, '"'), number...), '"')
		}
	}
}

// isFirst reports whether challenge i is the first one with this id.
func (d *ChallengeIDs) isFirst(i int, id string) bool {
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

// taken reports whether a challenge has this id.
func (d *ChallengeIDs) taken(id string) bool {
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
