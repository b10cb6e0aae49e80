package dialect

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonr"
)

// What is read of a document is bounded, whatever a peer sends.
const (
	maxNesting = 4    // documents inside documents
	maxItems   = 4096 // fields, challenges, inputs, options, names, details of one object
	maxTexts   = 32   // texts in which patterns are looked for
	maxNotes   = 100  // lines of evidence
)

// reader is what a decoder knows so far. Its first complaint stays. It keeps no
// Value, so that reader and document live on the stack of decode.
type reader struct {
	c    *Codec
	doc  Document
	e    errkit.Error
	peer errkit.Peer

	retry      errkit.Retry     // what the wire says; Unspecified: nothing
	stage      errkit.Stage     // what the wire says; Unspecified: nothing
	status     int              // the upstream status that the wire says
	said       [maxTexts]string // where patterns are looked for, the most telling first
	texts      int              // how many of them there are
	inResult   bool             // the error stands in a result of MCP
	inFault    bool             // the error stands in an error of JSON-RPC in MCP
	carried    bool             // e is from a carried canonical JSON
	structural bool             // no text is looked at
	succeeded  bool             // the status is that of a success
	retrySaid  bool             // retry stays written down: can_retry never comes from the table
	exact      bool             // the kind was said in words of our own: no pattern may change it
	complain   error
}

// wrong complains about a value of the wrong type.
func (r *reader) wrong(v jsonr.Value, want string) {
	if r.complain == nil {
		r.complain = fmt.Errorf("%s: want %s, got %s", place(v), want, v.Kind())
	}
}

// contradiction complains about members that cannot stand side by side.
func (r *reader) contradiction(v jsonr.Value, beside string) {
	if r.complain == nil {
		r.complain = fmt.Errorf("%s: contradicts %s beside it", place(v), beside)
	}
}

func place(v jsonr.Value) string {
	if p := v.Pointer(); p != "" {
		return p
	}
	return "the document"
}

// failed and succeeded report what an HTTP status says; some say neither.
func failed(status int) bool    { return status >= 400 && status <= 599 }
func succeeded(status int) bool { return status >= 200 && status <= 299 }

func null(v jsonr.Value) bool { return v.Kind() == jsonr.Absent || v.Kind() == jsonr.Null }

// odd notes an optional value of the wrong type, which is ignored (RFC 9457
// §3.1 asks for that).
func (r *reader) odd(v jsonr.Value, want string) {
	r.note("%s: want %s, got %s, ignored", place(v), want, v.Kind())
}

// need complains about a member without which a document is none, where it is
// of another type.
func (r *reader) need(v jsonr.Value, name string, k jsonr.Kind) {
	if m := v.Member(name); m.Kind() != k && !null(m) {
		r.wrong(m, wanted[k])
	}
}

var wanted = [...]string{jsonr.Bool: "true or false", jsonr.Number: "a number", jsonr.String: "a string", jsonr.Object: "an object"}

// text reads an optional string; null counts as absent.
func (r *reader) text(v jsonr.Value, name string) string { return r.string(v.Member(name)) }

func (r *reader) string(v jsonr.Value) string {
	s, ok := v.Text()
	if !ok && !null(v) {
		r.odd(v, wanted[jsonr.String])
	}
	return s
}

// bool reads an optional boolean, also in a string; null counts as absent.
func (r *reader) bool(v jsonr.Value, name string) (b, present bool) {
	m := v.Member(name)
	b, ok := m.Bool()
	if ok || null(m) {
		return b, ok
	}
	if s, _ := m.Text(); s == "true" || s == "false" {
		r.note("%s: %s in a string", place(m), s)
		return s == "true", true
	}
	r.odd(m, wanted[jsonr.Bool])
	return false, false
}

// integer reads an optional whole number, in digits or in a string.
func (r *reader) integer(v jsonr.Value, name string) (n int64, present bool) {
	m := v.Member(name)
	if n, ok := m.Int(); ok {
		return n, true
	}
	if s, ok := m.Text(); ok {
		if n, ok := whole(s); ok {
			return n, true
		}
	}
	if f, ok := m.Float(); ok { // a fraction: rounded up, as delays are; more than an int64 holds: the most that it does
		switch f = math.Ceil(f); {
		case f >= math.MaxInt64:
			return math.MaxInt64, true
		case f <= math.MinInt64:
			return math.MinInt64, true
		}
		return int64(f), true
	}
	if !null(m) {
		r.odd(m, wanted[jsonr.Number])
	}
	return 0, false
}

