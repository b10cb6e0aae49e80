package api

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/schemas"
	"github.com/toolerr/toolerr/tool"
)

// always are the errors that every tool may respond with.
var always = []error{
	errkit.InvalidInput, errkit.Malformed, errkit.TooLarge, errkit.Timeout, errkit.Internal, errkit.OutputInvalid,
	request.Unsupported("The Content-Type must be application/json."),
}

// responses returns the Responses Object of a tool: its output, and its errors by
// their status.
func (a *API) responses(t *tool.Tool) object {
	var output any = object{}
	if t.OutputSchema != nil {
		output = t.OutputSchema
	}
	examples := examplesOf(t, func(e tool.Example) any {
		if e.Output == nil {
			return nil
		}
		return e.Output
	})
	success := object{"application/json": media(output, examples)}
	all := object{"200": object{"description": "The output.", "content": success}}
	for status, errs := range a.byStatus(t) {
		all[strconv.Itoa(status)] = a.errorResponse(status, errs)
	}
	if a.usesProblems() {
		all["default"] = object{
			"description": "Another error.",
			"content":     object{problem.MediaType: media(object{"$ref": schemaRef + "Problem"}, nil)},
		}
	}
	return all
}

// A rendered is an error as it is in a response.
type rendered struct {
	*errkit.Error
	head dialect.Head
	body json.RawMessage
}

// byStatus returns what a tool may respond with, by the status. Those of a
// success are left out.
func (a *API) byStatus(t *tool.Tool) map[int][]rendered {
	errs := slices.Concat(t.Errors, always)
	if len(t.Requirements.Authorization) > 0 {
		errs = append(errs, errkit.AuthRequired)
	}
	if !t.Requirements.IsZero() {
		errs = append(errs, errkit.RequirementMissing)
	}
	d := a.dialect()
	c := dialect.Call{}
	if _, needsID := dialect.IsRPC(d); needsID {
		c = dialect.Call{ID: json.RawMessage("null"), Method: "unknown"}
	}
	all := map[int][]rendered{}
	for _, err := range errs {
		e := *errkit.From(err)
		e.Dev, e.Ref = errkit.Private{}, "" // of a call
		body, head := a.Codec.Append(nil, d, c, &e)
		if head.Status >= 400 {
			all[head.Status] = append(all[head.Status], rendered{&e, head, body})
		}
	}
	return all
}

// errorResponse returns the Response Object of errors that have the same status.
func (a *API) errorResponse(status int, errs []rendered) object {
	var kinds []string
	examples := object{}
	for _, e := range errs {
		kinds = append(kinds, e.Kind.String())
		name := cmp.Or(string(e.Code), e.Kind.String())
		if examples[name] == nil {
			examples[name] = object{"value": e.body}
		}
	}
	slices.Sort(kinds)
	kinds = slices.Compact(kinds)
	var schema any = object{}
	if a.usesProblems() {
		schema = object{
			"allOf":      []any{object{"$ref": schemaRef + "Problem"}},
			"properties": object{"kind": object{"enum": kinds}, "status": object{"const": status}},
		}
	}
	return object{
		"description": cmp.Or(http.StatusText(status), "Error") + ": " + strings.Join(kinds, ", ") + ".",
		"content":     object{errs[0].head.ContentType: media(schema, examples)},
	}
}

func (a *API) dialect() dialect.Dialect {
	if a.Dialect == nil {
		return problem.Dialect{}
	}
	return a.Dialect
}

func (a *API) usesProblems() bool {
	return a.dialect().Name() == problem.Dialect{}.Name()
}

const schemaRef = "#/components/schemas/"

// problemSchemas returns the schema of problem details and of its parts.
func problemSchemas(carry bool) object {
	root, defs := components("problem")
	canonical, more := components("canonical-error")
	maps.Copy(defs, more)
	defs["Canonical"] = canonical
	if !carry {
		delete(root["properties"].(object), "toolerr")
	}
	used := object{"Problem": root}
	addReferred(used, defs, root)
	return used
}

// components returns a schema and its definitions, with references to the components of an OpenAPI
// document.
func components(name string) (root, defs object) {
	doc, err := schemas.Schema(name)
	if err != nil {
		panic(err) // it is embedded
	}
	text := strings.NewReplacer(
		`"#/$defs/`, `"`+schemaRef,
		`"`+schemas.CanonicalID+`#/$defs/`, `"`+schemaRef,
		`"$ref": "`+schemas.CanonicalID+`"`, `"$ref": "`+schemaRef+`Canonical"`,
	).Replace(string(doc))
	if err := json.Unmarshal([]byte(text), &root); err != nil {
		panic(err)
	}
	defs = root["$defs"].(object)
	for _, keyword := range []string{"$id", "$schema", "$defs"} {
		delete(root, keyword)
	}
	return root, defs
}

// addReferred adds the definitions that a schema refers to.
func addReferred(used, defs object, schema any) {
	switch s := schema.(type) {
	case object:
		if ref, ok := s["$ref"].(string); ok {
			if name := strings.TrimPrefix(ref, schemaRef); used[name] == nil {
				used[name] = defs[name]
				addReferred(used, defs, defs[name])
			}
		}
		for _, inside := range s {
			addReferred(used, defs, inside)
		}
	case []any:
		for _, inside := range s {
			addReferred(used, defs, inside)
		}
	}
}
