package demo

import "fmt"

// An Endpoint is a path, what it serves, and a command line that requests it.
type Endpoint struct{ Path, Protocol, Curl string }

// Endpoints returns the endpoints of the server at a base URL.
func Endpoints(base string) []Endpoint {
	post := func(path, flags, body string) string {
		return fmt.Sprintf(`curl -s %s%s -H 'Content-Type: application/json'%s -d '%s'`, base, path, flags, body)
	}
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Doorbell_Ring","arguments":{"doorbell_id":"doorbell1"}}}`
	const message = `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m1","role":"ROLE_USER","parts":[{"data":{"name":"Doorbell_Ring","arguments":{"doorbell_id":"doorbell1"}}}]}}}`
	return []Endpoint{
		{"/oxp/tools/call", "OXP 1.0; also /oxp/tools and /oxp/health", post("/oxp/tools/call", "", `{"request":{"tool_id":"Doorbell.Ring","input":{"doorbell_id":"doorbell1"}}}`)},
		{"/mcp", "MCP over streamable HTTP, all revisions", post("/mcp", " -H 'Accept: application/json, text/event-stream' -H 'MCP-Protocol-Version: 2025-11-25'", call)},
		{"/aai", "AAI, numeric codes over JSON-RPC", post("/aai", "", call)},
		{"/problem/Doorbell_Ring", "plain HTTP with errors according to RFC 9457; one path per tool", post("/problem/Doorbell_Ring", "", `{"doorbell_id":"doorbell1"}`)},
		{"/google/Doorbell_Ring", "plain HTTP with errors as those of Google APIs (AIP-193)", post("/google/Doorbell_Ring", "", `{"doorbell_id":"doorbell1"}`)},
		{"/connect/Doorbell_Ring", "plain HTTP with errors as those of Connect", post("/connect/Doorbell_Ring", "", `{"doorbell_id":"doorbell1"}`)},
		{"/a2a", "A2A over JSON-RPC; message/send is that of 0.3", post("/a2a", "", message)},
		{cardPath, "card of the A2A agent", "curl -s " + base + cardPath},
		{"/openapi.json", "OpenAPI 3.1 document of the tools over plain HTTP", "curl -s " + base + "/openapi.json"},
	}
}

// Curls returns command lines that produce the same error in three protocols.
func Curls(base string) []string {
	var lines []string
	for _, e := range Endpoints(base)[:3] {
		lines = append(lines, e.Curl)
	}
	return lines
}
