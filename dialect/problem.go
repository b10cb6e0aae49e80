package dialect

import (
	"fmt"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonr"
	"github.com/toolerr/toolerr/internal/jsonw"
)

// Problem is Problem Details for HTTP APIs (RFC 9457), with what an error says
// besides as extension members.
type Problem struct {
	Base string // what stands before the kind in type, such as "https://example.com/problems/"; "": about:blank
}

const (
	problemType = "application/problem+json"
	aboutBlank  = "about:blank"
)

// Name is "problem".
func (Problem) Name() string { return "problem" }

// Append appends a problem details object.
func (d Problem) Append(dst []byte, c *Codec, _ Call, e *errkit.Error) ([]byte, Head) {
	return d.append(dst, c, e)
}

func (d Problem) append(dst []byte, c *Codec, e *errkit.Error) ([]byte, Head) {
	row, status := c.Table.Row(e.Kind), c.Table.Status(e)
	head := Head{Status: status, ContentType: problemType, RetryAfter: e.RetryAfter}
	if d.Base == "" {
		dst = append(dst, blanks[status-400]...)
	} else {
		dst = append(dst, `{"type":"`...)
		dst = jsonw.AppendBody(dst, d.Base)
		dst = jsonw.AppendBody(dst, row.Problem)
		dst = append(dst, `","title":"`...)
		dst = append(dst, e.Kind.Text()...) // plain
		dst = appendNumber(append(dst, `","status":`...), status)
	}
	if e.Message != "" {
		dst = jsonw.AppendCleanBody(append(dst, `,"detail":"`...), string(e.Message), c.maxText())
		dst = append(dst, '"')
	}
	dst = appendKind(append(dst, ','), e.Kind)
	dst = member(dst, `,"code":"`, string(e.Code))
	if e.Hint != "" {
		dst = c.text(append(dst, `,"hint":`...), e.Hint)
	}
	if len(e.Fields) > 0 {
		limit := c.maxText()
		dst = append(dst, `,"errors":[`...)
		for i := range e.Fields {
			f := &e.Fields[i]
			dst = append(comma(dst, i), `{"pointer":"`...)
			dst = appendFragment(dst, f.Path)
			dst = append(dst, '"')
			if f.Message != "" {
				dst = jsonw.AppendCleanBody(append(dst, `,"detail":"`...), string(f.Message), limit)
				dst = append(dst, '"')
			}
			dst = member(dst, `,"rule":"`, f.Rule)
			dst = member(dst, `,"param":"`, f.Param)
			dst = append(dst, '}')
		}
		dst = append(dst, ']')
	}
	if !e.Needs.IsZero() {
		dst = appendNeeds(append(dst, `,"needs":`...), c, e.Needs)
	}
	dst = appendRest(dst, e)
	dst = member(dst, `,"instance":"`, e.Ref)
	if n := len(dst); len(e.Details) > 0 {
		dst = append(dst, ',')
		if dst = appendDetails(dst, e.Details, problemTaken); len(dst) == n+1 {
			dst = dst[:n]
		}
	}
	dst = appendCarry(dst, c, e)
	return append(dst, '}'), head
}

// blanks holds how a problem of the type about:blank starts, for each status that
// a table may have; its title is the HTTP phrase (RFC 9457 §4.2.1).
var blanks = func() (table [200]string) {
	for i := range table {
		status := 400 + i
		table[i] = `{"type":"` + aboutBlank + `","title":"` + phrase(status) + `","status":` + strconv.Itoa(status)
	}
	return table
}()

// phrase is the HTTP phrase of a status; 499 is no status of HTTP's own.
func phrase(status int) string {
	if text := http.StatusText(status); text != "" {
		return text
	}
	if status == 499 {
		return "Client Closed Request"
	}
	return "Error"
}

// problemTaken reports whether a member has a meaning of its own, so that a
// detail may not have its name.
func problemTaken(name string) bool {
	switch name {
	case "type", "title", "status", "detail", "instance", "kind", "code", "hint", "errors", "needs",
		"retry", "retry_after_ms", "stage", "upstream", carryMember:
		return true
	}
	return false
}

// Decode reads a problem details object, ours or somebody else's.
func (d Problem) Decode(c *Codec, doc Document) (*errkit.Error, error) {
	return c.decode(doc, d.Name(), formProblem, d.Base)
}

