package main

// A collision is what somebody else means by a code that a dialect of ours uses or may meet.
type collision struct {
	code    int
	Who     string `json:"who"`
	Meaning string `json:"meaning"`
}

var collisions = [...]collision{
	{-32000, "MCP TypeScript SDK", "connection closed, on its own side; bad request, forbidden or conflict from its HTTP layer"},
	{-32001, "MCP TypeScript SDK", "request timeout, on its own side; session not found, from its HTTP layer"},
	{-32001, "MCP Go SDK", "unknown error, inside"},
	{-32001, "toolError:v1, its HTTP layer", "unauthorized (401)"},
	{-32001, "SEP-2243, a draft of MCP", "header mismatch, -32020 since"},
	{-32001, "A2A", "task not found"},
	{-32002, "Arcade", "prompt not found"},
	{-32002, "A2A", "task not cancelable"},
	{-32003, "MCP Go SDK", "the client is closing, inside"},
	{-32004, "MCP Go SDK", "the server is closing, inside"},
	{-32005, "MCP Go SDK", "rejected, inside"},
	{-32008, "toolError:v1, its HTTP layer", "the body took too long (408)"},
	{-32013, "toolError:v1, its HTTP layer", "the body is too large (413)"},
	{-32029, "AdCP", "an error of its own, in the range of MCP"},
	{-32800, "mcp-go", "canceled, or timed out"},
	{-32800, "Language Server Protocol", "request cancelled"},
}

// ranges are what the protocols say of codes without a meaning of their own, which do not overlap.
var ranges = [...]struct {
	from, to int
	in, says string
}{
	{-32019, -32000, "MCP", "no meaning: receivers must not assume one (MCP 2026-07-28)"},
	{-32099, -32020, "MCP", "reserved for MCP, which does not define it"},
	{-32768, -32100, "JSON-RPC 2.0", "reserved by JSON-RPC 2.0, which does not define it"},
}
