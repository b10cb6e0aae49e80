package mapping

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
)

// rowJSON is the JSON of a row.
type rowJSON struct {
	Kind       string `json:"kind"`
	Text       string `json:"text"`
	HTTP       int    `json:"http"`
	OXP        string `json:"oxp"`
	MCP        any    `json:"mcp"` // "result" or a code
	MCPBefore  int    `json:"mcp_before,omitempty"`
	MCPOutside int    `json:"mcp_outside"`
	AAI        int    `json:"aai"`
	AAIString  string `json:"aai_string"`
	ToolError  string `json:"toolerror"`
	RPC        string `json:"rpc"`
	A2A        int    `json:"a2a"`
	A2AState   string `json:"a2a_state"`
	Problem    string `json:"problem"`
	Retry      string `json:"retry"`
}

// MarshalJSON returns an array of rows, each with the members kind, text (the default text of the kind), http, oxp, mcp
// ("result" or a code), mcp_before (if there is one), mcp_outside, aai, aai_string, toolerror, rpc, a2a, a2a_state,
// problem and retry. Cells that depend on the status of an upstream service are "by_upstream", an unspecified retry is
// "unspecified".
func (t *Table) MarshalJSON() ([]byte, error) {
	rows := t.orDefault().rows
	out := make([]rowJSON, len(rows))
	for i, r := range rows {
		out[i] = rowJSON{
			Kind: r.Kind.String(), Text: string(r.Kind.Text()), HTTP: r.HTTP, OXP: r.OXP.String(),
			MCP: r.MCP, MCPBefore: r.MCPBefore, MCPOutside: r.MCPOutside, AAI: r.AAI,
			AAIString: r.AAIString, ToolError: r.ToolError, RPC: r.RPC.String(), A2A: r.A2A, A2AState: r.A2AState, Problem: r.Problem, Retry: retryCell(r),
		}
		if r.MCP == MCPResult {
			out[i].MCP = "result"
		}
	}
	return json.Marshal(out)
}

// Header returns the column titles of [Table.Cells].
func Header() []string {
	return []string{"kind", "HTTP", "OXP", "MCP (tools/call)", "AAI numeric", "AAI string", "toolError:v1", "google.rpc", "A2A", "A2A task", "retry"}
}

// Cells returns the table as text: a row for each kind, with the columns of [Header].
func (t *Table) Cells() [][]string {
	rows := t.orDefault().rows
	out := make([][]string, len(rows))
	for i, r := range rows {
		out[i] = []string{
			r.Kind.String(), strconv.Itoa(r.HTTP), r.OXP.String(), mcpCell(r), aaiCell(r.AAI),
			readable(r.AAIString), readable(r.ToolError), readable(r.RPC.String()), strconv.Itoa(r.A2A), r.A2AState, readable(retryCell(r)),
		}
	}
	return out
}

// Markdown returns the table as a Markdown table.
func (t *Table) Markdown() string {
	var b strings.Builder
	writeRow := func(cells []string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }
	writeRow(Header())
	b.WriteString(strings.Repeat("|---", len(Header())) + "|\n")
	for _, cells := range t.Cells() {
		writeRow(cells)
	}
	return b.String()
}

func mcpCell(r Row) string {
	cell := strconv.Itoa(r.MCP)
	if r.MCP == MCPResult {
		cell = "result"
	}
	if r.MCPBefore != 0 {
		cell += fmt.Sprintf("; %d before the call", r.MCPBefore)
	}
	return cell
}

func aaiCell(code int) string {
	for _, c := range aaiCodes {
		if c.Code == code && definedByAAI(code) {
			return fmt.Sprintf("%d %s", code, c.Type)
		}
	}
	return strconv.Itoa(code)
}

func retryCell(r Row) string {
	switch {
	case r.Retry != errkit.RetryUnspecified:
		return r.Retry.String()
	case r.Kind == errkit.UpstreamFailed:
		return ByUpstream
	}
	return "unspecified"
}

// readable returns a cell with [ByUpstream] as words.
func readable(cell string) string { return strings.ReplaceAll(cell, "_upstream", " upstream") }
