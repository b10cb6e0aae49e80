package mapping

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
)

// The columns of the table from which a kind can be decoded.
const (
	ColumnHTTP      = "http"
	ColumnOXP       = "oxp"
	ColumnMCP       = "mcp"
	ColumnAAI       = "aai"
	ColumnAAIString = "aai_string"
	ColumnToolError = "toolerror"
	ColumnRPC       = "rpc"
	ColumnA2A       = "a2a"
	ColumnA2AState  = "a2a_state"
)

// A tableColumn is what the package does with the cells of a column: it exports, checks and
// decodes them. A new column of the table is a field of Row with its cells, and a row of
// tableColumns.
type tableColumn struct {
	name   string                                     // of the member in JSON, and in an Ambiguity
	title  string                                     // in Header; "" for a column that is only in JSON
	cell   func(*Row) any                             // as in JSON, where 0 is left out
	text   func(*Row) string                          // as in Cells; nil: as in JSON
	check  func(*Row) error                           // of a cell that With replaces; 0 and "" are allowed
	decode func(*Table, *Row) (k errkit.Kind, _ bool) // of a cell without ByUpstream; nil: the cell is not decoded
}

// tableColumns has the columns in their order in JSON.
var tableColumns = [...]tableColumn{
	{name: "kind", title: "kind", cell: func(r *Row) any { return r.Kind.String() }},
	{name: "text", cell: func(r *Row) any { return r.Kind.Text() }},
	{
		name: ColumnHTTP, title: "HTTP", cell: func(r *Row) any { return r.HTTP },
		check: func(r *Row) error {
			ok := r.HTTP == 0 || r.HTTP >= 400 && r.HTTP <= 599
			return unless(ok, "HTTP status %d is not an error status (400 to 599)", r.HTTP)
		},
		decode: func(t *Table, r *Row) (errkit.Kind, bool) { return t.FromHTTP(r.HTTP) },
	},
	{
		name: ColumnOXP, title: "OXP", cell: func(r *Row) any { return r.OXP.String() },
		check: func(r *Row) error { return unless(int(r.OXP) < len(formNames), "unknown OXP form %d", uint8(r.OXP)) },
		decode: func(t *Table, r *Row) (errkit.Kind, bool) {
			if r.Kind == errkit.AuthRequired || r.Kind == errkit.RequirementMissing { // by missing_requirements
				return r.Kind, true
			}
			return t.FromOXP(r.OXP), true
		},
	},
	{
		name: ColumnMCP, title: "MCP (tools/call)", cell: mcpCell,
		text: func(r *Row) string {
			if r.MCPBefore == 0 {
				return fmt.Sprint(mcpCell(r))
			}
			return fmt.Sprintf("%v; %d before the call", mcpCell(r), r.MCPBefore)
		},
		check: func(r *Row) error { return reserved("MCP", r.MCP, allowedByMCP(r.MCP) || r.MCP == MCPResult) },
		decode: func(t *Table, r *Row) (errkit.Kind, bool) {
			if r.MCP == MCPResult {
				return errkit.ExecutionFailed, true
			}
			return t.FromMCP(int64(r.MCP))
		},
	},
	{
		name: "mcp_before", cell: func(r *Row) any { return r.MCPBefore },
		check: func(r *Row) error { return reserved("MCP", r.MCPBefore, allowedByMCP(r.MCPBefore)) },
	},
	{
		name: "mcp_outside", cell: func(r *Row) any { return r.MCPOutside },
		check: func(r *Row) error { return reserved("MCP", r.MCPOutside, allowedByMCP(r.MCPOutside)) },
	},
	{
		name: ColumnAAI, title: "AAI numeric", cell: func(r *Row) any { return r.AAI },
		text: func(r *Row) string {
			if c, _ := LookupAAICode(int64(r.AAI)); definedByAAI(r.AAI) {
				return strconv.Itoa(r.AAI) + " " + c.Type
			}
			return strconv.Itoa(r.AAI)
		},
		check:  func(r *Row) error { return reserved("AAI", r.AAI, allowedByMCP(r.AAI) || definedByAAI(r.AAI)) },
		decode: func(t *Table, r *Row) (errkit.Kind, bool) { return t.FromAAI(int64(r.AAI)) },
	},
	{
		name: ColumnAAIString, title: "AAI string", cell: func(r *Row) any { return r.AAIString },
		check:  func(r *Row) error { return r.checkCode("AAI", r.AAIString) },
		decode: func(t *Table, r *Row) (errkit.Kind, bool) { return t.FromAAIString(r.AAIString) },
	},
	{
		name: ColumnToolError, title: "toolError:v1", cell: func(r *Row) any { return r.ToolError },
		check: func(r *Row) error {
			if r.ToolError == NeedsInput {
				return nil
			}
			return r.checkCode("toolError", r.ToolError)
		},
		decode: func(t *Table, r *Row) (errkit.Kind, bool) {
			if r.ToolError == NeedsInput {
				return errkit.InputRequired, true
			}
			return t.FromToolError(r.ToolError, t.ToolErrorStatus(r.Kind, 0))
		},
	},
	{
		name: ColumnRPC, title: "google.rpc", cell: func(r *Row) any { return r.RPC.String() },
		check: func(r *Row) error {
			if r.RPC == RPCByUpstream {
				return r.checkCode("google.rpc", ByUpstream)
			}
			return unless(r.RPC == 0 || r.RPC.IsError(), "unknown code %d of google.rpc", uint8(r.RPC))
		},
		decode: func(t *Table, r *Row) (errkit.Kind, bool) { return t.FromRPC(r.RPC) },
	},
	{
		name: ColumnA2A, title: "A2A", cell: func(r *Row) any { return r.A2A },
		check:  func(r *Row) error { return reserved("A2A", r.A2A, allowedByA2A(r.A2A)) },
		decode: func(t *Table, r *Row) (errkit.Kind, bool) { return t.FromA2A(int64(r.A2A)) },
	},
	{
		name: ColumnA2AState, title: "A2A task", cell: func(r *Row) any { return r.A2AState },
		check: func(r *Row) error {
			_, ok := Default().FromA2AState(A2AStatePrefix + r.A2AState)
			return unless(ok || r.A2AState == "", "%q is not a state of a task of A2A that failed", r.A2AState)
		},
		decode: func(t *Table, r *Row) (errkit.Kind, bool) { return t.FromA2AState(A2AStatePrefix + r.A2AState) },
	},
	{
		name: "problem", cell: func(r *Row) any { return r.Problem },
		check: func(r *Row) error {
			_, err := url.Parse(r.Problem)
			return unless(err == nil, "problem type %q is not valid in a URI", r.Problem)
		},
	},
	{
		name: "retry", title: "retry",
		cell: func(r *Row) any {
			switch {
			case r.Retry != errkit.RetryUnspecified:
				return r.Retry.String()
			case r.Kind == errkit.UpstreamFailed:
				return ByUpstream
			}
			return "unspecified"
		},
		check: func(r *Row) error { return unless(r.Retry <= errkit.AfterAction, "unknown retry %d", uint8(r.Retry)) },
	},
}

