package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/url"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	schemas "github.com/toolerr/toolerr/internal/schema"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
	schemaerr "github.com/toolerr/toolerr/middleware/jsonschema"
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

// hasDefaults reports whether a schema has default values of members of objects, by properties,
// items and additionalProperties. It checks each against the schema of its member.
func hasDefaults(c *jsonschema.Compiler, schema jsontree.Value) (found bool, err error) {
	if schema.Kind() != jsontree.Object {
		return false, nil
	}
	parts := []jsontree.Value{schema.Member("items"), schema.Member("additionalProperties")}
	for _, s := range schema.Member("properties").Members() {
		parts = append(parts, s)
		if value := s.Member("default"); value.Kind() != jsontree.Absent {
			found = true
			if err := checkDefault(c, s, value); err != nil {
				return false, err
			}
		}
	}
	for _, s := range parts {
		inside, err := hasDefaults(c, s)
		if err != nil {
			return false, err
		}
		found = found || inside
	}
	return found, nil
}

func checkDefault(c *jsonschema.Compiler, schema, value jsontree.Value) error {
	fragment := url.URL{Fragment: schema.Pointer()}
	part, err := c.Compile(schemas.URL + fragment.String())
	if err == nil {
		err = schemaerr.Validate(part, value.Any())
	}
	if err != nil {
		return fmt.Errorf("the default at %s is not valid: %w", schema.Pointer(), explained(err))
	}
	return nil
}

// appendPrepared appends v as it is decoded. It adds the defaults of the members that its objects
// do not have, but no object that contains nothing but defaults, and no defaults inside of a
// default. A number that the schema wants to be an integer has no point and no exponent, which
// encoding/json refuses: in JSON Schema 1.0 and 1e1 are integers.
func appendPrepared(dst []byte, schema, v jsontree.Value) []byte {
	switch {
	case schema.Kind() != jsontree.Object:
	case v.Kind() == jsontree.Number && strings.Contains(schema.Member("type").Raw(), `"integer"`):
		if r, ok := new(big.Rat).SetString(v.Raw()); ok && r.IsInt() { // package request bounded the exponent
			return r.Num().Append(dst, 10)
		}
	case v.Kind() == jsontree.Array:
		items := schema.Member("items")
		dst = append(dst, '[')
		for e := range v.Elements() {
			dst = append(appendPrepared(dst, items, e), ',')
		}
		return closed(dst, ']')
	case v.Kind() == jsontree.Object:
		properties, others := schema.Member("properties"), schema.Member("additionalProperties")
		dst = append(dst, '{')
		for name, m := range v.Members() {
			s := properties.Member(name)
			if s.Kind() == jsontree.Absent {
				s = others
			}
			dst = append(text.AppendString(dst, name), ':')
			dst = append(appendPrepared(dst, s, m), ',')
		}
		for name, s := range properties.Members() {
			value := s.Member("default")
			if value.Kind() != jsontree.Absent && v.Member(name).Kind() == jsontree.Absent {
				dst = append(text.AppendString(dst, name), ':')
				dst = append(append(dst, value.Raw()...), ',')
			}
		}
		return closed(dst, '}')
	}
	return append(dst, v.Raw()...)
}

// closed ends an array or object, in place of the comma after its last item.
func closed(dst []byte, end byte) []byte {
	if last := len(dst) - 1; dst[last] == ',' {
		dst[last] = end
		return dst
	}
	return append(dst, end)
}
