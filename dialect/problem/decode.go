package problem

import (
	"errors"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

// Decode decodes a problem details object of any server.
func (d Dialect) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	if d.Base == "" {
		return wire.Decode(c, doc, name, Read, foreign.Rules{}) // a function that allocates nothing
	}
	return wire.Decode(c, doc, name, func(r *wire.Reader, v jsontree.Value) (bool, error) {
		return read(r, v, d.Base)
	}, foreign.Rules{})
}

// Read reads a problem details object and reports whether it is an error. It is for [wire.Decode].
func Read(r *wire.Reader, v jsontree.Value) (bool, error) { return read(r, v, "") }

// read reads a document; base is the start of problem types.
func read(r *wire.Reader, v jsontree.Value, base string) (bool, error) {
	if v.Kind() != jsontree.Object {
		return false, fmt.Errorf("the document: want an object, got %s", v.Kind())
	}
	kindURI, title, statusValue := v.Member("type"), v.Member("title"), v.Member("status")
	detail, instance := v.Member("detail"), v.Member("instance")
	if kindURI.IsNull() && title.IsNull() && statusValue.IsNull() && detail.IsNull() && instance.IsNull() ||
		!v.Member("jsonrpc").IsNull() {
		return false, errors.New(`the document: none of "type", "title", "status", "detail", "instance"`)
	}
	if typed := kindURI.Kind() == jsontree.String || title.Kind() == jsontree.String ||
		detail.Kind() == jsontree.String || instance.Kind() == jsontree.String ||
		statusValue.Kind() == jsontree.Number; !typed {
		for _, name := range [...]string{"type", "title", "detail", "instance"} {
			r.Require(v, name, jsontree.String)
		}
		r.Require(v, "status", jsontree.Number)
	}
	if foreign.IsToolDefinition(v) {
		return false, errors.New("the document: a tool definition, want a response")
	}
	titleText := r.Text(title)
	r.Peer.Type = r.Text(kindURI)
	if title.IsNull() && statusValue.IsNull() && detail.IsNull() && instance.IsNull() && !isType(r, r.Peer.Type) {
		return false, errors.New("/type: the only member, and not a URI")
	}
	status := readStatus(r, v, statusValue)
	named, settled, success := readKind(r, v, status, base)
	keepStatus(r, named, status)
	r.Error.Code = errkit.Code(r.String(v, "code"))
	if keepType(r, v, titleText, status, base); r.Error.Code == "" && !named {
		foreign.ProblemCode(r, v)
	}
	detailText := ""
	if detail.Kind() == jsontree.Array { // FastAPI
		foreign.FastAPI(r, detail)
	} else {
		detailText = r.Text(detail)
	}
	if r.Error.Message == "" {
		readMessage(r, v, detailText, titleText)
	}
	r.Error.Hint = errkit.Text(r.String(v, "hint"))
	r.Error.Ref = pointer.FromReference(r.Text(instance))
	for _, name := range lists {
		foreign.InvalidMembers(r, v.Member(name))
	}
	if len(r.Error.Fields) == 0 && (!named || r.Error.Kind == errkit.InvalidInput) {
		foreign.FieldLists(r, v)
	}
	if len(r.Error.Fields) > 0 && !settled && (r.Error.Kind == errkit.InvalidRequest ||
		r.Error.Kind == errkit.Unknown) {
		r.Kind(errkit.InvalidInput, "a list of invalid members")
	}
	if r.Peer.Type != "" && titleText == string(r.Error.Kind.Text()) {
		r.Peer.Title = titleText // it is rendered again with the type
	}
	foreign.OnlyField(r, v)
	if needs := v.Member("needs"); needs.Kind() == jsontree.Object {
		n := new(errkit.Needs)
		if n.ReadJSON(needs) {
			r.Error.Needs = n
		} else {
			r.Note("/needs: not as in the canonical JSON, ignored")
		}
	}
	foreign.RetryMembers(r, v)
	r.Error.Upstream, _ = r.Status(v, "upstream")
	if name := r.String(v, "retry"); name != "" && r.Peer.Retry.UnmarshalText([]byte(name)) != nil {
		r.Note("/retry: unknown, ignored")
	}
	name, _ := v.Member("effect").Text()
	effect := name != "" && r.Error.Effect.UnmarshalText([]byte(name)) == nil // else it is another member of this name
	if name := r.String(v, "stage"); name != "" && r.Peer.Stage.UnmarshalText([]byte(name)) != nil {
		r.Note("/stage: unknown, ignored")
	}
	r.Error.Details = errkit.ReadDetails(v,
		func(name string) bool {
			switch name {
			case "errorCode", "error_code", "cause":
				return v.Member(name).Is(string(r.Error.Code))
			case "effect":
				return effect
			}
			return taken(name) || slices.Contains(lists[:], name)
		})
	r.Carry(v.Member(dialect.CarryMember), Dialect{})
	if success && r.Error.Fields == nil && !r.Peer.Carried && header.MediaType(r.Document.Header) != MediaType {
		return false, nil
	}
	return true, nil
}

