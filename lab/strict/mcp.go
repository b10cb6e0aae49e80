package strict

import (
	"encoding/json"

	"github.com/toolerr/toolerr/internal/text"
)

// MCPCallToolResult is the result of tools/call: success, or a tool execution error if IsError is
// true (MCP 2025-06-18, 2025-11-25, 2026-07-28; CallToolResult). ResultType is "complete" from
// 2026-07-28 on and empty before. Servers that use toolError:v1 return the same result, with the
// payload in StructuredContent.
type MCPCallToolResult struct {
	_ struct{} `title:"MCP call tool result" description:"The result of tools/call; with isError the tool failed, and the model should see the reason."`

	ResultType        string          `json:"resultType,omitempty" const:"complete" description:"Present from 2026-07-28 on."`
	Content           []MCPContent    `json:"content" required:"true" description:"The result for the model."`
	StructuredContent json.RawMessage `json:"structuredContent,omitempty" description:"The result for programs; an object before 2026-07-28."`
	IsError           *bool           `json:"isError,omitempty" description:"Whether the tool failed. Absent: it did not."`
	Meta              *MCPMeta        `json:"_meta,omitempty" description:"Metadata for programs, keyed by reverse domain name."`
}

// MCPContent is a block of content (MCP 2025-11-25, ContentBlock). The struct has the
// members of a text block; others are the attachments of an error. MimeType is an addition of
// toolError:v1.
type MCPContent struct {
	_ struct{} `title:"MCP content block" description:"One block of content."`

	Type     string `json:"type" required:"true" enum:"text,image,audio,resource_link,resource"`
	Text     string `json:"text" description:"The text of a text block."`
	MimeType string `json:"mimeType,omitempty" description:"The media type of the block." examples:"[\"text/markdown\",\"application/json\"]"`
}

// MCPMeta is the _meta of a result. Arcade is a member that Arcade servers add.
type MCPMeta struct {
	_ struct{} `title:"MCP result metadata" description:"Metadata for programs, keyed by reverse domain name."`

	Arcade  json.RawMessage `json:"arcade,omitempty" description:"The error details of Arcade servers."`
	Failure *MCPToolFailure `json:"io.modelcontextprotocol/toolFailure,omitempty" description:"The class of the failure (SEP-3313, a proposal)."`
	DocURL  string          `json:"io.github.toolerr/doc_url,omitempty" format:"uri" description:"The URL of what documents the failure."`
	Carry   *Canonical      `json:"io.github.toolerr/error,omitempty" description:"The complete error, if Carry is enabled."`
}

// MCPToolFailure is the class of a failure (SEP-3313, a proposal).
type MCPToolFailure struct {
	_ struct{} `title:"ToolFailure" description:"The class of a failure." additionalProperties:"false"`

	Class          string `json:"class" required:"true" enum:"capability,reliability,governance" description:"What a client can do."`
	Code           string `json:"code" required:"true" description:"A code of an open set."`
	Retryable      bool   `json:"retryable,omitempty" description:"Whether the same call may be retried."`
	RetryNotBefore int64  `json:"retryNotBefore,omitempty" minimum:"0" description:"The earliest time of a retry, in milliseconds since 1970."`
	CorrelationID  string `json:"correlationId" required:"true" description:"The reference of the error in the log of the server."`
	AgentGuidance  string `json:"agentGuidance,omitempty" description:"Advice for a model."`
}

// MCPInputRequiredResult is the result of a call that needs more from the client first (MCP
// 2026-07-28, InputRequiredResult). At least one of InputRequests and RequestState is set.
type MCPInputRequiredResult struct {
	_ struct{} `title:"MCP input required result" description:"The call needs more from the client before it can be completed."`

	ResultType    string                  `json:"resultType" required:"true" const:"input_required"`
	InputRequests Object[MCPInputRequest] `json:"inputRequests,omitempty" description:"Requests to the client, keyed by an id that the server chooses."`
	RequestState  string                  `json:"requestState,omitempty" description:"Opaque state that the client returns unchanged."`
	Meta          *MCPMeta                `json:"_meta,omitempty" description:"Metadata for programs, keyed by reverse domain name."`
}

// MCPInputRequest is a request to the client (MCP 2026-07-28, InputRequest). For an
// elicitation/create that sends the user to a URL, Params is an [MCPElicitation].
type MCPInputRequest struct {
	_ struct{} `title:"MCP input request" description:"A request to the client."`

	Method string          `json:"method" required:"true" enum:"elicitation/create,sampling/createMessage,roots/list"`
	Params json.RawMessage `json:"params,omitempty" jsonType:"object"`
}

