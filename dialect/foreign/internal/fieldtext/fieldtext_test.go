package fieldtext

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
)

// examples has a text for each row, in the manner of its source, and its fields: path, message,
// rule, parameter.
var examples = [maxRows]struct {
	text string
	want []errkit.Field
}{
	{"Error executing tool ring: 1 validation error for ringArguments\ntimes\n  Input should be a valid integer, unable to parse string as an integer [type=int_parsing, input_value='often', input_type=str]\n    For further information visit https://errors.pydantic.dev/2.12/v/int_parsing",
		[]errkit.Field{{Path: "/times", Message: "Input should be a valid integer, unable to parse string as an integer",
			Rule: "int_parsing"}}},
	{"Input validation error: 'name' is a required property",
		[]errkit.Field{{Path: "/name", Message: "is required", Rule: "required"}}},
	{"Input validation error: Additional properties are not allowed ('color' was unexpected)",
		[]errkit.Field{{Path: "/color", Message: "is not known", Rule: "additionalProperties"}}},
	{"Input validation error: Additional properties are not allowed ('color', 'size' were unexpected)",
		[]errkit.Field{{Path: "/color", Message: "is not known", Rule: "additionalProperties"},
			{Path: "/size", Message: "is not known", Rule: "additionalProperties"}}},
	{"✖ Invalid input: expected string, received undefined\n  → at items[0].sku",
		[]errkit.Field{{Path: "/items/0/sku", Message: "Invalid input: expected string, received undefined"}}},
	{`Unrecognized key: "color" at items[0]`,
		[]errkit.Field{{Path: "/items/0/color", Message: "is not known", Rule: "additionalProperties"}}},
	{`Input validation error: Invalid arguments for tool ring: Unrecognized key: "color"`,
		[]errkit.Field{{Path: "/color", Message: "is not known", Rule: "additionalProperties"}}},
	{`Unrecognized keys: "color", "size" at bell`,
		[]errkit.Field{{Path: "/bell/color", Message: "is not known", Rule: "additionalProperties"},
			{Path: "/bell/size", Message: "is not known", Rule: "additionalProperties"}}},
	{`Unrecognized keys: "color", "size"`,
		[]errkit.Field{{Path: "/color", Message: "is not known", Rule: "additionalProperties"},
			{Path: "/size", Message: "is not known", Rule: "additionalProperties"}}},
	{`Unrecognized key(s) in object: 'color' at bell`,
		[]errkit.Field{{Path: "/bell/color", Message: "is not known", Rule: "additionalProperties"}}},
	{`Unrecognized key(s) in object: 'color', 'size'`,
		[]errkit.Field{{Path: "/color", Message: "is not known", Rule: "additionalProperties"},
			{Path: "/size", Message: "is not known", Rule: "additionalProperties"}}},
	{`items.0: Unrecognized key: "color"`,
		[]errkit.Field{{Path: "/items/0/color", Message: "is not known", Rule: "additionalProperties"}}},
	{`bell: Unrecognized keys: "color", "size"`,
		[]errkit.Field{{Path: "/bell/color", Message: "is not known", Rule: "additionalProperties"},
			{Path: "/bell/size", Message: "is not known", Rule: "additionalProperties"}}},
	{`items.0: Unrecognized key(s) in object: 'tone'`,
		[]errkit.Field{{Path: "/items/0/tone", Message: "is not known", Rule: "additionalProperties"}}},
	{"Invalid arguments: data/items/0 must have required property 'sku'",
		[]errkit.Field{{Path: "/items/0/sku", Message: "is required", Rule: "required"}}},
	{"data must NOT have additional properties",
		[]errkit.Field{{Message: "must not have additional properties", Rule: "additionalProperties"}}},
	{"data/times must be integer, data/bell must be string",
		[]errkit.Field{{Path: "/times", Message: "must be integer"}, {Path: "/bell", Message: "must be string"}}},
	{`validating "arguments": validating root: required: missing properties: ["bell" "times"]`,
		[]errkit.Field{{Path: "/bell", Message: "is required", Rule: "required"},
			{Path: "/times", Message: "is required", Rule: "required"}}},
	{`validating "arguments": validating root: unexpected additional properties ["color"]`,
		[]errkit.Field{{Path: "/color", Message: "is not known", Rule: "additionalProperties"}}},
	{`validating "arguments": validating root: validating /properties/times: type: often has type "string", want "integer"`,
		[]errkit.Field{{Path: "/times", Message: "must be of type integer", Rule: "type", Param: "integer"}}},
	{`validating "arguments": validating root: validating /properties/mode: enum: loud does not equal any of: [soft hard]`,
		[]errkit.Field{{Path: "/mode", Message: "must be one of soft hard", Rule: "enum", Param: "soft hard"}}},
	{`validating "arguments": validating root: validating /properties/bell: minLength: "" contains 0 Unicode code points, fewer than 1`,
		[]errkit.Field{{Path: "/bell", Message: "is invalid: minLength", Rule: "minLength"}}},
	{"input schema validation failed: <root>: &{Missing:[bell times]}",
		[]errkit.Field{{Path: "/bell", Message: "is required", Rule: "required"},
			{Path: "/times", Message: "is required", Rule: "required"}}},
	{"input schema validation failed: <root>: &{Properties:[color]}",
		[]errkit.Field{{Path: "/color", Message: "is not known", Rule: "additionalProperties"}}},
	{"input schema validation failed: /times: &{Got:string Want:[integer]}; /bell: &{Got:number Want:[string]}",
		[]errkit.Field{{Path: "/times", Message: "must be integer", Param: "integer"},
			{Path: "/bell", Message: "must be string", Param: "string"}}},
	{`required argument "bell" not found`, []errkit.Field{{Path: "/bell", Message: "is required", Rule: "required"}}},
	{"missing required parameter: bell", []errkit.Field{{Path: "/bell", Message: "is required", Rule: "required"}}},
	{"failed to bind arguments: json: cannot unmarshal string into Go struct field Ring.times of type int",
		[]errkit.Field{{Path: "/times", Message: "has the wrong type", Rule: "type"}}},
	{`failed to bind arguments: json: unknown field "color"`,
		[]errkit.Field{{Path: "/color", Message: "is not known", Rule: "additionalProperties"}}},
	{"The arguments dictionary is missing a value for the required parameter 'bell'. (Parameter 'arguments')",
		[]errkit.Field{{Path: "/bell", Message: "is required", Rule: "required"}}},
	{"The arguments dictionary is missing a value for the required parameter 'bell'.",
		[]errkit.Field{{Path: "/bell", Message: "is required", Rule: "required"}}},
	{"Invalid arguments: The JSON value could not be converted to System.Int32. Path: $.items[0].times | LineNumber: 0 | BytePositionInLine: 27.",
		[]errkit.Field{{Path: "/items/0/times", Message: "has the wrong type", Rule: "type"}}},
	{"Input validation error: $.items[0]: required property 'sku' not found",
		[]errkit.Field{{Path: "/items/0/sku", Message: "is required", Rule: "required"}}},
	{"Input validation error: $.bell: is missing but it is required",
		[]errkit.Field{{Path: "/bell", Message: "is required", Rule: "required"}}},
	{"Input validation error: $: property 'color' is not defined in the schema and the schema does not allow additional properties",
		[]errkit.Field{{Path: "/color", Message: "is not known", Rule: "additionalProperties"}}},
	{"Input validation error: $.times: string found, integer expected",
		[]errkit.Field{{Path: "/times", Message: "must be of type integer", Rule: "type", Param: "integer"}}},
	{`Invalid arguments: Unrecognized field "color" (class com.example.Ring), not marked as ignorable (through reference chain: com.example.Ring["color"])`,
		[]errkit.Field{{Path: "/color", Message: "is not known", Rule: "additionalProperties"}}},
	{"Invalid arguments: Cannot deserialize value of type `int` from String \"often\": not a valid `int` value (through reference chain: com.example.Ring[\"items\"]->java.util.ArrayList[0]->com.example.Item[\"times\"])",
		[]errkit.Field{{Path: "/items/0/times", Message: "has the wrong type", Rule: "type"}}},
	{"MCP error -32602: Input validation error: Invalid arguments for tool ring: Invalid input: expected string, received undefined at items.0.sku\nToo small: expected number to be >=1 at times",
		[]errkit.Field{{Path: "/items/0/sku", Message: "Invalid input: expected string, received undefined"},
			{Path: "/times", Message: "Too small: expected number to be >=1"}}},
	{"Input validation error: Invalid arguments for tool ring: items.0.sku: Invalid input: expected string, received undefined, times: Too small: expected number to be >=1",
		[]errkit.Field{{Path: "/items/0/sku", Message: "Invalid input: expected string, received undefined"},
			{Path: "/times", Message: "Too small: expected number to be >=1"}}},
}

