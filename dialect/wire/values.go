package wire

import (
	"math"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

var wanted = [...]string{
	jsontree.Bool: "true or false", jsontree.Number: "a number", jsontree.String: "a string",
	jsontree.Object: "an object", jsontree.Array: "an array",
}

// unexpected notes an optional member of the wrong type, which is ignored, as RFC 9457 §3.1
// requires.
func (r *Reader) unexpected(v jsontree.Value, want string) {
	r.NoteAt(v, "want %s, got %s, ignored", want, v.Kind())
}

// FirstOf returns the first of these names by which v has a member that is not null, else "".
func FirstOf(v jsontree.Value, names ...string) string {
	for _, name := range names {
		if !v.Member(name).IsNull() {
			return name
		}
	}
	return ""
}

// Retryable is [Reader.Bool] for a member that states whether the call may be repeated.
func (r *Reader) Retryable(v jsontree.Value, name string) (retryable, ok bool) {
	if retryable, ok = r.Bool(v, name); retryable {
		r.Peer.Retry = errkit.Allowed
	} else if ok {
		r.Peer.Retry = errkit.Never
	}
	return retryable, ok
}

// Inner returns the first member of v with one of these names that is an object, else v: what is in
// an envelope that a document may have.
func Inner(v jsontree.Value, names ...string) jsontree.Value {
	for _, name := range names {
		if inner := v.Member(name); inner.Kind() == jsontree.Object {
			return inner
		}
	}
	return v
}

// Require rejects the document if the named member has another type than k; it may be absent or
// null. It is for members by which a document is recognized, and returns the member.
func (r *Reader) Require(v jsontree.Value, name string, k jsontree.Kind) jsontree.Value {
	m := v.Member(name)
	if m.Kind() != k && !m.IsNull() {
		r.WrongType(m, wanted[k])
	}
	return m
}

// String reads an optional string. A member of another type is noted and ignored, here and in the
// methods below.
func (r *Reader) String(v jsontree.Value, name string) string { return r.Text(v.Member(name)) }

// Text is String for a member that was looked up.
func (r *Reader) Text(m jsontree.Value) string {
	s, ok := m.Text()
	if !ok && !m.IsNull() {
		r.unexpected(m, wanted[jsontree.String])
	}
	return s
}

// Bool reads an optional boolean, which may be in a string.
func (r *Reader) Bool(v jsontree.Value, name string) (b, ok bool) {
	m := v.Member(name)
	b, ok = m.Bool()
	if ok || m.IsNull() {
		return b, ok
	}
	if s, _ := m.Text(); s == "true" || s == "false" {
		r.NoteAt(m, "%s in a string", s)
		return s == "true", true
	}
	r.unexpected(m, wanted[jsontree.Bool])
	return false, false
}

// Integer reads an optional integer, which may be in a string. A fraction is noted and ignored.
func (r *Reader) Integer(v jsontree.Value, name string) (n int64, ok bool) {
	m := v.Member(name)
	if n, ok = m.Int(); ok {
		return n, true
	}
	if m.Kind() == jsontree.Number {
		r.unexpected(m, "an integer")
		return 0, false
	}
	return r.number(m)
}

// Status reads an optional HTTP status. A number that an int cannot hold is the nearest one that
// it can.
func (r *Reader) Status(v jsontree.Value, name string) (status int, ok bool) {
	n, ok := r.Integer(v, name)
	return int(min(max(n, math.MinInt), math.MaxInt)), ok
}

// Milliseconds reads an optional delay in milliseconds. A fraction is rounded up; a negative delay
// is 0.
func (r *Reader) Milliseconds(v jsontree.Value, name string) (d time.Duration, ok bool) {
	ms, ok := r.number(v.Member(name))
	return text.FromMilliseconds(ms), ok
}

// Seconds reads an optional delay in seconds, which may have a fraction. A negative delay is 0.
func (r *Reader) Seconds(v jsontree.Value, name string) (d time.Duration, ok bool) {
	m := v.Member(name)
	if f, ok := m.Float(); ok && f < math.MaxInt64/1e9 {
		return text.FromMilliseconds(int64(math.Ceil(f * 1000))), true
	}
	s, ok := r.number(m)
	return text.FromSeconds(uint64(max(s, 0))), ok
}

// Object reads an optional object.
func (r *Reader) Object(v jsontree.Value, name string) jsontree.Value {
	m := v.Member(name)
	if m.Kind() == jsontree.Object {
		return m
	}
	if !m.IsNull() {
		r.unexpected(m, wanted[jsontree.Object])
	}
	return jsontree.Value{}
}

// number reads a number, which may be in a string: fractions are rounded up, numbers out of range
// become the nearest one.
func (r *Reader) number(m jsontree.Value) (n int64, ok bool) {
	if n, ok := m.Int(); ok {
		return n, true
	}
	if s, ok := m.Text(); ok {
		if n, ok := parseInteger(s); ok {
			return n, true
		}
	}
	if f, ok := m.Float(); ok {
		switch f = math.Ceil(f); {
		case f >= math.MaxInt64:
			return math.MaxInt64, true
		case f <= math.MinInt64:
			return math.MinInt64, true
		}
		return int64(f), true
	}
	if !m.IsNull() {
		r.unexpected(m, wanted[jsontree.Number])
	}
	return 0, false
}

// parseInteger parses an integer. It rejects names by their first character, because an error of
// strconv allocates.
func parseInteger(s string) (int64, bool) {
	if s == "" || s[0] > '9' {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}

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
