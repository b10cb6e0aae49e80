package tool

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// compile compiles the schema of a tool: a JSON Schema (draft 2020-12) without references (OXP 1.0, ToolDefinition).
func compile(schema []byte) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil, fmt.Errorf("the schema is not JSON: %w", err)
	}
	if _, ok := doc.(map[string]any); !ok {
		return nil, errors.New("the schema is not an object")
	}
	if keyword := findReference(doc); keyword != "" {
		return nil, fmt.Errorf("the schema has a %s", keyword)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	const url = "urn:toolerr:tool"
	if err := c.AddResource(url, doc); err != nil {
		return nil, err
	}
	return c.Compile(url)
}

// findReference returns the first reference keyword in schema, or "".
func findReference(schema any) string {
	switch s := schema.(type) {
	case map[string]any:
		for _, keyword := range [...]string{"$ref", "$dynamicRef", "$recursiveRef"} {
			if _, ok := s[keyword].(string); ok {
				return keyword
			}
		}
		for keyword, value := range s {
			if slices.Contains([]string{"const", "enum", "default", "examples"}, keyword) {
				continue // values, not schemas
			}
			if found := findReference(value); found != "" {
				return found
			}
		}
	case []any:
		for _, value := range s {
			if found := findReference(value); found != "" {
				return found
			}
		}
	}
	return ""
}
