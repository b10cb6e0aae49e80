package strict

// GoogleErrorResponse is the error response of a Google API (AIP-193).
type GoogleErrorResponse struct {
	_ struct{} `title:"Google API error response" description:"An error of an HTTP API (AIP-193)." additionalProperties:"false"`

	Error GoogleError `json:"error" required:"true"`
}

// GoogleError is a google.rpc.Status in a response of HTTP.
type GoogleError struct {
	_ struct{} `title:"Google API error" description:"A google.rpc.Status in a response of HTTP." additionalProperties:"false"`

	Code    int         `json:"code" required:"true" minimum:"400" maximum:"599" description:"The HTTP status."`
	Message string      `json:"message" required:"true" description:"What happened."`
	Status  string      `json:"status" required:"true" pattern:"^[A-Z][A-Z_]*[A-Z]$" description:"The name of the google.rpc.Code." examples:"[\"NOT_FOUND\"]"`
	Details []RPCDetail `json:"details" required:"true" description:"Messages with more information, each of another type."`
}

// RPCDetail is a message of google/rpc/error_details.proto in JSON, as a google.protobuf.Any.
// Only the members of its type are present.
type RPCDetail struct {
	_ struct{} `title:"Detail" description:"A message of google/rpc/error_details.proto." additionalProperties:"false"`

	Type string `json:"@type" required:"true" pattern:"^type\\.googleapis\\.com/google\\.rpc\\." description:"The type of the message." examples:"[\"type.googleapis.com/google.rpc.ErrorInfo\"]"`

	Reason          string              `json:"reason,omitempty" pattern:"^[A-Z][A-Z0-9_]{1,61}[A-Z0-9]$" description:"ErrorInfo: the code of the application, or the kind."`
	Domain          string              `json:"domain,omitempty" description:"ErrorInfo: the service that the reason belongs to."`
	Metadata        Object[string]      `json:"metadata,omitempty" description:"ErrorInfo: the kind of the error, and more about it."`
	RetryDelay      string              `json:"retryDelay,omitempty" pattern:"^[0-9]+(\\.[0-9]{3})?s$" description:"RetryInfo: the time to wait before a retry."`
	FieldViolations []RPCFieldViolation `json:"fieldViolations,omitempty" description:"BadRequest: which parts of the input are wrong."`
	Violations      []RPCViolation      `json:"violations,omitempty" description:"PreconditionFailure: what the call lacks. QuotaFailure: the quota."`
	Links           []RPCLink           `json:"links,omitempty" description:"Help: the URLs that the user must visit, and of what documents the failure."`
	RequestID       string              `json:"requestId,omitempty" description:"RequestInfo: the reference of the error in the log of the server."`
	ResourceType    string              `json:"resourceType,omitempty" description:"ResourceInfo: tool or resource."`
	ResourceName    string              `json:"resourceName,omitempty" description:"ResourceInfo: what was not found."`
	Detail          string              `json:"detail,omitempty" description:"DebugInfo: a message for developers."`
}

// RPCFieldViolation is a part of the input that is wrong.
type RPCFieldViolation struct {
	_ struct{} `title:"Field violation" description:"What is wrong with one part of the input." additionalProperties:"false"`

	Field       string `json:"field,omitempty" description:"The path of the field, or a JSON pointer." examples:"[\"items[0].sku\"]"`
	Description string `json:"description,omitempty" description:"How to correct the value."`
	Reason      string `json:"reason,omitempty" pattern:"^[A-Z][A-Z0-9_]{1,61}[A-Z0-9]$" description:"The rule that was broken."`
}

// RPCViolation is a precondition that a call does not meet, or a quota.
type RPCViolation struct {
	_ struct{} `title:"Violation" description:"A precondition that the call does not meet, or a quota." additionalProperties:"false"`

	Type       string `json:"type,omitempty" enum:"SECRET,USER_ID,SCOPE" description:"What is missing."`
	Subject    string `json:"subject,omitempty" description:"Its name."`
	QuotaValue string `json:"quotaValue,omitempty" pattern:"^[0-9]+$" description:"The limit."`
}

// RPCLink is a page that the user must visit.
type RPCLink struct {
	_ struct{} `title:"Link" description:"A page that the user must visit." additionalProperties:"false"`

	Description string `json:"description,omitempty" description:"The text that is shown to the user with the URL."`
	URL         string `json:"url,omitempty" description:"The URL."`
}
