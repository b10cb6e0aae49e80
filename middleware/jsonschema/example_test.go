package jsonschema_test

import (
	"fmt"
	"strings"

	library "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware/jsonschema"
)

func ExampleValidate() {
	schema := `{"type":"object","required":["bell"],"properties":{"times":{"maximum":10}}}`
	doc, err := library.UnmarshalJSON(strings.NewReader(schema))
	if err != nil {
		panic(err)
	}
	c := library.NewCompiler()
	if err := c.AddResource("ring.json", doc); err != nil {
		panic(err)
	}
	compiled, err := c.Compile("ring.json")
	if err != nil {
		panic(err)
	}
	err = jsonschema.Validate(compiled, map[string]any{"times": 11.0})
	for _, f := range errkit.From(err).Fields {
		fmt.Println(f.Path, f.Message)
	}
	// Output:
	// /bell is required
	// /times must be at most 10
}
