// Package derive, for applications, generates JSON Schemas (draft 2020-12) from Go types: [Input]
// that of the input of a tool, [Output] that of its output, or of any other JSON that a program
// writes. They have no $ref, which some protocols do not allow in the definition of a tool, such
// as OXP 1.0.
//
// # Sources
//
// The schema describes the JSON that encoding/json writes for the type. derive honors the names
// and the options omitempty, omitzero and string of json tags, embedded structs,
// [encoding.TextMarshaler] (a string) and [json.Marshaler] (any JSON value). The description of a
// [time.Duration] ends with its unit, nanoseconds.
//
// It reads the tags of github.com/swaggest/jsonschema-go (title, description, examples, enum,
// pattern and so on), and these rules of the tag validate (github.com/go-playground/validator):
//
//	required                        required; a string is not empty, a pointer, slice or map is not null
//	min max len eq ne gt gte lt lte minLength, minItems, minProperties, minimum, const and so on, by type
//	oneof noneof                    enum, and not enum
//	unique                          uniqueItems
//	email uuid alphanum e164 ...    format and pattern, see rules.txt
//	contains startswith datetime .. pattern; patterns mean the same to ECMA-262, RE2 and Python
//	a|b                             anyOf
//	dive, keys ... endkeys          the rules for elements, for names
//
// # What a schema accepts
//
// What the schema of [Input] accepts, package tool accepts, except for what no schema states, or
// only with keywords that many clients of models refuse. The tool then returns an error with the
// rule:
//
//   - rules about another field, the server's files and checksums, and with a custom meaning;
//   - lists of codes (countries, currencies, languages, time zones), whose schema has their form
//     only;
//   - grammars beyond a pattern: JSON in a string, URNs, networks, addresses with ports of IPv6,
//     days that a month lacks, layouts of datetime with names, durations of more than 290 years;
//   - letters outside of ASCII, for lowercase, uppercase, alphaunicode and alphanumunicode;
//   - unique objects, which may be equal in Go and differ in JSON;
//   - the length of a []byte, but for up to two bytes, and the range of a number in a name or a
//     string;
//   - types that decode themselves;
//   - numbers that no IEEE 754 double holds, or with more digits (RFC 8259 §6), for a type without
//     bounds;
//   - a member that is given twice, and the bounds of package tool.
//
// Formats are those that santhosh-tekuri/jsonschema asserts. A schema refuses a few unusual values
// that the validator accepts, such as a quoted local part of an email address. So does it an empty
// value of a field with omitempty in both tags.
package derive

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/swaggest/jsonschema-go"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonfield"
	"github.com/toolerr/toolerr/middleware/validate"
)

// Input returns the JSON Schema of the input of a tool. It returns an error, with the path of the
// field, for a type that cannot be encoded as JSON or that contains itself, a rule whose parameter
// does not parse, and two fields with the same name.
//
// A field with the tag required:"true" or validate:"required" is required. So is any other field,
// except a pointer, one with omitempty or omitzero in its json tag, and one with a default. A
// field that has such a tag and a default is an error. A struct accepts only the members that it
// has fields for (additionalProperties).
//
// A number has the bounds of its type, and a value that encoding/json decodes from a string has
// its pattern, so that what the schema accepts can be decoded. A field that may be absent by these
// rules is required if its zero value breaks its validate tags.
func Input[T any]() ([]byte, error) {
	s, err := schemaOf[T](
		jsonschema.InterceptProp(requireField), jsonschema.InterceptProp(boundField),
		jsonschema.InterceptSchema(closeStruct))
	if err != nil {
		return nil, err
	}
	bound(&s, reflect.TypeFor[T]())
	doc, err := json.Marshal(s)
	return []byte(exactBounds.Replace(string(doc))), err
}

// Output returns the JSON Schema of the output of a tool, with the rule of [Input] for required
// fields. It returns the errors of [Input].
func Output[T any]() ([]byte, error) {
	s, err := schemaOf[T](jsonschema.InterceptProp(requireField))
	if err != nil {
		return nil, err
	}
	return json.Marshal(s)
}

