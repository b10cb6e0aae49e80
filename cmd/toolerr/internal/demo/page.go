package demo

import (
	_ "embed"
	"fmt"
	"html/template"
	"net/http"

	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/tool"
)

//go:embed page.html
var pageSource string

var pageTemplate = template.Must(template.New("page").Parse(pageSource))

// pagePolicy is the Content-Security-Policy of pages: inline styles, and no other resources.
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// endpoint is a path, what it serves, and a command line that requests it.
type endpoint struct{ Path, Protocol, Curl string }

// page is the overview page: the endpoints, the tools, and the mapping table.
type page struct {
	Endpoints []endpoint
	Tools     []toolInfo
	Header    []string
	Rows      [][]string
}

// toolInfo is a tool on the page.
type toolInfo struct {
	ID, Name, Description string
	Example               string // an input
}

func newPage(base string, tools *tool.Set) *page {
	var infos []toolInfo
	for t := range tools.All() {
		infos = append(infos, toolInfo{t.ID(), t.ModelName(), t.Description, string(t.Examples[0].Input)})
	}
	return &page{Endpoints: endpoints(base), Tools: infos, Header: mapping.Header(), Rows: mapping.Default().Cells()}
}

func endpoints(base string) []endpoint {
	post := func(path, flags, body string) string {
		return fmt.Sprintf(`curl -s %s%s -H 'Content-Type: application/json'%s -d '%s'`, base, path, flags, body)
	}
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Doorbell_Ring","arguments":{"doorbell_id":"doorbell1"}}}`
	const message = `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m1","role":"ROLE_USER","parts":[{"data":{"name":"Doorbell_Ring","arguments":{"doorbell_id":"doorbell1"}}}]}}}`
	return []endpoint{
		{"/oxp/tools/call", "OXP 1.0; also /oxp/tools and /oxp/health", post("/oxp/tools/call", "", `{"request":{"tool_id":"Doorbell.Ring","input":{"doorbell_id":"doorbell1"}}}`)},
		{"/mcp", "MCP over streamable HTTP, all revisions", post("/mcp", " -H 'Accept: application/json, text/event-stream' -H 'MCP-Protocol-Version: 2025-11-25'", call)},
		{"/aai", "AAI, numeric codes over JSON-RPC", post("/aai", "", call)},
		{"/problem/Doorbell_Ring", "plain HTTP with errors according to RFC 9457; one path per tool", post("/problem/Doorbell_Ring", "", `{"doorbell_id":"doorbell1"}`)},
		{"/google/Doorbell_Ring", "plain HTTP with errors as those of Google APIs (AIP-193)", post("/google/Doorbell_Ring", "", `{"doorbell_id":"doorbell1"}`)},
		{"/connect/Doorbell_Ring", "plain HTTP with errors as those of Connect", post("/connect/Doorbell_Ring", "", `{"doorbell_id":"doorbell1"}`)},
		{"/a2a", "A2A over JSON-RPC; message/send is that of 0.3", post("/a2a", "", message)},
		{"/openapi.json", "OpenAPI 3.1 document of the tools over plain HTTP", "curl -s " + base + "/openapi.json"},
	}
}

// Curls returns command lines that produce the same error in three protocols.
func Curls(base string) []string {
	var lines []string
	for _, e := range endpoints(base)[:3] {
		lines = append(lines, e.Curl)
	}
	return lines
}

func (p *page) serve(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", pagePolicy)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	return pageTemplate.Execute(w, p)
}
