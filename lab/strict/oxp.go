package strict

import "encoding/json"

// OXPCallToolRequest is the body of POST /tools/call (OXP 1.0).
type OXPCallToolRequest struct {
	_ struct{} `title:"OXP call tool request" description:"The body of POST /tools/call, wrapped."`

	Schema  string         `json:"$schema,omitempty" format:"uri" description:"The version of OXP that the client uses." examples:"[\"urn:oxp:1.0\"]"`
	Request OXPCallRequest `json:"request" required:"true"`
}

// OXPCallRequest is a call without its wrapper: the whole body in the flat form (OXP 1.0,
// CallToolRequest).
type OXPCallRequest struct {
	_ struct{} `title:"OXP call tool request, flat" description:"One call of one tool." additionalProperties:"false"`

	CallID  string          `json:"call_id,omitempty" description:"The id of the call, an idempotency key. Absent: the server generates one."`
	TraceID string          `json:"trace_id,omitempty" description:"The id of the trace that the call belongs to."`
	ToolID  string          `json:"tool_id" required:"true" pattern:"^[A-Za-z0-9_]+\\.[A-Za-z0-9_]+(@([0-9]+|[0-9]+\\.[0-9]+\\.[0-9]+))?$" description:"The tool to call: Toolkit.Tool[@version]." examples:"[\"Calculator.Add\",\"Calculator.Add@1\",\"Calculator.Add@1.0.0\"]"`
	Input   json.RawMessage `json:"input,omitempty" jsonType:"object" description:"The tool's input."`
	Context *OXPContext     `json:"context,omitempty" description:"What the tool needs in addition to its input."`
}

// OXPContext is what a call supplies in addition to its input. All of it is secret.
type OXPContext struct {
	_ struct{} `title:"OXP context" description:"What a call supplies in addition to its input; all of it is secret."`

	Authorization []OXPToken  `json:"authorization,omitempty" description:"Tokens for the tool's authorizations."`
	Secrets       []OXPSecret `json:"secrets,omitempty" description:"The tool's secrets."`
	UserID        string      `json:"user_id,omitempty" description:"The id of the user, if the tool needs one."`
}

// OXPToken is the token of one authorization.
type OXPToken struct {
	_ struct{} `title:"OXP token" description:"The token of one authorization."`

	ID    string `json:"id" required:"true" description:"The id of the authorization method or provider."`
	Token string `json:"token" required:"true" description:"The token."`
}

// OXPSecret is one secret (OXP 1.0, ToolSecret).
type OXPSecret struct {
	_ struct{} `title:"OXP secret" description:"One secret."`

	ID    string `json:"id" required:"true" description:"The name of the secret."`
	Value string `json:"value" required:"true" description:"The value of the secret."`
}

// OXPCallToolResponse is the 200 response to POST /tools/call (OXP 1.0).
type OXPCallToolResponse struct {
	_ struct{} `title:"OXP call tool response" description:"The 200 response to POST /tools/call, wrapped: success or tool error."`

	Schema string          `json:"$schema,omitempty" format:"uri" description:"The version of OXP." examples:"[\"urn:oxp:1.0\"]"`
	Result OXPCallResponse `json:"result" required:"true"`
}

// OXPCallResponse is a 200 response without its wrapper: the whole body in the flat form (OXP
// 1.0, CallToolResponse). If Success is true, Value may be set; otherwise Error is set.
type OXPCallResponse struct {
	_ struct{} `title:"OXP call tool response, flat" description:"The outcome of a call: a value, or the tool's error."`

	CallID   string          `json:"call_id" required:"true" description:"The id of the call."`
	Duration float64         `json:"duration,omitempty" description:"How long the tool ran, in milliseconds."`
	Success  bool            `json:"success" required:"true" description:"Whether the tool succeeded."`
	Value    json.RawMessage `json:"value,omitempty" description:"What the tool returned: any JSON value."`
	Error    *OXPToolError   `json:"error,omitempty" description:"Why the tool failed."`
}

// OXPToolError is the failure of a tool that ran (OXP 1.0, ToolError).
type OXPToolError struct {
	_ struct{} `title:"OXP tool error" description:"An error that occurred inside the tool."`

	Message                 string                  `json:"message" required:"true" description:"What happened, for the user and the model."`
	DeveloperMessage        string                  `json:"developer_message,omitempty" description:"For the log; never for the user or the model."`
	CanRetry                *bool                   `json:"can_retry,omitempty" default:"false" description:"Whether the client may retry the call. Absent: it must not."`
	AdditionalPromptContent string                  `json:"additional_prompt_content,omitempty" description:"Advice for a model before it retries."`
	RetryAfterMS            int64                   `json:"retry_after_ms,omitempty" description:"How long to wait before a retry, in milliseconds."`
	MissingRequirements     *OXPMissingRequirements `json:"missing_requirements,omitempty" description:"The requirements that the call lacks."`
	Carry                   *Canonical              `json:"toolerr,omitempty" description:"The complete error, if Carry is enabled."`
}

// OXPServerErrorResponse is the 400 response: the call failed before the tool ran (OXP 1.0,
// ServerErrorResponse). Schema is empty in the flat form.
type OXPServerErrorResponse struct {
	_ struct{} `title:"OXP server error response" description:"The 400 response: an error before the tool was called, other than invalid input."`

	Schema              string                  `json:"$schema,omitempty" format:"uri" description:"The version of OXP." examples:"[\"urn:oxp:1.0\"]"`
	Message             string                  `json:"message" required:"true" description:"What happened, for the user."`
	DeveloperMessage    string                  `json:"developer_message,omitempty" description:"For the log; never for the user or the model."`
	MissingRequirements *OXPMissingRequirements `json:"missing_requirements,omitempty" description:"The requirements that the call lacks."`
	Carry               *Canonical              `json:"toolerr,omitempty" description:"The complete error, if Carry is enabled."`
}

