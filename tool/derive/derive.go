// Package derive, for applications, generates JSON Schemas (draft 2020-12) from Go types: [Input]
// that of the input of a tool, [Output] that of its output, or of any other JSON that a program
// writes. They have no $ref, which some protocols do not allow in the definition of a tool, such
// as OXP 1.0.
//
// # Sources
//
// The schema describes the JSON that encoding/json writes for the type. derive honors the names
// and the options omitempty, omitzero and string of json tags, embedded structs,
// [encoding.TextMarshaler] (a string) and [json.Marshaler] (any JSON value).
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
	"fmt"
	"reflect"

	"github.com/swaggest/jsonschema-go"

	"github.com/toolerr/toolerr/internal/jsonfield"
)

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
