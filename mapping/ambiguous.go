package mapping

import (
	"strconv"

	"github.com/toolerr/toolerr/errkit"
)

// The columns of the table that a kind is read back from.
const (
	ColumnHTTP      = "http"
	ColumnOXP       = "oxp"
	ColumnMCP       = "mcp"
	ColumnAAI       = "aai"
	ColumnAAIString = "aai_string"
	ColumnToolError = "toolerror"
)

// Ambiguity is a row that does not come back: its cell, read by the code alone,
// is another kind's.
type Ambiguity struct {
	Kind   errkit.Kind // the row
	Column string      // the column, a Column constant
	Cell   string      // what goes over the wire
	Back   errkit.Kind // what the cell reads as
}

// Ambiguous returns every row that does not come back from the code alone, by
// column, in the order of the kinds. What a protocol says besides the code (the
// needs, a status among details) may still tell such kinds apart.
func (t *Table) Ambiguous() []Ambiguity {
	var all []Ambiguity
	for _, c := range columns {
		for _, r := range t.orDefault().rows {
			cell, back := c.trip(t, r.Kind)
			if back != r.Kind {
				all = append(all, Ambiguity{r.Kind, c.name, cell, back})
			}
		}
	}
	return all
}

// RoundTrips reports whether a kind is read back from its own cell in a column.
// A column that is none holds nothing that could come back.
func (t *Table) RoundTrips(k errkit.Kind, column string) bool {
	for _, c := range columns {
		if c.name == column {
			_, back := c.trip(t, k)
			return back == k
		}
	}
	return false
}

// columns say a kind and read it back.
var columns = [...]struct {
	name string
	trip func(*Table, errkit.Kind) (cell string, back errkit.Kind)
}{
	{ColumnHTTP, func(t *Table, k errkit.Kind) (string, errkit.Kind) {
		status := t.row(k).HTTP
		back, _ := t.FromHTTP(status)
		return strconv.Itoa(status), back
	}},
	{ColumnOXP, func(t *Table, k errkit.Kind) (string, errkit.Kind) {
		form := t.row(k).OXP
		if k == errkit.AuthRequired || k == errkit.RequirementMissing { // they have missing_requirements
			return form.String() + " with missing_requirements", k
		}
		return form.String(), FromOXP(form)
	}},
	{ColumnMCP, func(t *Table, k errkit.Kind) (string, errkit.Kind) {
		code := t.row(k).MCP
		if code == MCPResult {
			return "result", errkit.ExecutionFailed
		}
		back, _ := t.FromMCP(int64(code))
		return strconv.Itoa(code), back
	}},
	{ColumnAAI, func(t *Table, k errkit.Kind) (string, errkit.Kind) {
		code := t.row(k).AAI
		back, _ := t.FromAAI(int64(code))
		return strconv.Itoa(code), back
	}},
	{ColumnAAIString, func(t *Table, k errkit.Kind) (string, errkit.Kind) {
		code := t.AAIString(k, 0)
		back, _ := t.FromAAIString(code)
		return code, back
	}},
	{ColumnToolError, func(t *Table, k errkit.Kind) (string, errkit.Kind) {
		code := t.ToolError(k, 0)
		if code == NeedsInput {
			return code, errkit.InputRequired
		}
		back, _ := t.FromToolError(code, t.ToolErrorStatus(k, 0))
		return code, back
	}},
}

// FromOXP returns the kind that a form of an OXP error reads as when nothing
// else in it says more.
func FromOXP(form Form) errkit.Kind {
	switch form {
	case OXPServer:
		return errkit.InvalidRequest
	case OXPValidation:
		return errkit.InvalidInput
	}
	return errkit.ExecutionFailed
}
