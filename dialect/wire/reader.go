package wire

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// The parts of a document that are read are bounded.
const (
	maxItems  = text.MaxFields // fields, challenges, inputs, names of one list
	maxTexts  = 32             // texts from which a kind is guessed
	maxNotes  = 100            // lines of evidence
	maxRaw    = 4 << 20        // bytes of a body that is not JSON in Peer.Raw
	maxUnread = 100            // members that no rule used

	maxUnreadBytes = 64 << 10 // of their pointers, of which there is at least one
)

// A Reader collects the parts of the error in a document. Dialects set Error and Peer and call the
// methods; [Decode] completes both.
//
// The first failure of [Reader.WrongType] or [Reader.Require] makes the input not a document of
// the dialect. Everything else that is unexpected is evidence.
type Reader struct {
	Codec    *dialect.Codec
	Document dialect.Document
	Error    *errkit.Error // never nil
	Peer     *errkit.Peer  // Retry, Stage and Status are facts: they are set whether or not the table agrees

	// StageOf, if set, returns the stage once the kind is final, in place of Peer.Stage: for
	// protocols in which the place of an error determines its stage only for some kinds.
	StageOf func(t *mapping.Table, k errkit.Kind) errkit.Stage

	Guess Guess

	read     Read
	rejected error // why the input is not a document of the dialect
	buffer   jsontree.Buffer
	inside   jsontree.Value // the document in a text of the document
	place    string         // of that text, a JSON pointer
	result   *result        // Error and Peer are in it
}

// A result is what [Decode] returns, in one allocation.
type result struct {
	e    errkit.Error
	peer errkit.Peer
	note [1]string // room for the evidence of most documents
}

var readers = sync.Pool{New: func() any { return new(Reader) }}

// newReader returns a Reader for a document that read reads.
func newReader(c *dialect.Codec, read Read) *Reader {
	r := readers.Get().(*Reader)
	r.Codec, r.read = c, read
	if r.result == nil { // else the document before had no error
		r.result = new(result)
		r.Error, r.Peer = &r.result.e, &r.result.peer
		r.Peer.Evidence = r.result.note[:0]
	}
	return r
}

// release clears the Reader for the next document.
func (r *Reader) release() {
	r.Codec, r.Document, r.read = nil, dialect.Document{}, nil
	r.forget()
	r.buffer.Reset()
	readers.Put(r)
}

// forget clears what was read, unless it was returned.
func (r *Reader) forget() {
	if r.result != nil {
		*r.result = result{}
		r.Peer.Evidence = r.result.note[:0]
	}
	r.StageOf, r.rejected, r.inside = nil, nil, jsontree.Value{}
	r.Guess.reset()
}

// A Read function reads the root of a document: it reports whether there is an error in it, and
// returns an error if it is not of the dialect. It must not keep the Reader or a Value; strings
// may be kept.
type Read func(r *Reader, root jsontree.Value) (found bool, err error)

// Decode decodes a document of the named dialect. A response with the HTTP status of an error is
// an error of that status if its body is not of the dialect, such as a page of a proxy; a status
// that only the body names does not count. What the dialect does not define is left to f; if that
// is nil, nothing is guessed, and nothing but the status counts of such a body.
func Decode(c *dialect.Codec, d dialect.Document, name string, read Read, f Foreign) (*errkit.Error, error) {
	r := newReader(c, read)
	defer r.release()
	r.Document, r.Peer.Dialect = d, name
	root, ok := d.Root()
	var err error
	if !ok {
		root, err = r.buffer.Parse(d.Body, d.Limits())
	}
	long := d.Fits()
	if long == nil {
		r.Document.Status = d.ErrorStatus(root)
	}
	found := true
	if c.Unread {
		root.Track()
	}
	if err == nil {
		if found, err = read(r, root); err == nil {
			err = r.rejected
		}
		if err == nil && found {
			err = long
		}
		if err != nil && long != nil {
			root = jsontree.Value{} // only the HTTP status counts
		}
	}
	switch {
	case err != nil && f != nil && name == "http" && root.Kind() == jsontree.Absent && long == nil &&
		!header.IsError(d.Status) && f.Page(r):
	case err != nil && (d.Detecting() || !header.IsError(d.Status)):
		return nil, dialect.NotDocument(name, err)
	case err != nil:
		r.forget()
		r.Peer.Dialect = "http"
		r.ByStatus()
		if name != "http" || bytes.IndexAny(bytes.TrimSpace(d.Body), "{[") == 0 { // which reads XML and texts, too
			r.Note("not a document of %s: %v", name, err)
		}
		if f != nil {
			f.Body(r, root)
		}
	case !found:
		return nil, nil
	}
	if !r.Peer.Carried {
		if f != nil {
			f.Refine(r)
		}
		r.settle()
	}
	if c.Unread {
		r.listUnread(root, "")
		r.listUnread(r.inside, r.place)
	}
	if r.Peer.Raw = root.Raw(); root.Kind() == jsontree.Absent {
		r.Peer.Raw = string(d.Body[:min(len(d.Body), maxRaw)])
	}
	if len(r.Peer.Evidence) == 0 {
		r.Peer.Evidence = nil
	}
	e := r.Error
	e.Peer = r.Peer
	r.Error, r.Peer, r.result = nil, nil, nil
	return e, nil
}

