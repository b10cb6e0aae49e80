package fieldtext

// row is the form of a text about one part of an input, or about several names in it.
//
// A form is literal text and holes. A hole matches up to the literal after it; the last one
// matches the rest:
//
//	<dots>      the path: names and indexes, between dots
//	<key>       the same, only of letters, digits and a few signs
//	<path>      the path: a JSON pointer, JSONPath, or names with dots and indexes in brackets
//	<schema>    the path: a pointer into a schema; what is below "items" has no index, and is in the message
//	<struct>    the path behind the name of a Go type
//	<chain>     the path: a reference chain of Jackson
//	<names>     names below the path, in quotation marks, in brackets, or a word
//	<quoted>    names below the path, in quotation marks
//	<text>      the message; <text*> matches up to the last literal after it
//	<rule>      the rule
//	<param>     the parameter of the rule
//	<must>      the message, which starts with "must"
//	<skip>      anything: a value, which is not kept
//
// The path of a form without one is the line before, if below is set, else the whole input.
type row struct {
	source string // who writes such texts
	form   string
	fault  fault
}

// A fault is what the form of a text says itself.
type fault struct {
	message string // of the field, if the form has no <text>; <param> is that of the form
	rule    string // if the form has no <rule>
	below   bool   // see row
}

// The faults of the forms.
var (
	required   = fault{message: "is required", rule: "required"}
	unknown    = fault{message: "is not known", rule: "additionalProperties"}
	notAllowed = fault{message: "must not have additional properties", rule: "additionalProperties"}
	wrongType  = fault{message: "has the wrong type", rule: "type"}
	ofType     = fault{message: "must be of type <param>", rule: "type"}
	oneOf      = fault{message: "must be one of <param>", rule: "enum"}
	lineBefore = fault{below: true}
)

var rows = [...]row{
	// The Python SDK and FastMCP: https://docs.pydantic.dev, "Error messages"; python-jsonschema.
	{"pydantic", `<text> [type=<rule>, input_value=<skip>`, lineBefore},
	{"jsonschema of Python", `<names> is a required property`, required},
	{"jsonschema of Python", `Additional properties are not allowed (<names> was unexpected)`, unknown},
	{"jsonschema of Python", `Additional properties are not allowed (<names> were unexpected)`, unknown},

	// TypeScript: zod's prettifyError, AJV. The lists of zod in JSON are read as such. Versions 1 and 2 of the
	// SDK write the path behind and before the message.
	{"zod", `Unrecognized key: <quoted> at <path>`, unknown},
	{"zod", `Unrecognized key: <quoted>`, unknown},
	{"zod", `Unrecognized keys: <quoted> at <path>`, unknown},
	{"zod", `Unrecognized keys: <quoted>`, unknown},
	{"zod", `Unrecognized key(s) in object: <quoted> at <path>`, unknown},
	{"zod", `Unrecognized key(s) in object: <quoted>`, unknown},
	{"zod", `<key>: Unrecognized key: <quoted>`, unknown},
	{"zod", `<key>: Unrecognized keys: <quoted>`, unknown},
	{"zod", `→ at <path>`, lineBefore},
	{"AJV", `data<path> must have required property <names>`, required},
	{"AJV", `data<path> must NOT have additional properties`, notAllowed},
	{"AJV", `data<path> <must>`, fault{}},

	// The Go SDK: github.com/google/jsonschema-go. mcp-go: github.com/santhosh-tekuri/jsonschema.
	// Both: encoding/json.
	{"the Go SDK", `validating <schema>: required: missing properties: <names>`, required},
	{"the Go SDK", `validating <schema>: unexpected additional properties <names>`, unknown},
	{"the Go SDK", `validating <schema>: type: <skip> has type <skip>, want <param>`, ofType},
	{"the Go SDK", `validating <schema>: enum: <skip> does not equal any of: <param>`, oneOf},
	{"the Go SDK", `validating <schema>: <rule>: <skip>`, fault{message: "is invalid: <rule>"}},
	{"mcp-go", `<path>: &{Missing:<names>}`, required},
	{"mcp-go", `<path>: &{Properties:<names>}`, unknown},
	{"mcp-go", `<path>: &{Got:<skip> Want:<param>}`, fault{message: "must be <param>"}},
	{"mcp-go", `required argument <quoted> not found`, required},
	{"the GitHub server", `missing required parameter: <names>`, required},
	{"encoding/json", `json: cannot unmarshal <skip> into Go struct field <struct> of type <skip>`, wrongType},
	{"encoding/json", `json: unknown field <names>`, unknown},

	// The C# SDK: Microsoft.Extensions.AI, System.Text.Json.
	{"the C# SDK", `The arguments dictionary is missing a value for the required parameter <names>. (Parameter 'arguments')`, required},
	{"the C# SDK", `The arguments dictionary is missing a value for the required parameter <names>.`, required},
	{"System.Text.Json", `The JSON value could not be converted to <skip>. Path: <path> | <skip>`, wrongType},

	// Java: com.networknt's json-schema-validator, Jackson.
	{"networknt", `<path>: required property <names> not found`, required},
	{"networknt", `<path>: is missing but it is required`, required},
	{"networknt", `<path>: property <names> is not defined in the schema and the schema does not allow additional properties`, unknown},
	{"networknt", `<path>: <skip> found, <param> expected`, ofType},
	{"Jackson", `Unrecognized field <skip> (through reference chain: <chain>)`, unknown},
	{"Jackson", `Cannot deserialize value of type <skip> (through reference chain: <chain>)`, wrongType},

	// The TypeScript SDK, behind the prefix that names the tool: the last forms, because any text
	// may have them. What has both forms has neither: who wrote it is not known.
	{"the TypeScript SDK", `<text*> at <path>`, fault{}},
	{"the TypeScript SDK", `<key>: <text>`, fault{}},
}

// unspecific is the number of the last rows that are read only behind the prefix that names the tool.
const unspecific = 2

// prefixes are written before the text of a fault. The tool's name follows those that end with a
// space.
var prefixes = [...]string{
	"MCP error -32602: ", "Input validation error: ", "Invalid arguments: ", "Invalid argument: ",
	"input schema validation failed: ", "failed to bind arguments: ",
	"tool execution failed: ", `validating "arguments": `, "Error executing tool ", "Error calling tool ",
	"Invalid arguments for tool ",
}
