package tool

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// compile reads a schema of a tool: an object in draft 2020-12 that stands alone (OXP 1.0, ToolDefinition).
func compile(schema []byte) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil, fmt.Errorf("the schema is not JSON: %w", err)
	}
	if _, ok := doc.(map[string]any); !ok {
		return nil, errors.New("the schema is not an object")
	}
	if word := refers(doc); word != "" {
		return nil, fmt.Errorf("the schema has a %s", word)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	const url = "urn:toolerr:tool"
	if err := c.AddResource(url, doc); err != nil {
		return nil, err
	}
	return c.Compile(url)
}

// refers finds a keyword by which a schema refers to another, or to a part of itself.
func refers(schema any) string {
	switch s := schema.(type) {
	case map[string]any:
		for _, word := range [...]string{"$ref", "$dynamicRef", "$recursiveRef"} {
			if _, ok := s[word].(string); ok {
				return word
			}
		}
		for word, below := range s {
			if slices.Contains([]string{"const", "enum", "default", "examples"}, word) {
				continue // values, whatever they look like
			}
			if found := refers(below); found != "" {
				return found
			}
		}
	case []any:
		for _, below := range s {
			if found := refers(below); found != "" {
				return found
			}
		}
	}
	return ""
}
