// Command mapdoc writes docs/mapping.md: the mapping table, and what each dialect
// loses of an error, measured; and mapping/table.json: the table for programs in
// other languages, whose schema is schemas/mapping-table.schema.json.
package main

import (
	"errors"
	"fmt"
	"os"
)

//go:generate go run . ../../docs/mapping.md ../../mapping/table.json

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: mapdoc PAGE TABLE")
		os.Exit(2)
	}
	page, err := Page()
	if err == nil {
		err = os.WriteFile(os.Args[1], page, 0o644)
	}
	table, failed := Table()
	if err = errors.Join(err, failed); err == nil {
		err = os.WriteFile(os.Args[2], table, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mapdoc:", err)
		os.Exit(1)
	}
}
