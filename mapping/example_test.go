package mapping_test

import (
	"fmt"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

func ExampleTable_Row() {
	row := mapping.Default().Row(errkit.RateLimited)
	fmt.Println(row.HTTP, row.OXP, row.AAIString, row.ToolError, row.Retry)
	// Output:
	// 429 tool RATE_LIMITED CLIENT_ERROR allowed
}

// A table of an application, for the codec of an adapter.
func ExampleTable_With() {
	table, err := mapping.Default().With(mapping.Row{Kind: errkit.Conflict, HTTP: 423})
	fmt.Println(table.Row(errkit.Conflict).HTTP, mapping.Default().Row(errkit.Conflict).HTTP, err)
	// Output:
	// 423 409 <nil>
}
