package main

// A collision is a different meaning, in another protocol or implementation, of a JSON-RPC code that a dialect may
// receive.
type collision struct {
	code    int
	Who     string `json:"who"`
	Meaning string `json:"meaning"`
}

var collisions = [...]collision{
	{-32000, "MCP TypeScript SDK", "connection closed (client side); bad request, forbidden or conflict (HTTP transport)"},
	{-32001, "MCP TypeScript SDK", "request timeout (client side); session not found (HTTP transport)"},
	{-32001, "MCP Go SDK", "unknown error (internal)"},
	{-32001, "toolError:v1 HTTP transport", "unauthorized (401)"},
	{-32001, "SEP-2243, a draft of MCP", "header mismatch; -32020 in later versions"},
	{-32002, "Arcade", "prompt not found"},
	{-32003, "MCP Go SDK", "client closing (internal)"},
	{-32004, "MCP Go SDK", "server closing (internal)"},
	{-32005, "MCP Go SDK", "rejected (internal)"},
	{-32008, "toolError:v1 HTTP transport", "timeout while reading the body (408)"},
	{-32013, "toolError:v1 HTTP transport", "body too large (413)"},
	{-32029, "AdCP", "a custom error, in the range reserved for MCP"},
	{-32800, "mcp-go", "canceled, or timed out"},
	{-32800, "Language Server Protocol", "request cancelled"},
}

// ranges describes the codes that a protocol reserves without defining them. The ranges do not overlap.
var ranges = [...]struct {
	from, to int
	protocol string
	meaning  string
}{
	{-32019, -32000, "MCP", "no meaning: receivers must not assume one (MCP 2026-07-28)"},
	{-32099, -32020, "MCP", "reserved for MCP, which does not define it"},
	{-32768, -32100, "JSON-RPC 2.0", "reserved by JSON-RPC 2.0, which does not define it"},
}