func (r *reader) problem(v jsonr.Value, base string) (bool, error) {
	if v.Kind() != jsonr.Object {
		return false, fmt.Errorf("the document: want an object, got %s", v.Kind())
	}
	kindURI, title, status := v.Member("type"), v.Member("title"), v.Member("status")
	detail, instance := v.Member("detail"), v.Member("instance")
	if null(kindURI) && null(title) && null(status) && null(detail) && null(instance) || !null(v.Member("jsonrpc")) {
		return false, fmt.Errorf(`the document: none of "type", "title", "status", "detail", "instance"`)
	}
	if typed := kindURI.Kind() == jsonr.String || title.Kind() == jsonr.String || detail.Kind() == jsonr.String || instance.Kind() == jsonr.String ||
		status.Kind() == jsonr.Number; !typed {
		for _, name := range [...]string{"type", "title", "detail", "instance"} {
			r.need(v, name, jsonr.String)
		}
		r.need(v, "status", jsonr.Number)
	}
	if toolDefinition(v) {
		return false, fmt.Errorf("the document: a tool definition, want a response")
	}
	words := r.string(title)
	r.peer.Type = r.string(kindURI)
	if null(title) && null(status) && null(detail) && null(instance) && !failed(r.doc.Status) && !r.problemType(r.peer.Type) {
		return false, fmt.Errorf("/type: stands alone, and is no URI")
	}
	r.problemKind(v, r.peer.Type, base)
	r.exactStatus(v)
	if detail.Kind() == jsonr.Array { // FastAPI
		r.oxpDetails(detail)
		detail = jsonr.Value{}
	}
	if told := r.string(detail); r.e.Message == "" {
		r.problemMessage(told, words)
	}
	r.e.Code = errkit.Code(r.text(v, "code"))
	r.e.Hint = errkit.Text(r.text(v, "hint"))
	r.e.Ref = r.string(instance)
	for _, name := range [...]string{"errors", "invalid-params", "invalidParams", "violations"} {
		r.problemFields(v.Member(name))
	}
	if len(r.e.Fields) > 0 && !r.exact && (r.e.Kind == errkit.InvalidRequest || r.e.Kind == errkit.Unknown) {
		r.kind(errkit.InvalidInput, "a list of what is invalid")
	}
	if needs := v.Member("needs"); needs.Kind() == jsonr.Object {
		s := &strict{ok: true}
		if n := s.needs(needs); s.ok {
			r.e.Needs = n
		} else {
			r.note("/needs: not as ours, ignored")
		}
	}
	if ms, ok := r.integer(v, "retry_after_ms"); ok {
		r.e.RetryAfter = milliseconds(ms)
	}
	if status, ok := r.wholeNumber(v, "upstream"); ok {
		r.e.Upstream = httpStatus(status)
	}
	if name := r.text(v, "retry"); name != "" && r.retry.UnmarshalText([]byte(name)) != nil {
		r.note("/retry: unknown, ignored")
	}
	if name := r.text(v, "stage"); name != "" && r.stage.UnmarshalText([]byte(name)) != nil {
		r.note("/stage: unknown, ignored")
	}
	r.e.Details = detailsOf(v, func(name string) bool {
		return problemTaken(name) || name == "invalid-params" || name == "invalidParams" || name == "violations"
	})
	r.carry(v.Member(carryMember))
	if r.succeeded && r.e.Fields == nil && !r.carried && !ofProblems(r.doc.Header) {
		return false, nil
	}
	return true, nil
}

// problemType reports whether a type is more than a word that any document may
// have as its type: a URI, or a kind.
func (r *reader) problemType(kindURI string) bool {
	_, known := r.c.Table.FromProblem(strings.ReplaceAll(kindURI, "-", "_"))
	return known || strings.ContainsAny(kindURI, ":/")
}

// ofProblems reports whether a header says that the body is a problem.
func ofProblems(h http.Header) bool {
	media, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	return err == nil && media == problemType
}

// toolDefinition reports whether v looks like the definition of a tool, of MCP
// or of OXP.
func toolDefinition(v jsonr.Value) bool {
	return v.Member("name").Kind() == jsonr.String && (!null(v.Member("inputSchema")) || !null(v.Member("input_schema")))
}

