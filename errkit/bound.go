package errkit

import (
	"encoding/json"
	"log/slog"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/toolerr/toolerr/internal/text"
)

// Bounded asks first, in isPlain, whether an error is far within the bounds, as nearly all are.
// For the others boundFields, boundDetails and boundNeeds return what they got, or a copy that is
// cut, and whether it is cut. One function cuts all lists, boundList, with a function for their
// items.

// Bounded returns e if it is within the bounds of what is rendered, and otherwise a copy that is
// cut to them:
//   - 100 fields, of 10 KiB together; in each a path of 512 bytes and a message of 1,024
//     characters;
//   - 64 details, of 64 KiB together;
//   - 100 items of each list in the needs, of 32 KiB together; URLs of 8 KiB;
//   - 256 characters of a name: a code, a rule, a parameter, a key, the reference, the code and
//     type of a peer;
//   - a DocURL that is an http or https URL of 8 KiB, else none;
//   - maxText characters of any other text; no limit if maxText is below 1.
//
// Paths have no control characters, terminal sequences and bidirectional overrides: protocols
// use them as the names of members. A text that is cut contains an ellipsis. A last field,
// detail or item reports that others are left out. Bounded allocates nothing if e is within the
// bounds.
//
// The renderers of this module call it. Third-party renderers should, because a caller decides
// how long the paths of its input are, and a peer how large its errors are.
func Bounded(e *Error, maxText int) *Error {
	if maxText < 1 {
		maxText = math.MaxInt
	}
	if e == nil {
		return nil
	}
	plain := maxText >= text.MaxKey && e.isPlain()
	if plain && e.Needs == nil && e.Details == nil && e.Peer.isPlain() && e.Dev.IsZero() && e.DocURL == "" {
		return e
	}
	return e.bounded(maxText, plain)
}

// bounded is Bounded for an error that is not plain, or has what few errors have.
func (e *Error) bounded(maxText int, plain bool) *Error {
	fields, cutFields := e.Fields, false
	if !plain {
		fields, cutFields = boundFields(fields)
	}
	details, cutDetails := boundDetails(e.Details, maxText)
	needs, cutNeeds := boundNeeds(e.Needs, maxText)
	dev := e.Dev.Reveal()
	peer, cutPeer := boundPeer(e.Peer, details)
	if !cutFields && !cutDetails && !cutNeeds && !cutPeer && text.WebURL(e.DocURL) == e.DocURL && !long(dev, maxText) &&
		!long(string(e.Code), text.MaxKey) && !long(e.Ref, text.MaxKey) &&
		!long(string(e.Message), maxText) && !long(string(e.Hint), maxText) {
		return e
	}
	cut := *e
	cut.Code, cut.Ref = short(e.Code, text.MaxKey), short(e.Ref, text.MaxKey)
	cut.Message, cut.Hint = short(e.Message, maxText), short(e.Hint, maxText)
	cut.DocURL = text.WebURL(e.DocURL)
	cut.Fields, cut.Details, cut.Needs, cut.Peer = fields, details, needs, peer
	if long(dev, maxText) {
		cut.Dev = Dev(short(dev, maxText))
	}
	return &cut
}

// boundPeer returns the peer of an error with these details, or a copy that is cut. AAI renders
// its type, and problem details its title.
func boundPeer(p *Peer, details []slog.Attr) (bounded *Peer, changed bool) {
	isLong := func(name string) bool { return long(name, text.MaxKey) }
	if p == nil || !isLong(p.Code) && !isLong(p.Type) && !long(p.Title, text.MaxMessage) &&
		len(p.Private) <= text.MaxDetails && !slices.ContainsFunc(p.Private, isLong) {
		return p, false
	}
	cut := *p
	cut.Code, cut.Type, cut.Title = short(p.Code, text.MaxKey), short(p.Type, text.MaxKey), short(p.Title, text.MaxMessage)
	private := make(map[string]bool, len(p.Private))
	for _, key := range p.Private {
		private[short(key, text.MaxKey)] = true
	}
	cut.Private = nil
	for _, a := range details {
		if private[a.Key] {
			cut.Private = append(cut.Private, a.Key)
		}
	}
	return &cut, true
}

// short returns a text of at most n characters.
func short[T ~string](s T, n int) T { return T(text.Runes(string(s), n)) }

