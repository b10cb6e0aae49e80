package rules

import (
	"net/http"
	"strings"

	"github.com/toolerr/toolerr/internal/check"
)

var authMetadata1 = check.Rule{
	ID: "auth/metadata/1", Category: check.Auth, Level: check.Should,
	Text:     "The challenge of an MCP server leads to its metadata.",
	Source:   "MCP 2025-11-25, Authorization, Protected Resource Metadata Discovery; RFC 9728 §5.1",
	Dialects: []string{"mcp"},
	Probes:   []check.Probe{check.NoCredentials, check.BadCredentials},
	Fault:    "has a challenge without resource_metadata",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		challenge := x.Header.Get("WWW-Authenticate")
		if x.Status == http.StatusUnauthorized && challenge != "" && !strings.Contains(challenge, "resource_metadata=") {
			return "WWW-Authenticate is " + challenge
		}
		return ""
	}),
}
