package mcpserver

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
	schemaerr "github.com/toolerr/toolerr/middleware/jsonschema"
)

// InvalidInput returns an error of kind InvalidInput with the faults that a tool's input schema
// finds in the arguments; defaults is true if an SDK gives absent members the defaults of the
// schema before. An SDK reports the faults as a text with the values in it, which must not be
// rendered. The error has no fields if schema, a value that encodes as a JSON Schema, does not
// compile or finds no fault: then the arguments do not fit the Go type. Numbers out of range are
// the only faults if there are any, because comparing them with the schema has no bound.
func InvalidInput(schema any, arguments json.RawMessage, defaults bool) *errkit.Error {
	e := &errkit.Error{Kind: errkit.InvalidInput}
	compiled, err := compile(schema)
	if err != nil {
		return e
	}
	if absent(arguments) {
		arguments = json.RawMessage("{}")
	}
	tree, err := request.Parse(arguments)
	if err != nil {
		return e
	}
	if e.Fields = request.OutOfRange(tree); len(e.Fields) > 0 {
		return errkit.Bounded(e, text.MaxText)
	}
	doc := tree.Any()
	if defaults {
		applyDefaults(compiled, doc)
	}
	if found := schemaerr.Validate(compiled, doc); errors.Is(found, errkit.InvalidInput) {
		e.Fields = errkit.From(found).Fields // not the cause, which has the values
		nameAlternatives(compiled, e.Fields)
	}
	return e
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
func compile(schema any) (*jsonschema.Schema, error) {
	raw, err := json.Marshal(schema)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
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
