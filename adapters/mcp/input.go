package mcperr

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolerr/toolerr/errkit"
	schemafields "github.com/toolerr/toolerr/middleware/jsonschema"
)

// A typed tool's input is validated by the SDK, which tells what is wrong by a
// text with the value in it, and of several things one. The text only says that
// something is wrong; what it is, is found out here.

const invalidArguments = `validating "arguments": `

// invalidInput returns what is wrong with the call's arguments, by the schema
// that the tool is listed with.
func (c *call) invalidInput(ctx context.Context) *errkit.Error {
	e := &errkit.Error{Kind: errkit.InvalidInput}
	t := c.description(ctx)
	if t == nil {
		return e
	}
	schema, err := compile(t.InputSchema)
	if err != nil {
		return e
	}
	args := c.arguments()
	if len(args) == 0 {
		args = json.RawMessage("{}")
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(args))
	if err != nil {
		return e
	}
	if found := schemafields.Validate(schema, doc); errors.Is(found, errkit.InvalidInput) {
		e.Fields = errkit.From(found).Fields // but not the cause, which has the values
	}
	return e
}

const schemaID = "urn:toolerr:input"

// compile compiles a tool's schema. It refers to no other document: none is
// loaded for the sake of a message.
func compile(schema any) (*jsonschema.Schema, error) {
	raw, err := json.Marshal(schema)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(jsonschema.SchemeURLLoader{})
	if err := compiler.AddResource(schemaID, doc); err != nil {
		return nil, err
	}
	return compiler.Compile(schemaID)
}

// validate checks the input of a typed tool beyond its schema.
func (c *call) validate(input any) error {
	if c.Validate != nil {
		return c.Validate(input)
	}
	if v := reflect.Indirect(reflect.ValueOf(input)); v.Kind() != reflect.Struct { // or a nil pointer
		return nil
	}
	return c.tags.Struct(input)
}
