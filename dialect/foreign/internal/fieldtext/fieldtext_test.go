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
	{"MCP error -32602: Input validation error: Invalid arguments for tool ring: items.0.sku: Required; or a bell, times: Too small: expected number to be >=1",
		[]errkit.Field{{Path: "/items/0/sku", Message: "Required; or a bell"},
			{Path: "/times", Message: "Too small: expected number to be >=1"}}},
	{"MCP error -32602: Tool 'ring' parameter validation failed: items.0.sku: Required; or a bell, times: Too small: expected number to be >=1. Please check the parameter types and values according to the tool's schema.",
		[]errkit.Field{{Path: "/items/0/sku", Message: "Required; or a bell"},
			{Path: "/times", Message: "Too small: expected number to be >=1"}}},
	{"Tool input validation failed for ring. Please fix the following errors and try again:\n- items.0.sku: Invalid input: expected string, received undefined\n- times: Give a number, so: 3; not more\n\nProvided arguments: {\n  \"canary\": \"- bell: canary\"\n}",
		[]errkit.Field{{Path: "/items/0/sku", Message: "Invalid input: expected string, received undefined"},
			{Path: "/times", Message: "Give a number, so: 3; not more"}}},
	{"Tool validation failed. Please fix the following errors and try again:\n- items.0.sku: Required\n- root: Unrecognized key(s) in object: 'color'\n\nProvided arguments: undefined",
		[]errkit.Field{{Path: "/items/0/sku", Message: "Required"},
			{Path: "/color", Message: "is not known", Rule: "additionalProperties"}}},
	{"Invalid parameters: [items.0.sku]: Invalid input: expected string, received undefined; [times]: Give a number, so: 3",
		[]errkit.Field{{Path: "/items/0/sku", Message: "Invalid input: expected string, received undefined"},
			{Path: "/times", Message: "Give a number, so: 3"}}},
	{`Tool (ring) input validation failed: Validation failed: JSON schema validation errors: [/items/0/tone: does not have a value in the enumeration ["low", "high"], /times: string found, integer expected, : required property 'bell' not found, /items/1: property 'color' is not defined in the schema and the schema does not allow additional properties]`,
		[]errkit.Field{{Path: "/items/0/tone", Message: `does not have a value in the enumeration ["low", "high"]`},
			{Path: "/times", Message: "must be of type integer", Rule: "type", Param: "integer"},
			{Path: "/bell", Message: "is required", Rule: "required"},
			{Path: "/items/1/color", Message: "is not known", Rule: "additionalProperties"}}},
	{`Invalid arguments: Validation failed: JSON schema validation errors: [/times: string found, integer expected, : required property 'bell' not found]`,
		[]errkit.Field{{Path: "/times", Message: "must be of type integer", Rule: "type", Param: "integer"},
			{Path: "/bell", Message: "is required", Rule: "required"}}},
	{"MCP error -32602: Missing required argument: bell", []errkit.Field{{Path: "/bell", Message: "is required", Rule: "required"}}},
	{`message="[TOOL_RUNTIME_BAD_INPUT_VALUE] ToolInputError during execution of tool 'ring': Invalid input: items.0.sku: Field required; times: Input should be a valid integer, unable to parse string as an integer" kind=<ErrorKind.TOOL_RUNTIME_BAD_INPUT_VALUE: 'TOOL_RUNTIME_BAD_INPUT_VALUE'> developer_message="[TOOL_RUNTIME_BAD_INPUT_VALUE] ToolInputError during execution of tool 'ring': Pydantic validation failed: items.0.sku[missing]; times[int_parsing]" can_retry=False additional_prompt_content=None retry_after_ms=None stacktrace=None status_code=400 extra=None`,
		[]errkit.Field{{Path: "/items/0/sku", Message: "Field required"},
			{Path: "/times", Message: "Input should be a valid integer, unable to parse string as an integer"}}},
	{"Parameter `color` is not a valid key-word argument. Please click on 'view API' in the footer of the Gradio app to see usage.",
		[]errkit.Field{{Path: "/color", Message: "is not known", Rule: "additionalProperties"}}},
	{"failed to unmarshal arguments: json: cannot unmarshal string into Go struct field Ring.bell.times of type int",
		[]errkit.Field{{Path: "/bell/times", Message: "has the wrong type", Rule: "type"}}},
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
	{`Invalid parameters: [items.0]: Unrecognized key: "color"`,
		[]errkit.Field{{Path: "/items/0/color", Message: "is not known", Rule: "additionalProperties"}}},
	{`Invalid parameters: [times]: Required; [bell]: Unrecognized keys: "color", "size"`,
		[]errkit.Field{{Path: "/times", Message: "Required"},
			{Path: "/bell/color", Message: "is not known", Rule: "additionalProperties"},
			{Path: "/bell/size", Message: "is not known", Rule: "additionalProperties"}}},
	{`Invalid parameters: [items.0]: Unrecognized key(s) in object: 'tone'`,
		[]errkit.Field{{Path: "/items/0/tone", Message: "is not known", Rule: "additionalProperties"}}},
	{"Invalid arguments: data/items/0 must have required property 'sku'",
		[]errkit.Field{{Path: "/items/0/sku", Message: "is required", Rule: "required"}}},
	{"data must NOT have additional properties",
		[]errkit.Field{{Message: "must not have additional properties", Rule: "additionalProperties"}}},
	{"data/times must be integer, data/bell must be string",
		[]errkit.Field{{Path: "/times", Message: "must be integer"}, {Path: "/bell", Message: "must be string"}}},
	{"body must have required property 'sku', body/items/1 must have required property 'times'",
		[]errkit.Field{{Path: "/sku", Message: "is required", Rule: "required"},
			{Path: "/items/1/times", Message: "is required", Rule: "required"}}},
	{"body must NOT have additional properties",
		[]errkit.Field{{Message: "must not have additional properties", Rule: "additionalProperties"}}},
	{"body/items/0/times must be >= 1, body/bell must be string",
		[]errkit.Field{{Path: "/items/0/times", Message: "must be >= 1"}, {Path: "/bell", Message: "must be string"}}},
	{"querystring must have required property 'page'", []errkit.Field{{Path: "/page", Message: "is required", Rule: "required"}}},
	{"querystring/page must be integer, querystring/size must be >= 1",
		[]errkit.Field{{Path: "/page", Message: "must be integer"}, {Path: "/size", Message: "must be >= 1"}}},
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
	{"Tool (ring) input validation failed: Validation failed: JSON schema validation errors: [/bell/times: must have a minimum value of 1]",
		[]errkit.Field{{Path: "/bell/times", Message: "must be at least 1", Rule: "minimum", Param: "1"}}},
	{"Tool (ring) input validation failed: Validation failed: JSON schema validation errors: [/times: must have a maximum value of 7]",
		[]errkit.Field{{Path: "/times", Message: "must be at most 7", Rule: "maximum", Param: "7"}}},
	{"Input validation error: $.times: string found, integer expected",
		[]errkit.Field{{Path: "/times", Message: "must be of type integer", Rule: "type", Param: "integer"}}},
	{`Invalid arguments: Unrecognized field "color" (class com.example.Ring), not marked as ignorable (through reference chain: com.example.Ring["color"])`,
		[]errkit.Field{{Path: "/color", Message: "is not known", Rule: "additionalProperties"}}},
	{"Invalid arguments: Cannot deserialize value of type `int` from String \"often\": not a valid `int` value (through reference chain: com.example.Ring[\"items\"]->java.util.ArrayList[0]->com.example.Item[\"times\"])",
		[]errkit.Field{{Path: "/items/0/times", Message: "has the wrong type", Rule: "type"}}},
	{"Invalid argument [bell] - value does not match java.lang.String",
		[]errkit.Field{{Path: "/bell", Message: "must be of type java.lang.String", Rule: "type", Param: "java.lang.String"}}},
	{"Invalid argument [tone] - canary is not an enum constant of com.example.Ring$Tone",
		[]errkit.Field{{Path: "/tone", Message: "is not one of the constants", Rule: "enum"}}},
	{"MCP error -32602: Input validation error: Invalid arguments for tool ring: Invalid input: expected string, received undefined at items.0.sku\nToo small: expected number to be >=1 at times",
		[]errkit.Field{{Path: "/items/0/sku", Message: "Invalid input: expected string, received undefined"},
			{Path: "/times", Message: "Too small: expected number to be >=1"}}},
	{"Input validation error: Invalid arguments for tool ring: items.0.sku: Invalid input: expected string, received undefined, times: Too small: expected number to be >=1",
		[]errkit.Field{{Path: "/items/0/sku", Message: "Invalid input: expected string, received undefined"},
			{Path: "/times", Message: "Too small: expected number to be >=1"}}},
	{"Tool 'ring' parameter validation failed: times: Look at the clock, at 7. Please check the parameter types and values according to the tool's schema.",
		[]errkit.Field{{Path: "/times", Message: "Look at the clock, at 7"}}},
	{"Tool input validation failed for ring. Please fix the following errors and try again:\n- root: Give a bell or a room\n\nProvided arguments: {}",
		[]errkit.Field{{Message: "root: Give a bell or a room"}}},
	{"McpError: Invalid parameters: [times]: Required; [bell.room]: Too big: expected string to have <=7 characters",
		[]errkit.Field{{Path: "/times", Message: "Required"},
			{Path: "/bell/room", Message: "Too big: expected string to have <=7 characters"}}},
	{"Tool (ring) input validation failed: Validation failed: JSON schema validation errors: [/items: must have at most 2 items but found 3, : must have at least 1 properties]",
		[]errkit.Field{{Path: "/items", Message: "must have at most 2 items but found 3"},
			{Message: "must have at least 1 properties"}}},
	{`message="[TOOL_RUNTIME_BAD_INPUT_VALUE] ToolInputError during execution of tool 'ring': Invalid input: tone: Input should be 'low' or 'high'" kind=<ErrorKind.TOOL_RUNTIME_BAD_INPUT_VALUE: 'TOOL_RUNTIME_BAD_INPUT_VALUE'> developer_message="canary"`,
		[]errkit.Field{{Path: "/tone", Message: "Input should be 'low' or 'high'"}}},
	{"Missing required argument: tone", []errkit.Field{{Path: "/tone", Message: "is required", Rule: "required"}}},
	{"Error: Parameter `tone` is not a valid key-word argument. Please click on 'view API' in the footer of the Gradio app to see usage.",
		[]errkit.Field{{Path: "/tone", Message: "is not known", Rule: "additionalProperties"}}},
}