// schemaOf returns the JSON Schema of T without $schema, $ref and $defs. It returns an error, with
// the path of the field, for a type that cannot be encoded as JSON or that contains itself, a rule
// whose parameter does not parse, and two fields with the same name.
func schemaOf[T any](more ...func(*jsonschema.ReflectContext)) (jsonschema.Schema, error) {
	t := jsonfield.Deref(reflect.TypeFor[T]())
	if err := check(t); err != nil {
		return jsonschema.Schema{}, fmt.Errorf("derive: %w", err)
	}
	s, err := new(jsonschema.Reflector).Reflect(reflect.Zero(t).Interface(), append([]func(*jsonschema.ReflectContext){
		jsonschema.ProcessWithoutTags, // as encoding/json does
		jsonschema.InterceptSchema(schema),
		jsonschema.InterceptProp(property),
		jsonschema.InlineRefs,
		jsonschema.SkipEmbeddedMapsSlices,
	}, more...)...)
	if err != nil {
		return s, fmt.Errorf("derive: %w", err)
	}
	return s, nil
}

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
		jsonfield.Deref(p.Value.Type()).Kind() == reflect.Struct {
		s.AdditionalPropertiesEns().WithTypeBoolean(false)
	}
	return false, nil
}

// acceptsZero reports whether the validator accepts the zero value of a type by the rules of a
// tag, but for those about other fields.
func acceptsZero(t reflect.Type, tag string) bool {
	field := reflect.StructField{Name: "X", Type: t, Tag: reflect.StructTag("validate:" + strconv.Quote(tag))}
	zero := reflect.Zero(reflect.StructOf([]reflect.StructField{field})).Interface()
	err := new(validate.Validator).Validate(validate.WithPresence(context.Background()), zero)
	isBroken := func(f errkit.Field) bool { return !aboutOthers.MatchString(f.Rule) }
	return !errors.Is(err, errkit.InvalidInput) || !slices.ContainsFunc(errkit.From(err).Fields, isBroken)
}

// aboutOthers matches the rules about other fields.
var aboutOthers = regexp.MustCompile(`field$|^field|^(required|excluded|skip)_`)

// boundField bounds the schema of a field, after the rules of its tags.
func boundField(p jsonschema.InterceptPropParams) error {
	if !p.Processed {
		return nil
	}
	if !jsonFieldOf(p.Field).quoted {
		bound(p.PropertySchema, p.Field.Type)
	}
	required := &p.ParentSchema.Required
	if _, hasDefault := p.Field.Tag.Lookup("default"); !hasDefault && !slices.Contains(*required, p.Name) &&
		!acceptsZero(p.Field.Type, p.Field.Tag.Get("validate")) {
		*required = append(*required, p.Name)
	}
	return nil
}

// bound adds to a schema what encoding/json refuses for a Go type: structs have their own fields.
func bound(s *jsonschema.Schema, t reflect.Type) {
	t = jsonfield.Deref(t)
	row := t.Kind().String()
	switch form := formOf(t); {
	case form == asBytes:
		row = "[]byte"
	case form == asTime:
		row = "time"
	case form != byKind:
		return
	case len(s.Enum) > 0 || s.Const != nil:
		return
	case isInteger(t.Kind()):
		row = strings.TrimRight(row, "0123456789") + strconv.Itoa(t.Bits())
	}
	k := keywords("type "+row, "")
	if low := cmp.Or(s.Minimum, s.ExclusiveMinimum); k.Minimum != nil && low != nil && *low >= *k.Minimum {
		k.Minimum = nil
	}
	if high := cmp.Or(s.Maximum, s.ExclusiveMaximum); k.Maximum != nil && high != nil && *high <= *k.Maximum {
		k.Maximum = nil
	}
	add(s, k)
	if t.Kind() == reflect.Map && isInteger(t.Key().Kind()) && formOf(t.Key()) == byKind && s.PropertyNames == nil {
		s.WithPropertyNames(new(keywords("type name", "")).ToSchemaOrBool())
	}
	containers := []reflect.Kind{reflect.Slice, reflect.Array, reflect.Map}
	if e := element(s); e != nil && slices.Contains(containers, t.Kind()) {
		bound(e, t.Elem())
	}
}

// exactBounds replaces the bounds of 64 bits, which are not exact as a float64.
var exactBounds = strings.NewReplacer(
	`"minimum":-9223372036854776000`, `"minimum":-9223372036854775808`,
	`"maximum":9223372036854776000`, `"maximum":9223372036854775807`,
	`"maximum":18446744073709552000`, `"maximum":18446744073709551615`,
)
