package strict

import "encoding/json"

// A2AErrorResponse is an error of the binding JSON-RPC (A2A 1.0 §9.5). That of the binding
// HTTP+JSON is a [GoogleErrorResponse].
type A2AErrorResponse struct {
	_ struct{} `title:"A2A error response" description:"An error of A2A, as a JSON-RPC response." additionalProperties:"false"`

	JSONRPC string          `json:"jsonrpc" required:"true" const:"2.0"`
	ID      json.RawMessage `json:"id" required:"true" jsonType:"string,integer,null" description:"The id of the request."`
	Error   A2AError        `json:"error" required:"true"`
}

// A2AError is an error object of JSON-RPC in A2A 1.0.
type A2AError struct {
	_ struct{} `title:"A2A error" description:"An error of A2A, without its envelope." additionalProperties:"false"`

	Code    int         `json:"code" required:"true" description:"The code." examples:"[-32004]"`
	Message string      `json:"message" required:"true" description:"What happened."`
	Data    []RPCDetail `json:"data" required:"true" description:"Messages with more information, each of another type."`
}

// A2A03ErrorResponse is an error of the binding JSON-RPC of A2A 0.3.
type A2A03ErrorResponse struct {
	_ struct{} `title:"A2A 0.3 error response" description:"An error of A2A 0.3, as a JSON-RPC response." additionalProperties:"false"`

	JSONRPC string          `json:"jsonrpc" required:"true" const:"2.0"`
	ID      json.RawMessage `json:"id" required:"true" jsonType:"string,integer,null" description:"The id of the request."`
	Error   A2A03Error      `json:"error" required:"true"`
}

// A2A03Error is an error object of JSON-RPC in A2A 0.3, which is also the body of the binding
// HTTP+JSON.
type A2A03Error struct {
	_ struct{} `title:"A2A 0.3 error" description:"An error of A2A 0.3, without its envelope." additionalProperties:"false"`

	Code    int       `json:"code" required:"true" description:"The code." examples:"[-32004]"`
	Message string    `json:"message" required:"true" description:"What happened."`
	Data    A2A03Data `json:"data" required:"true"`
}

// A2A03Data is the data of an error, which A2A 0.3 leaves open.
type A2A03Data struct {
	_ struct{} `title:"A2A 0.3 error data" description:"More about an error of A2A 0.3." additionalProperties:"false"`

	Error   string      `json:"error" required:"true" description:"What happened; a2a-go shows it in place of the message."`
	Details []RPCDetail `json:"details" required:"true" description:"Messages with more information, each of another type."`
}

// A2ATaskResponse is the response to a message whose task failed, in the binding JSON-RPC (A2A
// 1.0 §9.4.1).
type A2ATaskResponse struct {
	_ struct{} `title:"A2A task response" description:"A task that failed, as a JSON-RPC response." additionalProperties:"false"`

	JSONRPC string          `json:"jsonrpc" required:"true" const:"2.0"`
	ID      json.RawMessage `json:"id" required:"true" jsonType:"string,integer,null" description:"The id of the request."`
	Result  A2AResult       `json:"result" required:"true"`
}

// A2AResult is the response to a message whose task failed, in the binding HTTP+JSON (A2A 1.0
// §3.2.2).
type A2AResult struct {
	_ struct{} `title:"A2A result" description:"A response with a task that failed." additionalProperties:"false"`

	Task A2ATask `json:"task" required:"true"`
}

// A2A03TaskResponse is [A2ATaskResponse] of A2A 0.3.
type A2A03TaskResponse struct {
	_ struct{} `title:"A2A 0.3 task response" description:"A task of A2A 0.3 that failed, as a JSON-RPC response." additionalProperties:"false"`

	JSONRPC string          `json:"jsonrpc" required:"true" const:"2.0"`
	ID      json.RawMessage `json:"id" required:"true" jsonType:"string,integer,null" description:"The id of the request."`
	Result  A2ATask         `json:"result" required:"true"`
}

// A2ATask is a task that failed (A2A 1.0 §4.1.1). Kind and the kinds of the other parts are
// members of 0.3.
type A2ATask struct {
	_ struct{} `title:"A2A task" description:"A task that failed." additionalProperties:"false"`

	Kind      string    `json:"kind,omitempty" const:"task" description:"Present in 0.3."`
	ID        string    `json:"id" required:"true" description:"The id of the task."`
	ContextID string    `json:"contextId,omitempty" description:"The id of the conversation."`
	Status    A2AStatus `json:"status" required:"true"`
}

// A2AStatus is the status of a task (A2A 1.0 §4.1.2).
type A2AStatus struct {
	_ struct{} `title:"A2A task status" description:"How a task failed, or what it waits for." additionalProperties:"false"`

	State   string     `json:"state" required:"true" pattern:"^(TASK_STATE_[A-Z_]+|[a-z-]+)$" description:"The state; in 0.3 in small letters." examples:"[\"TASK_STATE_FAILED\"]"`
	Message A2AMessage `json:"message" required:"true"`
}

// A2AMessage is the message of a status (A2A 1.0 §4.1.4).
type A2AMessage struct {
	_ struct{} `title:"A2A message" description:"A message of the agent about the failure." additionalProperties:"false"`

	Kind      string    `json:"kind,omitempty" const:"message" description:"Present in 0.3."`
	Role      string    `json:"role" required:"true" enum:"ROLE_AGENT,agent" description:"The agent."`
	MessageID string    `json:"messageId" required:"true" description:"The id of the message."`
	TaskID    string    `json:"taskId,omitempty" description:"The id of the task."`
	ContextID string    `json:"contextId,omitempty" description:"The id of the conversation."`
	Parts     []A2APart `json:"parts" required:"true" description:"The text for people and models, and the error for programs."`
}

// A2APart is a part of a message (A2A 1.0 §4.1.6).
type A2APart struct {
	_ struct{} `title:"A2A part" description:"A part of a message: a text, or data." additionalProperties:"false"`

	Kind      string               `json:"kind,omitempty" enum:"text,data" description:"Present in 0.3."`
	Text      string               `json:"text,omitempty" description:"The text for people and models."`
	Data      *GoogleErrorResponse `json:"data,omitempty" description:"The error for programs."`
	MediaType string               `json:"mediaType,omitempty" const:"application/json" description:"The media type of data."`
}
