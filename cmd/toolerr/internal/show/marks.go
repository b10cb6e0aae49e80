package show

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// A segment is a part of a document, and the field of the error that it comes from.
type segment struct {
	text  strings.Builder
	Field string         // "": the same for every error
	Loss  dialect.Reason // what happened to the field, "" for nothing
}

// Text returns the part of the document.
func (s *segment) Text() string { return s.text.String() }

// A change is another error that differs only in one field. What differs in its document comes from that field, in every dialect.
type change struct {
	field string
	set   func(*errkit.Error) bool // reports whether the error has the field
	apply func(*errkit.Error)
}

// other is a text that no document has.
const other = "\u00a4"

// changes lists the fields, in the order in which they claim a part of a document.
var changes = [...]change{
	{"message", always, func(e *errkit.Error) { e.Message = other }},
	{"hint", func(e *errkit.Error) bool { return e.Hint != "" }, func(e *errkit.Error) { e.Hint = other }},
	{"fields", func(e *errkit.Error) bool { return len(e.Fields) > 0 }, func(e *errkit.Error) {
		e.Fields = slices.Repeat([]errkit.Field{{Path: "/" + other, Message: other, Rule: other, Param: other}}, max(1, len(e.Fields)))
	}},
	{"needs", func(e *errkit.Error) bool { return !e.Needs.IsZero() }, func(e *errkit.Error) { e.Needs = nil }},
	{"retry_after", func(e *errkit.Error) bool { return e.RetryAfter > 0 }, func(e *errkit.Error) { e.RetryAfter += time.Hour }},
	{"retry", always, func(e *errkit.Error) {
		if table.RetryOf(e) == errkit.Never {
			e.Retry = errkit.Allowed
		} else {
			e.Retry = errkit.Never
		}
	}},
	{"code", func(e *errkit.Error) bool { return e.Code != "" }, func(e *errkit.Error) { e.Code = "zzz" }},
	{"ref", func(e *errkit.Error) bool { return e.Ref != "" }, func(e *errkit.Error) { e.Ref = "zzz" }},
	{"upstream", func(e *errkit.Error) bool { return e.Upstream != 0 }, func(e *errkit.Error) { e.Upstream = 599 }},
	{"details", func(e *errkit.Error) bool { return len(e.Details) > 0 }, func(e *errkit.Error) { e.Details = nil }},
	{"dev", func(e *errkit.Error) bool { return !e.Dev.IsZero() }, func(e *errkit.Error) { e.Dev = errkit.Dev(other) }},
	{"kind", always, toKind(errkit.NotFound)},
	{"kind", always, toKind(errkit.RateLimited)},
	{"kind", always, toKind(errkit.Internal)},
}

func always(*errkit.Error) bool { return true }

// toKind changes the kind, and nothing that the old kind decides on. Several kinds may have one code.
func toKind(k errkit.Kind) func(*errkit.Error) {
	return func(e *errkit.Error) {
		e.Message, e.Retry, e.Stage = errkit.Text(e.Error()), table.RetryOf(e), stageOf(e) // the text of e itself, which is public
		e.Kind = k
	}
}

// mark returns the indented document of e in a dialect. The loss of a field marks the parts of the document that come from it.
func mark(codec *dialect.Codec, e *errkit.Error, to dialect.Dialect, call dialect.Call, body []byte, losses []dialect.Loss) []*segment {
	p := printer{}
	var others []jsontree.Value
	root, err := jsontree.Parse(body, jsontree.Limits{})
	for _, c := range changes {
		i := slices.IndexFunc(losses, func(l dialect.Loss) bool { return l.Field == c.field })
		invented := i >= 0 && losses[i].Reason == dialect.Invented
		if !c.set(e) && !invented {
			continue
		}
		changed := *e
		c.apply(&changed)
		text, _ := codec.Append(nil, to, call, &changed)
		field := claim{field: c.field, text: string(text)}
		if i >= 0 {
			field.loss = losses[i].Reason
		}
		p.claims = append(p.claims, field)
		tree, _ := jsontree.Parse(text, jsontree.Limits{})
		others = append(others, tree)
	}
	if p.tree = err == nil; p.tree {
		p.value(root, others, "")
	} else {
		p.lines(string(body))
	}
	return p.segments
}

// A claim is a field that may have contributed to a document, and the document without it.
type claim struct {
	field string
	loss  dialect.Reason
	text  string
}

// A printer indents a document and compares it with those of other errors.
type printer struct {
	claims   []claim // one for each other document
	tree     bool    // the document is JSON
	segments []*segment
}

// plain adds text that does not come from the error.
func (p *printer) plain(text string) { p.add(text, -1) }

