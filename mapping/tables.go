package mapping

import (
	_ "embed"
	"encoding"
	"reflect"
	"slices"
	"strconv"

	"github.com/toolerr/toolerr/internal/rows"
)

// tablesText has the tables of this package, so that a person can compare them with the specifications.
//
//go:embed tables.txt
var tablesText string

// readTable returns the rows of a table of tables.txt, whose cells are the fields of R in their order.
func readTable[R any](name string) (all []R) {
	for table, cells := range rows.Cells(tablesText) {
		if table != name {
			continue
		}
		var row R
		for i, cell := range cells {
			if cell != "" {
				readCell(reflect.ValueOf(&row).Elem().Field(i).Addr().Interface(), cell)
			}
		}
		all = append(all, row)
	}
	return all
}

// readCell sets a field. A test checks that each cell is one of its column.
func readCell(field any, cell string) {
	switch field := field.(type) {
	case *string:
		*field = cell
	case *int:
		if *field, _ = strconv.Atoi(cell); cell == "result" {
			*field = MCPResult
		}
	case *Form:
		*field = Form(slices.Index(formNames[:], cell))
	case *RPCCode:
		if *field, _ = LookupRPCCode(cell); cell == ByUpstream {
			*field = RPCByUpstream
		}
	case encoding.TextUnmarshaler:
		_ = field.UnmarshalText([]byte(cell))
	}
}
