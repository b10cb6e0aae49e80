package wire

import (
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// Carry reads a carried canonical JSON, which replaces everything that was read before. It counts
// only if it agrees with the members of the protocol: if writer renders it as what was read of
// them, bounds aside. Otherwise they win. A value that is not canonical or does not agree is noted
// and ignored; null is ignored. Call Carry after all other members are read.
func (r *Reader) Carry(v jsontree.Value, writer dialect.Dialect) {
	r.CarryIf(v, func(e *errkit.Error) bool { return r.WrittenBy(writer, dialect.Call{}, e) })
}

// CarryIf is [Reader.Carry] for a protocol that renders an error in several ways: agrees reports
// whether the carried error is the one that was read.
func (r *Reader) CarryIf(v jsontree.Value, agrees func(carried *errkit.Error) bool) {
	if v.IsNull() {
		return
	}
	carried := errkit.Error{Dev: r.Error.Dev}
	switch {
	case carried.ReadJSON(v) != nil:
		r.Unused(v)
		r.Note("%s: not a canonical error, ignored", Place(v))
	case !agrees(&carried):
		r.Unused(v)
		r.Note("conflict: %s is not the error of the other members, ignored", Place(v))
	default:
		*r.Error = carried
		r.Carried(Place(v))
	}
}

// Carried records that Error is the canonical JSON at a place in the document.
func (r *Reader) Carried(place string) {
	r.Peer.Carried, r.Peer.Guessed, r.Peer.Coarse, r.Peer.Private = true, false, 0, nil
	r.Peer.Retry, r.Peer.Stage, r.Peer.Status = r.Error.Retry, r.Error.Stage, r.Error.Upstream
	r.Peer.Rule = "carried at " + place
}

// WrittenBy reports whether a dialect renders e in a call as a document of which the same is read
// as of this one.
func (r *Reader) WrittenBy(d dialect.Dialect, call dialect.Call, e *errkit.Error) bool {
	return eachRepeatable(e, func(of errkit.Repeatable) bool {
		call.Repeatable = of
		return r.writtenBy(d, call, e)
	})
}

// eachRepeatable reports whether f reports true for a call that is repeatable, is not, or of which
// nothing is stated: who decodes an error does not know it. It matters only for some effects.
func eachRepeatable(e *errkit.Error, f func(errkit.Repeatable) bool) bool {
	if !mapping.MayHaveEffect(e.Effect) {
		return f(errkit.RepeatableUnstated)
	}
	return f(errkit.RepeatableUnstated) || f(errkit.RepeatableNo) || f(errkit.RepeatableYes)
}

func (r *Reader) writtenBy(d dialect.Dialect, call dialect.Call, e *errkit.Error) bool {
	s := text.GetBuffer()
	defer s.Release()
	codec := dialect.Codec{Table: r.Codec.Table, MaxText: -1, Disclose: dialect.DiscloseAll}
	sent := *e
	sent.Peer = &errkit.Peer{Dialect: r.Peer.Dialect, Code: r.Peer.Code} // its exact code
	body, _ := codec.Append(s.Bytes, d, call, &sent)
	s.Bytes = body[:0]
	other := newReader(&codec, r.read)
	defer other.release()
	other.Document = dialect.Document{Dialect: d, Status: r.Document.Status, Body: body}
	root, err := other.buffer.Parse(body, jsontree.Limits{})
	if err != nil {
		return false
	}
	found, err := other.read(other, root)
	return found && err == nil && r.same(other)
}

// SameText reports whether a text of a document, which may be cut, is the one that body
// represents: a part of a JSON string.
func SameText(s string, body []byte) bool { return sameText(s, string(text.Unescape(body))) }

// IsModelText reports whether a text of a document, which may be cut, is what a model reads of e:
// see [AppendModelBody].
func (r *Reader) IsModelText(s string, e *errkit.Error, lines Lines) bool {
	buffer := text.GetBuffer()
	defer buffer.Release()
	c := dialect.Codec{Table: r.Codec.Table, MaxText: -1}
	return eachRepeatable(e, func(of errkit.Repeatable) bool {
		lines.Repeatable = of
		return SameText(s, AppendModelBody(buffer.Bytes, &c, e, lines))
	})
}

// same reports whether the same was read of two documents. Texts may be cut in the first one.
func (r *Reader) same(other *Reader) bool {
	a, b := r.Error, other.Error
	p, q := r.Peer, other.Peer
	return a.Kind == b.Kind && p.Code == q.Code && p.Retry == q.Retry && p.Status == q.Status &&
		a.Code == b.Code && a.RetryAfter == b.RetryAfter && a.Upstream == b.Upstream &&
		(a.Effect == b.Effect || a.Effect == errkit.EffectUnspecified) &&
		sameText(string(a.Message), string(b.Message)) && sameText(string(a.Hint), string(b.Hint)) &&
		sameFields(a.Fields, b.Fields) && sameNeeds(a.Needs, b.Needs)
}

// sameText compares texts, the first of which may be cut.
func sameText(a, b string) bool {
	start, _, cut := strings.Cut(a, "…")
	return a == b || cut && strings.HasPrefix(b, start)
}

func sameFields(a, b []errkit.Field) bool {
	return slices.EqualFunc(a, b, func(a, b errkit.Field) bool {
		return sameText(a.Path, b.Path) && sameText(string(a.Message), string(b.Message))
	})
}

func sameNeeds(a, b *errkit.Needs) bool {
	if a == nil || b == nil {
		return a == b
	}
	sameURLs := func(a, b errkit.Challenge) bool { return a.URL == b.URL && a.CheckURL == b.CheckURL }
	return a.UserID == b.UserID && slices.EqualFunc(a.Challenges, b.Challenges, sameURLs) &&
		slices.EqualFunc(a.Input, b.Input, func(a, b errkit.Input) bool { return sameText(a.Name, b.Name) })
}
