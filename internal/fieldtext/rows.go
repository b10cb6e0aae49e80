package fieldtext

// row is the form of a text about one part of an input, or about several names in it.
//
// A form is literal text and holes. A hole matches up to the literal after it; the last one matches the rest:
//
//	<dots>      the path: names and indexes, between dots
//	<path>      the path: a JSON pointer, JSONPath, or names with dots and indexes in brackets
//	<schema>    the path: a pointer into a schema; what is below "items" is left out, because it has no index
//	<struct>    the path behind the name of a Go type
//	<chain>     the path: a reference chain of Jackson
//	<names>     names below the path, in quotation marks, in brackets, or a word
//	<text>      the message; <text*> matches up to the last literal after it
//	<rule>      the rule
//	<param>     the parameter of the rule
//	<must>      the message, which starts with "must"
//	<skip>      anything: a value, which is not kept
//
// The path of a form without one is the line before, if below is set, else the whole input.
type row struct {
	source  string // who writes such texts
	form    string
	message string // of the field, if the form has no <text>; <param> is that of the form
	rule    string // if the form has no <rule>
	below   bool
	example string
}

const (
	isRequired = "is required"
	isUnknown  = "is not known"
	wrongType  = "has the wrong type"
)

var rows = [...]row{
	// The Python SDK and FastMCP: https://docs.pydantic.dev, "Error messages"; python-jsonschema.
	{"pydantic", `<text> [type=<rule>, input_value=<skip>`, "", "", true, "Error executing tool ring: 1 validation error for ringArguments\ntimes\n  Input should be a valid integer, unable to parse string as an integer [type=int_parsing, input_value='often', input_type=str]\n    For further information visit https://errors.pydantic.dev/2.12/v/int_parsing"},
	{"jsonschema of Python", `<names> is a required property`, isRequired, "required", false, "Input validation error: 'name' is a required property"},
	{"jsonschema of Python", `Additional properties are not allowed (<names> was unexpected)`, isUnknown, "additionalProperties", false, "Input validation error: Additional properties are not allowed ('color' was unexpected)"},
	{"jsonschema of Python", `Additional properties are not allowed (<names> were unexpected)`, isUnknown, "additionalProperties", false, "Input validation error: Additional properties are not allowed ('color', 'size' were unexpected)"},

	// TypeScript: zod's prettifyError, AJV. The lists of zod in JSON are read as such.
	{"zod", `→ at <path>`, "", "", true, "✖ Invalid input: expected string, received undefined\n  → at items[0].sku"},
	{"AJV", `data<path> must have required property <names>`, isRequired, "required", false, "Invalid arguments: data/items/0 must have required property 'sku'"},
	{"AJV", `data<path> must NOT have additional properties`, "must not have additional properties", "additionalProperties", false, "data must NOT have additional properties"},
	{"AJV", `data<path> <must>`, "", "", false, "data/times must be integer, data/bell must be string"},

	// The Go SDK: github.com/google/jsonschema-go. mcp-go: github.com/santhosh-tekuri/jsonschema. Both: encoding/json.
	{"the Go SDK", `validating <schema>: required: missing properties: <names>`, isRequired, "required", false, `validating "arguments": validating root: required: missing properties: ["bell" "times"]`},
	{"the Go SDK", `validating <schema>: unexpected additional properties <names>`, isUnknown, "additionalProperties", false, `validating "arguments": validating root: unexpected additional properties ["color"]`},
	{"the Go SDK", `validating <schema>: type: <skip> has type <skip>, want <param>`, "must be of type <param>", "type", false, `validating "arguments": validating root: validating /properties/times: type: often has type "string", want "integer"`},
	{"the Go SDK", `validating <schema>: enum: <skip> does not equal any of: <param>`, "must be one of <param>", "enum", false, `validating "arguments": validating root: validating /properties/mode: enum: loud does not equal any of: [soft hard]`},
	{"the Go SDK", `validating <schema>: <rule>: <skip>`, "is invalid: <rule>", "", false, `validating "arguments": validating root: validating /properties/bell: minLength: "" contains 0 Unicode code points, fewer than 1`},
	{"mcp-go", `<path>: &{Missing:<names>}`, isRequired, "required", false, "input schema validation failed: <root>: &{Missing:[bell times]}"},
	{"mcp-go", `<path>: &{Properties:<names>}`, isUnknown, "additionalProperties", false, "input schema validation failed: <root>: &{Properties:[color]}"},
	{"mcp-go", `<path>: &{Got:<skip> Want:<param>}`, "must be <param>", "", false, "input schema validation failed: /times: &{Got:string Want:[integer]}; /bell: &{Got:number Want:[string]}"},
	{"encoding/json", `json: cannot unmarshal <skip> into Go struct field <struct> of type <skip>`, wrongType, "type", false, "failed to bind arguments: json: cannot unmarshal string into Go struct field Ring.times of type int"},
	{"encoding/json", `json: unknown field <names>`, isUnknown, "additionalProperties", false, `failed to bind arguments: json: unknown field "color"`},

	// The C# SDK: Microsoft.Extensions.AI, System.Text.Json.
	{"the C# SDK", `The arguments dictionary is missing a value for the required parameter <names>. (Parameter 'arguments')`, isRequired, "required", false, "The arguments dictionary is missing a value for the required parameter 'bell'. (Parameter 'arguments')"},
	{"the C# SDK", `The arguments dictionary is missing a value for the required parameter <names>.`, isRequired, "required", false, "The arguments dictionary is missing a value for the required parameter 'bell'."},
	{"System.Text.Json", `The JSON value could not be converted to <skip>. Path: <path> | <skip>`, wrongType, "type", false, "Invalid arguments: The JSON value could not be converted to System.Int32. Path: $.items[0].times | LineNumber: 0 | BytePositionInLine: 27."},

	// Java: com.networknt's json-schema-validator, Jackson.
	{"networknt", `<path>: required property <names> not found`, isRequired, "required", false, "Input validation error: $.items[0]: required property 'sku' not found"},
	{"networknt", `<path>: is missing but it is required`, isRequired, "required", false, "Input validation error: $.bell: is missing but it is required"},
	{"networknt", `<path>: property <names> is not defined in the schema and the schema does not allow additional properties`, isUnknown, "additionalProperties", false, "Input validation error: $: property 'color' is not defined in the schema and the schema does not allow additional properties"},
	{"networknt", `<path>: <skip> found, <param> expected`, "must be of type <param>", "type", false, "Input validation error: $.times: string found, integer expected"},
	{"Jackson", `Unrecognized field <skip> (through reference chain: <chain>)`, isUnknown, "additionalProperties", false, `Invalid arguments: Unrecognized field "color" (class com.example.Ring), not marked as ignorable (through reference chain: com.example.Ring["color"])`},
	{"Jackson", `Cannot deserialize value of type <skip> (through reference chain: <chain>)`, wrongType, "type", false, "Invalid arguments: Cannot deserialize value of type `int` from String \"often\": not a valid `int` value (through reference chain: com.example.Ring[\"items\"]->java.util.ArrayList[0]->com.example.Item[\"times\"])"},

	// The TypeScript SDK, behind the prefix that names the tool: the last form, because any text may have it.
	{"the TypeScript SDK", `<text*> at <dots>`, "", "", false, "MCP error -32602: Input validation error: Invalid arguments for tool ring: Invalid input: expected string, received undefined at items.0.sku\nToo small: expected number to be >=1 at times"},
}

// prefixes are written before the text of a fault. The tool's name follows those that end with a space.
var prefixes = [...]string{
	"MCP error -32602: ", "Input validation error: ", "Invalid arguments: ", "Invalid argument: ", "input schema validation failed: ", "failed to bind arguments: ",
	"tool execution failed: ", `validating "arguments": `, "Error executing tool ", "Error calling tool ", "Invalid arguments for tool ",
}
