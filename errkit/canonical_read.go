package errkit

import (
	"errors"
	"math"

	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

var errNotCanonical = errors.New("errkit: not the canonical JSON of an error")

// maxItems is the number of elements that are read of a list.
const maxItems = text.MaxFields

// ReadJSON sets the public fields of e from the canonical JSON v; Dev, Err and Peer stay. If v
// is not canonical, because a member has another type or the kind is unknown, e is unchanged and
// the error is not nil. Unknown members are ignored.
func (e *Error) ReadJSON(v jsontree.Value) error {
	r := canonicalReader{ok: true}
	kind, known := LookupKind(r.text(v, "kind"))
	if !known {
		return errNotCanonical
	}
	got := Error{
		Kind: kind, Code: Code(r.text(v, "code")), Message: Text(r.text(v, "message")), Hint: Text(r.text(v, "hint")),
		RetryAfter: text.FromMilliseconds(r.integer(v, "retry_after_ms")),
		Upstream:   int(min(max(r.integer(v, "upstream"), math.MinInt), math.MaxInt)), // an int may have 32 bits
		Status:     uint16(min(max(r.integer(v, "status"), 0), math.MaxUint16)),
		DocURL:     text.WebURL(r.text(v, "doc_url")),
		Ref:        r.text(v, "ref"),
	}
	fields := r.array(v.Member("fields"))
	if n := fields.Len(); n > 0 {
		got.Fields = make([]Field, 0, min(n, maxItems))
	}
	for f := fields.FirstElement(); f.Kind() != jsontree.Absent; f = f.Next() {
		if len(got.Fields) == maxItems {
			got.Fields[maxItems-1] = moreFields
			break
		}
		got.Fields = append(got.Fields, Field{
			Path: r.text(f, "path"), Message: Text(r.text(f, "message")),
			Rule: r.text(f, "rule"), Param: r.text(f, "param"),
		})
	}
	if n := v.Member("needs"); n.Kind() != jsontree.Absent {
		got.Needs = &Needs{}
		r.needs(n, got.Needs)
	}
	// The name of an absent member is "", which is that of the zero value.
	r.ok = got.Retry.UnmarshalText([]byte(r.text(v, "retry"))) == nil && r.ok
	r.ok = got.Effect.UnmarshalText([]byte(r.text(v, "effect"))) == nil && r.ok
	r.ok = got.Stage.UnmarshalText([]byte(r.text(v, "stage"))) == nil && r.ok
	got.Details = ReadDetails(v.Member("details"), nil)
	if !r.ok {
		return errNotCanonical
	}
	got.Dev, got.Err, got.Peer = e.Dev, e.Err, e.Peer
	*e = got
	return nil
}

// UnmarshalJSON reads the canonical JSON, as [Error.ReadJSON] does.
func (e *Error) UnmarshalJSON(data []byte) error {
	v, err := jsontree.Parse(data, jsontree.Limits{})
	if err != nil || v.Kind() == jsontree.Null { // by convention null changes nothing
		return err
	}
	return e.ReadJSON(v)
}

// ReadJSON sets n from the object v, the member needs of the canonical JSON. It reports whether
// all of v is canonical.
func (n *Needs) ReadJSON(v jsontree.Value) bool {
	r := canonicalReader{ok: true}
	r.needs(v, n)
	return r.ok
}

// ReadInput adds the input of v, which has the members fields, reason and suggestions of
// needsInput:v1. It reports whether they have the right types; what has is read in any case.
func (n *Needs) ReadInput(v jsontree.Value) bool {
	r := canonicalReader{ok: true}
	r.input(v, n)
	return r.ok
}

// ReadOptions adds the options of the array v of needsInput:v1. It reports whether v has the
// right types.
func (n *Needs) ReadOptions(v jsontree.Value) bool {
	r := canonicalReader{ok: true}
	r.options(v, n)
	return r.ok
}

// canonicalReader reads members that must have the right type. ok is false after one that has not.
type canonicalReader struct{ ok bool }

func (r *canonicalReader) text(v jsontree.Value, name string) string {
	m := v.Member(name)
	s, ok := m.Text()
	r.ok = r.ok && (ok || m.Kind() == jsontree.Absent)
	return s
}

func (r *canonicalReader) integer(v jsontree.Value, name string) int64 {
	m := v.Member(name)
	n, ok := m.Int()
	r.ok = r.ok && (ok || m.Kind() == jsontree.Absent)
	return n
}

// array returns v, or the absent value if it is not an array.
func (r *canonicalReader) array(v jsontree.Value) jsontree.Value {
	r.ok = r.ok && (v.Kind() == jsontree.Array || v.Kind() == jsontree.Absent)
	if !r.ok {
		return jsontree.Value{}
	}
	return v
}

// readItems returns the elements of a list, at most maxItems.
func readItems[E any](list jsontree.Value, read func(jsontree.Value) E) (all []E) {
	for v := list.FirstElement(); v.Kind() != jsontree.Absent && len(all) < maxItems; v = v.Next() {
		all = append(all, read(v))
	}
	return all
}

func (r *canonicalReader) strings(list jsontree.Value) []string {
	return readItems(list, func(v jsontree.Value) string {
		s, ok := v.Text()
		r.ok = r.ok && ok
		return s
	})
}

func (r *canonicalReader) needs(v jsontree.Value, n *Needs) {
	r.ok = r.ok && v.Kind() == jsontree.Object
	n.Secrets = r.strings(r.array(v.Member("secrets")))
	n.Scopes = r.strings(r.array(v.Member("scopes")))
	n.Challenges = readItems(r.array(v.Member("authorization")), func(v jsontree.Value) Challenge {
		return Challenge{
			ID: r.text(v, "id"), Message: Text(r.text(v, "message")),
			URL: r.text(v, "url"), CheckURL: r.text(v, "check_url"),
		}
	})
	n.UserID, _ = v.Member("user_id").Bool()
	r.input(v.Member("input"), n)
	r.options(v.Member("input").Member("options"), n)
}

func (r *canonicalReader) input(v jsontree.Value, n *Needs) {
	for _, name := range r.strings(r.array(v.Member("fields"))) {
		n.Input = append(n.Input, Input{Name: name})
	}
	n.Reason = Text(r.text(v, "reason"))
	list := v.Member("suggestions").FirstMember()
	for ; list.Kind() != jsontree.Absent && len(n.Input) <= maxItems; list = list.Next() {
		n.suggest(list.Name(), r.strings(list))
	}
}

// suggest sets the suggestions of the last input with this name, or adds an input.
func (n *Needs) suggest(name string, values []string) {
	for i := len(n.Input) - 1; i >= 0; i-- {
		if n.Input[i].Name == name {
			n.Input[i].Suggestions = values
			return
		}
	}
	n.Input = append(n.Input, Input{Name: name, Suggestions: values})
}

func (r *canonicalReader) options(list jsontree.Value, n *Needs) {
	v := r.array(list).FirstElement()
	for ; v.Kind() != jsontree.Absent && len(n.Options) < maxItems; v = v.Next() {
		if v.Kind() != jsontree.Object {
			r.ok = false
			continue
		}
		n.Options = append(n.Options, Option{
			Label: r.text(v, "label"), Value: r.text(v, "value"),
			Description: r.text(v, "description"), Field: r.text(v, "field"),
		})
	}
}
