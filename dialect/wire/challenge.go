package wire

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
)

// ChallengeIDs gives each challenge a unique id, as protocols require (OXP 1.0,
// ToolAuthorizationChallenge; MCP 2025-11-25, elicitationId; MCP 2026-07-28, inputRequests). It is
// the challenge's own id if it is the only challenge, or the id is valid UTF-8 and no earlier
// challenge has it; otherwise its position, from 1, or the next number that is not taken. The ids
// of a decoded document stay the same when it is rendered again.
type ChallengeIDs struct {
	Of []errkit.Challenge

	last int // the last number that was given
}

// Append appends the id of challenge i as a JSON string. Call it with ascending i: numbers only
// grow, so that none is given twice.
func (d *ChallengeIDs) Append(dst []byte, i int) []byte {
	if id := d.Of[i].ID; id != "" && (len(d.Of) == 1 || !has(d.Of[:i], id) && utf8.ValidString(id)) {
		return text.AppendString(dst, id)
	}
	for n := max(i, d.last) + 1; ; n++ {
		var room [20]byte
		number := strconv.AppendInt(room[:0], int64(n), 10)
		if !has(d.Of, string(number)) {
			d.last = n
			return append(append(append(dst, '"'), number...), '"')
		}
	}
}

// has reports whether one of these challenges has an id.
func has(all []errkit.Challenge, id string) bool {
	return slices.ContainsFunc(all, func(ch errkit.Challenge) bool { return ch.ID == id })
}
