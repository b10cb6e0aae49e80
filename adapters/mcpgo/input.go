package mcpgoerr

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolerr/toolerr/errkit"
	schemafields "github.com/toolerr/toolerr/middleware/jsonschema"
)

// What mcp-go says of wrong input is a text with Go's names or values in it. It
// only says that something is wrong; what it is, is found out here.

// invalidInput returns what is wrong with the call's arguments, by the tool's
// schema. Where that finds nothing, the arguments do not fit the Go type.
func (c *call) invalidInput(ctx context.Context) *errkit.Error {
	e := &errkit.Error{Kind: errkit.InvalidInput}
	schema, err := compile(c.description(ctx))
	if err != nil {
		return e
	}
	args := c.request.Params.RawArguments
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

// compile compiles the input schema of a tool, or of nil. It refers to no other
// document: none is loaded for the sake of a message.
func compile(tool any) (*jsonschema.Schema, error) {
	raw, err := json.Marshal(tool)
	if err != nil {
		return nil, err
	}
	var t struct {
		InputSchema json.RawMessage `json:"inputSchema"`
	}
	if err := json.Unmarshal(raw, &t); err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(t.InputSchema))
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
