package wire

import (
	"strings"

	"github.com/toolerr/toolerr/errkit"
)

// AdCPResponse is an MCPResponse with an error of the Ad Context Protocol.
type AdCPResponse struct {
	JSONRPC string     `json:"jsonrpc"`
	ID      int64      `json:"id"`
	Result  AdCPResult `json:"result"`
}

// AdCPResult is an MCPResult with an error of the Ad Context Protocol.
type AdCPResult struct {
	Content    []MCPContent `json:"content"`
	Structured AdCPPayload  `json:"structuredContent"`
	IsError    bool         `json:"isError"`
}

// AdCPPayload has the error of an AdCPResult.
type AdCPPayload struct {
	Error AdCPError `json:"adcp_error"`
}

// AdCPError is an error of the Ad Context Protocol (core/error.json).
type AdCPError struct {
	Code     string      `json:"code"`
	Message  string      `json:"message"`
	Recovery string      `json:"recovery"`
	Field    string      `json:"field,omitempty"`
	Issues   []AdCPIssue `json:"issues,omitempty"`
}

// AdCPIssue is one invalid part of the input.
type AdCPIssue struct {
	Pointer string `json:"pointer"`
	Message string `json:"message"`
	Keyword string `json:"keyword"`
}

var (
	adcpCodes    = map[errkit.Kind]string{errkit.NotFound: "REFERENCE_NOT_FOUND", errkit.InvalidInput: "VALIDATION_ERROR", errkit.AuthRequired: "AUTHORIZATION_REQUIRED"}
	adcpKeywords = map[string]string{"required": "required", "min": "minimum"}
)

// adcpMaxError is the length of an error in bytes (transport-errors.mdx).
const adcpMaxError = 4096

// AdCP returns the document of e, which the caller can correct, in the Ad Context Protocol.
func AdCP(e *errkit.Error, c Call) any {
	d := AdCPError{Code: adcpCodes[e.Kind], Message: string(e.Message), Recovery: "correctable"}
	if len(e.Fields) > 0 {
		d.Field = googlePath(e.Fields[0].Path)
	}
	size := len(`{"code":"","message":"","recovery":"","field":"","issues":[}`) + len(d.Code) + jsonSize(d.Message) + len(d.Recovery) + len(d.Field)
	for _, f := range e.Fields {
		i := AdCPIssue{Pointer: f.Path, Message: string(f.Message), Keyword: adcpKeywords[f.Rule]}
		if i.Keyword == "" {
			i.Keyword = "properties"
		}
		size += len(`{"pointer":"","message":"","keyword":""},`) + len(i.Pointer) + jsonSize(i.Message) + len(i.Keyword)
		if size > adcpMaxError {
			break
		}
		d.Issues = append(d.Issues, i)
	}
	return &AdCPResponse{JSONRPC: "2.0", ID: c.ID, Result: AdCPResult{
		Content: []MCPContent{{Type: "text", Text: ModelText(e)}}, Structured: AdCPPayload{d}, IsError: true,
	}}
}

// jsonSize returns the length of a text in a JSON string.
func jsonSize(s string) int {
	return len(s) + strings.Count(s, `"`) + strings.Count(s, `\`) + strings.Count(s, "\n")
}
