package errkit

import (
	"encoding/json"
	"log/slog"
	"math"
	"unicode/utf8"

	"github.com/toolerr/toolerr/internal/jsonw"
	"github.com/toolerr/toolerr/internal/limit"
)

// Bounded returns e if it is within the bounds of what is rendered, and otherwise a copy that is cut to them:
//   - 100 fields, of 10 KiB together; in each a path of 512 bytes and a message of 1,024 characters;
//   - 64 details, of 32 KiB together;
//   - 100 items of each list in the needs, of 32 KiB together; URLs of 8 KiB;
//   - 256 characters of a name: a code, a rule, a parameter, a key, the reference;
//   - maxText characters of any other text; no limit if maxText is below 1.
//
// Paths have no control characters, terminal sequences and bidirectional overrides: protocols use them as the names of members.
// A text that is cut contains an ellipsis. A last field, detail or item reports that others are left out. Bounded allocates
// nothing if e is within the bounds.
//
// The renderers of this module call it. Third-party renderers should, because a caller decides how long the paths of its
// input are, and a peer how large its errors are.
func Bounded(e *Error, maxText int) *Error {
	if maxText < 1 {
		maxText = math.MaxInt
	}
	if e == nil || maxText >= limit.Key && e.isPlain() || fits(e, maxText) {
		return e
	}
	text := func(t Text) Text { return Text(limit.Runes(string(t), maxText)) }
	cut := *e
	cut.Code, cut.Ref = Code(limit.Runes(string(e.Code), limit.Key)), limit.Runes(e.Ref, limit.Key)
	cut.Message, cut.Hint = text(e.Message), text(e.Hint)
	cut.Fields = boundFields(e.Fields)
	cut.Needs = boundNeeds(e.Needs, maxText)
	cut.Details = boundDetails(e.Details, maxText)
	if dev := e.Dev.Reveal(); long(dev, maxText) {
		cut.Dev = Dev(limit.Runes(dev, maxText))
	}
	if e.Peer != nil && long(e.Peer.Type, limit.Key) { // which AAI renders
		peer := *e.Peer
		peer.Type = limit.Runes(peer.Type, limit.Key)
		cut.Peer = &peer
	}
	return &cut
}

// fits reports whether there is nothing to cut.
func fits(e *Error, maxText int) bool {
	return !long(string(e.Message), maxText) && !long(string(e.Hint), maxText) &&
		!long(string(e.Code), limit.Key) && !long(e.Ref, limit.Key) &&
		(len(e.Fields) == 0 || fieldsFit(e.Fields)) &&
		(len(e.Details) == 0 || detailsFit(e.Details, maxText)) &&
		(e.Needs == nil || needsFit(e.Needs, maxText)) &&
		(e.Dev.IsZero() || !long(e.Dev.Reveal(), maxText)) &&
		(e.Peer == nil || !long(e.Peer.Type, limit.Key))
}

// isClean reports whether a path has nothing that is unsafe for a terminal.
func isClean(s string) bool { return jsonw.Clean(s, 0) == s }

// isPlain reports whether e has only short texts and a few fields with short texts and plain paths, as most errors do: each
// text has less bytes than any bound has characters. It is called for every error that is rendered.
func (e *Error) isPlain() bool {
	fields := e.Fields
	if e.Needs != nil || e.Peer != nil || e.Details != nil || !e.Dev.IsZero() || len(fields) > limit.FieldBytes/(4*limit.Key) {
		return false
	}
	lengths := len(e.Message) | len(e.Hint) | len(e.Code) | len(e.Ref)
	for i := range fields {
		f := &fields[i]
		lengths |= len(f.Path) | len(f.Message) | len(f.Rule) | len(f.Param)
		if !jsonw.IsPrintable(f.Path) {
			return false
		}
	}
	return lengths < limit.Key
}

// long reports whether s has more than n characters.
func long(s string, n int) bool { return len(s) > n && utf8.RuneCountInString(s) > n }

var moreFields = Field{Message: limit.MoreMessage, Rule: limit.MoreRule}