// listUnread lists the members that no rule used, of the document or of the one inside it at a
// place.
func (r *Reader) listUnread(root jsontree.Value, place string) {
	list, more := root.Unread(maxUnread)
	size := 0
	for n, at := range list {
		if size += len(at); n > 0 && size > maxUnreadBytes {
			more = true
			break
		}
		r.Peer.Unread = append(r.Peer.Unread, place+at)
	}
	if more {
		r.Note("more than %d members were not used, the rest is not listed", len(r.Peer.Unread))
	}
}

// Inside parses the text of v, a member of the document, as JSON. What is not read of it counts as
// lost, too. The result is Absent if the text is not JSON.
func (r *Reader) Inside(v jsontree.Value, text string) jsontree.Value {
	r.place = v.Pointer()
	r.inside, _ = jsontree.ParseText(text, r.Document.Limits())
	r.inside.Track()
	return r.inside
}

// Used records that values are not a part of the error, such as the id of the call, or that they
// repeat other members. Every other value that is not read counts as lost
// ([dialect.Codec.Unread]).
func (r *Reader) Used(values ...jsontree.Value) {
	for _, v := range values {
		v.SetRead(true)
	}
}

// Unused records that a value was read, but is not a part of the error.
func (r *Reader) Unused(v jsontree.Value) { v.SetRead(false) }

// settle sets Status, Retry, Stage and Upstream where the document differs from the table, and the
// delay of the HTTP header.
func (r *Reader) settle() {
	table, e := r.Codec.Table, r.Error
	if s := r.Peer.Status; s > 0 && s != table.ToolErrorStatus(e.Kind, 0) {
		e.Upstream = s
	}
	e.Upstream = max(e.Upstream, 0)
	if s := r.Document.Status; e.Status == 0 && header.IsError(s) && s != table.Status(e) &&
		errkit.FromStatus(s) == e.Kind { // 410 is not_found, too
		e.Status = uint16(s)
	}
	if s := r.Document.Status; e.Effect == errkit.EffectUnspecified &&
		(s == http.StatusMisdirectedRequest || s == http.StatusTooEarly) { // RFC 9110 §15.5.20, RFC 8470 §5.2
		e.Effect = errkit.EffectNone
	}
	coded := e.Kind // whose retry advice counts
	if r.Peer.Guessed {
		coded = r.Peer.Coarse
	}
	advised := table.Retry(coded, e.Upstream)
	if retry := r.Peer.Retry; retry != errkit.RetryUnspecified && retry != advised {
		e.Retry = retry
	}
	if r.StageOf != nil {
		r.Peer.Stage = r.StageOf(table, e.Kind)
	}
	if stage := r.Peer.Stage; stage != errkit.StageUnspecified && stage != table.Stage(e.Kind) {
		e.Stage = stage
	}
	if h := r.Document.Header; len(h) > 0 {
		// No guess is for a limit.
		e.RetryAfter = cmp.Or(e.RetryAfter, header.Delay(h, time.Now, coded == errkit.RateLimited))
		for _, f := range header.RetryAfterFaults(h, time.Now) {
			r.Note("the header %s: %q is %s", f.Name, Clip(f.Value), f.Reason)
		}
	}
	mapping.TrimAdvice(e, advised)
	// Before the sentence about an effect; of another kind only if the document has no reference
	// beside it.
	if ref, ok := referenceIn(string(e.Message)); ok && (e.Ref == "" || e.Kind.Text() == errkit.Internal.Text()) {
		e.Message, e.Ref = "", ref
	}
}

// Kind sets the kind and the rule that determined it. No text may replace it, unless
// [Reader.Refine] is called after it.
func (r *Reader) Kind(k errkit.Kind, rule string) {
	r.Error.Kind = k
	r.Peer.Rule = rule
	r.Guess.Open, r.Guess.StatusOnly = 0, false
}

// ByCode sets the kind that a numeric code determined; the rule is what and the code.
func (r *Reader) ByCode(k errkit.Kind, what string, code int64) {
	var room [64]byte
	rule := append(append(room[:0], what...), ' ')
	r.Kind(k, string(strconv.AppendInt(rule, code, 10)))
}

// ByStatus sets the kind of the HTTP status, and reports whether the status is that of an error. A
// text may refine the kind of a 400 or a 500.
func (r *Reader) ByStatus() bool {
	if !header.IsError(r.Document.Status) {
		return false
	}
	k, ok := r.Codec.Table.FromHTTP(r.Document.Status)
	if ok {
		if r.Document.Status == http.StatusForbidden && isLimited(r.Document.Header) {
			r.Kind(errkit.RateLimited, "HTTP status 403 with the headers of a rate limit")
			return true
		}
		r.ByCode(k, "HTTP status", int64(r.Document.Status))
		r.Guess.StatusOnly = true
		switch {
		case k == errkit.Internal:
			r.Refine(ServerFault)
		case r.Document.Status == http.StatusBadRequest:
			r.Refine(BadRequest | BadCall)
		case k == errkit.InvalidRequest && http.StatusText(r.Document.Status) == "": // of this server only
			r.Refine(UnknownCode)
		}
	}
	return ok
}

