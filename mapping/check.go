package mapping

import (
	"fmt"
	"net/url"

	"github.com/toolerr/toolerr/errkit"
)

// check reports the first cell of r that its protocol forbids.
func (r Row) check() error {
	switch {
	case r.HTTP != 0 && (r.HTTP < 400 || r.HTTP > 599):
		return fmt.Errorf("HTTP status %d is not one of an error (400 to 599)", r.HTTP)
	case int(r.OXP) >= len(formNames):
		return fmt.Errorf("unknown OXP form %d", uint8(r.OXP))
	case r.MCP != 0 && r.MCP != MCPResult && !mcpMayUse(r.MCP):
		return forbidden("MCP", r.MCP)
	case r.MCPBefore != 0 && !mcpMayUse(r.MCPBefore):
		return forbidden("MCP", r.MCPBefore)
	case r.MCPOutside != 0 && !mcpMayUse(r.MCPOutside):
		return forbidden("MCP", r.MCPOutside)
	case r.AAI != 0 && !mcpMayUse(r.AAI) && (r.AAI > -32001 || r.AAI < -32014):
		return forbidden("AAI", r.AAI)
	case !isName(r.AAIString) && r.AAIString != ByUpstream:
		return fmt.Errorf("AAI code %q is not of the letters A to Z, digits and _", r.AAIString)
	case !isName(r.ToolError) && r.ToolError != ByUpstream && r.ToolError != NeedsInput:
		return fmt.Errorf("toolError code %q is not of the letters A to Z, digits and _", r.ToolError)
	case (r.AAIString == ByUpstream || r.ToolError == ByUpstream) && r.Kind != errkit.UpstreamFailed:
		return fmt.Errorf("%q is for %s alone", ByUpstream, errkit.UpstreamFailed.String())
	case r.Retry > errkit.AfterAction:
		return fmt.Errorf("unknown retry %d", uint8(r.Retry))
	}
	if _, err := url.Parse(r.Problem); err != nil {
		return fmt.Errorf("problem type %q is not a part of a URI", r.Problem)
	}
	return nil
}

// mcpMayUse reports whether MCP leaves this code to a server: a standard code
// of JSON-RPC, or one outside the range that JSON-RPC reserves
// (MCP 2026-07-28, basic: error codes).
func mcpMayUse(code int) bool {
	switch code {
	case parse, request, method, params, internal:
		return true
	}
	return code != 0 && code != MCPResult && (code < -32768 || code > -32000)
}

func forbidden(dialect string, code int) error {
	return fmt.Errorf("%s code %d is reserved and has no such meaning", dialect, code)
}

// isName reports whether s is empty or a code as the protocols spell them.
func isName(s string) bool {
	for _, c := range []byte(s) {
		if (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' {
			return false
		}
	}
	return true
}