// add adds text that comes from the field of a claim; -1 is no claim.
func (p *printer) add(text string, by int) {
	if text == "" {
		return
	}
	var from claim
	if by >= 0 {
		from = p.claims[by]
	}
	n := len(p.segments)
	if n == 0 || p.segments[n-1].Field != from.field {
		p.segments = append(p.segments, &segment{Field: from.field, Loss: from.loss})
		n++
	}
	p.segments[n-1].text.WriteString(text)
}

// value prints a value. others has, for each claim, the value at the same place in the other document.
func (p *printer) value(v jsontree.Value, others []jsontree.Value, indent string) {
	const step = "  "
	switch v.Kind() {
	case jsontree.Object:
		p.open("{", "}", v.FirstMember() == jsontree.Value{}, indent, func() {
			next := each(others, jsontree.Value.FirstMember)
			for name, member := range v.Members() {
				in := make([]jsontree.Value, len(others))
				for i, o := range others {
					if in[i] = next[i]; in[i].Name() != name { // most documents have the same order
						in[i] = o.Member(name)
					}
					if in[i].Kind() != jsontree.Absent {
						next[i] = in[i].Next()
					} else if p.claims[i].field == "kind" {
						in[i] = member // errors of another kind may have another shape
					}
				}
				p.separate(member == v.FirstMember(), indent+step)
				p.add(quote(name), p.absent(in))
				p.plain(": ")
				p.value(member, in, indent+step)
			}
		})
	case jsontree.Array:
		p.open("[", "]", v.FirstElement() == jsontree.Value{}, indent, func() {
			next := each(others, jsontree.Value.FirstElement)
			for element := range v.Elements() {
				in := slices.Clone(next)
				for i := range in {
					if next[i] = in[i].Next(); in[i].Kind() == jsontree.Absent && p.claims[i].field == "kind" {
						in[i] = element
					}
				}
				p.separate(element == v.FirstElement(), indent+step)
				p.value(element, in, indent+step)
			}
		})
	default:
		raws := make([]string, len(others))
		for i, o := range others {
			raws[i] = o.Raw()
		}
		p.leaf(v.Raw(), raws)
	}
}

// open prints the brackets of an object or array around its content.
func (p *printer) open(left, right string, empty bool, indent string, content func()) {
	p.plain(left)
	if !empty {
		content()
		p.plain("\n" + indent)
	}
	p.plain(right)
}

func (p *printer) separate(first bool, indent string) {
	if !first {
		p.plain(",")
	}
	p.plain("\n" + indent)
}

// each returns the result of first for each value.
func each(values []jsontree.Value, first func(jsontree.Value) jsontree.Value) []jsontree.Value {
	all := make([]jsontree.Value, len(values))
	for i, v := range values {
		all[i] = first(v)
	}
	return all
}

// absent returns the first claim whose document does not have a member, or -1.
func (p *printer) absent(in []jsontree.Value) int {
	return slices.IndexFunc(in, func(v jsontree.Value) bool { return v.Kind() == jsontree.Absent })
}

// leaf prints a string, a number or another value without parts. Each claim gets the middle in which its document differs, as far as
// no claim before it has that.
func (p *printer) leaf(text string, others []string) {
	by := make([]int, len(text)) // for each byte the claim, or 0 for none and then the claim plus 1
	for i, o := range others {
		from, to := middle(text, o)
		if o != text && !strings.HasPrefix(text, `"`) && p.tree { // a part of a number means nothing
			from, to = 0, len(text)
		}
		for at := from; at < to; at++ {
			if by[at] == 0 {
				by[at] = i + 1
			}
		}
	}
	for from := 0; from < len(text); {
		to := from + 1
		for to < len(text) && by[to] == by[from] {
			to++
		}
		p.add(text[from:to], by[from]-1)
		from = to
	}
}

// middle returns the part of text in which it differs from another one, without the parts that both start and end with.
func middle(text, other string) (from, to int) {
	for from < min(len(text), len(other)) && text[from] == other[from] {
		from++
	}
	to = len(text)
	for n := len(other); to > from && n > from && text[to-1] == other[n-1]; n-- {
		to--
	}
	for from > 0 && from < len(text) && !utf8.RuneStart(text[from]) {
		from--
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to++
	}
	return from, to
}

// lines prints a document that is not JSON.
func (p *printer) lines(text string) {
	split := func(text string) []string { return strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") }
	others := make([][]string, len(p.claims))
	for i, c := range p.claims {
		others[i] = split(c.text)
	}
	for n, line := range split(text) {
		in := make([]string, len(others))
		for i, lines := range others {
			if n < len(lines) {
				in[i] = lines[n]
			}
		}
		if n > 0 {
			p.plain("\n")
		}
		if name, _, _ := strings.Cut(line, ":"); strings.HasSuffix(name, "-bin") { // binary metadata of gRPC, which has every field
			in = nil
		}
		p.leaf(line, in)
	}
}
