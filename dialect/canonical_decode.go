package dialect

import (
	"encoding/json"
	"log/slog"
	"math"
	"strconv"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonr"
)

// kindsByName has every kind. To ask [errkit.Kind.UnmarshalText] for a name that
// is none costs an error.
var kindsByName = func() map[string]errkit.Kind {
	kinds := map[string]errkit.Kind{}
	for _, k := range errkit.Kinds() {
		kinds[k.String()] = k
	}
	return kinds
}()

// readCanonical reads what appendCanonical wrote into e. It is false, and e is
// left as it was, where v is not that.
func readCanonical(v jsonr.Value, e *errkit.Error) bool {
	var got errkit.Error
	r := &strict{ok: true}
	var known bool
	if got.Kind, known = kindsByName[r.text(v, "kind")]; !known {
		return false
	}
	got.Code = errkit.Code(r.text(v, "code"))
	got.Status = uint16(min(max(r.integer(v, "status"), 0), math.MaxUint16))
	got.Message = errkit.Text(r.text(v, "message"))
	got.Hint = errkit.Text(r.text(v, "hint"))
	fields := r.list(v, "fields")
	if n := fields.Len(); n > 0 {
		got.Fields = make([]errkit.Field, 0, n)
	}
	for f := fields.FirstElement(); f.Kind() != jsonr.Absent; f = f.Next() {
		got.Fields = append(got.Fields, errkit.Field{
			Path: r.text(f, "path"), Message: errkit.Text(r.text(f, "message")),
			Rule: r.text(f, "rule"), Param: r.text(f, "param"),
		})
	}
	if n := v.Member("needs"); n.Kind() != jsonr.Absent {
		got.Needs = r.needs(n)
	}
	if name := r.text(v, "retry"); name != "" {
		r.ok = got.Retry.UnmarshalText([]byte(name)) == nil && r.ok
	}
	if name := r.text(v, "stage"); name != "" {
		r.ok = got.Stage.UnmarshalText([]byte(name)) == nil && r.ok
	}
	got.RetryAfter = milliseconds(r.integer(v, "retry_after_ms"))
	got.Upstream = httpStatus(r.integer(v, "upstream"))
	got.Details = detailsOf(v.Member("details"), nil)
	got.Ref = r.text(v, "ref")
	if !r.ok {
		return false
	}
	got.Dev, got.Err, got.Peer = e.Dev, e.Err, e.Peer
	*e = got
	return true
}

// milliseconds is the delay that a wire says; below 0 there is none.
func milliseconds(ms int64) time.Duration {
	return time.Duration(min(max(ms, 0), math.MaxInt64/int64(time.Millisecond))) * time.Millisecond
}

// strict reads members whose types must be right; ok tells whether they were.
type strict struct{ ok bool }

func (r *strict) text(v jsonr.Value, name string) string {
	m := v.Member(name)
	s, ok := m.Text()
	r.ok = r.ok && (ok || m.Kind() == jsonr.Absent)
	return s
}

func (r *strict) integer(v jsonr.Value, name string) int64 {
	m := v.Member(name)
	n, ok := m.Int()
	r.ok = r.ok && (ok || m.Kind() == jsonr.Absent)
	return n
}

func (r *strict) list(v jsonr.Value, name string) jsonr.Value {
	m := v.Member(name)
	r.ok = r.ok && (m.Kind() == jsonr.Array && m.Len() <= maxItems || m.Kind() == jsonr.Absent)
	if !r.ok {
		return jsonr.Value{}
	}
	return m
}

func (r *strict) names(v jsonr.Value, name string) []string {
	var names []string
	for m := r.list(v, name).FirstElement(); m.Kind() != jsonr.Absent; m = m.Next() {
		s, ok := m.Text()
		r.ok = r.ok && ok
		names = append(names, s)
	}
	return names
}

