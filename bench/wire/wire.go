// Package wire has the documents of the protocols as structs without methods, as a program would declare them to encode
// its errors with a codec. They are the documents of package schemas without the parts that are slow to encode: objects
// with arbitrary names are maps, the JSON-RPC id is a number, and there is no json.RawMessage.
package wire

// OXPTool is a Tool Execution Error of OXP 1.0.
type OXPTool struct {
	Schema string  `json:"$schema,omitempty"`
	Result OXPCall `json:"result"`
}

// OXPCall is an OXPTool without its wrapper.
type OXPCall struct {
	CallID   string    `json:"call_id"`
	Duration int64     `json:"duration,omitempty"`
	Success  bool      `json:"success"`
	Error    *OXPError `json:"error,omitempty"`
}

// OXPError is the failure of a tool that ran.
type OXPError struct {
	Message   string      `json:"message"`
	Developer string      `json:"developer_message,omitempty"`
	CanRetry  *bool       `json:"can_retry,omitempty"`
	Prompt    string      `json:"additional_prompt_content,omitempty"`
	RetryMS   int64       `json:"retry_after_ms,omitempty"`
	Missing   *OXPMissing `json:"missing_requirements,omitempty"`
}

// OXPServer is a Server Error of OXP 1.0.
type OXPServer struct {
	Schema    string      `json:"$schema,omitempty"`
	Message   string      `json:"message"`
	Developer string      `json:"developer_message,omitempty"`
	Missing   *OXPMissing `json:"missing_requirements,omitempty"`
}

// OXPMissing lists the requirements that a call of the tool lacks.
type OXPMissing struct {
	Authorization []OXPChallenge `json:"authorization,omitempty"`
	UserID        bool           `json:"user_id,omitempty"`
}

// OXPChallenge is one authorization that the user must complete.
type OXPChallenge struct {
	ID       string `json:"id"`
	URL      string `json:"url"`
	CheckURL string `json:"check_url,omitempty"`
}

// OXPValidation is an Input Validation Error of OXP 1.0.
type OXPValidation struct {
	Schema     string            `json:"$schema,omitempty"`
	Message    string            `json:"message"`
	Parameters map[string]string `json:"parameter_errors,omitempty"`
}

// MCPResponse is the response to tools/call in MCP.
type MCPResponse struct {
	JSONRPC string    `json:"jsonrpc"`
	ID      int64     `json:"id"`
	Result  MCPResult `json:"result"`
}

// MCPResult is a failed CallToolResult.
type MCPResult struct {
	ResultType string       `json:"resultType,omitempty"`
	Content    []MCPContent `json:"content"`
	Structured *Canonical   `json:"structuredContent,omitempty"`
	IsError    bool         `json:"isError"`
}

// MCPContent is a block of text.
type MCPContent struct {
	Type     string `json:"type"`
	Text     string `json:"text"`
	MIMEType string `json:"mimeType,omitempty"`
}

// ToolResponse is an MCPResponse with toolError:v1.
type ToolResponse struct {
	JSONRPC string     `json:"jsonrpc"`
	ID      int64      `json:"id"`
	Result  ToolResult `json:"result"`
}

// ToolResult is an MCPResult with toolError:v1.
type ToolResult struct {
	ResultType string       `json:"resultType,omitempty"`
	Content    []MCPContent `json:"content"`
	Structured *ToolError   `json:"structuredContent,omitempty"`
	IsError    bool         `json:"isError"`
}

// ToolError is toolError:v1.
type ToolError struct {
	Kind      string       `json:"kind"`
	Code      string       `json:"code"`
	Message   string       `json:"message"`
	Retryable *bool        `json:"retryable,omitempty"`
	Details   *ToolDetails `json:"details,omitempty"`
}

// ToolDetails are the details of toolError:v1.
type ToolDetails struct {
	StatusCode int `json:"statusCode,omitempty"`
}

// AAIResponse is an AAI error with a numeric code.
type AAIResponse struct {
	JSONRPC string   `json:"jsonrpc"`
	ID      int64    `json:"id"`
	Error   AAIError `json:"error"`
}

// AAIError is the error object of an AAIResponse.
type AAIError struct {
	Code    int64    `json:"code"`
	Message string   `json:"message"`
	Data    *AAIData `json:"data,omitempty"`
}

// AAIData holds the name of the code and a description of the failure.
type AAIData struct {
	Type   string `json:"type"`
	Detail string `json:"detail,omitempty"`
}

// AAIString is an AAI error with a string code.
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

// Problem is a problem details object (RFC 9457).
type Problem struct {
	Type   string         `json:"type"`
	Title  string         `json:"title"`
	Status int            `json:"status"`
	Detail string         `json:"detail,omitempty"`
	Kind   string         `json:"kind"`
	Code   string         `json:"code,omitempty"`
	Hint   string         `json:"hint,omitempty"`
	Errors []ProblemField `json:"errors,omitempty"`
	Needs  *Needs         `json:"needs,omitempty"`
}

// ProblemField is one invalid part of the input.
type ProblemField struct {
	Pointer string `json:"pointer"`
	Detail  string `json:"detail,omitempty"`
	Rule    string `json:"rule,omitempty"`
	Param   string `json:"param,omitempty"`
}

// Canonical is the canonical JSON of an error.
type Canonical struct {
	Kind    string           `json:"kind"`
	Code    string           `json:"code,omitempty"`
	Message string           `json:"message,omitempty"`
	Hint    string           `json:"hint,omitempty"`
	Fields  []CanonicalField `json:"fields,omitempty"`
	Needs   *Needs           `json:"needs,omitempty"`
}

// CanonicalField is one invalid part of the input.
type CanonicalField struct {
	Path    string `json:"path"`
	Message string `json:"message,omitempty"`
	Rule    string `json:"rule,omitempty"`
	Param   string `json:"param,omitempty"`
}

// Needs lists the requirements that a call lacks.
type Needs struct {
	Authorization []Challenge `json:"authorization,omitempty"`
	UserID        bool        `json:"user_id,omitempty"`
}

// Challenge is one authorization that the user must complete.
type Challenge struct {
	ID       string `json:"id,omitempty"`
	URL      string `json:"url"`
	CheckURL string `json:"check_url,omitempty"`
	Message  string `json:"message,omitempty"`
}
