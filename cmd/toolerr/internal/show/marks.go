package show

import (
	"cmp"
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

// A change makes another error that differs only in one field. What differs in its document comes
// from that field, in every dialect.
type change struct {
	field string
	has   bool // the error has the field
	apply func(*errkit.Error)
}

// other is a text that no document has.
const other = "\u00a4"

// changes lists the fields of e, in the order in which they claim a part of a document.
func changes(e *errkit.Error) []change {
	opposite := errkit.Never
	if table.RetryOf(e) == errkit.Never {
		opposite = errkit.Allowed
	}
	field := errkit.Field{Path: "/" + other, Message: other, Rule: other, Param: other}
	return []change{
		{"message", true, func(e *errkit.Error) { e.Message = other }},
		{"hint", e.Hint != "", func(e *errkit.Error) { e.Hint = other }},
		{"doc_url", e.DocURL != "", func(e *errkit.Error) { e.DocURL = "https://zzz" }},
		{"fields", len(e.Fields) > 0, func(e *errkit.Error) {
			e.Fields = slices.Repeat([]errkit.Field{field}, max(1, len(e.Fields)))
		}},
		{"needs", !e.Needs.IsZero(), func(e *errkit.Error) { e.Needs = nil }},
		{"retry_after", e.RetryAfter > 0, func(e *errkit.Error) { e.RetryAfter += time.Hour }},
		{"retry", true, func(e *errkit.Error) { e.Retry = opposite }},
		{"code", e.Code != "", func(e *errkit.Error) { e.Code = "zzz" }},
		{"ref", e.Ref != "", func(e *errkit.Error) { e.Ref = "zzz" }},
		{"upstream", e.Upstream != 0, func(e *errkit.Error) { e.Upstream = 599 }},
		{"details", len(e.Details) > 0, func(e *errkit.Error) { e.Details = nil }},
		{"dev", !e.Dev.IsZero(), func(e *errkit.Error) { e.Dev = errkit.Dev(other) }},
		{"kind", true, toKind(errkit.NotFound)},
		{"kind", true, toKind(errkit.RateLimited)},
		{"kind", true, toKind(errkit.Internal)},
	}
}

// toKind changes the kind, and nothing that the old kind decides on. Several kinds may have one
// code.
func toKind(k errkit.Kind) func(*errkit.Error) {
	return func(e *errkit.Error) {
		// the text of e itself, which is public
		e.Message, e.Retry, e.Stage = errkit.Text(e.Error()), table.RetryOf(e), new(dialect.Codec).Normalize(e).Stage
		e.Kind = k
	}
}

// mark returns the indented document of e in a dialect. The loss of a field marks the parts of the
// document that come from it.
func mark(codec *dialect.Codec, e *errkit.Error, to dialect.Dialect, call dialect.Call, body []byte,
	losses []dialect.Loss) []*segment {
	root, err := jsontree.Parse(body, jsontree.Limits{})
	p := printer{tree: err == nil}
	var others []jsontree.Value
	for _, c := range changes(e) {
		i := slices.IndexFunc(losses, func(l dialect.Loss) bool { return l.Field == c.field })
		invented := i >= 0 && losses[i].Reason == dialect.Invented
		if !c.has && !invented {
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
	if p.tree {
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

// value prints a value. others has, for each claim, the value at the same place in the other
// document.
func (p *printer) value(v jsontree.Value, others []jsontree.Value, indent string) {
	left, right, first := "{", "}", jsontree.Value.FirstMember
	switch v.Kind() {
	case jsontree.Object:
	case jsontree.Array:
		left, right, first = "[", "]", jsontree.Value.FirstElement
	default:
		p.leaf(v.Raw(), each(others, jsontree.Value.Raw))
		return
	}
	p.plain(left)
	next := each(others, first)
	inner := "\n" + indent + "  "
	before, after := inner, ""
	for child := first(v); child.Kind() != jsontree.Absent; child = child.Next() {
		in := p.beside(child, others, next)
		p.plain(before)
		before, after = ","+inner, "\n"+indent
		if v.Kind() == jsontree.Object {
			p.add(quote(child.Name()), slices.IndexFunc(in, isAbsent))
			p.plain(": ")
		}
		p.value(child, in, indent+"  ")
	}
	p.plain(after + right)
}

// beside returns what the other documents have in the place of a member or an element, and moves
// next behind it.
func (p *printer) beside(child jsontree.Value, others, next []jsontree.Value) []jsontree.Value {
	in := slices.Clone(next)
	for i, o := range others {
		if in[i].Name() != child.Name() { // most documents have the same order
			in[i] = o.Member(child.Name())
		}
		if !isAbsent(in[i]) {
			next[i] = in[i].Next()
		} else if p.claims[i].field == "kind" {
			in[i] = child // errors of another kind may have another shape
		}
	}
	return in
}

func isAbsent(v jsontree.Value) bool { return v.Kind() == jsontree.Absent }

// leaf prints a string, a number or another value without parts. Each claim gets the middle in
// which its document differs, as far as no claim before it has that.
func (p *printer) leaf(text string, others []string) {
	by := make([]int, len(text)) // for each byte the claim, or 0 for none and then the claim plus 1
	for i, o := range others {
		from, to := middle(text, o)
		if o != text && !strings.HasPrefix(text, `"`) && p.tree { // a part of a number means nothing
			from, to = 0, len(text)
		}
		for at := from; at < to; at++ {
			by[at] = cmp.Or(by[at], i+1)
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

// middle returns the part of text in which it differs from another one, without the parts that
// both start and end with.
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
	others := each(p.claims, func(c claim) []string { return split(c.text) })
	for n, line := range split(text) {
		in := each(others, func(lines []string) string {
			if n >= len(lines) {
				return ""
			}
			return lines[n]
		})
		if n > 0 {
			p.plain("\n")
		}
		// binary metadata of gRPC, which has every field
		if name, _, _ := strings.Cut(line, ":"); strings.HasSuffix(name, "-bin") {
			in = nil
		}
		p.leaf(line, in)
	}
}

// each returns what f returns for each element of a list.
func each[T, U any](list []T, f func(T) U) []U {
	results := make([]U, len(list))
	for i, element := range list {
		results[i] = f(element)
	}
	return results
}
