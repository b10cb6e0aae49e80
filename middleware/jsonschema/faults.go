package jsonschema

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/internal/text"
)

// Faults returns what a JSON Schema finds wrong with the arguments of a tool; none, and null, are the
// empty object. defaults is true if absent members have the defaults of the schema before. There are
// no faults if the schema does not compile, or the arguments are not JSON. Numbers out of range are
// the only faults if there are any, because comparing them with the schema has no bound.
func Faults(schema, arguments json.RawMessage, defaults bool) []errkit.Field {
	compiled, err := compile(schema)
	if err != nil {
		return nil
	}
	if trimmed := bytes.TrimSpace(arguments); len(trimmed) == 0 || string(trimmed) == "null" {
		arguments = json.RawMessage("{}")
	}
	tree, err := request.Parse(arguments)
	if err != nil {
		return nil
	}
	if fields := request.OutOfRange(tree); len(fields) > 0 {
		return errkit.Bounded(&errkit.Error{Fields: fields}, text.MaxText).Fields
	}
	doc := tree.Any()
	if defaults {
		applyDefaults(compiled, doc)
	}
	var fields []errkit.Field
	if found := Validate(compiled, doc); errors.Is(found, errkit.InvalidInput) {
		fields = errkit.From(found).Fields // not the cause, which has the values
		nameAlternatives(compiled, fields)
	}
	return fields
}

// applyDefaults sets the absent members of an object that have a default, and those of the objects
// in it.
func applyDefaults(schema *jsonschema.Schema, doc any) {
	object, ok := doc.(map[string]any)
	if !ok {
		return
	}
	for name, property := range schema.Properties {
		if _, given := object[name]; !given && property.Default != nil {
			object[name] = *property.Default
		}
		applyDefaults(property, object[name])
	}
}

// nameAlternatives replaces the messages about the alternatives of the whole input by their titles
// or required members.
func nameAlternatives(schema *jsonschema.Schema, fields []errkit.Field) {
	one, some := alternatives(schema.OneOf), alternatives(schema.AnyOf)
	for i := range fields {
		f := &fields[i]
		switch {
		case f.Path != "":
		case f.Rule == "oneOf" && one != "":
			f.Message = errkit.Textf("must have exactly one of these forms: %s", one)
		case f.Rule == "anyOf" && some != "":
			f.Message = errkit.Textf("must have one of these forms: %s", some)
		}
	}
}

// alternatives returns the names of all alternatives, and "" if one has no name.
func alternatives(schemas []*jsonschema.Schema) string {
	var names []string
	for _, s := range schemas {
		names = append(names, cmp.Or(s.Title, strings.Join(s.Required, " and ")))
	}
	if slices.Contains(names, "") {
		return ""
	}
	return strings.Join(names, "; ")
}

const schemaURL = "urn:toolerr:input"

// compile compiles a schema. References to other documents are not followed.
func compile(schema json.RawMessage) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(jsonschema.SchemeURLLoader{})
	if err := c.AddResource(schemaURL, doc); err != nil {
		return nil, err
	}
	return c.Compile(schemaURL)
}
