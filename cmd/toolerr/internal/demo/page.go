package demo

import (
	_ "embed"
	"fmt"
	"html/template"
	"net/http"

	"github.com/toolerr/toolerr/mapping"
)

//go:embed page.html
var pageSource string

var pageTemplate = template.Must(template.New("page").Parse(pageSource))

// pagePolicy lets a page load nothing at all; its style stands in it.
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// place is one protocol and how to call a tool in it.
type place struct{ Path, Protocol, Curl string }

// page is the front page: what is served where, the tools, and the table.
type page struct {
	Places []place
	Tools  []toolInfo
	Header []string
	Rows   [][]string
}

func newPage(base string, tools []toolInfo) *page {
	return &page{Places: places(base), Tools: tools, Header: mapping.Header(), Rows: mapping.Default().Cells()}
}

func places(base string) []place {
	post := func(path, more, body string) string {
		return fmt.Sprintf(`curl -s %s%s -H 'Content-Type: application/json'%s -d '%s'`, base, path, more, body)
	}
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Doorbell_Ring","arguments":{"doorbell_id":"doorbell1"}}}`
	return []place{
		{"/oxp/tools/call", "OXP 1.0; also /oxp/tools and /oxp/health", post("/oxp/tools/call", "", `{"request":{"tool_id":"Doorbell.Ring","input":{"doorbell_id":"doorbell1"}}}`)},
		{"/mcp", "MCP over streamable HTTP, all revisions", post("/mcp", " -H 'Accept: application/json, text/event-stream' -H 'MCP-Protocol-Version: 2025-11-25'", call)},
		{"/aai", "AAI, numeric codes over JSON-RPC", post("/aai", "", call)},
		{"/problem/Doorbell_Ring", "plain HTTP, errors by RFC 9457; a path for each tool", post("/problem/Doorbell_Ring", "", `{"doorbell_id":"doorbell1"}`)},
	}
}

// Curls returns command lines that show one failure in three protocols.
func Curls(base string) []string {
	var lines []string
	for _, p := range places(base)[:3] {
		lines = append(lines, p.Curl)
	}
	return lines
}

func (p *page) show(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", pagePolicy)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	return pageTemplate.Execute(w, p)
}
