package rules

import (
	"encoding/json"

	"github.com/toolerr/toolerr/internal/check"
)

var jsonrpcError1 = check.Rule{
	ID: "jsonrpc/error/1", Category: check.Spec, Level: check.Must,
	Text:     "An error has an integer code and a text as its message.",
	Source:   "JSON-RPC 2.0 §5.1",
	Dialects: []string{"mcp", "aai", "a2a"},
	Fault:    "has the name of the error as its code",

	Judge: eachResponse(func(_ *check.Exchange, m *message) string {
		if m.Error == nil {
			return ""
		}
		var e struct {
			Code    *int    `json:"code"`
			Message *string `json:"message"`
		}
		if err := json.Unmarshal(m.Error, &e); err != nil || e.Code == nil || e.Message == nil {
			return "the error is " + quote(string(m.Error))
		}
		return ""
	}),
}
