package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"

	schemas "github.com/toolerr/toolerr/internal/schema"
)

// compile compiles a schema: an object in draft 2020-12 that refers to nothing (OXP 1.0,
// ToolDefinition).
func compile(schema []byte) (*jsonschema.Compiler, *jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil, nil, fmt.Errorf("the schema is not JSON: %w", err)
	}
	if _, ok := doc.(map[string]any); !ok {
		return nil, nil, errors.New("the schema is not an object")
	}
	if keyword := reference(doc); keyword != "" {
		return nil, nil, fmt.Errorf("the schema has a %s", keyword)
	}
	return schemas.Compile(schema, true)
}

// reference returns a keyword by which a schema refers to another one, or to a part of itself. It
// returns "" for a schema without references.
func reference(schema any) string {
	var parts []any
	switch s := schema.(type) {
	case map[string]any:
		for _, keyword := range [...]string{"$ref", "$dynamicRef", "$recursiveRef"} {
			if _, ok := s[keyword].(string); ok {
				return keyword
			}
		}
		for keyword, value := range s {
			if !slices.Contains([]string{"const", "enum", "default", "examples"}, keyword) { // they have no schemas
				parts = append(parts, value)
			}
		}
	case []any:
		parts = s
	}
	for _, part := range parts {
		if found := reference(part); found != "" {
			return found
		}
	}
	return ""
}

// schemaOf returns the schema of a definition, or the derived one if it has none, without spaces.
func schemaOf(own json.RawMessage, derived func() ([]byte, error)) (json.RawMessage, error) {
	if own == nil {
		return derived()
	}
	var b bytes.Buffer
	if err := json.Compact(&b, own); err != nil {
		return nil, fmt.Errorf("the schema is not JSON: %w", err)
	}
	return b.Bytes(), nil
}
