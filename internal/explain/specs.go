package explain

// The sections of specifications that the texts refer to.
var (
	mcpErrors       = Spec{"MCP 2025-11-25, tools: error handling", "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling"}
	mcpOutput       = Spec{"MCP 2025-11-25, tools: output schema", "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#output-schema"}
	mcpElicitation  = Spec{"MCP 2025-11-25, elicitation", "https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation"}
	mcpLifecycle    = Spec{"MCP 2025-11-25, lifecycle: version negotiation", "https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#version-negotiation"}
	mcpCancellation = Spec{"MCP 2025-11-25, cancellation", "https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/cancellation"}
	mcpMeta         = Spec{"MCP 2025-11-25, overview: _meta", "https://modelcontextprotocol.io/specification/2025-11-25/basic#meta"}
	rpcErrors       = Spec{"JSON-RPC 2.0 §5.1", "https://www.jsonrpc.org/specification#error_object"}
	aaiErrors       = Spec{"AAI, error codes", "https://github.com/gybob/aai-protocol"}
	oxpErrors       = Spec{"OXP 1.0", "https://github.com/OpenToolCalling/Specification"}
	problems        = Spec{"RFC 9457 §3.1", "https://www.rfc-editor.org/rfc/rfc9457#section-3.1"}
	extensions      = Spec{"RFC 9457 §3.2", "https://www.rfc-editor.org/rfc/rfc9457#section-3.2"}
	tooManyRequests = Spec{"RFC 6585 §4", "https://www.rfc-editor.org/rfc/rfc6585#section-4"}
	bearerErrors    = Spec{"RFC 6750 §3.1", "https://www.rfc-editor.org/rfc/rfc6750#section-3.1"}
)

// http returns the section of RFC 9110, such as "15.5.5".
func http(section string) Spec {
	return Spec{"RFC 9110 §" + section, "https://www.rfc-editor.org/rfc/rfc9110#section-" + section}
}