// isPlain reports whether e has a short message, hint, code and reference, and few fields with
// plain paths, as most errors do: each text has less bytes than any bound has characters. It is
// called for every error that is rendered.
func (e *Error) isPlain() bool {
	fields, lengths := e.Fields, len(e.Message)|len(e.Hint)|len(e.Code)|len(e.Ref)
	for i := range fields {
		f := &fields[i]
		lengths |= len(f.Path) | len(f.Message) | len(f.Rule) | len(f.Param)
		if !text.IsPrintable(f.Path) {
			return false
		}
	}
	return lengths < text.MaxKey && (4*text.MaxKey*len(fields) <= text.MaxFieldBytes ||
		len(fields) <= text.MaxFields && fieldsSize(fields) <= text.MaxFieldBytes)
}

// isPlain reports whether a peer has short names and no private ones, as nearly all have.
func (p *Peer) isPlain() bool {
	return p == nil || p.Private == nil && len(p.Code)|len(p.Type)|len(p.Title) < text.MaxKey
}

// long reports whether s has more than n characters.
func long(s string, n int) bool { return len(s) > n && utf8.RuneCountInString(s) > n }

var moreFields = Field{Message: text.MoreMessage, Rule: text.MoreRule}

// boundFields returns the fields, or a copy that is cut.
func boundFields(fields []Field) (bounded []Field, changed bool) {
	room := text.MaxFieldBytes - fieldSize(&moreFields)
	return boundList(fields, text.MaxFieldBytes, room, boundField, moreFields)
}

func boundField(f Field) (Field, int, bool) {
	cut := Field{
		Path: text.ShortPath(text.Clean(f.Path, 0)), Message: short(f.Message, text.MaxMessage),
		Rule: short(f.Rule, text.MaxKey), Param: short(f.Param, text.MaxKey),
	}
	return cut, fieldSize(&cut), cut != f
}

func fieldSize(f *Field) int { return len(f.Path) + len(f.Message) + len(f.Rule) + len(f.Param) }

func fieldsSize(fields []Field) (n int) {
	for i := range fields {
		n += fieldSize(&fields[i])
	}
	return n
}

// boundDetails returns the details, or a copy that is cut. Of equal keys it then has the last.
func boundDetails(attrs []slog.Attr, maxText int) (bounded []slog.Attr, changed bool) {
	if detailsFit(attrs, maxText) {
		return attrs, false
	}
	last := lastOfKey(attrs)
	all := make([]slog.Attr, 0, min(len(attrs), text.MaxDetails))
	room := text.MaxDetailBytes
	for i, a := range attrs {
		if shadowed(attrs, last, i) {
			continue
		}
		a.Key = text.Runes(a.Key, text.MaxKey)
		if room -= len(a.Key); len(all) == text.MaxDetails || room < 0 {
			all = append(all[:min(len(all), text.MaxDetails-1)], slog.Bool("details_left_out", true))
			break
		}
		a.Value = boundDetail(a.Value, room, maxText)
		room -= min(valueSize(a.Value), room)
		all = append(all, a)
	}
	return all, true
}

func detailsFit(attrs []slog.Attr, maxText int) bool {
	if len(attrs) > text.MaxDetails {
		return false
	}
	for i := range attrs {
		a := &attrs[i]
		if long(a.Key, text.MaxKey) || a.Value.Kind() == slog.KindString && long(a.Value.String(), maxText) {
			return false
		}
	}
	left := text.MaxDetailBytes
	weighGroup(attrs, &left)
	return left >= 0
}

// boundDetail returns v, cut if it is larger than room.
func boundDetail(v slog.Value, room, maxText int) slog.Value {
	size := valueSize(v)
	switch {
	case v.Kind() == slog.KindString:
		if s := v.String(); size > room || long(s, maxText) {
			return slog.StringValue(text.Ends(text.Runes(s, maxText), room))
		}
	case size > room: // or it contains itself
		if doc := appendDetail(nil, v); len(doc) <= room {
			return slog.AnyValue(json.RawMessage(doc))
		}
		return slog.StringValue(text.LeftOut)
	}
	return v
}

// valueSize returns the approximate size of a detail as JSON, in bytes, or a number above
// text.MaxDetailBytes. A value that only encoding/json can render counts little: AppendDetails
// bounds it.
func valueSize(v slog.Value) int {
	left := text.MaxDetailBytes + 1
	weigh(v, &left)
	return text.MaxDetailBytes + 1 - left
}

