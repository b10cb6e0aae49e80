package fieldtext

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
)

// wants are the fields of the examples of rows: path, message, rule, parameter.
var wants = [len(rows)][]errkit.Field{
	{{Path: "/times", Message: "Input should be a valid integer, unable to parse string as an integer", Rule: "int_parsing"}},
	{{Path: "/name", Message: "is required", Rule: "required"}},
	{{Path: "/color", Message: "is not known", Rule: "additionalProperties"}},
	{{Path: "/color", Message: "is not known", Rule: "additionalProperties"}, {Path: "/size", Message: "is not known", Rule: "additionalProperties"}},
	{{Path: "/items/0/sku", Message: "Invalid input: expected string, received undefined"}},
	{{Path: "/items/0/sku", Message: "is required", Rule: "required"}},
	{{Message: "must not have additional properties", Rule: "additionalProperties"}},
	{{Path: "/times", Message: "must be integer"}, {Path: "/bell", Message: "must be string"}},
	{{Path: "/bell", Message: "is required", Rule: "required"}, {Path: "/times", Message: "is required", Rule: "required"}},
	{{Path: "/color", Message: "is not known", Rule: "additionalProperties"}},
	{{Path: "/times", Message: "must be of type integer", Rule: "type", Param: "integer"}},
	{{Path: "/mode", Message: "must be one of soft hard", Rule: "enum", Param: "soft hard"}},
	{{Path: "/bell", Message: "is invalid: minLength", Rule: "minLength"}},
	{{Path: "/bell", Message: "is required", Rule: "required"}, {Path: "/times", Message: "is required", Rule: "required"}},
	{{Path: "/color", Message: "is not known", Rule: "additionalProperties"}},
	{{Path: "/times", Message: "must be integer", Param: "integer"}, {Path: "/bell", Message: "must be string", Param: "string"}},
	{{Path: "/times", Message: "has the wrong type", Rule: "type"}},
	{{Path: "/color", Message: "is not known", Rule: "additionalProperties"}},
	{{Path: "/bell", Message: "is required", Rule: "required"}},
	{{Path: "/bell", Message: "is required", Rule: "required"}},
	{{Path: "/items/0/times", Message: "has the wrong type", Rule: "type"}},
	{{Path: "/items/0/sku", Message: "is required", Rule: "required"}},
	{{Path: "/bell", Message: "is required", Rule: "required"}},
	{{Path: "/color", Message: "is not known", Rule: "additionalProperties"}},
	{{Path: "/times", Message: "must be of type integer", Rule: "type", Param: "integer"}},
	{{Path: "/color", Message: "is not known", Rule: "additionalProperties"}},
	{{Path: "/items/0/times", Message: "has the wrong type", Rule: "type"}},
	{{Path: "/items/0/sku", Message: "Invalid input: expected string, received undefined"}, {Path: "/times", Message: "Too small: expected number to be >=1"}},
}

func TestExamples(t *testing.T) {
	for i := range rows {
		fields, source := Fields(rows[i].example)
		require.Equal(t, wants[i], fields, rows[i].example)
		require.Equal(t, rows[i].source, source, "an earlier row reads %s", rows[i].example)
	}
}

func TestFields(t *testing.T) {
	tests := []struct {
		name, text string
		want       []errkit.Field
	}{
		{"two faults of pydantic, of which one is about the whole input", "2 validation errors for ring\nitems.0.sku\n  Field required [type=missing, input_value={'a': 'canary'}, input_type=dict]\n    For further information visit https://errors.pydantic.dev/2.12/v/missing\n  Value error, give a bell or a room [type=value_error, input_value={'a': 'canary'}, input_type=dict]",
			[]errkit.Field{{Path: "/items/0/sku", Message: "Field required", Rule: "missing"}, {Message: "Value error, give a bell or a room", Rule: "value_error"}}},
		{"lines of Windows", "1 validation error for ring\r\ntimes\r\n  Field required [type=missing, input_value='canary', input_type=str]\r\n", []errkit.Field{{Path: "/times", Message: "Field required", Rule: "missing"}}},
		{"an element of a list in a schema", `validating "arguments": validating root: validating /properties/items: validating /properties/items/items: validating /properties/items/items/properties/sku: type: canary has type "string", want "integer"`,
			[]errkit.Field{{Path: "/items", Message: "must be of type integer", Rule: "type", Param: "integer"}}},
		{"a name with a slash", `Input validation error: 'a/b' is a required property`, []errkit.Field{{Path: "/a~1b", Message: "is required", Rule: "required"}}},
		{"a value that looks like a list", "input schema validation failed: /a: &{Got:canary Want:[string null]}", []errkit.Field{{Path: "/a", Message: "must be string null", Param: "string null"}}},
		{"prose", "The bell at the front door is broken; data was lost.", nil},
		{"a prefix only", "Invalid arguments for tool ring: canary", nil},
		{"at, without the prefix", "Too many rings at front", nil},
		{"our own text", "Some input parameters are invalid.\ntimes: must be at least 1", nil},
		{"nothing", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _ := Fields(tt.text)
			require.Equal(t, tt.want, got)
		})
	}
}

// The work and the output have bounds, whatever the text.
func TestBounds(t *testing.T) {
	for _, part := range []string{"; ", "validating ", "Input validation error: ", "'a' is a required property; ", "data/a must be b, ", "a\n", "[", "/a: &{Got:", "$.a: x found, y expected; ", "Error executing tool "} {
		text := strings.Repeat(part, 1<<20/len(part))
		allocated := testing.AllocsPerRun(1, func() { _, _ = Fields(text) })
		require.Less(t, allocated, 5000.0, part)
		fields, _ := Fields(text)
		require.LessOrEqual(t, len(fields), 2*maxItems)
		require.Empty(t, List(text))
	}
}

func TestList(t *testing.T) {
	require.Equal(t, `[ {"path":["a"]} ]`, List(`Invalid arguments for tool ring: [ {"path":["a"]} ]`))
	for _, text := range []string{"", "[]", "]{[", `required: ["a"]`} {
		require.Empty(t, List(text), text)
	}
}
