package strict

import "encoding/json"

// ConnectError is an error of the Connect protocol.
type ConnectError struct {
	_ struct{} `title:"Connect error" description:"An error of the Connect protocol." additionalProperties:"false"`

	Code    string          `json:"code" required:"true" pattern:"^[a-z]+(_[a-z]+)*$" description:"The code." examples:"[\"not_found\"]"`
	Message string          `json:"message" required:"true" description:"What happened."`
	Details []ConnectDetail `json:"details" required:"true" description:"Messages with more information, each of another type."`
}

// ConnectDetail is a message of Protocol Buffers.
type ConnectDetail struct {
	_ struct{} `title:"Detail" description:"A message of Protocol Buffers." additionalProperties:"false"`

	Type  string          `json:"type" required:"true" description:"The name of the message." examples:"[\"google.rpc.ErrorInfo\"]"`
	Value string          `json:"value" required:"true" pattern:"^[A-Za-z0-9+/]*$" description:"The message in the binary format, in base64 without padding."`
	Debug json.RawMessage `json:"debug,omitempty" jsonType:"object" description:"The message in JSON, for people."`
}

// ConnectEndOfStream is the last message of a stream of the Connect protocol.
type ConnectEndOfStream struct {
	_ struct{} `title:"End of a Connect stream" description:"The last message of a stream of the Connect protocol." additionalProperties:"false"`

	Error ConnectError `json:"error" required:"true"`
}
