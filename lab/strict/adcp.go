package strict

import "encoding/json"

// AdCPErrorPayload is the error of the Ad Context Protocol in structuredContent or in the data of
// an artifact.
type AdCPErrorPayload struct {
	_ struct{} `title:"AdCP error payload" description:"An error of the Ad Context Protocol in structuredContent or in the data of an artifact." additionalProperties:"false"`

	Error AdCPError `json:"adcp_error" required:"true"`
}

// AdCPError is an error of the Ad Context Protocol (core/error.json).
type AdCPError struct {
	_ struct{} `title:"AdCP error" description:"An error of the Ad Context Protocol." additionalProperties:"false"`

	Code       string          `json:"code" required:"true" pattern:"^[A-Z0-9_]{1,64}$" description:"The code, of an open set." examples:"[\"RATE_LIMITED\"]"`
	Message    string          `json:"message" required:"true" description:"What happened."`
	Recovery   string          `json:"recovery" required:"true" enum:"transient,correctable,terminal" description:"What the client can do."`
	RetryAfter int             `json:"retry_after,omitempty" minimum:"1" maximum:"3600" description:"How long to wait before a retry, in seconds."`
	Field      string          `json:"field,omitempty" description:"The path of the first issue." examples:"[\"packages[0].budget\"]"`
	Issues     []AdCPIssue     `json:"issues,omitempty" description:"Which parts of the input are wrong."`
	Suggestion string          `json:"suggestion,omitempty" description:"Advice for a model."`
	Details    json.RawMessage `json:"details,omitempty" jsonType:"object" description:"Public, machine-readable details."`
}

// AdCPIssue is a part of the input that is wrong.
type AdCPIssue struct {
	_ struct{} `title:"AdCP issue" description:"What is wrong with one part of the input." additionalProperties:"false"`

	Pointer string `json:"pointer" required:"true" description:"A JSON pointer into the input (RFC 6901)." examples:"[\"/packages/0/budget\"]"`
	Message string `json:"message" required:"true" description:"How to correct the value."`
	Keyword string `json:"keyword" required:"true" pattern:"^[a-zA-Z]+$" description:"The keyword of JSON Schema that the value violates." examples:"[\"minimum\"]"`
}