func TestExamples(t *testing.T) {
	rows := parsed.Get(parseRows)
	require.Len(t, rows, maxRows)
	for i, example := range examples {
		fields, source := Fields(example.text)
		require.Equal(t, example.want, fields, example.text)
		if i >= heads {
			require.Equal(t, rows[i].source, source, "an earlier row reads %s", example.text)
			continue
		}
		head, _ := cutHead(rows, example.text)
		require.Equal(t, rows[i], head, "an earlier row reads %s", example.text)
		require.True(t, IsInput(example.text))
	}
}

// What an SDK writes about something else than the input of a tool is not its input.
func TestIsInput(t *testing.T) {
	for _, text := range []string{
		"", "Tool 'ring' execution failed: no bell", "Tool (ring) output validation failed: Validation failed: [/times: string found, integer expected]",
		"json: cannot unmarshal string into Go struct field Ring.times of type int",
		"The log says: Invalid parameters: [times]: Required",
		"Tool 'ring' execution failed: MCP error -32602: Tool 'bell' parameter validation failed: times: Required. Please check the parameter types and values according to the tool's schema.",
	} {
		require.False(t, IsInput(text), text)
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
		{"what a program writes before a text of the TypeScript SDK",
			"Error: McpError: MCP error -32602: Invalid arguments for tool ring: times: Required",
			[]errkit.Field{{Path: "/times", Message: "Required"}}},
		{"what is before it is no name of a member", "Failed: Invalid arguments for tool ring: times: Required", nil},
		{"words of a message, of mcp-nest", "Invalid parameters: [times]: Give a number; or so, bell: none",
			[]errkit.Field{{Path: "/times", Message: "Give a number"}}},
		{"prose, of mcp-nest", "Invalid parameters: the bell [front] is broken; times: 7", nil},
		{"prose, of Quarkus", "Missing required argument: the bell", nil},
		{"what a program prints after its help", "ring [options]\n\nMissing required argument: bell", nil},
		{"a word in quotation marks, of Gradio", "`bell`", nil},
		{"several names", "Input validation error: Additional properties are not allowed ('a', 'b', and 'c' were unexpected)",
			[]errkit.Field{{Path: "/a", Message: "is not known", Rule: "additionalProperties"},
				{Path: "/b", Message: "is not known", Rule: "additionalProperties"},
				{Path: "/c", Message: "is not known", Rule: "additionalProperties"}}},
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
	for _, part := range []string{"; ", "validating ", "Input validation error: ", "Error: ", "Invalid parameters: ", "'a' is a required property; ",
		"data/a must be b, ", "a\n", "[", "/a: &{Got:", "$.a: x found, y expected; ", "Error executing tool "} {
		text := strings.Repeat(part, 1<<20/len(part))
		allocated := testing.AllocsPerRun(1, func() { _, _ = Fields(text) })
		require.Less(t, allocated, 5000.0, part)
		fields, _ := Fields(text)
		require.LessOrEqual(t, len(fields), 2*maxItems)
		require.Empty(t, List(text))
	}
	// What is between two commas is looked at once, though the colon of a path may be far.
	for _, part := range []string{", /", ", ", ", a/", ", a"} {
		text := "Invalid arguments for tool ring: times: Required" + strings.Repeat(part, 16000/len(part)) + ": bell"
		allocated := testing.AllocsPerRun(1, func() { _, _ = Fields(text) })
		require.Less(t, allocated, 50.0, part)
	}
}

func TestList(t *testing.T) {
	require.Equal(t, `[ {"path":["a"]} ]`, List(`Invalid arguments for tool ring: [ {"path":["a"]} ]`))
	for _, text := range []string{"", "[]", "]{[", `required: ["a"]`,
		"Tool validation failed. Please fix the following errors and try again:\n- times: Required\n\nProvided arguments: {\"a\":[{\"path\":\"bell\",\"message\":\"canary\"}]}"} {
		require.Empty(t, List(text), text)
	}
}
