package wire

import "github.com/toolerr/toolerr/errkit"

// AnthropicResult is the result of a tool in a message to the Messages API.
type AnthropicResult struct {
	Type    string       `json:"type"`
	ID      string       `json:"tool_use_id"`
	Content []MCPContent `json:"content"`
	IsError bool         `json:"is_error"`
}

// Anthropic returns the document of e in the Messages API.
func Anthropic(e *errkit.Error, c Call) any {
	return &AnthropicResult{Type: "tool_result", ID: c.Text, Content: []MCPContent{{Type: "text", Text: ModelText(e)}}, IsError: true}
}

// OpenAIOutput is the output of a function in the Responses API.
type OpenAIOutput struct {
	Type   string `json:"type"`
	CallID string `json:"call_id"`
	Output string `json:"output"`
}

// OpenAI returns the document of e in the Responses API.
func OpenAI(e *errkit.Error, c Call) any {
	return &OpenAIOutput{Type: "function_call_output", CallID: c.Text, Output: "Error (" + e.Kind.String() + "): " + ModelText(e)}
}
