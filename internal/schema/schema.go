// Package schema compiles JSON Schemas of unknown servers and clients. [Compile] is the function.
package schema

import (
	"bytes"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// URL is the address of a compiled schema, before the fragment of a part.
const URL = "urn:toolerr:schema"

// Compile compiles a schema in any draft, whose formats are asserted if formats is true. No other
// document is loaded, so that a schema which refers to one is an error. The compiler knows the
// parts of the schema by their pointers.
func Compile(doc []byte, formats bool) (*jsonschema.Compiler, *jsonschema.Schema, error) {
	root, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		return nil, nil, err
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(jsonschema.SchemeURLLoader{})
	if formats {
		c.AssertFormat()
	}
	if err := c.AddResource(URL, root); err != nil {
		return nil, nil, err
	}
	compiled, err := c.Compile(URL)
	return c, compiled, err
}