// httpStatus makes an int of a number that should be an HTTP status: the nearest one,
// where an int has 32 bits.
func httpStatus(n int64) int { return int(min(max(n, math.MinInt), math.MaxInt)) }

// wholeNumber is integer for what has no fractions.
func (r *reader) wholeNumber(v jsonr.Value, name string) (n int64, present bool) {
	m := v.Member(name)
	if _, ok := m.Int(); !ok && m.Kind() == jsonr.Number {
		r.odd(m, "a whole number")
		return 0, false
	}
	return r.integer(v, name)
}

// whole reads the whole number that a text is.
func whole(s string) (int64, bool) {
	if s == "" || s[0] > '9' { // nearly all names; to ask ParseInt costs an error
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0, false
	}
	return n, true
}

// object reads an optional object; null counts as absent.
func (r *reader) object(v jsonr.Value, name string) jsonr.Value {
	m := v.Member(name)
	if m.Kind() == jsonr.Object {
		return m
	}
	if !null(m) {
		r.odd(m, wanted[jsonr.Object])
	}
	return jsonr.Value{}
}

// kind sets the kind, and which rule chose it.
func (r *reader) kind(k errkit.Kind, rule string) {
	r.e.Kind = k
	r.peer.Rule = rule
}

// byCode is kind where a number chose it.
func (r *reader) byCode(k errkit.Kind, what string, code int64) {
	var room [64]byte
	rule := append(append(room[:0], what...), ' ')
	r.kind(k, string(strconv.AppendInt(rule, code, 10)))
}

// note adds to the evidence.
func (r *reader) note(format string, args ...any) {
	switch n := len(r.peer.Evidence); {
	case n < maxNotes:
		r.peer.Evidence = append(r.peer.Evidence, fmt.Sprintf(format, args...))
	case n == maxNotes:
		r.peer.Evidence = append(r.peer.Evidence, "more than "+strconv.Itoa(maxNotes)+" notes, the rest is left out")
	}
}

// noting reports whether there is room for one more note: it is for loops, since
// to find out a place takes as long as the document is.
func (r *reader) noting() bool { return len(r.peer.Evidence) <= maxNotes }

// once is note for what is not worth saying twice.
func (r *reader) once(format string, args ...any) {
	if line := fmt.Sprintf(format, args...); !slices.Contains(r.peer.Evidence, line) {
		r.note("%s", line)
	}
}

// message sets the message, and the reference that stands after the standing
// text of Internal; texts are where patterns are looked for.
func (r *reader) message(s string) {
	r.say(s)
	standing := string(errkit.Internal.Text())
	if len(s) > len(standing)+len(refBefore)+len(refAfter) && s[:len(standing)] == standing {
		rest := s[len(standing):]
		if rest[:len(refBefore)] == refBefore && rest[len(rest)-len(refAfter):] == refAfter {
			r.e.Ref = rest[len(refBefore) : len(rest)-len(refAfter)]
			s = ""
			r.e.Kind, r.peer.Rule, r.exact = errkit.Internal, "standing text of internal with a reference", true
		}
	}
	r.e.Message = errkit.Text(s)
}

// say adds a text in which patterns are looked for.
func (r *reader) say(s string) {
	if r.texts < maxTexts {
		r.said[r.texts] = s
		r.texts++
	}
}

// room reports whether one more item may be read, and notes it where not.
func (r *reader) room(have int, of string) bool {
	if have == maxItems {
		r.once("more than %d %s, the rest is not read", maxItems, of)
	}
	return have < maxItems
}

// expect makes room for so many fields at once.
func (r *reader) expect(n int) {
	if r.e.Fields == nil && n > 0 {
		r.e.Fields = make([]errkit.Field, 0, min(n, maxItems))
	}
}

// field adds what is wrong with one part of the input.
func (r *reader) field(f errkit.Field) {
	if r.room(len(r.e.Fields), "fields") {
		r.e.Fields = append(r.e.Fields, f)
	}
}

// needs returns the needs, made where there are none.
func (r *reader) needs() *errkit.Needs {
	if r.e.Needs == nil {
		r.e.Needs = &errkit.Needs{}
	}
	return r.e.Needs
}

// carry reads a carried canonical JSON, whose word counts from then on.
func (r *reader) carry(v jsonr.Value) {
	if null(v) {
		return
	}
	if !readCanonical(v, &r.e) {
		r.note("%s: not a canonical error, ignored", place(v))
		return
	}
	r.carried = true
	r.peer.Rule = "carried at " + place(v)
}
