package strict

import "encoding/json"

// ACPToolCallUpdate is the update of a failed tool call in the Agent Client Protocol.
type ACPToolCallUpdate struct {
	_ struct{} `title:"ACP tool call update" description:"The update of a failed tool call in the Agent Client Protocol." additionalProperties:"false"`

	SessionUpdate string          `json:"sessionUpdate" required:"true" const:"tool_call_update"`
	ToolCallID    string          `json:"toolCallId" required:"true" description:"The id of the tool call."`
	Status        string          `json:"status" required:"true" enum:"failed,cancelled" description:"How the call ended."`
	Content       []ACPContent    `json:"content" required:"true" description:"What people and models read."`
	RawOutput     json.RawMessage `json:"rawOutput,omitempty" jsonType:"object" description:"The error as canonical JSON."`
}

// ACPContent is a part of the content of a tool call.
type ACPContent struct {
	_ struct{} `title:"Content" description:"A part of the content of a tool call." additionalProperties:"false"`

	Type    string    `json:"type" required:"true" const:"content"`
	Content ModelText `json:"content" required:"true"`
}
