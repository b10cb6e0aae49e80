package api

import (
	"cmp"
	"encoding/json"
	"fmt"
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

// always are the errors that every tool may respond with over HTTP.
var always = []error{
	errkit.InvalidRequest, errkit.Malformed, errkit.TooLarge,
	request.Unsupported("The Content-Type must be application/json."), new(Binding).badEncoding(),
}

// responses returns the Responses Object of a tool: its output, and its errors by
// their status.
func (a *API) responses(t *tool.Tool) object {
	var output any = object{}
	if t.OutputSchema != nil {
		output = t.OutputSchema
	}
	examples := examplesOf(t, func(e tool.Example) json.RawMessage { return e.Output })
	all := object{}
	for status, f := range a.byStatus(t) {
		if len(f.declared) > 0 { // else no declared error has the status
			all[strconv.Itoa(status)] = f.response(a.usesProblems(), status)
		}
	}
	success := object{"description": "The output.", "content": object{"application/json": media(output, examples)}}
	if failed, ok := all["200"].(object); ok { // as in OXP
		content := failed["content"].(object)
		success["description"] = "The output, or " + failed["description"].(string)
		if same, ok := content["application/json"].(object); ok {
			failure := same["schema"]
			maps.Copy(examples, same["examples"].(object))
			either := object{"oneOf": []any{object{"allOf": []any{output}, "not": failure}, failure}}
			content["application/json"] = media(either, examples)
		}
		maps.Copy(success["content"].(object), content)
	}
	all["200"] = success
	_, head := a.render(&errkit.Error{})
	var schema any = object{}
	if a.usesProblems() {
		schema = object{"$ref": schemaRef + "Problem"}
	}
	all["default"] = object{"description": "Another error.", "content": object{head.ContentType: media(schema, nil)}}
	return all
}

// render returns the document of an error, and the head of the response.
func (a *API) render(e *errkit.Error) (json.RawMessage, dialect.Head) {
	d, c := a.dialect(), dialect.Call{}
	if _, needsID := dialect.IsRPC(d); needsID {
		c = dialect.Call{ID: json.RawMessage("null"), Method: "unknown"}
	}
	return a.Codec.Append(nil, d, c, e)
}

// failures are the errors with the same status.
type failures struct {
	declared    []string // the kinds of those that a tool declares, or every tool may respond with
	examples    object   // their documents
	kinds       []string // of all errors
	codes       []any    // that the tool declares
	text        string   // a list item for each code
	contentType string
	members     []string // that all documents have
}

// byStatus returns what a tool may respond with, by the status.
func (a *API) byStatus(t *tool.Tool) map[int]*failures {
	errs := slices.Concat(t.Failures(), always)
	declared := len(errs)
	for _, k := range errkit.Kinds() {
		errs = append(errs, k)
	}
	all := map[int]*failures{}
	for i, err := range errs {
		e := *errkit.From(err)
		e.Dev, e.Ref = errkit.Private{}, "" // of a call
		body, head := a.render(&e)
		var members map[string]json.RawMessage
		_ = json.Unmarshal(body, &members)
		f := all[head.Status]
		if f == nil {
			names := slices.Collect(maps.Keys(members))
			f = &failures{examples: object{}, contentType: head.ContentType, members: names}
			all[head.Status] = f
		}
		f.members = slices.DeleteFunc(f.members, func(name string) bool { return members[name] == nil })
		f.kinds = append(f.kinds, e.Kind.String())
		if e.Code != "" {
			if !slices.Contains(f.codes, any(e.Code)) {
				f.codes = append(f.codes, e.Code)
			}
			text := fmt.Sprintf("\n- `%s`: %s\n  %s\n  %s", e.Code, e.Error(), e.Hint, e.DocURL)
			f.text += strings.TrimRight(strings.ReplaceAll(text, "\n  \n", "\n"), " \n")
		}
		if i < declared {
			f.declared = append(f.declared, e.Kind.String())
			if name := cmp.Or(string(e.Code), e.Kind.String()); f.examples[name] == nil && json.Valid(body) {
				f.examples[name] = object{"value": body}
			}
		}
	}
	return all
}

// response returns the Response Object of errors that have the same status.
func (f *failures) response(asProblems bool, status int) object {
	slices.Sort(f.members)
	slices.Sort(f.declared)
	slices.Sort(f.kinds)
	schema := object{} // of what is not an object
	if len(f.members) > 0 {
		schema = object{"type": "object", "required": f.members}
	}
	if asProblems {
		properties := object{"kind": object{"enum": slices.Compact(f.kinds)}, "status": object{"const": status}}
		if len(f.codes) > 0 { // a code of the program that no tool declares is not invalid
			properties["code"] = object{"anyOf": []any{object{"enum": f.codes}, object{"type": "string"}}}
		}
		schema = object{"allOf": []any{object{"$ref": schemaRef + "Problem"}}, "properties": properties}
	}
	text := cmp.Or(http.StatusText(status), "Error") + ": " + strings.Join(slices.Compact(f.declared), ", ") + "."
	if f.text != "" {
		text += "\n" + f.text
	}
	return object{"description": text, "content": object{f.contentType: media(schema, f.examples)}}
}

func (a *API) dialect() dialect.Dialect { return cmp.Or[dialect.Dialect](a.Dialect, problem.Dialect{}) }

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