func (r *strict) needs(v jsonr.Value) *errkit.Needs {
	n := &errkit.Needs{Secrets: r.names(v, "secrets"), Scopes: r.names(v, "scopes")}
	r.ok = r.ok && v.Kind() == jsonr.Object
	for ch := r.list(v, "authorization").FirstElement(); ch.Kind() != jsonr.Absent; ch = ch.Next() {
		n.Challenges = append(n.Challenges, errkit.Challenge{
			ID: r.text(ch, "id"), URL: r.text(ch, "url"), CheckURL: r.text(ch, "check_url"),
			Message: errkit.Text(r.text(ch, "message")),
		})
	}
	n.UserID, _ = v.Member("user_id").Bool()
	r.input(v.Member("input"), n)
	r.options(v.Member("input"), n)
	return n
}

// input reads fields, reason and suggestions, as the canonical JSON and
// needsInput:v1 have them.
func (r *strict) input(v jsonr.Value, n *errkit.Needs) {
	for _, name := range r.names(v, "fields") {
		n.Input = append(n.Input, errkit.Input{Name: name})
	}
	n.Reason = errkit.Text(r.text(v, "reason"))
	suggestions := v.Member("suggestions")
	if r.ok = r.ok && suggestions.Len() <= maxItems; !r.ok {
		return
	}
	for list := suggestions.FirstMember(); list.Kind() != jsonr.Absent; list = list.Next() {
		name := list.Name()
		var values []string
		for m := list.FirstElement(); m.Kind() != jsonr.Absent; m = m.Next() {
			s, ok := m.Text()
			r.ok = r.ok && ok
			values = append(values, s)
		}
		suggest(n, name, values)
	}
}

// suggest adds suggestions to an input, which it makes where nobody named it.
func suggest(n *errkit.Needs, name string, values []string) {
	for i := len(n.Input) - 1; i >= 0; i-- {
		if n.Input[i].Name == name {
			n.Input[i].Suggestions = values
			return
		}
	}
	n.Input = append(n.Input, errkit.Input{Name: name, Suggestions: values})
}

func (r *strict) options(v jsonr.Value, n *errkit.Needs) {
	for o := r.list(v, "options").FirstElement(); o.Kind() != jsonr.Absent; o = o.Next() {
		if o.Kind() != jsonr.Object {
			r.ok = false
			continue
		}
		n.Options = append(n.Options, errkit.Option{
			Label: r.text(o, "label"), Value: r.text(o, "value"),
			Description: r.text(o, "description"), Field: r.text(o, "field"),
		})
	}
}

// detailsOf reads the members of an object as attributes, in their order, but
// for those that skip names; the first maxItems of them.
func detailsOf(v jsonr.Value, skip func(string) bool) (attrs []slog.Attr) {
	for m := v.FirstMember(); m.Kind() != jsonr.Absent && len(attrs) < maxItems; m = m.Next() {
		name := m.Name()
		if skip != nil && skip(name) {
			continue
		}
		if attrs == nil {
			attrs = make([]slog.Attr, 0, min(v.Len(), maxItems))
		}
		value := detailOf(m)
		if name == "" && m.Kind() == jsonr.Null { // an Attr without key and value is left out
			value = slog.AnyValue(json.RawMessage("null"))
		}
		attrs = append(attrs, slog.Attr{Key: name, Value: value})
	}
	return attrs
}

// maxGroup bounds the members of a group that is read, a larger object stays JSON,
// and the values of one that is written without asking errkit.
const maxGroup = 256

// detailOf reads a value so that it renders as the same JSON.
func detailOf(v jsonr.Value) slog.Value {
	switch v.Kind() {
	case jsonr.String:
		s, _ := v.Text()
		return slog.StringValue(s)
	case jsonr.Bool:
		b, _ := v.Bool()
		return slog.BoolValue(b)
	case jsonr.Number:
		if n, err := strconv.ParseInt(v.Raw(), 10, 64); err == nil && v.Raw() != "-0" {
			return slog.Int64Value(n)
		}
		return slog.AnyValue(json.Number(v.Raw()))
	case jsonr.Object:
		if v.Len() > maxGroup {
			return slog.AnyValue(json.RawMessage(v.Raw()))
		}
		group := slog.GroupValue(detailsOf(v, nil)...)
		if len(group.Group()) == v.Len() { // slog drops empty groups
			return group
		}
		fallthrough
	case jsonr.Array:
		return slog.AnyValue(json.RawMessage(v.Raw()))
	}
	return slog.AnyValue(nil)
}
