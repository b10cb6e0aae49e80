package mapping

import (
	_ "embed"
	"slices"

	"github.com/toolerr/toolerr/internal/rows"
)

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
