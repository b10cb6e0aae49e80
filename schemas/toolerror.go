package schemas

// The kinds of the payloads, as their members kind say them.
const (
	ToolErrorKind  = "toolError:v1"
	NeedsInputKind = "needsInput:v1"
)

// ToolError is the payload toolError:v1. It stands as JSON in the last text block of an [MCPCallToolResult], in its
// structuredContent, or in both. The first of its Details is statusCode.
type ToolError struct {
	_ struct{} `title:"toolError:v1" description:"The failure of a tool, for programs."`

	Kind      string   `json:"kind" required:"true" const:"toolError:v1"`
	Code      string   `json:"code" required:"true" description:"What went wrong: an open set." examples:"[\"NETWORK_ERROR\",\"SERVER_ERROR\",\"CLIENT_ERROR\",\"NOT_FOUND\",\"AUTHENTICATION_ERROR\",\"UNKNOWN_ERROR\"]"`
	Message   string   `json:"message" required:"true" description:"What happened."`
	Retryable *bool    `json:"retryable,omitempty" description:"Whether the call may be retried. Absent: nobody said."`
	Details   *Details `json:"details,omitempty" description:"More about it."`
}

// NeedsInput is the payload needsInput:v1: the user must add or choose something. It is no error, and its result has no
// isError.
type NeedsInput struct {
	_ struct{} `title:"needsInput:v1" description:"The tool needs more from the user."`

	Kind       string            `json:"kind" required:"true" const:"needsInput:v1"`
	Type       string            `json:"type" required:"true" const:"elicitation"`
	Message    string            `json:"message" required:"true" description:"What to ask the user."`
	NeedsInput *NeedsInputFields `json:"needsInput,omitempty" description:"What the user must add."`
	Options    []Option          `json:"options,omitempty" description:"What the user can choose from."`
	Carry      *Canonical        `json:"toolerr,omitempty" description:"The whole error, where Carry is set."`
}

// NeedsInputFields says which inputs are missing.
type NeedsInputFields struct {
	_ struct{} `title:"Missing inputs" description:"The inputs that the user must add."`

	Fields      []string         `json:"fields" required:"true" description:"Names of the missing inputs."`
	Reason      string           `json:"reason" required:"true" description:"Why they are needed."`
	Suggestions Object[[]string] `json:"suggestions,omitempty" description:"Values to suggest, by input."`
}

// Option is one thing that the user can choose.
type Option struct {
	_ struct{} `title:"Option" description:"One thing that the user can choose."`

	Label       string `json:"label" required:"true" description:"What the user reads."`
	Value       string `json:"value" required:"true" description:"What is sent."`
	Description string `json:"description,omitempty" description:"More about it."`
	Field       string `json:"field,omitempty" description:"The input that the value is for."`
}
