package rules

import (
	"encoding/json"
	"strings"

	"github.com/toolerr/toolerr/internal/check"
)

var mcpToolsResult1 = check.Rule{
	ID: "mcp/tools-result/1", Category: check.Model, Level: check.Must,
	Text:     "A failed call has a text for the model.",
	Source:   "MCP 2025-11-25, Tools, Error Handling",
	Dialects: []string{"mcp"},
	Fault:    "answers a failed call without content",

	Judge: eachResponse(func(x *check.Exchange, m *message) string {
		var result struct {
			IsError bool
			Content []struct{ Type, Text string }
		}
		if m.Result == nil || json.Unmarshal(m.Result, &result) != nil || !result.IsError {
			return ""
		}
		for _, c := range result.Content {
			if strings.TrimSpace(c.Text) != "" {
				return ""
			}
		}
		return "isError is true, and there is no text"
	}),
}
