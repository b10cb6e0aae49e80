package main

import "github.com/toolerr/toolerr/schemas"

// documents lists every schema: its name, and a value of the struct from which it is generated.
var documents = []struct {
	name   string
	sample any
}{
	{"a2a-0.3-error", schemas.A2A03Error{}},
	{"a2a-0.3-error-response", schemas.A2A03ErrorResponse{}},
	{"a2a-0.3-task-response", schemas.A2A03TaskResponse{}},
	{"a2a-error-response", schemas.A2AErrorResponse{}},
	{"a2a-result", schemas.A2AResult{}},
	{"a2a-task", schemas.A2ATask{}},
	{"a2a-task-response", schemas.A2ATaskResponse{}},
	{"aai-app-error-response", schemas.AAIAppErrorResponse{}},
	{"aai-error", schemas.AAIError{}},
	{"aai-error-response", schemas.AAIErrorResponse{}},
	{"aai-string-error-response", schemas.AAIStringErrorResponse{}},
	{"canonical-error", schemas.Canonical{}},
	{"connect-end-of-stream", schemas.ConnectEndOfStream{}},
	{"connect-error", schemas.ConnectError{}},
	{"google-error-response", schemas.GoogleErrorResponse{}},
	{"mapping-table", schemas.MappingTable{}},
	{"mcp-call-tool-result", schemas.MCPCallToolResult{}},
	{"mcp-error", schemas.MCPError{}},
	{"mcp-error-data", schemas.MCPErrorData{}},
	{"mcp-error-response", schemas.MCPErrorResponse{}},
	{"mcp-input-required-result", schemas.MCPInputRequiredResult{}},
	{"mcp-result-response", schemas.MCPResultResponse{}},
	{"mcp-url-elicitation-data", schemas.MCPURLElicitationData{}},
	{"needs-input-v1", schemas.NeedsInput{}},
	{"oxp-authorization-challenge-check-response", schemas.OXPChallengeCheck{}},
	{"oxp-call-tool-request", schemas.OXPCallToolRequest{}},
	{"oxp-call-tool-request-flat", schemas.OXPCallRequest{}},
	{"oxp-call-tool-response", schemas.OXPCallToolResponse{}},
	{"oxp-call-tool-response-flat", schemas.OXPCallResponse{}},
	{"oxp-server-error-response", schemas.OXPServerErrorResponse{}},
	{"oxp-tool-authorization-challenge", schemas.OXPChallenge{}},
	{"oxp-tool-definition", schemas.OXPToolDefinition{}},
	{"oxp-tool-error", schemas.OXPToolError{}},
	{"oxp-tool-list", schemas.OXPToolList{}},
	{"oxp-validation-error-response", schemas.OXPValidationErrorResponse{}},
	{"problem", schemas.Problem{}},
	{"problem-details", schemas.ProblemDetails{}},
	{"tool-error-v1", schemas.ToolError{}},
}