// OXPMissingRequirements lists the requirements that a call of the tool lacks.
type OXPMissingRequirements struct {
	_ struct{} `title:"OXP missing requirements" description:"The requirements that a call of the tool lacks."`

	Authorization []OXPChallenge `json:"authorization,omitzero" description:"Authorizations that the user must complete."`
	UserID        bool           `json:"user_id,omitempty" description:"Whether the tool needs a user id."`
}

// OXPChallenge is one authorization that the user must complete (OXP 1.0,
// ToolAuthorizationChallenge).
type OXPChallenge struct {
	_ struct{} `title:"OXP tool authorization challenge" description:"One authorization that the user must complete." additionalProperties:"false"`

	ID       string `json:"id" required:"true" description:"The id of the challenge."`
	URL      string `json:"url" required:"true" description:"The URL that the user visits."`
	CheckURL string `json:"check_url,omitempty" description:"The URL at which a program polls for completion."`
}

// OXPChallengeCheck is the response of a challenge's check_url (OXP 1.0,
// AuthorizationChallengeCheckResponse).
type OXPChallengeCheck struct {
	_ struct{} `title:"OXP authorization challenge check response" description:"The state of a challenge."`

	Status string `json:"status" required:"true" enum:"pending,completed,failed" description:"The progress of the user."`
}

// OXPValidationErrorResponse is the 422 response: the input is wrong (OXP 1.0,
// ValidationErrorResponse). Schema is empty in the flat form.
type OXPValidationErrorResponse struct {
	_ struct{} `title:"OXP validation error response" description:"The 422 response: the input breaks the tool's input schema."`

	Schema          string         `json:"$schema,omitempty" format:"uri" description:"The version of OXP." examples:"[\"urn:oxp:1.0\"]"`
	Message         string         `json:"message" required:"true" description:"What happened, for the user."`
	ParameterErrors Object[string] `json:"parameter_errors,omitempty" description:"Error messages, keyed by parameter."`
	Carry           *Canonical     `json:"toolerr,omitempty" description:"The complete error, if Carry is enabled."`
}

// OXPToolDefinition describes one tool (OXP 1.0, ToolDefinition). Its schemas do not use $ref.
type OXPToolDefinition struct {
	_ struct{} `title:"OXP tool definition" description:"One tool." additionalProperties:"false"`

	ID           string           `json:"id" required:"true" pattern:"^[A-Za-z0-9_]+\\.[A-Za-z0-9_]+(@([0-9]+|[0-9]+\\.[0-9]+\\.[0-9]+))?$" description:"Toolkit.Tool@version." examples:"[\"Calculator.Add@1.0.0\"]"`
	Name         string           `json:"name" required:"true" pattern:"^[A-Za-z0-9_-]{1,64}$" description:"The name for models." examples:"[\"Calculator_Add\"]"`
	Description  string           `json:"description" required:"true" description:"When and how to use the tool."`
	Version      string           `json:"version" required:"true" pattern:"^[0-9]+\\.[0-9]+\\.[0-9]+$" description:"The tool's version." examples:"[\"1.0.0\"]"`
	InputSchema  json.RawMessage  `json:"input_schema,omitempty" jsonType:"object" description:"JSON Schema of the input, without $ref."`
	OutputSchema json.RawMessage  `json:"output_schema,omitempty" jsonType:"object,null" description:"JSON Schema of the value, without $ref; null: the tool returns no value."`
	Requirements *OXPRequirements `json:"requirements,omitempty" description:"What a call must supply in addition to its input."`
}

// OXPRequirements is what a call of a tool must supply in addition to its input.
type OXPRequirements struct {
	_ struct{} `title:"OXP requirements" description:"What a call of the tool must supply in addition to its input."`

	Authorization []OXPAuthorization `json:"authorization,omitempty" description:"Authorizations of the user."`
	Secrets       []OXPSecretName    `json:"secrets,omitempty" description:"Secrets."`
	UserID        bool               `json:"user_id,omitempty" description:"Whether the call must identify its user."`
}

// OXPAuthorization is one authorization that a tool needs.
type OXPAuthorization struct {
	_ struct{} `title:"OXP authorization" description:"One authorization that a tool needs."`

	ID     string     `json:"id,omitempty" description:"The id of the provider."`
	OAuth2 *OXPOAuth2 `json:"oauth2,omitempty" description:"What a tool requires of an OAuth 2.0 provider."`
}

// OXPOAuth2 is what a tool requires of an OAuth 2.0 provider.
type OXPOAuth2 struct {
	_ struct{} `title:"OXP OAuth 2.0" description:"What a tool requires of an OAuth 2.0 provider."`

	Scopes []string `json:"scopes,omitempty" description:"The scopes."`
}

// OXPSecretName names a secret that a tool needs.
type OXPSecretName struct {
	_ struct{} `title:"OXP secret name" description:"The name of a secret that a tool needs."`

	ID string `json:"id" required:"true" description:"The name of the secret."`
}

// OXPToolList is the response to GET /tools (OXP 1.0).
type OXPToolList struct {
	_ struct{} `title:"OXP tool list" description:"The response to GET /tools."`

	Schema string              `json:"$schema,omitempty" format:"uri" description:"The version of OXP." examples:"[\"urn:oxp:1.0\"]"`
	Items  []OXPToolDefinition `json:"items" required:"true" description:"The tools."`
}