// problemKind chooses the kind: our own member, the type, the status.
func (r *reader) problemKind(v jsonr.Value, kindURI, base string) {
	status, told := r.wholeNumber(v, "status")
	if !told {
		status = int64(r.doc.Status)
	}
	if told && r.doc.Status != 0 && status != int64(r.doc.Status) {
		r.note("conflict: status is %d, HTTP says %d", status, r.doc.Status)
	}
	name := r.text(v, "kind")
	if k, known := kindsByName[name]; known {
		r.kind(k, "kind "+name)
		r.exact = true
		return
	}
	slug, ours := strings.CutPrefix(kindURI, base)
	if base == "" || !ours {
		slug = path.Base(kindURI)
	}
	slug = strings.ReplaceAll(slug, "-", "_")
	if k, ok := r.c.Table.FromProblem(slug); ok {
		r.kind(k, "type "+clip(kindURI))
		r.exact = true
		return
	}
	if !failed(httpStatus(status)) && failed(r.doc.Status) {
		status = int64(r.doc.Status)
	}
	if k, ok := r.c.Table.FromHTTP(httpStatus(status)); ok {
		r.byCode(k, "status", status)
		r.exact = !fallback(k)
		return
	}
	if status == 0 {
		r.kind(errkit.Unknown, "no status")
		return
	}
	r.byCode(errkit.Unknown, "no error has the status", status)
	r.succeeded = succeeded(httpStatus(status))
}

// exactStatus keeps a status that is not that of the kind: the kind came from
// another member, or is the one of several statuses, as NotFound is of 410.
func (r *reader) exactStatus(v jsonr.Value) {
	n, present := r.wholeNumber(v, "status")
	status := httpStatus(n)
	if !present {
		status = r.doc.Status
	}
	_, named := kindsByName[r.text(v, "kind")]
	conflict := failed(r.doc.Status) && status != r.doc.Status
	if failed(status) && !conflict && (named || errkit.FromStatus(status) == r.e.Kind) && status != r.c.Table.Row(r.e.Kind).HTTP {
		r.e.Status = uint16(status)
	}
}

// problemMessage takes detail, else a title that says more than its type.
func (r *reader) problemMessage(detail, title string) {
	switch {
	case detail != "":
		r.message(detail)
	case title == "", title == string(r.e.Kind.Text()), title == phrase(r.c.Table.Status(&r.e)):
	default:
		r.message(title)
	}
}

// problemFields reads the list of invalid parts, in the spellings that servers
// use: an array of objects, or an object from names to messages.
func (r *reader) problemFields(v jsonr.Value) {
	if v.Kind() == jsonr.Array {
		r.expect(v.Len())
	}
	for m := v.FirstElement(); m.Kind() != jsonr.Absent; m = m.Next() {
		if s, ok := m.Text(); ok {
			r.field(errkit.Field{Message: errkit.Text(s)})
			continue
		}
		first := func(names ...string) string {
			for _, name := range names {
				if s, ok := m.Member(name).Text(); ok {
					return s
				}
			}
			return ""
		}
		pointer, ok := m.Member("pointer").Text()
		pointer = fragmentPointer(pointer)
		if list := m.Member("loc"); !ok && list.Kind() == jsonr.Array { // FastAPI
			pointer = r.loc(list)
		} else if !ok {
			pointer = pathPointer(strings.TrimPrefix(first("path", "name", "field", "location", "propertyPath"), "body."))
		}
		rule := first("rule", "code")
		if rule == "" && m.Member("msg").Kind() == jsonr.String { // FastAPI
			rule = first("type")
		}
		r.field(errkit.Field{
			Path: pointer, Message: errkit.Text(first("detail", "message", "reason", "title", "defaultMessage", "msg")),
			Rule: rule, Param: first("param"),
		})
	}
	for m := v.FirstMember(); m.Kind() != jsonr.Absent; m = m.Next() { // ASP.NET: names to lists of messages
		name := m.Name()
		if s, ok := m.Text(); ok {
			r.field(errkit.Field{Path: pathPointer(name), Message: errkit.Text(s)})
		}
		for s := m.FirstElement(); s.Kind() != jsonr.Absent; s = s.Next() {
			if text, ok := s.Text(); ok {
				r.field(errkit.Field{Path: pathPointer(name), Message: errkit.Text(text)})
			}
		}
	}
}
