package strict

import "encoding/json"

// ModelText is a block of text in a tool result of a model API.
type ModelText struct {
	_ struct{} `title:"Text" description:"A block of text." additionalProperties:"false"`

	Type string `json:"type" required:"true" enum:"text,input_text" description:"The type of the block."`
	Text string `json:"text" required:"true" description:"What the model reads, or the canonical JSON."`
}

// ModelAnthropicToolResult is a failed tool result in a message to the Messages API of Anthropic.
type ModelAnthropicToolResult struct {
	_ struct{} `title:"Anthropic tool_result" description:"A failed tool result in a message to the Messages API." additionalProperties:"false"`

	Type      string      `json:"type" required:"true" const:"tool_result"`
	ToolUseID string      `json:"tool_use_id" required:"true" description:"The id of the tool_use."`
	Content   []ModelText `json:"content" required:"true" description:"What the model reads."`
	IsError   bool        `json:"is_error" required:"true" const:"true"`
}

// ModelOpenAIFunctionCallOutput is the output of a function in the input of the Responses API of
// OpenAI.
type ModelOpenAIFunctionCallOutput struct {
	_ struct{} `title:"OpenAI function_call_output" description:"The output of a failed function in the input of the Responses API." additionalProperties:"false"`

	Type   string          `json:"type" required:"true" const:"function_call_output"`
	CallID string          `json:"call_id" required:"true" description:"The id of the function_call."`
	Output json.RawMessage `json:"output" required:"true" jsonType:"string,array" description:"What the model reads: a text, or a list of texts."`
}

// ModelOpenAIToolMessage is the message for a tool call in a request to the Chat Completions API
// of OpenAI.
type ModelOpenAIToolMessage struct {
	_ struct{} `title:"OpenAI tool message" description:"The message for a failed tool call in a request to the Chat Completions API." additionalProperties:"false"`

	Role       string          `json:"role" required:"true" const:"tool"`
	ToolCallID string          `json:"tool_call_id" required:"true" description:"The id of the tool call."`
	Content    json.RawMessage `json:"content" required:"true" jsonType:"string,array" description:"What the model reads: a text, or a list of texts."`
}

// ModelError is a failure as an object, beside the canonical JSON.
type ModelError struct {
	_ struct{} `title:"Failure" description:"A failure as an object." additionalProperties:"false"`

	Error   string          `json:"error" required:"true" description:"What the model reads."`
	Toolerr json.RawMessage `json:"toolerr,omitempty" jsonType:"object" description:"The error as canonical JSON."`
}

// ModelGeminiFunctionResponse is a part of a content to the Gemini API.
type ModelGeminiFunctionResponse struct {
	_ struct{} `title:"Gemini functionResponse" description:"A part with the response of a failed function." additionalProperties:"false"`

	FunctionResponse ModelFunctionResponse `json:"functionResponse" required:"true"`
}

// ModelFunctionResponse is the response of a function.
type ModelFunctionResponse struct {
	_ struct{} `title:"Function response" description:"The response of a failed function." additionalProperties:"false"`

	ID       string     `json:"id" required:"true" description:"The id of the functionCall."`
	Name     string     `json:"name" required:"true" description:"The name of the function."`
	Response ModelError `json:"response" required:"true"`
}

// ModelGeminiFunctionResult is a step in the input of the Interactions API of Gemini.
type ModelGeminiFunctionResult struct {
	_ struct{} `title:"Gemini function_result" description:"The result of a failed function in the input of the Interactions API." additionalProperties:"false"`

	Type    string          `json:"type" required:"true" const:"function_result"`
	CallID  string          `json:"call_id" required:"true" description:"The id of the function_call."`
	Name    string          `json:"name" required:"true" description:"The name of the function."`
	IsError bool            `json:"is_error" required:"true" const:"true"`
	Result  json.RawMessage `json:"result" required:"true" jsonType:"string,array" description:"What the model reads: a text, or a list of texts."`
}

// ModelBedrockToolResult is a content block in a message to the Converse API of Amazon Bedrock.
type ModelBedrockToolResult struct {
	_ struct{} `title:"Bedrock toolResult" description:"A content block with the result of a failed tool." additionalProperties:"false"`

	ToolResult ModelBedrockResult `json:"toolResult" required:"true"`
}

// ModelBedrockResult is the result of a tool.
type ModelBedrockResult struct {
	_ struct{} `title:"Tool result" description:"The result of a failed tool." additionalProperties:"false"`

	ToolUseID string              `json:"toolUseId" required:"true" description:"The id of the toolUse."`
	Content   []ModelBedrockBlock `json:"content" required:"true" description:"What the model reads."`
	Status    string              `json:"status" required:"true" const:"error"`
}

// ModelBedrockBlock is a block of text or of JSON.
type ModelBedrockBlock struct {
	_ struct{} `title:"Block" description:"A block of text or of JSON." additionalProperties:"false"`

	Text string          `json:"text,omitempty" description:"What the model reads."`
	JSON json.RawMessage `json:"json,omitempty" jsonType:"object" description:"The error as canonical JSON."`
}

// ModelAISDKToolResult is a part of a message with the role tool of the AI SDK of Vercel.
type ModelAISDKToolResult struct {
	_ struct{} `title:"AI SDK tool-result" description:"A part of a message with the result of a failed tool." additionalProperties:"false"`

	Type       string           `json:"type" required:"true" const:"tool-result"`
	ToolCallID string           `json:"toolCallId" required:"true" description:"The id of the tool-call."`
	ToolName   string           `json:"toolName" required:"true" description:"The name of the tool."`
	Output     ModelAISDKOutput `json:"output" required:"true"`
}

// ModelAISDKOutput is the output of a failed tool.
type ModelAISDKOutput struct {
	_ struct{} `title:"Output" description:"The output of a failed tool." additionalProperties:"false"`

	Type  string          `json:"type" required:"true" enum:"error-text,error-json" description:"Whether value is a text."`
	Value json.RawMessage `json:"value" required:"true" jsonType:"string,object" description:"What the model reads, and the error as canonical JSON."`
}

// ModelLangChainToolMessage is a ToolMessage of LangChain.
type ModelLangChainToolMessage struct {
	_ struct{} `title:"LangChain tool message" description:"The message for a failed tool call." additionalProperties:"false"`

	Type       string          `json:"type" required:"true" const:"tool"`
	ToolCallID string          `json:"tool_call_id" required:"true" description:"The id of the tool call."`
	Name       string          `json:"name" required:"true" description:"The name of the tool."`
	Status     string          `json:"status" required:"true" const:"error"`
	Content    string          `json:"content" required:"true" description:"What the model reads."`
	Artifact   json.RawMessage `json:"artifact,omitempty" jsonType:"object" description:"The error as canonical JSON, which no model gets."`
}
