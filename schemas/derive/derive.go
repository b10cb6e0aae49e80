// Package derive makes JSON Schemas of Go types: of the details type of an error, so that a server can publish it, and
// of the input and output of a tool. Start with [Of]; use [Inline] where $ref is not allowed, as in the tool definitions
// of OXP 1.0.
//
// # What it reads
//
// Names, omitempty, omitzero and ,string of json tags, embedded structs, and what a type says about itself by
// [encoding.TextMarshaler] (a string) and [json.Marshaler] (anything). The tags of github.com/swaggest/jsonschema-go:
// title, description, examples, enum, pattern and so on. And these rules of validate tags
// (github.com/go-playground/validator), where they say something that a schema can say:
//
//	required                        required; a string is not empty, a pointer, slice or map is not null
//	min max len eq ne gt gte lt lte minLength, minItems, minProperties, minimum, const and so on, by the kind of field
//	oneof                           enum
//	unique                          uniqueItems
//	email uuid url http_url uri ... format
//	dive, keys ... endkeys          the rules after it are of the items, of the names
//
// Other rules, and alternatives such as rgb|rgba, are left out: what passes the validator passes the schema, and not
// always the other way round. The exception is a field with omitempty in both its tags: it is to be left out, and an
// empty one that is there breaks the schema.
package derive

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/swaggest/jsonschema-go"

	"github.com/toolerr/toolerr/schemas/internal/draft"
)

// Of returns the JSON Schema (draft 2020-12) of T, indented, with the types it is made of in $defs. A type that has no
// JSON, a rule whose parameter does not parse, and two fields of one name are errors that say where.
func Of[T any]() ([]byte, error) {
	s, err := reflectType(reflect.TypeFor[T](), false)
	if err != nil {
		return nil, err
	}
	s.WithSchema(draft.URI)
	if name := draft.Name(draft.Indirect(reflect.TypeFor[T]())); s.Title == nil && name != "" {
		s.WithTitle(name)
	}
	return draft.Indent(s)
}

// Inline returns the JSON Schema of T without $schema, $ref and $defs, compact. Besides what is an error of [Of], so is
// a type that contains itself.
func Inline[T any]() ([]byte, error) {
	s, err := reflectType(reflect.TypeFor[T](), true)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	doc, err := draft.Indent(s)
	if err == nil {
		err = json.Compact(&b, doc)
	}
	return b.Bytes(), err
}

func reflectType(t reflect.Type, inline bool) (jsonschema.Schema, error) {
	t = draft.Indirect(t)
	if err := check(t, inline); err != nil {
		return jsonschema.Schema{}, fmt.Errorf("derive: %w", err)
	}
	options := []draft.Option{
		jsonschema.ProcessWithoutTags, // as encoding/json does
		jsonschema.InterceptSchema(schema),
		jsonschema.InterceptProp(property),
	}
	if inline {
		options = append(options, jsonschema.InlineRefs)
	}
	s, err := draft.Reflect(new(jsonschema.Reflector), reflect.Zero(t).Interface(), options...)
	if err != nil {
		return s, fmt.Errorf("derive: %w", err)
	}
	return s, nil
}