// lists are members that servers have a list of invalid members in.
var lists = [...]string{"errors", "invalid-params", "invalidParams", "invalid_fields", "violations"}

// isType reports whether a type is a URI or the name of a kind, not a word that any document may
// have as its type.
func isType(r *wire.Reader, kindURI string) bool {
	_, known := r.Codec.Table.FromProblem(strings.ReplaceAll(kindURI, "-", "_"))
	return known || strings.ContainsAny(kindURI, ":/")
}

// readStatus returns the status of the problem, which is advisory (RFC 9457 §3.1.2), or that of
// the response.
func readStatus(r *wire.Reader, v, member jsontree.Value) int {
	n, ok := member.Int()
	status := int(n)
	if !ok || n != int64(status) {
		status, ok = r.Status(v, "status")
	}
	if !ok {
		return r.Document.Status
	}
	if r.Document.Status != 0 && status != r.Document.Status {
		r.Note("conflict: status is %d, HTTP has %d", status, r.Document.Status)
	}
	return status
}

// readKind determines the kind: by the member kind, the type, or the status. named means that it
// is by its name, settled that it is specific, success that the status is that of a success.
func readKind(r *wire.Reader, v jsontree.Value, status int, base string) (named, settled, success bool) {
	name := r.String(v, "kind")
	if k, ok := errkit.LookupKind(name); ok {
		r.Kind(k, "the member kind")
		return true, true, false
	}
	slug, hasBase := strings.CutPrefix(r.Peer.Type, base)
	if base == "" || !hasBase {
		slug = path.Base(r.Peer.Type)
	}
	slug = strings.ReplaceAll(slug, "-", "_")
	isGeneral := status == http.StatusBadRequest && slug == "invalid_request" // of any service
	if k, ok := r.Codec.Table.FromProblem(slug); ok && !isGeneral {
		r.Kind(k, "type "+wire.Clip(r.Peer.Type))
		return false, true, false
	}
	if foreign.ByOwnCode(r, v) {
		return false, true, false
	}
	if header.IsError(r.Document.Status) { // the member is advisory (RFC 9457 §3.1.2)
		status = r.Document.Status
	}
	if status == 0 {
		detail, _ := v.Member("detail").Text()
		title, _ := v.Member("title").Text()
		status = foreign.PhraseStatus(detail)
		if status == 0 && (r.Peer.Type == "" || r.Peer.Type == "about:blank") { // RFC 9457 §4.2.1
			status = foreign.PhraseStatus(title)
		}
	}
	if k, ok := r.Codec.Table.FromHTTP(status); ok {
		if status == http.StatusBadRequest { // about the input, as that of other APIs
			k = errkit.InvalidInput
		}
		r.ByCode(k, "status", int64(status))
		for _, name := range [...]string{"code", "type", "title"} {
			// the type may name what is invalid
			if code, ok := v.Member(name).Text(); ok && code != "invalid" && foreign.ByAPICode(r, code, "/"+name) {
				break
			}
		}
		switch k = r.Error.Kind; {
		case k == errkit.Internal:
			r.Refine(wire.ServerFault)
		case k == errkit.InvalidInput && status == http.StatusBadRequest:
			r.Refine(wire.BadRequest | wire.BadCall)
			return false, false, false
		}
		return false, k != errkit.Internal && k != errkit.InvalidRequest, false
	}
	if status == 0 {
		r.Kind(errkit.Unknown, "no status")
		r.Refine(wire.UnknownCode)
		return false, false, false
	}
	r.ByCode(errkit.Unknown, "no error has the status", int64(status))
	return false, false, header.IsSuccess(status)
}

