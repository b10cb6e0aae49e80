package derive

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/swaggest/jsonschema-go"

	"github.com/toolerr/toolerr/internal/draft"
)

// Input returns the JSON Schema of the input of a tool: that of [Inline], with two more rules.
//
// A field with the tag required:"true" or validate:"required" is required. So is any other field,
// except a pointer, one with omitempty or omitzero in its json tag, and one with a default. A
// field that has such a tag and a default is an error. A struct accepts only the members that it
// has fields for (additionalProperties).
func Input[T any]() ([]byte, error) {
	return inline[T](jsonschema.InterceptProp(requireField), jsonschema.InterceptSchema(closeStruct))
}

// Output returns the JSON Schema of the output of a tool: that of [Inline], with the rule of
// [Input] for required fields.
func Output[T any]() ([]byte, error) { return inline[T](jsonschema.InterceptProp(requireField)) }

// requireField makes a field required if it is not optional. It runs after property, which adds
// those that are required by their tags, and drops the default of a field with the option string.
func requireField(p jsonschema.InterceptPropParams) error {
	if !p.Processed {
		return nil
	}
	text, hasDefault := p.Field.Tag.Lookup("default")
	switch required := slices.Contains(p.ParentSchema.Required, p.Name); {
	case required && hasDefault:
		return fmt.Errorf("%s: a required field has a default", p.Name)
	case hasDefault:
		if p.PropertySchema.Default == nil {
			p.PropertySchema.WithDefault(text)
		}
	case required, p.Field.Type.Kind() == reflect.Pointer, jsonFieldOf(p.Field).omitted:
	default:
		p.ParentSchema.Required = append(p.ParentSchema.Required, p.Name)
	}
	return nil
}

// closeStruct makes the schema of a struct refuse unknown members, unless a tag of the struct
// states another rule.
func closeStruct(p jsonschema.InterceptSchemaParams) (stop bool, err error) {
	s := p.Schema
	if p.Processed && s.HasType(jsonschema.Object) && s.AdditionalProperties == nil &&
		draft.Indirect(p.Value.Type()).Kind() == reflect.Struct {
		s.AdditionalPropertiesEns().WithTypeBoolean(false)
	}
	return false, nil
}