// MCPElicitation sends the user to a URL (MCP 2025-11-25 and 2026-07-28, ElicitRequestURLParams).
// ElicitationID is required in 2025-11-25 and does not exist in 2026-07-28.
type MCPElicitation struct {
	_ struct{} `title:"MCP URL elicitation" description:"A request to send the user to a URL."`

	Mode          string `json:"mode" required:"true" const:"url"`
	ElicitationID string `json:"elicitationId,omitempty" description:"The id of the elicitation; 2025-11-25 only."`
	URL           string `json:"url" required:"true" format:"uri" description:"The URL that the user visits."`
	Message       string `json:"message" required:"true" description:"The text that is shown to the user with the URL."`
}

// MCPURLElicitationData is the data of the error -32042 (MCP 2025-11-25,
// URLElicitationRequiredError).
type MCPURLElicitationData struct {
	_ struct{} `title:"MCP URL elicitation data" description:"The data of the error -32042: the URLs that the user must visit."`

	Elicitations []MCPElicitation `json:"elicitations" required:"true" description:"The URLs that the user must visit."`
	Carry        *Canonical       `json:"io.github.toolerr/error,omitempty" description:"The complete error, if Carry is enabled."`
}

// MCPErrorData is the data of all other errors that this module renders. It has the URI of a
// resource that does not exist, the versions of -32022, or only Carry.
type MCPErrorData struct {
	_ struct{} `title:"MCP error data" description:"The data of a JSON-RPC error."`

	URI          string     `json:"uri,omitempty" description:"The resource that does not exist."`
	Supported    []string   `json:"supported,omitempty" description:"The protocol versions that the server supports."`
	Requested    string     `json:"requested,omitempty" description:"The protocol version that the client requested."`
	RetryAfterMS int64      `json:"retryAfterMs,omitempty" minimum:"0" description:"How long to wait before a retry, in milliseconds (SEP-3304, a proposal)."`
	Carry        *Canonical `json:"io.github.toolerr/error,omitempty" description:"The complete error, if Carry is enabled."`
}

// MCPError is a JSON-RPC error: a protocol error (MCP 2025-11-25, Error). Data is an
// [MCPURLElicitationData], an [MCPErrorData], or, from other servers, any value.
type MCPError struct {
	_ struct{} `title:"MCP error" description:"A JSON-RPC error, without its envelope."`

	Code    int64           `json:"code" required:"true" description:"The JSON-RPC code."`
	Message string          `json:"message" required:"true" description:"What happened, in one sentence."`
	Data    json.RawMessage `json:"data,omitempty" description:"Additional details: any JSON value."`
}

// MCPErrorResponse is the response to a request that failed (MCP 2025-11-25,
// JSONRPCErrorResponse). ID is absent or null if the id of the request could not be determined.
type MCPErrorResponse struct {
	_ struct{} `title:"MCP error response" description:"The response to a request that failed before the tool was called, or that does not call a tool."`

	JSONRPC string          `json:"jsonrpc" required:"true" const:"2.0"`
	ID      json.RawMessage `json:"id,omitempty" jsonType:"string,integer,null" description:"The id of the request."`
	Error   MCPError        `json:"error" required:"true"`
}

// MCPResultResponse is the response to tools/call (MCP 2026-07-28, CallToolResultResponse).
type MCPResultResponse struct {
	_ struct{} `title:"MCP result response" description:"The response to tools/call."`

	JSONRPC string          `json:"jsonrpc" required:"true" const:"2.0"`
	ID      json.RawMessage `json:"id" required:"true" jsonType:"string,integer" description:"The id of the request."`
	Result  MCPResult       `json:"result" required:"true"`
}

// MCPResult is the result of tools/call: InputRequired if it is not nil, otherwise CallTool.
type MCPResult struct {
	CallTool      MCPCallToolResult
	InputRequired *MCPInputRequiredResult
}

// MarshalJSON encodes InputRequired if it is not nil, otherwise CallTool.
func (r MCPResult) MarshalJSON() ([]byte, error) {
	if r.InputRequired != nil {
		return text.Marshal(r.InputRequired)
	}
	return text.Marshal(r.CallTool)
}

// UnmarshalJSON decodes the type of result that resultType identifies.
func (r *MCPResult) UnmarshalJSON(doc []byte) error {
	var head struct{ ResultType string }
	if err := json.Unmarshal(doc, &head); err != nil {
		return err
	}
	*r = MCPResult{}
	if head.ResultType == "input_required" {
		r.InputRequired = new(MCPInputRequiredResult)
		return decode(doc, r.InputRequired)
	}
	return decode(doc, &r.CallTool)
}
