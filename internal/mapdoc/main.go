// Command mapdoc writes docs/mapping.md: the mapping table, and what each dialect
// loses of an error, measured.
package main

import (
	"fmt"
	"os"
)

//go:generate go run . ../../docs/mapping.md

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: mapdoc FILE")
		os.Exit(2)
	}
	page, err := Page()
	if err == nil {
		err = os.WriteFile(os.Args[1], page, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mapdoc:", err)
		os.Exit(1)
	}
}
