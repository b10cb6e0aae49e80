package mcpserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	schemaerr "github.com/toolerr/toolerr/middleware/jsonschema"
)

// InvalidInput returns an error of kind InvalidInput with the faults that a tool's input schema finds in the arguments. An SDK
// reports them as a text with the values in it, which must not be rendered. The error has no fields if schema, a value that
// encodes as a JSON Schema, does not compile or finds no fault: then the arguments do not fit the Go type.
func InvalidInput(schema any, arguments json.RawMessage) *errkit.Error {
	e := &errkit.Error{Kind: errkit.InvalidInput}
	compiled, err := compile(schema)
	if err != nil {
		return e
	}
	if len(arguments) == 0 {
		arguments = json.RawMessage("{}")
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(arguments))
	if err != nil {
		return e
	}
	if found := schemaerr.Validate(compiled, doc); errors.Is(found, errkit.InvalidInput) {
		e.Fields = errkit.From(found).Fields // not the cause, which has the values
	}
	return e
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

// PromptInput returns the arguments of a prompt as the input of a call, in a stable order.
func PromptInput(arguments map[string]string) middleware.Input {
	return middleware.Input{Values: slices.Sorted(maps.Values(arguments))}
}
