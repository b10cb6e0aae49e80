// Package wire fills the documents of the protocols, for a codec to encode: the structs of
// lab/strict, which a program would declare in the same way. Some of those are slow to encode,
// because they keep what they decode: objects with arbitrary names that keep their order, a
// JSON-RPC id of any type, members of any JSON. In their places are the structs of this file,
// without methods and without json.RawMessage, so that a codec is not slower than it has to be.
package wire

import "github.com/toolerr/toolerr/lab/strict"

// Response is a response of JSON-RPC with a result.
type Response[R any] struct {
	JSONRPC string `json:"jsonrpc"`
	ID      int64  `json:"id"`
	Result  R      `json:"result"`
}

// ErrorResponse is a response of JSON-RPC with an error.
type ErrorResponse[E any] struct {
	JSONRPC string `json:"jsonrpc"`
	ID      int64  `json:"id"`
	Error   E      `json:"error"`
}

// Notification is a notification of JSON-RPC.
type Notification[P any] struct {
	JSONRPC string `json:"jsonrpc"`
	Method  string `json:"method"`
	Params  P      `json:"params"`
}

// MCPResult is a failed [strict.MCPCallToolResult].
type MCPResult[S any] struct {
	ResultType string              `json:"resultType,omitempty"`
	Content    []strict.MCPContent `json:"content"`
	Structured *S                  `json:"structuredContent,omitempty"`
	IsError    bool                `json:"isError"`
}

// OXPValidation is a [strict.OXPValidationErrorResponse].
type OXPValidation struct {
	Schema     string            `json:"$schema,omitempty"`
	Message    string            `json:"message"`
	Parameters map[string]string `json:"parameter_errors,omitempty"`
}

// ToolError is a [strict.ToolError].
type ToolError struct {
	Kind      string       `json:"kind"`
	Code      string       `json:"code"`
	Message   string       `json:"message"`
	Retryable *bool        `json:"retryable,omitempty"`
	Details   *ToolDetails `json:"details,omitempty"`
}

// ToolDetails are the details of a ToolError.
type ToolDetails struct {
	StatusCode int `json:"statusCode,omitempty"`
}

// AAIString is a [strict.AAIStringErrorResponse].
type AAIString struct {
	Status string         `json:"status"`
	Error  AAIStringError `json:"error"`
}

// AAIStringError is the error object of an AAIString.
type AAIStringError struct {
	Code    string         `json:"code"`
	Message string         `json:"message"`
	Data    *AAIStringData `json:"data,omitempty"`
}

// AAIStringData is the data of an AAIStringError.
type AAIStringData struct {
	Errors    []AAIField `json:"validationErrors,omitempty"`
	ObtainURL string     `json:"obtain_url,omitempty"`
}

// AAIField is one invalid part of the input.
type AAIField struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// Problem is a [strict.Problem] without its methods.
type Problem strict.Problem

// GoogleError is a [strict.GoogleError].
type GoogleError struct {
	Code    int         `json:"code"`
	Message string      `json:"message"`
	Status  string      `json:"status"`
	Details []RPCDetail `json:"details"`
}

// A2AError is a [strict.A2AError].
type A2AError struct {
	Code    int         `json:"code"`
	Message string      `json:"message"`
	Data    []RPCDetail `json:"data"`
}

// RPCDetail is a [strict.RPCDetail]: an ErrorInfo, a BadRequest or a Help.
type RPCDetail struct {
	Type            string                     `json:"@type,omitempty"` // "" in Connect
	Reason          string                     `json:"reason,omitempty"`
	Domain          string                     `json:"domain,omitempty"`
	Metadata        map[string]string          `json:"metadata,omitempty"`
	FieldViolations []strict.RPCFieldViolation `json:"fieldViolations,omitempty"`
	Links           []strict.RPCLink           `json:"links,omitempty"`
}

// ConnectError is a [strict.ConnectError].
type ConnectError struct {
	Code    string          `json:"code"`
	Message string          `json:"message"`
	Details []ConnectDetail `json:"details"`
}

// ConnectDetail is a [strict.ConnectDetail].
type ConnectDetail struct {
	Type  string     `json:"type"`
	Value string     `json:"value"`
	Debug *RPCDetail `json:"debug"`
}

// OpenAIOutput is a [strict.ModelOpenAIFunctionCallOutput].
type OpenAIOutput struct {
	Type   string `json:"type"`
	CallID string `json:"call_id"`
	Output string `json:"output"`
}
