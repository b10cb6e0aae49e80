package mapping

import (
	"fmt"
	"net/url"

	"github.com/toolerr/toolerr/errkit"
)

// check returns an error for the first cell of r that its protocol does not allow.
func (r Row) check() error {
	switch {
	case r.HTTP != 0 && (r.HTTP < 400 || r.HTTP > 599):
		return fmt.Errorf("HTTP status %d is not an error status (400 to 599)", r.HTTP)
	case int(r.OXP) >= len(formNames):
		return fmt.Errorf("unknown OXP form %d", uint8(r.OXP))
	case r.MCP != 0 && r.MCP != MCPResult && !allowedByMCP(r.MCP):
		return reservedCode("MCP", r.MCP)
	case r.MCPBefore != 0 && !allowedByMCP(r.MCPBefore):
		return reservedCode("MCP", r.MCPBefore)
	case r.MCPOutside != 0 && !allowedByMCP(r.MCPOutside):
		return reservedCode("MCP", r.MCPOutside)
	case r.AAI != 0 && !allowedByMCP(r.AAI) && !definedByAAI(r.AAI):
		return reservedCode("AAI", r.AAI)
	case !isCode(r.AAIString) && r.AAIString != ByUpstream:
		return fmt.Errorf("AAI code %q has characters other than A to Z, 0 to 9 and _", r.AAIString)
	case !isCode(r.ToolError) && r.ToolError != ByUpstream && r.ToolError != NeedsInput:
		return fmt.Errorf("toolError code %q has characters other than A to Z, 0 to 9 and _", r.ToolError)
	case r.RPC != 0 && !r.RPC.IsError() && r.RPC != RPCByUpstream:
		return fmt.Errorf("unknown code %d of google.rpc", uint8(r.RPC))
	case r.A2A != 0 && !allowedByA2A(r.A2A):
		return reservedCode("A2A", r.A2A)
	case r.A2AState != "" && !isA2AState(r.A2AState):
		return fmt.Errorf("%q is not a state of a task of A2A that failed", r.A2AState)
	case (r.AAIString == ByUpstream || r.ToolError == ByUpstream || r.RPC == RPCByUpstream) && r.Kind != errkit.UpstreamFailed:
		return fmt.Errorf("%q is allowed for %s only", ByUpstream, errkit.UpstreamFailed.String())
	case r.Retry > errkit.AfterAction:
		return fmt.Errorf("unknown retry %d", uint8(r.Retry))
	}
	if _, err := url.Parse(r.Problem); err != nil {
		return fmt.Errorf("problem type %q is not valid in a URI", r.Problem)
	}
	return nil
}

// allowedByMCP reports whether a server may use code in MCP: a standard code of JSON-RPC, or a code outside the range that
// JSON-RPC reserves (MCP 2026-07-28, basic: error codes).
func allowedByMCP(code int) bool {
	switch code {
	case parseError, invalidRequest, methodNotFound, invalidParams, internalError:
		return true
	}
	return code != 0 && code != MCPResult && (code < -32768 || code > -32000)
}

// definedByAAI reports whether code is in the range that AAI defines.
func definedByAAI(code int) bool { return code >= -32014 && code <= -32001 }

func reservedCode(protocol string, code int) error {
	return fmt.Errorf("%s code %d is reserved", protocol, code)
}

// isCode reports whether s is empty or has the form of a string code.
func isCode(s string) bool {
	for _, c := range []byte(s) {
		if (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' {
			return false
		}
	}
	return true
}
