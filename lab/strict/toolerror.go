package strict

// The values of the member kind of the payloads.
const (
	ToolErrorKind  = "toolError:v1"
	NeedsInputKind = "needsInput:v1"
)

// ToolError is the payload toolError:v1. It is in the structuredContent of an
// [MCPCallToolResult], in its last text block as JSON, or in both. The first member of Details is
// statusCode.
type ToolError struct {
	_ struct{} `title:"toolError:v1" description:"A tool failure in machine-readable form."`

	Kind      string   `json:"kind" required:"true" const:"toolError:v1"`
	Code      string   `json:"code" required:"true" description:"The code: an open set." examples:"[\"NETWORK_ERROR\",\"SERVER_ERROR\",\"CLIENT_ERROR\",\"NOT_FOUND\",\"AUTHENTICATION_ERROR\",\"UNKNOWN_ERROR\"]"`
	Message   string   `json:"message" required:"true" description:"What happened."`
	Retryable *bool    `json:"retryable,omitempty" description:"Whether the call may be retried. Absent: unspecified."`
	Details   *Details `json:"details,omitempty" description:"Additional details."`
}

// NeedsInput is the payload needsInput:v1, which asks the user for more input. It is not an
// error: its result does not have isError.
type NeedsInput struct {
	_ struct{} `title:"needsInput:v1" description:"The tool needs more from the user."`

	Kind       string            `json:"kind" required:"true" const:"needsInput:v1"`
	Type       string            `json:"type" required:"true" const:"elicitation"`
	Message    string            `json:"message" required:"true" description:"What to ask the user."`
	NeedsInput *NeedsInputFields `json:"needsInput,omitempty" description:"What the user must add."`
	Options    []Option          `json:"options,omitempty" description:"What the user can choose from."`
	Carry      *Canonical        `json:"toolerr,omitempty" description:"The complete error, if Carry is enabled."`
}

// NeedsInputFields lists the missing inputs.
type NeedsInputFields struct {
	_ struct{} `title:"Missing inputs" description:"The inputs that the user must add."`

	Fields      []string         `json:"fields" required:"true" description:"The names of the missing inputs."`
	Reason      string           `json:"reason" required:"true" description:"Why they are needed."`
	Suggestions Object[[]string] `json:"suggestions,omitempty" description:"Suggested values, keyed by input."`
}

// Option is a choice that is offered to the user.
type Option struct {
	_ struct{} `title:"Option" description:"A choice that is offered to the user."`

	Label       string `json:"label" required:"true" description:"The text that the user sees."`
	Value       string `json:"value" required:"true" description:"The value that is sent if the user selects the option."`
	Description string `json:"description,omitempty" description:"Additional details."`
	Field       string `json:"field,omitempty" description:"The input that the value is for."`
}