// isLimited reports whether the headers are those of a rate limit, for which some APIs send 403: a
// delay, or no request that is left.
func isLimited(h http.Header) bool {
	_, delay := header.RetryAfter(h, time.Now)
	_, none := header.NoneLeft(h, time.Now)
	return delay || none
}

// Message sets the message, or the reference of an internal error that is written after the
// default text. The kind may be guessed from it.
func (r *Reader) Message(s string) {
	r.GuessFrom(s)
	r.Error.Message = errkit.Text(s)
	if !strings.HasPrefix(s, string(errkit.Internal.Text())) { // most
		return
	}
	text, effect := mapping.TrimEffect(s, errkit.Never)
	if ref, ok := referenceIn(strings.TrimSuffix(text, "\n"+errkit.Internal.Advice())); ok {
		r.Error.Message, r.Error.Ref, r.Error.Effect = "", ref, cmp.Or(r.Error.Effect, effect)
		r.Kind(errkit.Internal, "default text of internal with a reference")
	}
}

// referenceIn returns the reference after the default text of an internal error, if there is no
// other text.
func referenceIn(s string) (ref string, ok bool) {
	rest, isDefault := strings.CutPrefix(s, string(errkit.Internal.Text()))
	rest, starts := strings.CutPrefix(rest, referenceStart)
	ref, ends := strings.CutSuffix(rest, referenceEnd)
	return ref, isDefault && starts && ends && ref != "" && !strings.Contains(ref, referenceEnd)
}

// WrongType reports a value of the wrong type: the input is not a document of the dialect.
func (r *Reader) WrongType(v jsontree.Value, want string) {
	if r.rejected == nil {
		r.rejected = fmt.Errorf("%s: want %s, got %s", Place(v), want, v.Kind())
	}
}

// Note adds a line of evidence. It must not quote more of the document than [Clip] returns.
func (r *Reader) Note(format string, args ...any) {
	switch n := len(r.Peer.Evidence); {
	case n < maxNotes:
		r.Peer.Evidence = append(r.Peer.Evidence, fmt.Sprintf(format, args...))
	case n == maxNotes:
		r.Peer.Evidence = append(r.Peer.Evidence, "more than "+strconv.Itoa(maxNotes)+" notes, the rest is left out")
	}
}

// NoteAt adds a line of evidence about a value, which starts with its place.
func (r *Reader) NoteAt(v jsontree.Value, format string, args ...any) {
	if len(r.Peer.Evidence) <= maxNotes { // finding a place takes time in proportion to the document
		r.Note("%s: %s", Place(v), fmt.Sprintf(format, args...))
	}
}

// Room reports whether one more item may be read where there are have already, and notes it if
// not.
func (r *Reader) Room(have int, of string) bool {
	if have == maxItems && len(r.Peer.Evidence) <= maxNotes {
		line := fmt.Sprintf("more than %d %s, the rest is not read", maxItems, of)
		if !slices.Contains(r.Peer.Evidence, line) {
			r.Note("%s", line)
		}
	}
	return have < maxItems
}

// Field adds a field of the input that is wrong. If there is no room for f the last field reports
// that there are more.
func (r *Reader) Field(f errkit.Field) {
	if n := len(r.Error.Fields); n < maxItems {
		r.Error.Fields = append(r.Error.Fields, f)
	} else if !r.Full() {
		r.Room(n, "fields")
		r.Error.Fields[n-1] = errkit.Field{Message: text.MoreMessage, Rule: text.MoreRule}
	}
}

// Full reports whether there were more fields than there is room for.
func (r *Reader) Full() bool {
	n := len(r.Error.Fields)
	return n > 0 && r.Error.Fields[n-1].Rule == text.MoreRule
}

// Needs returns the needs of the error, which it adds if there are none.
func (r *Reader) Needs() *errkit.Needs {
	if r.Error.Needs == nil {
		r.Error.Needs = &errkit.Needs{}
	}
	return r.Error.Needs
}

// Challenge adds an authorization challenge.
func (r *Reader) Challenge(ch errkit.Challenge) {
	if n := r.Needs(); r.Room(len(n.Challenges), "challenges") {
		n.Challenges = append(n.Challenges, ch)
	}
}

// Place returns the JSON pointer of a value, cut to 512 bytes, or "the document" for the root.
func Place(v jsontree.Value) string {
	return cmp.Or(v.ShortPointer(), "the document")
}

// Clip returns the start of a text of the document, cleaned, for evidence.
func Clip(s string) string { return text.Clean(s, 40) }
