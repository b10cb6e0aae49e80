package schemas

import "encoding/json"

// MCPCallToolResult is the result of tools/call: success, or a tool execution error where IsError is true (MCP
// 2025-06-18, 2025-11-25, 2026-07-28; CallToolResult). ResultType is "complete" from 2026-07-28 on and empty before.
// The results of a toolError:v1 server have this shape too, with the payload in StructuredContent.
type MCPCallToolResult struct {
	_ struct{} `title:"MCP call tool result" description:"The result of tools/call; with isError the tool failed, and the model is to see why."`

	ResultType        string          `json:"resultType,omitempty" const:"complete" description:"From 2026-07-28 on."`
	Content           []MCPContent    `json:"content" required:"true" description:"What the model reads."`
	StructuredContent json.RawMessage `json:"structuredContent,omitempty" description:"What programs read; an object before 2026-07-28."`
	IsError           *bool           `json:"isError,omitempty" description:"Whether the tool failed. Absent: it did not."`
	Meta              *MCPMeta        `json:"_meta,omitempty" description:"Facts for programs, by reverse domain name."`
}

// MCPContent is one block of content (MCP 2025-11-25, ContentBlock). This module writes text blocks alone, so of the
// other types it has the name only. MimeType is what toolError:v1 adds to a text.
type MCPContent struct {
	_ struct{} `title:"MCP content block" description:"One block of content."`

	Type     string `json:"type" required:"true" enum:"text,image,audio,resource_link,resource"`
	Text     string `json:"text" description:"The text of a text block."`
	MimeType string `json:"mimeType,omitempty" description:"What the block is." examples:"[\"text/markdown\",\"application/json\"]"`
}

// MCPMeta is the _meta of a result: Carry, and what Arcade's servers are known to put there.
type MCPMeta struct {
	_ struct{} `title:"MCP result metadata" description:"Facts for programs, by reverse domain name."`

	Arcade json.RawMessage `json:"arcade,omitempty" description:"What Arcade's servers tell about an error."`
	Carry  *Canonical      `json:"io.github.toolerr/error,omitempty" description:"The whole error, where Carry is set."`
}

// MCPInputRequiredResult is the result of a call that needs more from the client first (MCP 2026-07-28,
// InputRequiredResult). At least one of InputRequests and RequestState is set.
type MCPInputRequiredResult struct {
	_ struct{} `title:"MCP input required result" description:"The call needs more from the client before it can be completed."`

	ResultType    string                  `json:"resultType" required:"true" const:"input_required"`
	InputRequests Object[MCPInputRequest] `json:"inputRequests,omitempty" description:"What the client is to do, by a name of the server's choice."`
	RequestState  string                  `json:"requestState,omitempty" description:"What the client sends back as it is."`
	Meta          *MCPMeta                `json:"_meta,omitempty" description:"Facts for programs, by reverse domain name."`
}

// MCPInputRequest is one thing that the client is to do (MCP 2026-07-28, InputRequest). The Params of an
// elicitation/create that sends the user to a URL are an [MCPElicitation].
type MCPInputRequest struct {
	_ struct{} `title:"MCP input request" description:"One thing that the client is to do."`

	Method string          `json:"method" required:"true" enum:"elicitation/create,sampling/createMessage,roots/list"`
	Params json.RawMessage `json:"params,omitempty" jsonType:"object"`
}

// MCPElicitation sends the user to a URL (MCP 2025-11-25 and 2026-07-28, ElicitRequestURLParams). ElicitationID is
// required in 2025-11-25 and gone in 2026-07-28.
type MCPElicitation struct {
	_ struct{} `title:"MCP URL elicitation" description:"A request that the user visits a URL."`

	Mode          string `json:"mode" required:"true" const:"url"`
	ElicitationID string `json:"elicitationId,omitempty" description:"Names the elicitation; 2025-11-25 only."`
	URL           string `json:"url" required:"true" format:"uri" description:"What the user visits."`
	Message       string `json:"message" required:"true" description:"What the user reads before visiting."`
}

// MCPURLElicitationData is the data of the error -32042 (MCP 2025-11-25, URLElicitationRequiredError).
type MCPURLElicitationData struct {
	_ struct{} `title:"MCP URL elicitation data" description:"The data of the error -32042: what the user must visit."`

	Elicitations []MCPElicitation `json:"elicitations" required:"true" description:"What the user must visit."`
	Carry        *Canonical       `json:"io.github.toolerr/error,omitempty" description:"The whole error, where Carry is set."`
}

// MCPErrorData is the data of the other errors that this module writes: the URI of a resource that does not exist, the
// versions of -32022, or Carry alone.
type MCPErrorData struct {
	_ struct{} `title:"MCP error data" description:"The data of a JSON-RPC error."`

	URI       string     `json:"uri,omitempty" description:"The resource that does not exist."`
	Supported []string   `json:"supported,omitempty" description:"The protocol versions that the server speaks."`
	Requested string     `json:"requested,omitempty" description:"The protocol version that was asked for."`
	Carry     *Canonical `json:"io.github.toolerr/error,omitempty" description:"The whole error, where Carry is set."`
}

// MCPError is a JSON-RPC error: a protocol error (MCP 2025-11-25, Error). Data is an [MCPURLElicitationData], an
// [MCPErrorData], or what another server chose.
type MCPError struct {
	_ struct{} `title:"MCP error" description:"A JSON-RPC error, without its envelope."`

	Code    int64           `json:"code" required:"true" description:"The JSON-RPC code."`
	Message string          `json:"message" required:"true" description:"What happened, in one sentence."`
	Data    json.RawMessage `json:"data,omitempty" description:"More about it: any JSON value."`
}

// MCPErrorResponse is the answer to a request that failed (MCP 2025-11-25, JSONRPCErrorResponse). ID is absent or null
// where the request's could not be read.
type MCPErrorResponse struct {
	_ struct{} `title:"MCP error response" description:"The answer to a request that failed before the tool, or outside it."`

	JSONRPC string          `json:"jsonrpc" required:"true" const:"2.0"`
	ID      json.RawMessage `json:"id,omitempty" jsonType:"string,integer,null" description:"The id of the request."`
	Error   MCPError        `json:"error" required:"true"`
}

// MCPResultResponse is the answer to tools/call (MCP 2026-07-28, CallToolResultResponse).
type MCPResultResponse struct {
	_ struct{} `title:"MCP result response" description:"The answer to tools/call."`

	JSONRPC string          `json:"jsonrpc" required:"true" const:"2.0"`
	ID      json.RawMessage `json:"id" required:"true" jsonType:"string,integer" description:"The id of the request."`
	Result  MCPResult       `json:"result" required:"true"`
}

// MCPResult is one result or the other: InputRequired where it is set, CallTool otherwise.
type MCPResult struct {
	CallTool      MCPCallToolResult
	InputRequired *MCPInputRequiredResult
}

// MarshalJSON writes the result that is set.
func (r MCPResult) MarshalJSON() ([]byte, error) {
	if r.InputRequired != nil {
		return encode(r.InputRequired)
	}
	return encode(r.CallTool)
}

// UnmarshalJSON reads the result that resultType names.
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
