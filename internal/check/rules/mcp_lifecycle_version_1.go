package rules

import (
	"encoding/json"

	"github.com/toolerr/toolerr/internal/check"
)

var mcpLifecycleVersion1 = check.Rule{
	ID: "mcp/lifecycle-version/1", Category: check.Spec, Level: check.Must,
	Text:     "A revision that the server does not support is answered with one that it supports, or with an error.",
	Source:   "MCP 2025-11-25, Lifecycle, Version Negotiation",
	Dialects: []string{"mcp"},
	Probes:   []check.Probe{check.WrongRevision},
	Fault:    "repeats any revision of the client",

	Judge: eachResponse(func(_ *check.Exchange, m *message) string {
		var result struct{ ProtocolVersion string }
		if m.Result != nil && json.Unmarshal(m.Result, &result) == nil && result.ProtocolVersion == check.UnknownRevision {
			return "the server agrees to " + check.UnknownRevision
		}
		return ""
	}),
}