// weigh subtracts the size of v, which may contain itself, from left, until left is below 0.
func weigh(v slog.Value, left *int) {
	if *left -= 4; *left < 0 {
		return
	}
	switch v.Kind() {
	case slog.KindString:
		*left -= len(v.String())
	case slog.KindGroup:
		weighGroup(v.Group(), left)
	case slog.KindAny:
		switch v := v.Any().(type) {
		case json.RawMessage:
			*left -= len(v)
		case json.Number:
			*left -= len(v)
		case []string:
			*left -= 4*len(v) + textsSize(v)
		}
	}
}

func weighGroup(attrs []slog.Attr, left *int) {
	for i := 0; i < len(attrs) && *left >= 0; i++ {
		*left -= len(attrs[i].Key)
		weigh(attrs[i].Value, left)
	}
}

// boundNeeds returns the needs, or a copy that is cut.
func boundNeeds(n *Needs, maxText int) (bounded *Needs, changed bool) {
	if n == nil {
		return nil, false
	}
	const most = text.MaxNeedsBytes
	challenges, a := boundList(n.Challenges, most, most, boundChallenge)
	secrets, b := boundTexts(n.Secrets, text.MaxKey)
	scopes, c := boundTexts(n.Scopes, text.MaxKey)
	input, d := boundList(n.Input, most, most, boundInput, Input{Name: ellipsis})
	options, e := boundList(n.Options, most, most, boundOption, Option{Label: ellipsis, Value: ellipsis})
	if !a && !b && !c && !d && !e && !long(string(n.Reason), maxText) {
		return n, false
	}
	if last := len(challenges) - 1; last >= 0 && last+1 < len(n.Challenges) {
		challenges[last].Message += " (More authorizations are left out.)"
	}
	return &Needs{
		Challenges: challenges, UserID: n.UserID, Secrets: secrets, Scopes: scopes,
		Input: input, Reason: short(n.Reason, maxText), Options: options,
	}, true
}

func boundChallenge(c Challenge) (Challenge, int, bool) {
	cut := c
	cut.ID, cut.Message = short(c.ID, text.MaxKey), short(c.Message, text.MaxMessage)
	if len(c.URL) > text.MaxURL {
		cut.URL, cut.Message = "", "The URL to visit is too long."
	}
	if len(c.CheckURL) > text.MaxURL {
		cut.CheckURL = ""
	}
	return cut, len(cut.ID) + len(cut.URL) + len(cut.CheckURL) + len(cut.Message), cut != c
}

func boundInput(in Input) (Input, int, bool) {
	suggestions, changed := boundTexts(in.Suggestions, text.MaxMessage)
	cut := Input{Name: short(in.Name, text.MaxKey), Suggestions: suggestions}
	return cut, len(cut.Name) + textsSize(suggestions), changed || cut.Name != in.Name
}

func boundOption(o Option) (Option, int, bool) {
	cut := Option{
		Label: short(o.Label, text.MaxMessage), Value: short(o.Value, text.MaxMessage),
		Description: short(o.Description, text.MaxMessage), Field: short(o.Field, text.MaxKey),
	}
	return cut, len(cut.Label) + len(cut.Value) + len(cut.Description) + len(cut.Field), cut != o
}

// ellipsis is the name of the last item of a list of which others are left out.
const ellipsis = "…"

func boundTexts(texts []string, characters int) (bounded []string, changed bool) {
	const most = text.MaxNeedsBytes
	return boundList(texts, most, most, func(s string) (string, int, bool) {
		cut := short(s, characters)
		return cut, len(cut), cut != s
	}, ellipsis)
}

// boundList returns a list of at most 100 items and most bytes, or a copy of its start that has
// at most room bytes, and then more. The function cuts an item and returns its size, and whether
// it had to be cut.
func boundList[E any](list []E, most, room int, cut func(E) (E, int, bool), more ...E) (bounded []E, changed bool) {
	changed = len(list) > text.MaxFields
	for i := 0; i < len(list) && !changed; i++ {
		_, size, isCut := cut(list[i])
		most -= size
		changed = isCut || most < 0
	}
	if !changed {
		return list, false
	}
	for _, item := range list {
		item, size, _ := cut(item)
		if room -= size; room < 0 || len(bounded) == text.MaxFields-1 && len(list) > text.MaxFields {
			return append(bounded, more...), true
		}
		bounded = append(bounded, item)
	}
	return bounded, true
}

func textsSize(texts []string) (n int) {
	for _, s := range texts {
		n += len(s)
	}
	return n
}