func boundFields(fields []Field) []Field {
	if fieldsFit(fields) {
		return fields
	}
	all := make([]Field, 0, min(len(fields), limit.Fields))
	size := fieldSize(&moreFields)
	for i := range fields {
		f := &fields[i]
		short := Field{
			Path: limit.ShortPath(jsonw.Clean(f.Path, 0)), Message: Text(limit.Runes(string(f.Message), limit.Message)),
			Rule: limit.Runes(f.Rule, limit.Key), Param: limit.Runes(f.Param, limit.Key),
		}
		if size += fieldSize(&short); i == limit.Fields || size > limit.FieldBytes {
			return append(all[:min(i, limit.Fields-1)], moreFields)
		}
		all = append(all, short)
	}
	return all
}

func fieldsFit(fields []Field) bool {
	if len(fields) > limit.Fields {
		return false
	}
	n := 0
	for i := range fields {
		f := &fields[i]
		if len(f.Path) > limit.Path || !isClean(f.Path) || long(string(f.Message), limit.Message) || long(f.Rule, limit.Key) || long(f.Param, limit.Key) {
			return false
		}
		n += fieldSize(f)
	}
	return n <= limit.FieldBytes
}

func fieldSize(f *Field) int { return len(f.Path) + len(f.Message) + len(f.Rule) + len(f.Param) }

// boundDetails returns the details, or a copy that is cut. Of equal keys it then has the last.
func boundDetails(attrs []slog.Attr, maxText int) []slog.Attr {
	if detailsFit(attrs, maxText) {
		return attrs
	}
	last := lastOfKey(attrs)
	all := make([]slog.Attr, 0, min(len(attrs), limit.Details))
	room := limit.DetailBytes
	for i, a := range attrs {
		if shadowed(attrs, last, i) {
			continue
		}
		a.Key = limit.Runes(a.Key, limit.Key)
		if room -= len(a.Key); len(all) == limit.Details || room < 0 {
			all = append(all[:min(len(all), limit.Details-1)], slog.Bool("details_left_out", true))
			break
		}
		a.Value = boundDetail(a.Value, room, maxText)
		room -= min(valueSize(a.Value), room)
		all = append(all, a)
	}
	return all
}

func detailsFit(attrs []slog.Attr, maxText int) bool {
	if len(attrs) > limit.Details {
		return false
	}
	for i := range attrs {
		a := &attrs[i]
		if long(a.Key, limit.Key) || a.Value.Kind() == slog.KindString && long(a.Value.String(), maxText) {
			return false
		}
	}
	left := limit.DetailBytes
	weighGroup(attrs, &left)
	return left >= 0
}

// boundDetail returns v, cut if it is larger than room.
func boundDetail(v slog.Value, room, maxText int) slog.Value {
	size := valueSize(v)
	switch {
	case v.Kind() == slog.KindString:
		if s := v.String(); size > room || long(s, maxText) {
			return slog.StringValue(limit.Ends(limit.Runes(s, maxText), room))
		}
	case size > room: // or it contains itself
		if doc := appendDetail(nil, v); len(doc) <= room {
			return slog.AnyValue(json.RawMessage(doc))
		}
		return slog.StringValue(leftOut)
	}
	return v
}

// leftOut replaces a value that is too large.
const leftOut = "(a value that is too large is left out)"

