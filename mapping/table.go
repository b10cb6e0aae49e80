package mapping

import (
	_ "embed"
	"fmt"
	"reflect"
	"slices"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rows"
)

// Cells with a special meaning.
const (
	// MCPResult in column MCP means that the error is in the result of the call, with isError,
	// where the model sees it (SEP-1303).
	MCPResult = 1
	// ByUpstream in the row of [errkit.UpstreamFailed] means that the cell depends on the HTTP
	// status of the response of the upstream service; see [Table.AAIString], [Table.ToolError] and
	// [Table.Retry].
	ByUpstream = "by_upstream"
	// NeedsInput in column ToolError means a needsInput:v1 document.
	NeedsInput = "needsInput:v1"
)

// A Form is one of the three forms of OXP errors (OXP 1.0, Call Tool, Error Behavior). The zero
// Form is unset.
type Form uint8

const (
	OXPServer     Form = iota + 1 // status 400: before the tool is called
	OXPValidation                 // status 422: the input does not match the tool's input_schema
	OXPTool                       // status 200: during the execution of the tool
)

var formNames = [...]string{"", OXPServer: "server", OXPValidation: "validation", OXPTool: "tool"}

// String returns "server", "validation" or "tool".
func (f Form) String() string {
	if int(f) < len(formNames) {
		return formNames[f]
	}
	return fmt.Sprintf("form(%d)", uint8(f))
}

// A Row is what one kind is encoded as in each protocol. In [Table.With] a zero cell is unchanged.
type Row struct {
	Kind       errkit.Kind
	HTTP       int          // status of the response in protocols that use it, 400 to 599
	OXP        Form         // if the Stage of the error is unspecified; see Table.OXP
	MCP        int          // of tools/call: MCPResult, or a JSON-RPC code
	MCPBefore  int          // of tools/call if the Stage of the error is BeforeCall: a JSON-RPC code; 0: as MCP
	MCPOutside int          // of other methods, which have no result with isError: a JSON-RPC code
	AAI        int          // JSON-RPC code
	AAIString  string       // code, or ByUpstream
	ToolError  string       // code, ByUpstream or NeedsInput
	RPC        RPCCode      // of Google APIs, gRPC and Connect, or RPCByUpstream
	A2A        int          // JSON-RPC code, never one about a task
	A2AState   string       // state of the task if the call failed after it was accepted, such as FAILED
	Problem    string       // the part of the problem type after the base URI (RFC 9457 §3.1.1)
	Retry      errkit.Retry // if the Retry of the error is unspecified; see Table.Retry
}

// A Table has a row for each kind. The nil Table and the zero Table are [Default].
type Table struct{ rows []Row }

// defaultTable has the rows of tables.txt, in the order of the kinds.
var defaultTable = &Table{readTable[Row]("kinds")}

// Default returns the default table.
func Default() *Table { return defaultTable }

func (t *Table) orDefault() *Table {
	if t == nil || t.rows == nil {
		return defaultTable
	}
	return t
}

// Row returns the row of k, or that of [errkit.Internal] if k is unknown.
func (t *Table) Row(k errkit.Kind) Row { return *t.row(k) }

func (t *Table) row(k errkit.Kind) *Row {
	t = t.orDefault()
	if int(k) >= len(t.rows) {
		k = errkit.Internal
	}
	return &t.rows[k]
}

// Status returns the HTTP status that e is rendered with in protocols that use HTTP statuses:
// e.Status if it is 400 to 599, else that of its kind. A nil e is Internal.
func (t *Table) Status(e *errkit.Error) int {
	switch {
	case e == nil:
		return t.row(errkit.Internal).HTTP
	case e.Status >= 400 && e.Status <= 599:
		return int(e.Status)
	}
	return t.row(e.Kind).HTTP
}

// Rows returns a copy of the rows, in the order of the kinds.
func (t *Table) Rows() []Row { return slices.Clone(t.orDefault().rows) }

// With returns a copy of the table that is changed by rows: their nonzero cells replace those of
// the same kind. A cell that its protocol does not allow, an unknown kind and two rows for one
// kind are errors.
func (t *Table) With(rows ...Row) (*Table, error) {
	derived := Table{t.Rows()}
	seen := map[errkit.Kind]bool{}
	for _, r := range rows {
		if int(r.Kind) >= len(derived.rows) {
			return nil, fmt.Errorf("mapping: unknown kind %d", uint8(r.Kind))
		}
		if seen[r.Kind] {
			return nil, fmt.Errorf("mapping: two rows for %s", r.Kind.String())
		}
		seen[r.Kind] = true
		if err := r.check(); err != nil {
			return nil, fmt.Errorf("mapping: %s: %w", r.Kind.String(), err)
		}
		r.replace(&derived.rows[r.Kind])
	}
	return &derived, nil
}

// replace sets the cells of base for which r has a value.
func (r Row) replace(base *Row) {
	from, to := reflect.ValueOf(r), reflect.ValueOf(base).Elem()
	for i := range from.NumField() {
		if cell := from.Field(i); !cell.IsZero() {
			to.Field(i).Set(cell)
		}
	}
}

// Stage returns the stage of an error of kind k whose Stage is unspecified: Execution if its OXP
// form is OXPTool, else BeforeCall.
func (t *Table) Stage(k errkit.Kind) errkit.Stage {
	if t.row(k).OXP == OXPTool {
		return errkit.Execution
	}
	return errkit.BeforeCall
}

// OXP returns the form of an error. The stage overrides the form of the kind (OXP 1.0, Call Tool,
// Error Behavior).
func (t *Table) OXP(k errkit.Kind, s errkit.Stage) Form {
	form := t.row(k).OXP
	switch {
	case s == errkit.Execution:
		return OXPTool
	case s == errkit.BeforeCall && k == errkit.InputRequired:
		return OXPValidation
	case s == errkit.BeforeCall && form == OXPTool:
		return OXPServer
	}
	return form
}

// MCP returns how an error of tools/call is rendered: [MCPResult], or a JSON-RPC code. A failure
// during execution is always in the result, which is what the model sees.
func (t *Table) MCP(k errkit.Kind, s errkit.Stage) int {
	r := t.row(k)
	switch {
	case s == errkit.Execution:
		return MCPResult
	case s == errkit.BeforeCall && r.MCPBefore != 0:
		return r.MCPBefore
	}
	return r.MCP
}

// tablesText has the tables of this package, so that a person can compare them with the
// specifications.
//
//go:embed tables.txt
var tablesText string

// readTable returns the rows of a table of tables.txt, whose cells are the fields of R in their
// order.
func readTable[R any](name string) []R { return rows.Table[R](tablesText, name, readCell) }

// readCell sets a field that package rows does not know. A test checks that each cell is one of
// its column.
func readCell(field any, cell string) bool {
	switch field := field.(type) {
	case *int:
		if cell != "result" {
			return false
		}
		*field = MCPResult
	case *Form:
		*field = Form(slices.Index(formNames[:], cell))
	case *RPCCode:
		if *field, _ = LookupRPCCode(cell); cell == ByUpstream {
			*field = RPCByUpstream
		}
	default:
		return false
	}
	return true
}
