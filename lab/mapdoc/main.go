// Command mapdoc generates docs/mapping.md, which has the mapping table and the measured losses of
// each dialect, and mapping/table.json, which has the table in JSON. Its schema is
// schemas/mapping-table.schema.json.
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
	table, tableErr := Table()
	if err = errors.Join(err, tableErr); err == nil {
		err = os.WriteFile(os.Args[2], table, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mapdoc:", err)
		os.Exit(1)
	}
}
