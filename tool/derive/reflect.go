package derive

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/swaggest/jsonschema-go"

	"github.com/toolerr/toolerr/internal/jsonfield"
)

// schema sets the schema of a type that encoding/json does not encode by its reflect.Kind.
func schema(p jsonschema.InterceptSchemaParams) (stop bool, err error) {
	t := jsonfield.Deref(p.Value.Type())
	s := p.Schema
	if p.Processed {
		elements(s, t)
		return false, nil
	}
	switch formOf(t) {
	case asNumber:
		s.WithType(jsonschema.Number.Type())
	case asBytes:
		s.WithType(jsonschema.String.Type())
		s.WithExtraPropertiesItem("contentEncoding", "base64")
	case asText:
		s.WithType(jsonschema.String.Type())
	case asAny:
		s.Type = nil
	default:
		return false, nil
	}
	return true, nil
}

// elements completes the schema of a slice, array or map: nil elements are encoded as null.
func elements(s *jsonschema.Schema, t reflect.Type) {
	switch t.Kind() {
	case reflect.Array:
		s.MinItems = int64(t.Len())
		s.WithMaxItems(int64(t.Len()))
	case reflect.Slice, reflect.Map:
	default:
		return
	}
	if e := element(s); e != nil && isNilable(t.Elem()) {
		addNull(e)
	}
}

// element returns the schema of the elements of a slice, array or map, or nil if s has none: it is
// encoded in another way.
func element(s *jsonschema.Schema) *jsonschema.Schema {
	switch {
	case s.Items != nil && s.Items.SchemaOrBool != nil:
		return s.Items.SchemaOrBool.TypeObject
	case s.AdditionalProperties != nil:
		return s.AdditionalProperties.TypeObject
	}
	return nil
}

// property completes the schema of a field.
func property(p jsonschema.InterceptPropParams) error {
	if !p.Processed {
		return nil
	}
	field := jsonFieldOf(p.Field)
	s := p.PropertySchema
	if field.quoted {
		of := *s
		*s = jsonschema.Schema{Title: s.Title, Description: s.Description}
		s.WithType(jsonschema.String.Type())
		for _, name := range []string{"integer", "number", "boolean", "string"} {
			if of.HasType(jsonschema.SimpleType(name)) {
				add(s, keywords("type quoted "+name, ""))
			}
		}
	}
	rules := parse(p.Field.Tag.Get("validate"))
	required := rules.has("required") || slices.Contains(p.ParentSchema.Required, p.Name)
	if required && !slices.Contains(p.ParentSchema.Required, p.Name) {
		p.ParentSchema.Required = append(p.ParentSchema.Required, p.Name)
	}
	if jsonfield.Deref(p.Field.Type) == reflect.TypeFor[time.Duration]() {
		s.WithDescription(strings.TrimSpace(p.Field.Tag.Get("description") + " In nanoseconds."))
	}
	s.RemoveType(jsonschema.Null)
	if !field.quoted {
		err := numbers(s.Enum, jsonfield.Deref(p.Field.Type))
		if err == nil {
			err = rules.apply(s, p.Field.Type, field.omitted)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	mayBeNull := isNilable(p.Field.Type) && !field.omitted && !required
	if mayBeNull && acceptsZero(p.Field.Type, p.Field.Tag.Get("validate")) {
		addNull(s)
	}
	return nil
}

// numbers converts the values of the tag enum of a numeric field, which the reflector returns as
// strings, to numbers.
func numbers(enum []any, t reflect.Type) error {
	if !isNumber(t.Kind()) || formOf(t) != byKind {
		return nil
	}
	for i, v := range enum {
		if text, ok := v.(string); ok {
			n, err := rule{name: "enum", param: text}.value(t, text)
			if err != nil {
				return err
			}
			enum[i] = n
		}
	}
	return nil
}

// isNilable reports whether encoding/json writes null for a nil value of t. Interfaces do not
// matter: their schema allows any value.
func isNilable(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer:
		return true
	case reflect.Slice, reflect.Map:
		return formOf(t) == byKind || formOf(t) == asBytes
	}
	return false
}

// addNull makes s also accept null.
func addNull(s *jsonschema.Schema) {
	if s.Type == nil { // any value
		return
	}
	s.AddType(jsonschema.Null)
	if s.Const != nil {
		s.Enum, s.Const = []any{*s.Const}, nil
	}
	if len(s.Enum) > 0 && !slices.Contains(s.Enum, nil) {
		s.Enum = append(slices.Clone(s.Enum), nil)
	}
}