func TestExamples(t *testing.T) {
	for i, example := range examples {
		fields, source := Fields(example.text)
		require.Equal(t, example.want, fields, example.text)
		require.Equal(t, parsed.Get(parseRows)[i].source, source, "an earlier row reads %s", example.text)
	}
}

func TestFields(t *testing.T) {
	tests := []struct {
		name, text string
		want       []errkit.Field
	}{
		{"two faults of pydantic, of which one is about the whole input",
			"2 validation errors for ring\nitems.0.sku\n  Field required [type=missing, input_value={'a': 'canary'}, input_type=dict]\n    For further information visit https://errors.pydantic.dev/2.12/v/missing\n  Value error, give a bell or a room [type=value_error, input_value={'a': 'canary'}, input_type=dict]",
			[]errkit.Field{{Path: "/items/0/sku", Message: "Field required", Rule: "missing"},
				{Message: "Value error, give a bell or a room", Rule: "value_error"}}},
		{"lines of Windows", "1 validation error for ring\r\ntimes\r\n  Field required [type=missing, input_value='canary', input_type=str]\r\n", []errkit.Field{{Path: "/times", Message: "Field required", Rule: "missing"}}},
		{"an element of a list in a schema",
			`validating "arguments": validating root: validating /properties/items: validating /properties/items/items: validating /properties/items/items/properties/sku: type: canary has type "string", want "integer"`,
			[]errkit.Field{{Path: "/items", Message: "in an item, sku must be of type integer", Rule: "type", Param: "integer"}}},
		{"a member that every element of a list needs",
			`validating root: validating /properties/items: validating /properties/items/items: required: missing properties: ["sku" "bell"]`,
			[]errkit.Field{{Path: "/items", Message: "in an item, sku, bell is required", Rule: "required"}}},
		{"an element of a list", `validating /properties/items/items: type: canary has type "string", want "integer"`,
			[]errkit.Field{{Path: "/items", Message: "an item must be of type integer", Rule: "type", Param: "integer"}}},
		{"a member that is called items", `validating /properties/items/properties/items: required: missing properties: ["sku"]`,
			[]errkit.Field{{Path: "/items/items/sku", Message: "is required", Rule: "required"}}},
		{"an index in brackets, of version 1 of the TypeScript SDK",
			"Invalid arguments for tool ring: Required at items[0].sku", []errkit.Field{{Path: "/items/0/sku", Message: "Required"}}},
		{"who wrote it is not known: version 1 or 2 of the TypeScript SDK",
			"Invalid arguments for tool ring: bell: look at me, times: Required",
			[]errkit.Field{{Path: "/times", Message: "Required"}}},
		{"a comma and a colon, without the prefix", "The bell is broken, front: it was hit", nil},
		{"words after a comma, with the prefix", "Invalid arguments for tool ring: times: Expected a number, not so: much",
			[]errkit.Field{{Path: "/times", Message: "Expected a number, not so: much"}}},
		{"several faults of FastMCP for TypeScript",
			`MCP error -32602: Tool 'ring' parameter validation failed: items.0.sku: Invalid input: expected string, received number, tone: Invalid option: expected one of "low"|"high", root: Unrecognized key: "color". Please check the parameter types and values according to the tool's schema.`,
			[]errkit.Field{{Path: "/items/0/sku", Message: "Invalid input: expected string, received number"},
				{Path: "/tone", Message: `Invalid option: expected one of "low"|"high"`},
				{Path: "/color", Message: "is not known", Rule: "additionalProperties"}}},
		{"several keys that FastMCP for TypeScript does not know",
			`Tool 'ring' parameter validation failed: root: Unrecognized keys: "color", "size", root.bell: Unrecognized key: "tone". Please check the parameter types and values according to the tool's schema.`,
			[]errkit.Field{{Path: "/color", Message: "is not known", Rule: "additionalProperties"},
				{Path: "/size", Message: "is not known", Rule: "additionalProperties"},
				{Path: "/root/bell/tone", Message: "is not known", Rule: "additionalProperties"}}},
		{"several keys that it does not know with version 3 of zod",
			`MCP error -32602: Tool 'ring' parameter validation failed: root: Unrecognized key(s) in object: 'color', 'size'. Please check the parameter types and values according to the tool's schema.`,
			[]errkit.Field{{Path: "/color", Message: "is not known", Rule: "additionalProperties"},
				{Path: "/size", Message: "is not known", Rule: "additionalProperties"}}},
		{"a call without arguments, of FastMCP for TypeScript",
			"Tool 'ring' parameter validation failed: root: Invalid input: expected object, received undefined. Please check the parameter types and values according to the tool's schema.",
			[]errkit.Field{{Message: "root: Invalid input: expected object, received undefined"}}},
		{"a member that is called root, of the TypeScript SDK", `Invalid arguments for tool ring: root: Required, root: Unrecognized key: "color"`,
			[]errkit.Field{{Path: "/root", Message: "Required"},
				{Path: "/root/color", Message: "is not known", Rule: "additionalProperties"}}},
		{"the input of another tool, which this one called",
			"Tool 'ring' execution failed: MCP error -32602: Tool 'bell' parameter validation failed: times: Required. Please check the parameter types and values according to the tool's schema.", nil},
		{"what programs print, of which parts look like FastMCP for TypeScript",
			"Tool 'make'\n'build' parameter validation failed: at line: 7, file: bell.c not found", nil},
		{"a key that is not quoted", "Unrecognized key: color", nil},
		{"a name with a slash", `Input validation error: 'a/b' is a required property`,
			[]errkit.Field{{Path: "/a~1b", Message: "is required", Rule: "required"}}},
		{"a value that looks like a list", "input schema validation failed: /a: &{Got:canary Want:[string null]}",
			[]errkit.Field{{Path: "/a", Message: "must be string null", Param: "string null"}}},
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
	for _, part := range []string{"; ", "validating ", "Input validation error: ", "'a' is a required property; ",
		"data/a must be b, ", "a\n", "[", "/a: &{Got:", "$.a: x found, y expected; ", "Error executing tool "} {
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
