package mcpserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsoninput"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/middleware"
	schemaerr "github.com/toolerr/toolerr/middleware/jsonschema"
)

// InvalidInput returns an error of kind InvalidInput with the faults that a tool's input schema finds in the arguments; defaults is
// true if an SDK gives absent members the defaults of the schema before. An SDK reports the faults as a text with the values in it,
// which must not be rendered. The error has no fields if schema, a value that encodes as a JSON Schema, does not compile or finds no
// fault: then the arguments do not fit the Go type. Numbers out of range are the only faults if there are any, because comparing them
// with the schema has no bound.
func InvalidInput(schema any, arguments json.RawMessage, defaults bool) *errkit.Error {
	e := &errkit.Error{Kind: errkit.InvalidInput}
	compiled, root, err := compile(schema)
	if err != nil {
		return e
	}
	if absent(arguments) {
		arguments = json.RawMessage("{}")
	}
	tree, err := jsoninput.Parse(arguments)
	if err != nil {
		return e
	}
	if e.Fields = jsoninput.OutOfRange(tree); len(e.Fields) > 0 {
		return errkit.Bounded(e, limit.Text)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(arguments))
	if err != nil {
		return e
	}
	if defaults {
		applyDefaults(root, doc)
	}
	if found := schemaerr.Validate(compiled, doc); errors.Is(found, errkit.InvalidInput) {
		e.Fields = errkit.From(found).Fields // not the cause, which has the values
		nameAlternatives(root, e.Fields)
	}
	return e
}

// applyDefaults sets the absent members of an object that have a default, and those of the objects in it.
func applyDefaults(schema, doc any) {
	s, _ := schema.(map[string]any)
	object, ok := doc.(map[string]any)
	properties, _ := s["properties"].(map[string]any)
	if !ok {
		return
	}
	for name, property := range properties {
		p, _ := property.(map[string]any)
		if value, has := p["default"]; has {
			if _, given := object[name]; !given {
				object[name] = value
			}
		}
		applyDefaults(p, object[name])
	}
}

// nameAlternatives replaces the messages about the alternatives of the whole input by their titles or required members.
func nameAlternatives(schema any, fields []errkit.Field) {
	s, _ := schema.(map[string]any)
	for i := range fields {
		f := &fields[i]
		if f.Path != "" || f.Rule != "oneOf" && f.Rule != "anyOf" {
			continue
		}
		names := alternatives(s[f.Rule])
		switch {
		case names == "":
		case f.Rule == "oneOf":
			f.Message = errkit.Textf("must have exactly one of these forms: %s", names)
		default:
			f.Message = errkit.Textf("must have one of these forms: %s", names)
		}
	}
}

// alternatives returns the names of all alternatives, and "" if one has no name.
func alternatives(schemas any) string {
	list, _ := schemas.([]any)
	names := make([]string, len(list))
	for i := range list {
		s, _ := list[i].(map[string]any)
		if names[i], _ = s["title"].(string); names[i] != "" {
			continue
		}
		required, _ := s["required"].([]any)
		for j, name := range required {
			if j > 0 {
				names[i] += " and "
			}
			text, _ := name.(string)
			names[i] += text
		}
		if names[i] == "" {
			return ""
		}
	}
	return strings.Join(names, "; ")
}

const schemaURL = "urn:toolerr:input"

// compile compiles a schema, and returns it decoded, too. References to other documents are not followed.
func compile(schema any) (*jsonschema.Schema, any, error) {
	raw, err := json.Marshal(schema)
	if err != nil {
		return nil, nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, nil, err
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(jsonschema.SchemeURLLoader{})
	if err := c.AddResource(schemaURL, doc); err != nil {
		return nil, nil, err
	}
	compiled, err := c.Compile(schemaURL)
	return compiled, doc, err
}

// PromptInput returns the arguments of a prompt as the input of a call, in a stable order.
func PromptInput(arguments map[string]string) middleware.Input {
	return middleware.Input{Values: slices.Sorted(maps.Values(arguments))}
}
