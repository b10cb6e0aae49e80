package mcp_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/lab/golden"
)

var (
	call     = dialect.Call{ID: json.RawMessage("7"), Elapsed: 60 * time.Millisecond}
	schema   = dialect.Call{ID: json.RawMessage(`"seven"`), OutputSchema: true}
	resource = dialect.Call{ID: json.RawMessage("7"), Method: "resources/read", URI: "file:///nonexistent.txt"}

	ways = []golden.Way{
		{Name: "mcp", Dialect: mcp.Dialect{}, Call: call},
		{Name: "mcp bare", Dialect: mcp.Dialect{}},
		{Name: "mcp url", Dialect: mcp.Dialect{URLElicitation: true}, Call: call},
		{Name: "mcp form", Dialect: mcp.Dialect{FormElicitation: true}, Call: call},
		{Name: "mcp resource", Dialect: mcp.Dialect{}, Call: resource},
		{Name: "mcp drafts", Dialect: mcp.Dialect{Drafts: true}, Call: call},
		{Name: "mcp-2025-11-25", Dialect: mcp.Dialect{Revision: "2025-11-25"}, Call: call},
		{Name: "mcp-2025-11-25 url", Dialect: mcp.Dialect{Revision: "2025-11-25", URLElicitation: true}, Call: call},
		{Name: "mcp-2025-11-25 structured", Dialect: mcp.Dialect{Revision: "2025-11-25", Structured: true},
			Call: call},
		{Name: "mcp-2025-11-25 structured, output schema",
			Dialect: mcp.Dialect{Revision: "2025-11-25", Structured: true}, Call: schema},
		{Name: "mcp-2025-06-18", Dialect: mcp.Dialect{Revision: "2025-06-18"}, Call: call},
		{Name: "mcp-2025-06-18 protocol", Dialect: mcp.Dialect{Revision: "2025-06-18", ProtocolValidation: true},
			Call: call},
		{Name: "mcp-2025-06-18 resource", Dialect: mcp.Dialect{Revision: "2025-06-18"}, Call: resource},
	}
)

func TestGolden(t *testing.T) { golden.Test(t, ways) }

func TestLaws(t *testing.T) {
	golden.Laws(t, append(ways[:len(ways):len(ways)],
		golden.Way{Dialect: mcp.Dialect{Revision: "2026-07-28", URLElicitation: true, FormElicitation: true,
			Structured: true}},
		golden.Way{Dialect: mcp.Dialect{Revision: "2025-06-18", Structured: true}},
		golden.Way{Dialect: mcp.Dialect{Drafts: true}},
		golden.Way{Dialect: mcp.Dialect{Revision: "2025-06-18", ProtocolValidation: true, URLElicitation: true}},
	))
}

func TestSchemas(t *testing.T) { golden.Schemas(t, ways, golden.MCP) }