// valueSize returns the approximate size of a detail as JSON, in bytes, or a number above limit.DetailBytes. A value that only
// encoding/json can render counts little: AppendDetails bounds it.
func valueSize(v slog.Value) int {
	left := limit.DetailBytes + 1
	weigh(v, &left)
	return limit.DetailBytes + 1 - left
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

func boundNeeds(n *Needs, maxText int) *Needs {
	if n == nil || needsFit(n, maxText) {
		return n
	}
	short := &Needs{UserID: n.UserID, Reason: Text(limit.Runes(string(n.Reason), maxText))}
	short.Challenges = boundList(n.Challenges, func(c Challenge) (Challenge, int) {
		c.ID, c.Message = limit.Runes(c.ID, limit.Key), Text(limit.Runes(string(c.Message), limit.Message))
		if len(c.URL) > limit.URL {
			c.URL, c.Message = "", "The URL to visit is too long."
		}
		if len(c.CheckURL) > limit.URL {
			c.CheckURL = ""
		}
		return c, len(c.ID) + len(c.URL) + len(c.CheckURL) + len(c.Message)
	})
	if last := len(short.Challenges) - 1; last >= 0 && last+1 < len(n.Challenges) {
		short.Challenges[last].Message += " (More authorizations are left out.)"
	}
	short.Secrets, short.Scopes = boundTexts(n.Secrets, limit.Key), boundTexts(n.Scopes, limit.Key)
	short.Input = boundList(n.Input, func(in Input) (Input, int) {
		in.Name, in.Suggestions = limit.Runes(in.Name, limit.Key), boundTexts(in.Suggestions, limit.Message)
		return in, len(in.Name) + textsSize(in.Suggestions)
	})
	if len(short.Input) < len(n.Input) {
		short.Input = append(short.Input, Input{Name: ellipsis})
	}
	short.Options = boundList(n.Options, func(o Option) (Option, int) {
		o = Option{
			Label: limit.Runes(o.Label, limit.Message), Value: limit.Runes(o.Value, limit.Message),
			Description: limit.Runes(o.Description, limit.Message), Field: limit.Runes(o.Field, limit.Key),
		}
		return o, len(o.Label) + len(o.Value) + len(o.Description) + len(o.Field)
	})
	if len(short.Options) < len(n.Options) {
		short.Options = append(short.Options, Option{Label: ellipsis, Value: ellipsis})
	}
	return short
}

// ellipsis is the name of the last item of a list of which others are left out.
const ellipsis = "…"

// boundList returns a copy of the start of a list that is within the bounds. The function cuts an item and returns its size.
func boundList[E any](list []E, cut func(E) (E, int)) []E {
	var all []E
	room := limit.NeedsBytes
	for _, item := range list {
		item, size := cut(item)
		if room -= size; room < 0 || len(all) == limit.Fields-1 && len(list) > limit.Fields {
			break
		}
		all = append(all, item)
	}
	return all
}

func boundTexts(texts []string, most int) []string {
	all := boundList(texts, func(s string) (string, int) {
		s = limit.Runes(s, most)
		return s, len(s)
	})
	if len(all) < len(texts) {
		all = append(all, ellipsis)
	}
	return all
}

func textsSize(texts []string) (n int) {
	for _, s := range texts {
		n += len(s)
	}
	return n
}

// needsFit reports whether all lists are within the bounds.
func needsFit(n *Needs, maxText int) bool {
	if long(string(n.Reason), maxText) || !textsFit(n.Secrets, limit.Key) || !textsFit(n.Scopes, limit.Key) ||
		max(len(n.Challenges), len(n.Input), len(n.Options)) > limit.Fields {
		return false
	}
	size := 0
	for i := range n.Challenges {
		c := &n.Challenges[i]
		if size += len(c.ID) + len(c.URL) + len(c.CheckURL) + len(c.Message); size > limit.NeedsBytes ||
			len(c.URL) > limit.URL || len(c.CheckURL) > limit.URL || long(c.ID, limit.Key) || long(string(c.Message), limit.Message) {
			return false
		}
	}
	size = 0
	for i := range n.Input {
		in := &n.Input[i]
		if size += len(in.Name) + textsSize(in.Suggestions); size > limit.NeedsBytes ||
			long(in.Name, limit.Key) || !textsFit(in.Suggestions, limit.Message) {
			return false
		}
	}
	size = 0
	for i := range n.Options {
		o := &n.Options[i]
		if size += len(o.Label) + len(o.Value) + len(o.Description) + len(o.Field); size > limit.NeedsBytes ||
			long(o.Label, limit.Message) || long(o.Value, limit.Message) || long(o.Description, limit.Message) || long(o.Field, limit.Key) {
			return false
		}
	}
	return true
}

func textsFit(texts []string, most int) bool {
	for _, s := range texts {
		if long(s, most) {
			return false
		}
	}
	return len(texts) <= limit.Fields && textsSize(texts) <= limit.NeedsBytes
}
