package mcperr

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"

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

// misfit returns what is wrong with arguments that the schema allows and the
// input type does not: a number that overflows, a time that is none. The SDK
// returns the decoder's error as it is. A handler may return one too, of other
// JSON that it read: then its place is not in the arguments.
func (c *call) misfit(err error) *errkit.Error {
	wrong, ok := err.(*json.UnmarshalTypeError)
	if !ok {
		return nil
	}
	path, ok := locate(c.arguments(), wrong.Field)
	if !ok {
		return nil
	}
	return &errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{{Path: path, Message: "has a value that does not fit", Rule: "type"}}}
}

var escapePointer = strings.NewReplacer("~", "~0", "/", "~1") // RFC 6901 §3

// locate returns the JSON pointer of a place that a decoder names with dots, if
// it is in the document.
func locate(doc json.RawMessage, dotted string) (string, bool) {
	if dotted == "" {
		return "", false
	}
	var pointer strings.Builder
	for name := range strings.SplitSeq(dotted, ".") {
		var object map[string]json.RawMessage
		var array []json.RawMessage
		if json.Unmarshal(doc, &object) == nil {
			inner, ok := object[name]
			if !ok {
				return "", false
			}
			doc = inner
		} else if i, err := strconv.Atoi(name); err == nil && json.Unmarshal(doc, &array) == nil && i >= 0 && i < len(array) {
			doc = array[i]
		} else {
			return "", false
		}
		pointer.WriteString("/" + escapePointer.Replace(name))
	}
	return pointer.String(), true
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