func mcpCell(r *Row) any {
	if r.MCP == MCPResult {
		return "result"
	}
	return r.MCP
}

// check returns an error for the first cell of r that its protocol does not allow.
func (r *Row) check() error {
	for i := range tableColumns {
		if check := tableColumns[i].check; check != nil {
			if err := check(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// allowedByMCP reports whether a server may use code in MCP: a standard code of JSON-RPC, or a
// code outside the range that JSON-RPC reserves (MCP 2026-07-28, basic: error codes).
func allowedByMCP(code int) bool {
	switch code {
	case rpc.ParseError, rpc.InvalidRequest, rpc.MethodNotFound, rpc.InvalidParams, rpc.InternalError:
		return true
	}
	return code != MCPResult && (code < -32768 || code > -32000)
}

// definedByAAI reports whether code is in the range that AAI defines.
func definedByAAI(code int) bool { return code >= -32014 && code <= -32001 }

// unless returns an error unless ok.
func unless(ok bool, format string, args ...any) error {
	if ok {
		return nil
	}
	return fmt.Errorf(format, args...)
}

// reserved returns an error for a code that is set and not allowed.
func reserved(protocol string, code int, allowed bool) error {
	return unless(code == 0 || allowed, "%s code %d is reserved", protocol, code)
}

// checkCode returns an error unless code is empty, has the form of a string code, or is ByUpstream
// where that is known.
func (r *Row) checkCode(protocol, code string) error {
	if code == ByUpstream {
		isKnown := r.Kind == errkit.UpstreamFailed
		return unless(isKnown, "%q is allowed for %s only", code, errkit.UpstreamFailed.String())
	}
	isForm := strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
	return unless(isForm, "%s code %q has characters other than A to Z, 0 to 9 and _", protocol, code)
}

// An Ambiguity is a cell of the table that is decoded as another kind than that of its row.
type Ambiguity struct {
	Kind    errkit.Kind `json:"-"`          // the kind of the row
	Column  string      `json:"column"`     // one of the Column constants
	Cell    string      `json:"cell"`       // the code, status or form
	Decoded errkit.Kind `json:"decodes_to"` // the kind that the cell is decoded as
}

// Ambiguous returns every cell that does not round-trip by its code, ordered by column and then by
// kind. Other members of a document, such as needs or a status among details, may still
// distinguish these kinds.
func (t *Table) Ambiguous() []Ambiguity {
	var all []Ambiguity
	for i := range tableColumns {
		for _, k := range errkit.Kinds() {
			if cell, decoded, ok := t.trip(k, tableColumns[i].name); ok && decoded != k {
				all = append(all, Ambiguity{k, tableColumns[i].name, fmt.Sprint(cell), decoded})
			}
		}
	}
	return all
}

// RoundTrips reports whether the cell of k in a column is decoded as k. It is false for an unknown
// column.
func (t *Table) RoundTrips(k errkit.Kind, column string) bool {
	_, decoded, ok := t.trip(k, column)
	return ok && decoded == k
}

// trip returns the cell of k in a column if no upstream service responded, and the kind that it is
// decoded as. It is false for a column that is not decoded.
func (t *Table) trip(k errkit.Kind, name string) (cell any, decoded errkit.Kind, ok bool) {
	c, _ := find(tableColumns[:], func(c *tableColumn) bool { return c.name == name })
	if c.decode == nil {
		return nil, k, false
	}
	r := t.Row(k)
	r.AAIString, r.ToolError, r.RPC = t.AAIString(k, 0), t.ToolError(k, 0), t.RPC(k, 0)
	decoded, _ = c.decode(t, &r)
	return c.cell(&r), decoded, true
}

// JSON returns an array of rows, each with the members kind, text (the default text of the
// kind), http, oxp, mcp ("result" or a code), mcp_before (if there is one), mcp_outside, aai,
// aai_string, toolerror, rpc, a2a, a2a_state, problem and retry. Cells that depend on the status
// of an upstream service are "by_upstream", an unspecified retry is "unspecified".
//
// [json.Marshal] of a table has no rows: as a [json.Marshaler], every program that holds a table
// would link this.
func (t *Table) JSON() []byte {
	doc, separator := []byte{'['}, "{"
	for _, r := range t.Rows() {
		for i := range tableColumns {
			cell := tableColumns[i].cell(&r)
			if cell == 0 { // of mcp_before, which only some kinds have
				continue
			}
			value, _ := json.Marshal(cell) // [Table.With] checked it
			doc = append(append(append(doc, separator+`"`+tableColumns[i].name...), `":`...), value...)
			separator = ","
		}
		separator = "},{"
	}
	return append(doc, "}]"...)
}

// Header returns the column titles of [Table.Cells].
func Header() (titles []string) {
	for _, c := range tableColumns {
		if c.title != "" {
			titles = append(titles, c.title)
		}
	}
	return titles
}

// Cells returns the table as text: a row for each kind, with the columns of [Header].
func (t *Table) Cells() [][]string {
	rows := t.Rows()
	out := make([][]string, len(rows))
	for i := range rows {
		for _, c := range tableColumns {
			switch {
			case c.title == "":
				continue
			case c.text != nil:
				out[i] = append(out[i], c.text(&rows[i]))
			default:
				out[i] = append(out[i], strings.ReplaceAll(fmt.Sprint(c.cell(&rows[i])), ByUpstream, "by upstream"))
			}
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
