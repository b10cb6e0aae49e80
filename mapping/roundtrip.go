package mapping

import (
	"strconv"

	"github.com/toolerr/toolerr/errkit"
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

// An Ambiguity is a cell of the table that is decoded as another kind than that of its row.
type Ambiguity struct {
	Kind    errkit.Kind // the kind of the row
	Column  string      // one of the Column constants
	Cell    string      // the code, status or form
	Decoded errkit.Kind // the kind that the cell is decoded as
}

// Ambiguous returns every cell that does not round-trip by its code, ordered by column and then by kind. Other members of
// a document, such as needs or a status among details, may still distinguish these kinds.
func (t *Table) Ambiguous() []Ambiguity {
	var all []Ambiguity
	for _, c := range columns {
		for _, r := range t.orDefault().rows {
			cell, decoded := c.trip(t, r.Kind)
			if decoded != r.Kind {
				all = append(all, Ambiguity{r.Kind, c.name, cell, decoded})
			}
		}
	}
	return all
}

// RoundTrips reports whether the cell of k in a column is decoded as k. It is false for an unknown column.
func (t *Table) RoundTrips(k errkit.Kind, column string) bool {
	for _, c := range columns {
		if c.name == column {
			_, decoded := c.trip(t, k)
			return decoded == k
		}
	}
	return false
}

// columns holds for each column a function that encodes a kind and decodes the result.
var columns = [...]struct {
	name string
	trip func(*Table, errkit.Kind) (cell string, decoded errkit.Kind)
}{
	{ColumnHTTP, func(t *Table, k errkit.Kind) (string, errkit.Kind) {
		status := t.row(k).HTTP
		decoded, _ := t.FromHTTP(status)
		return strconv.Itoa(status), decoded
	}},
	{ColumnOXP, func(t *Table, k errkit.Kind) (string, errkit.Kind) {
		form := t.row(k).OXP
		if k == errkit.AuthRequired || k == errkit.RequirementMissing { // recognized by missing_requirements
			return form.String() + " with missing_requirements", k
		}
		return form.String(), t.FromOXP(form)
	}},
	{ColumnMCP, func(t *Table, k errkit.Kind) (string, errkit.Kind) {
		code := t.row(k).MCP
		if code == MCPResult {
			return "result", errkit.ExecutionFailed
		}
		decoded, _ := t.FromMCP(int64(code))
		return strconv.Itoa(code), decoded
	}},
	{ColumnAAI, func(t *Table, k errkit.Kind) (string, errkit.Kind) {
		code := t.row(k).AAI
		decoded, _ := t.FromAAI(int64(code))
		return strconv.Itoa(code), decoded
	}},
	{ColumnAAIString, func(t *Table, k errkit.Kind) (string, errkit.Kind) {
		code := t.AAIString(k, 0)
		decoded, _ := t.FromAAIString(code)
		return code, decoded
	}},
	{ColumnToolError, func(t *Table, k errkit.Kind) (string, errkit.Kind) {
		code := t.ToolError(k, 0)
		if code == NeedsInput {
			return code, errkit.InputRequired
		}
		decoded, _ := t.FromToolError(code, t.ToolErrorStatus(k, 0))
		return code, decoded
	}},
	{ColumnRPC, func(t *Table, k errkit.Kind) (string, errkit.Kind) {
		code := t.RPC(k, 0)
		decoded, _ := t.FromRPC(code)
		return code.String(), decoded
	}},
	{ColumnA2A, func(t *Table, k errkit.Kind) (string, errkit.Kind) {
		code := t.row(k).A2A
		decoded, _ := t.FromA2A(int64(code))
		return strconv.Itoa(code), decoded
	}},
	{ColumnA2AState, func(t *Table, k errkit.Kind) (string, errkit.Kind) {
		state := t.row(k).A2AState
		decoded, _ := t.FromA2AState(A2AStatePrefix + state)
		return state, decoded
	}},
}
