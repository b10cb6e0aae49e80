package strict

import "encoding/json"

// AAIErrorResponse is an AAI error with a numeric code, as a JSON-RPC response (AAI, error-codes
// of 2026-02-10). ID is null if the id of the request is not known.
type AAIErrorResponse struct {
	_ struct{} `title:"AAI error response" description:"An AAI error with a numeric code, as a JSON-RPC response."`

	JSONRPC string          `json:"jsonrpc" required:"true" const:"2.0"`
	ID      json.RawMessage `json:"id" required:"true" jsonType:"string,integer,null" description:"The id of the request."`
	Error   AAIError        `json:"error" required:"true"`
}

// AAIError is an AAI error without its envelope.
type AAIError struct {
	_ struct{} `title:"AAI error" description:"An AAI error, without its envelope."`

	Code    int64         `json:"code" required:"true" description:"The numeric code." examples:"[-32001]"`
	Message string        `json:"message" required:"true" description:"The code's default text." examples:"[\"Automation failed\"]"`
	Data    *AAIErrorData `json:"data,omitempty"`
}

// AAIErrorData holds the name of the code and a description of the failure.
type AAIErrorData struct {
	_ struct{} `title:"AAI error data" description:"The name of the code, and what happened."`

	Type   string     `json:"type" required:"true" description:"The name of the code." examples:"[\"AUTOMATION_FAILED\"]"`
	Detail string     `json:"detail,omitempty" description:"What happened."`
	Carry  *Canonical `json:"toolerr,omitempty" description:"The complete error, if Carry is enabled."`
}

// AAIStringErrorResponse is an AAI error with a string code (AAI since 2026-02-16). Version and
// RequestID are set in the responses of native applications, which this module decodes and does
// not render.
type AAIStringErrorResponse struct {
	_ struct{} `title:"AAI error response, string code" description:"An AAI error with a string code."`

	Version   string         `json:"version,omitempty" description:"The version of the native protocol." examples:"[\"1.0\"]"`
	RequestID string         `json:"request_id,omitempty" description:"The id of the request, in the native protocol."`
	Status    string         `json:"status" required:"true" const:"error"`
	Error     AAIStringError `json:"error" required:"true"`
}

// AAIStringError is an AAI error with a string code, without its envelope.
type AAIStringError struct {
	_ struct{} `title:"AAI error, string code" description:"An AAI error with a string code, without its envelope."`

	Code    string   `json:"code" required:"true" description:"The name of the code: an open set." examples:"[\"RATE_LIMITED\"]"`
	Message string   `json:"message" required:"true" description:"What happened."`
	Data    *Details `json:"data,omitempty" description:"Additional details, which depend on the code."`
}

// AAIAppErrorResponse is the body of a web application's error response, which this module
// decodes and does not render. Error is an [AAIStringError] or a string.
type AAIAppErrorResponse struct {
	_ struct{} `title:"AAI application error" description:"The body of a web application's error response."`

	Error json.RawMessage `json:"error" required:"true"`
}
