package api

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/jsonfield"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
	"github.com/toolerr/toolerr/middleware/standard"
	"github.com/toolerr/toolerr/tool"
)

// Tool returns a handler that calls a tool. Its input is the JSON body of the
// request, to which [Binding.MaxBody] and [Binding.Gzip] apply; no body is the
// empty object. Its output is the body of the response, with the status 200.
//
// Fields of the input type with these tags are not in the body:
//
//	path:"id"         of the pattern, see [http.Request.PathValue]
//	query:"page"      of the query string
//	header:"X-Tenant" of the header
//	form:"name"       of a form (application/x-www-form-urlencoded), sent in place of JSON
//
// A value is converted to the type that the member has in the input schema: an
// integer, a number, true, false or null. If it cannot be, it is a string, so that the
// error is that of a JSON body: "/page must be an integer". Errors have the names
// of the request: "/X-Tenant is required". An array has a value
// for each occurrence, and in a path or a header for each part between commas.
// Parameters of the query without a field are ignored.
//
// What a call brings besides its input, such as a token, is what the program has
// put into the context by [tool.WithCaller].
//
// A call with the header Idempotency-Key runs once, see [API.Keys].
//
// A form can be sent by a page of any other site. A program that identifies its
// users by cookies must reject such requests, see [http.CrossOriginProtection].
func (a *API) Tool(t *tool.Tool) http.Handler {
	parameters, keys := parametersOf(t), cmp.Or(a.Keys, new(idempotency.Keys))
	next := a.Handler(func(w http.ResponseWriter, r *http.Request) error {
		input, err := parameters.input(&a.Binding, r)
		if err != nil {
			return err
		}
		quiet := *standard.Or(a.Boundary)
		// The handler does it for what this function returns. A failure that is kept needs its reference.
		quiet.Localize, quiet.Undeclared = nil, nil
		var failed *errkit.Error // nil: the failure of an earlier call, which reported it
		if quiet.Report != nil {
			quiet.Report = func(_ context.Context, e *errkit.Error) { failed = e }
		}
		ctx := request.WithKey(keys, r)
		output, err := t.Call(ctx, &quiet, input)
		request.MarkReplayed(ctx, w.Header())
		if e, ok := err.(*errkit.Error); ok && failed != nil {
			own := *e
			own.Err = failed.Err
			err = &own
		}
		if err != nil {
			return parameters.named(err, r)
		}
		return dialect.Head{Status: http.StatusOK, ContentType: "application/json"}.Write(w, r, output)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { // its attributes are in reports
		ctx := middleware.WithAttrs(r.Context(), slog.String("tool", t.Name), slog.String("version", t.Version))
		ctx = middleware.WithDeclared(ctx, t.Errors)
		ctx = middleware.WithRepeatable(ctx, t.Annotations.Repeatable())
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// Tools returns a mux with the latest versions of the tools in a set, each under
// its [API.Pattern]. It panics if two patterns conflict.
func (a *API) Tools(set *tool.Set) *http.ServeMux {
	mux := http.NewServeMux()
	for t := range set.Latest() {
		mux.Handle(a.pattern(t), a.Tool(t))
	}
	return mux
}

// pattern returns the pattern under which a tool is served.
func (a *API) pattern(t *tool.Tool) string {
	if a.Pattern != nil {
		return a.Pattern(t)
	}
	pattern := "POST /" + t.ModelName()
	for _, at := range parametersOf(t).all {
		if at.in == inPath {
			pattern += "/{" + at.name + "}"
		}
	}
	return pattern
}

// A place is where a request has a parameter: the name of the struct tag, and,
// except for a form, the location of OpenAPI 3.1, Parameter Object, in.
type place string

const (
	inPath   place = "path"
	inQuery  place = "query"
	inHeader place = "header"
	inForm   place = "form"
)

var places = [...]place{inPath, inQuery, inHeader, inForm}

// A parameter is a member of a tool's input that a request has outside of its
// JSON body.
type parameter struct {
	in     place
	name   string // there
	member string
}

// parameters are those of one tool.
type parameters struct {
	all        []parameter    // in the order of the struct
	schema     jsontree.Value // of the input
	properties jsontree.Value // of the schema
	form       bool           // some are in a form
}

// parametersOf reads the tags of the input type.
func parametersOf(t *tool.Tool) parameters {
	schema, _ := jsontree.Parse(t.InputSchema, jsontree.Limits{}) // package tool parsed it
	p := parameters{schema: schema, properties: schema.Member("properties")}
	input := jsonfield.Deref(t.InputType())
	for _, f := range jsonfield.Of(input).All {
		tags := input.FieldByIndex(f.Index).Tag
		for _, in := range places {
			name, _, _ := strings.Cut(tags.Get(string(in)), ",")
			if name == "" || name == "-" {
				continue
			}
			if in == inHeader {
				name = http.CanonicalHeaderKey(name)
			}
			p.all = append(p.all, parameter{in, name, f.Name})
			p.form = p.form || in == inForm
		}
	}
	return p
}

// input returns the input of the tool: the members of the body, then the
// parameters. A member that the request has twice is in it twice, which the tool
// rejects.
func (p *parameters) input(b *Binding, r *http.Request) ([]byte, error) {
	var body []byte
	var err error
	present := map[string]bool{} // the members that the request has in one of their places
	if p.form && header.MediaType(r.Header) == request.Form {
		body, err = p.readForm(b, r, present)
	} else {
		body, err = b.readJSON(r)
	}
	if err != nil || len(p.all) == 0 {
		return body, err
	}
	query, err := parsePairs(nethttp.MalformedQuery, "query string", r.URL.RawQuery)
	if err != nil {
		return nil, err
	}
	var members []byte
	var faults []errkit.Field
	for _, at := range p.all {
		values, err := at.values(r, query)
		if err != nil {
			return nil, err
		}
		if len(values) == 0 {
			continue
		}
		present[at.member] = true
		if (at.in == inPath || at.in == inHeader) && hasType(p.properties.Member(at.member), "array") {
			values = slices.Collect(header.Items(values)) // also in a path: OpenAPI 3.1, style simple
		}
		members, faults = p.appendMember(members, faults, at, values)
	}
	doc, err := jsontree.Parse(request.OrEmpty(body), jsontree.Limits{Bytes: len(body) + 2})
	if err != nil || doc.Kind() != jsontree.Object {
		return body, nil // the tool has the error
	}
	for _, at := range p.all {
		if at.in != inForm && !present[at.member] && doc.Member(at.member).Kind() != jsontree.Absent {
			present[at.member] = true // one fault for each member
			faults = append(faults, errkit.Field{
				Path:    "/" + pointer.Escape(at.member),
				Message: errkit.Textf("must be in the %s as %s, not in the body", at.in, at.name),
				Rule:    "in", Param: string(at.in),
			})
		}
	}
	if len(faults) > 0 {
		return nil, errkit.Invalid(faults...)
	}
	return merge(doc, members), nil
}

// named returns an error of the tool with the names that the request has for its parameters.
func (p *parameters) named(err error, r *http.Request) error {
	e, ok := err.(*errkit.Error)
	if !ok || e.Kind != errkit.InvalidInput || e.Peer != nil {
		return err
	}
	form := header.MediaType(r.Header) == request.Form
	renamed := *e
	renamed.Fields = slices.Clone(e.Fields)
	for i, f := range e.Fields {
		for _, at := range p.all { // a form is the last place
			rest, ok := strings.CutPrefix(f.Path, "/"+pointer.Escape(at.member))
			if ok && (rest == "" || rest[0] == '/') && (at.in != inForm || form) {
				renamed.Fields[i].Path = "/" + pointer.Escape(at.name) + rest
			}
		}
	}
	return &renamed
}

// merge returns an object with more members, each of which ends with a comma.
func merge(object jsontree.Value, members []byte) []byte {
	doc := []byte(object.Raw())
	if len(members) == 0 {
		return doc
	}
	doc = doc[:len(doc)-1]
	if object.Len() > 0 {
		doc = append(doc, ',')
	}
	doc = append(doc, members...)
	doc[len(doc)-1] = '}'
	return doc
}

// values returns what a request has of the parameter, nil if it has nothing. It
// fails if the pattern of the request has no such wildcard.
func (p *parameter) values(r *http.Request, query url.Values) ([]string, error) {
	switch p.in {
	case inPath:
		if r.Pattern != "" && !slices.Contains(request.Wildcards(r.Pattern), p.name) {
			return nil, fmt.Errorf("api: the pattern %q has no wildcard {%s}", r.Pattern, p.name)
		}
		return []string{r.PathValue(p.name)}, nil
	case inQuery:
		return query[p.name], nil
	case inHeader:
		return r.Header[p.name], nil
	}
	return nil, nil // a form is in the body
}

// readForm returns a form as a JSON object, and adds its members to present. A
// name without a tag is that of a member.
func (p *parameters) readForm(b *Binding, r *http.Request, present map[string]bool) ([]byte, error) {
	body, err := b.read(r)
	if err != nil {
		return nil, err
	}
	form, err := parsePairs(nethttp.MalformedForm, "form", string(body))
	if err != nil {
		return nil, err
	}
	var members []byte
	var faults []errkit.Field
	for _, name := range slices.Sorted(maps.Keys(form)) {
		at := parameter{inForm, name, name}
		isNamed := func(other parameter) bool { return other.in == inForm && other.name == name }
		if i := slices.IndexFunc(p.all, isNamed); i >= 0 {
			at = p.all[i]
			present[at.member] = true
		}
		members, faults = p.appendMember(members, faults, at, form[name])
	}
	if len(faults) > 0 {
		return nil, errkit.Invalid(faults...)
	}
	empty, _ := jsontree.Parse([]byte("{}"), jsontree.Limits{})
	return merge(empty, members), nil
}

// parsePairs parses name=value pairs.
func parsePairs(code errkit.Code, what errkit.Text, pairs string) (url.Values, error) {
	values, err := url.ParseQuery(pairs)
	if err == nil {
		return values, nil
	}
	if e := request.BadPairs(code, what, pairs, err); e != nil {
		return nil, e
	}
	return nil, &errkit.Error{Kind: errkit.TooLarge, Err: err} // too many
}

// appendMember appends the member of a parameter with its values, and a comma, to dst. It
// appends it once for each value if it is not an array. It appends a fault if a
// value is not UTF-8.
func (p *parameters) appendMember(
	dst []byte, faults []errkit.Field, at parameter, values []string,
) ([]byte, []errkit.Field) {
	if slices.ContainsFunc(values, func(v string) bool { return !utf8.ValidString(v) }) {
		return dst, append(faults, errkit.Field{
			Path: "/" + pointer.Escape(at.name), Message: "must be UTF-8", Rule: "encoding", Param: "utf-8",
		})
	}
	schema := p.properties.Member(at.member)
	isArray := hasType(schema, "array")
	if isArray {
		dst = append(text.AppendString(dst, at.member), ':', '[')
		schema = schema.Member("items")
	}
	for _, v := range values {
		if !isArray {
			dst = append(text.AppendString(dst, at.member), ':')
		}
		dst = append(appendValue(dst, schema, v), ',')
	}
	if isArray {
		dst[len(dst)-1] = ']'
		dst = append(dst, ',')
	}
	return dst, faults
}

// appendValue appends a value with the JSON type that the schema asks for, else as
// a string.
func appendValue(dst []byte, schema jsontree.Value, v string) []byte {
	switch {
	case hasType(schema, "string"):
	case (hasType(schema, "integer") || hasType(schema, "number")) && isNumber(v),
		hasType(schema, "boolean") && (v == "true" || v == "false"), hasType(schema, "null") && v == "null":
		return append(dst, v...)
	}
	return text.AppendString(dst, v)
}

// hasType reports whether a schema names a type.
func hasType(schema jsontree.Value, name string) bool {
	isName := func(one jsontree.Value) bool { return one.Is(name) } // one of several, or the only one
	return slices.ContainsFunc(slices.Collect(schema.Member("type").All()), isName)
}

// isNumber reports whether s is a JSON number.
func isNumber(s string) bool {
	isDigit := func(c byte) bool { return '0' <= c && c <= '9' } // else there may be space around it
	return s != "" && (s[0] == '-' || isDigit(s[0])) && isDigit(s[len(s)-1]) && json.Valid([]byte(s))
}
