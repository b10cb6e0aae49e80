package schemas

import "encoding/json"

// AAIErrorResponse is an AAI error with a number (AAI, error-codes of 2026-02-10). ID is null where the request's is not
// known.
type AAIErrorResponse struct {
	_ struct{} `title:"AAI error response" description:"An AAI error as a JSON-RPC response, with a number for a code."`

	JSONRPC string          `json:"jsonrpc" required:"true" const:"2.0"`
	ID      json.RawMessage `json:"id" required:"true" jsonType:"string,integer,null" description:"The id of the request."`
	Error   AAIError        `json:"error" required:"true"`
}

// AAIError is an AAI error without its envelope.
type AAIError struct {
	_ struct{} `title:"AAI error" description:"An AAI error, without its envelope."`

	Code    int64         `json:"code" required:"true" description:"The number of the code." examples:"[-32001]"`
	Message string        `json:"message" required:"true" description:"The code's default text." examples:"[\"Automation failed\"]"`
	Data    *AAIErrorData `json:"data,omitempty"`
}

// AAIErrorData names the code and says what happened.
type AAIErrorData struct {
	_ struct{} `title:"AAI error data" description:"The code's name, and what happened."`

	Type   string     `json:"type" required:"true" description:"The code's name." examples:"[\"AUTOMATION_FAILED\"]"`
	Detail string     `json:"detail,omitempty" description:"What happened."`
	Carry  *Canonical `json:"toolerr,omitempty" description:"The whole error, where Carry is set."`
}

// AAIStringErrorResponse is an AAI error with a name for a code (AAI since 2026-02-16). Version and RequestID are set in
// the replies of native applications, which this module reads and does not write.
type AAIStringErrorResponse struct {
	_ struct{} `title:"AAI error response, by name" description:"An AAI error with a name for a code."`

	Version   string         `json:"version,omitempty" description:"The version of the native protocol." examples:"[\"1.0\"]"`
	RequestID string         `json:"request_id,omitempty" description:"The id of the request, in the native protocol."`
	Status    string         `json:"status" required:"true" const:"error"`
	Error     AAIStringError `json:"error" required:"true"`
}

// AAIStringError is an AAI error with a name for a code, without its envelope.
type AAIStringError struct {
	_ struct{} `title:"AAI error, by name" description:"An AAI error with a name for a code, without its envelope."`

	Code    string   `json:"code" required:"true" description:"The code's name: an open set." examples:"[\"RATE_LIMITED\"]"`
	Message string   `json:"message" required:"true" description:"What happened."`
	Data    *Details `json:"data,omitempty" description:"More about it, by code."`
}

// AAIAppErrorResponse is the body of a web application's own error, which this module reads and does not write. Error is
// an [AAIStringError] or a string.
type AAIAppErrorResponse struct {
	_ struct{} `title:"AAI application error" description:"The body of a web application's own error."`

	Error json.RawMessage `json:"error" required:"true"`
}
