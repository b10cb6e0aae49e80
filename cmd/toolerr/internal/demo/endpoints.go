package demo

import (
	"embed"
	"fmt"
	"strings"
)

// A Protocol is a way to call the tools.
type Protocol struct {
	Name   string
	Header [][2]string // of a request, beside the Content-Type

	what string // for the list of endpoints
	path string // $model is the name of the tool for models
	body string // $id is the id of the tool, $input the input
}

const toolsCall = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"$model","arguments":$input}}`

// Protocols lists the ways.
var Protocols = []Protocol{
	{"MCP", [][2]string{{"Accept", "application/json, text/event-stream"}, {"MCP-Protocol-Version", "2025-11-25"}},
		"MCP over streamable HTTP, all revisions", "/mcp", toolsCall},
	{"RFC 9457", nil, "plain HTTP with errors according to RFC 9457; one path per tool", "/problem/$model", "$input"},
	{"Google APIs", nil, "plain HTTP with errors as those of Google APIs (AIP-193)", "/google/$model", "$input"},
	{"Connect", nil, "plain HTTP with errors as those of Connect", "/connect/$model", "$input"},
	{"A2A", nil, "A2A over JSON-RPC; message/send is that of 0.3", "/a2a",
		`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m1","role":"ROLE_USER",` +
			`"parts":[{"data":{"name":"$model","arguments":$input}}]}}}`},
	{"OXP", nil, "OXP 1.0; also /oxp/tools and /oxp/health",
		"/oxp/tools/call", `{"request":{"tool_id":"$id","input":$input}}`},
	{"AAI", nil, "AAI, numeric codes over JSON-RPC", "/aai", toolsCall},
}

// Request returns the path and the body of a call of the tool with an id, which is JSON.
func (p *Protocol) Request(id, input string) (path, body string) {
	r := strings.NewReplacer("$id", id, "$model", strings.ReplaceAll(id, ".", "_"), "$input", input)
	return r.Replace(p.path), r.Replace(p.body)
}

//go:embed tools.go mail.go
var source embed.FS

// Source returns the Go source of a declaration of the tools, by its first words, such as "func
// ring(".
func Source(declaration string) string {
	for _, file := range []string{"tools.go", "mail.go"} {
		text, _ := source.ReadFile(file)
		if _, rest, ok := strings.Cut(string(text), "\n"+declaration); ok {
			body, _, _ := strings.Cut(rest, "\n}\n")
			return declaration + body + "\n}"
		}
	}
	return ""
}

// An Endpoint is a path, what it serves, and a command line that requests it.
type Endpoint struct{ Path, Protocol, Curl string }

// Endpoints returns the endpoints of the server at a base URL.
func Endpoints(base string) (all []Endpoint) {
	for _, p := range Protocols {
		path, body := p.Request("Doorbell.Ring", `{"doorbell_id":"doorbell1"}`)
		curl := fmt.Sprintf("curl -s %s%s -H 'Content-Type: application/json'", base, path)
		for _, h := range p.Header {
			curl += fmt.Sprintf(" -H '%s: %s'", h[0], h[1])
		}
		all = append(all, Endpoint{path, p.what, curl + " -d '" + body + "'"})
	}
	return append(all,
		Endpoint{cardPath, "card of the A2A agent", "curl -s " + base + cardPath},
		Endpoint{"/openapi.json", "OpenAPI 3.1 document of the tools over plain HTTP",
			"curl -s " + base + "/openapi.json"})
}