// keepStatus keeps a status that is not the one of the kind: the kind is from another member, or
// several statuses share it, as 404 and 410 do.
func keepStatus(r *wire.Reader, named bool, status int) {
	conflict := header.IsError(r.Document.Status) && status != r.Document.Status
	isOfKind := status == r.Codec.Table.Row(r.Error.Kind).HTTP
	if header.IsError(status) && !conflict && !isOfKind && (named || errkit.FromStatus(status) == r.Error.Kind ||
		status == http.StatusBadRequest && r.Error.Kind == errkit.InvalidInput) {
		r.Error.Status = uint16(status)
	}
}

// keepType keeps a type of the server's own and its title in the Peer, for another problem; they
// are not a part of the error. A URL that names neither the kind nor, after base, the code is the
// DocURL (RFC 9457 §3.1.1).
func keepType(r *wire.Reader, v jsontree.Value, title string, status int, base string) {
	if t := r.Peer.Type; t == "" || t == "about:blank" {
		r.Peer.Type = ""
	} else if slug := path.Base(t); text.WebURL(t) != "" &&
		strings.ReplaceAll(slug, "-", "_") != r.Error.Kind.String() &&
		(base == "" || t != string(pointer.AppendReference([]byte(base), string(r.Error.Code)))) {
		if r.Error.DocURL = t; title == string(r.Error.Kind.Text()) {
			r.Peer.Type = ""
		}
	} else if r.Error.Kind.String() != strings.ReplaceAll(slug, "-", "_") &&
		slug != string(r.Error.Code) {
		r.Unused(v.Member("type"))
	}
	if title != string(r.Error.Kind.Text()) && title != phrase(status) && title != "" {
		r.Peer.Title = title
		r.Unused(v.Member("title"))
	}
}

// readMessage sets the message: detail, or a title that is not the one of its type.
func readMessage(r *wire.Reader, v jsontree.Value, detail, title string) {
	switch {
	case detail != "":
		r.Message(detail)
	case title == "", title == string(r.Error.Kind.Text()), title == phrase(r.Codec.Table.Status(r.Error)):
	default:
		r.Message(title)
		r.Used(v.Member("title"))
	}
}

// Detect rates a document: its media type, and how many members of RFC 9457 §3.1 it has.
func (Dialect) Detect(doc dialect.Document, v jsontree.Value) (score int, why string) {
	if header.MediaType(doc.Header) == MediaType {
		return 98, "Content-Type " + MediaType
	}
	if !v.Member("jsonrpc").IsNull() {
		return 0, ""
	}
	texts, strong := 0, 0 // members that other documents have too, and those that few have
	for _, name := range [...]string{"title", "detail", "instance"} {
		if v.Member(name).Kind() == jsontree.String {
			texts++
		}
	}
	if isURI(v.Member("type")) {
		strong++
	}
	if status, ok := v.Member("status").Int(); ok && status >= 400 && status <= 599 {
		strong++
	}
	kind, _ := v.Member("kind").Text()
	_, known := errkit.LookupKind(kind)
	detailText, detail := v.Member("detail").Text()
	switch {
	case known && texts+strong > 0:
		return 92, "kind and a member of RFC 9457"
	case strong == 2:
		return 90, "type and status"
	case strong == 1 && header.IsSuccess(doc.Status) && v.Member("type").Kind() == jsontree.String &&
		!isURI(v.Member("type")):
		return 40, "status and another member of RFC 9457, but a type of its own" // such as a rule for alerts
	case strong == 1 && texts > 0:
		return 80, "type or status, and another member of RFC 9457"
	case detail && texts > 1 && v.Len() == texts+strong:
		return 60, "only members of RFC 9457"
	case detail && v.Len() == 1 && foreign.PhraseStatus(detailText) != 0: // the default of FastAPI
		return 60, "only the reason phrase of an HTTP status"
	case detail:
		return 11, "detail"
	case texts+strong > 0:
		return 11, "a member of RFC 9457"
	case header.IsError(doc.Status):
		return 10, "the HTTP status"
	}
	return 0, ""
}

// isURI reports whether a value is a problem type that is a URI.
func isURI(v jsontree.Value) bool {
	text, _ := v.Text()
	return text == "about:blank" || strings.Contains(text, ":/")
}
