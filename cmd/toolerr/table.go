package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/mapping"
)

func newTable() *cobra.Command {
	write := tableText
	cmd := &cobra.Command{
		Use:     "table",
		Short:   "Print the mapping table: each kind in every dialect",
		Example: "  toolerr table --format markdown",
		Args:    cobra.NoArgs,
		RunE: runE(func(cmd *cobra.Command, _ []string) error {
			return write(cmd.OutOrStdout(), mapping.Default())
		}),
	}
	format := newChoice(&write, "format", []option[func(io.Writer, *mapping.Table) error]{
		{"text", tableText, "for a terminal"},
		{"markdown", tableMarkdown, "a table in Markdown"},
		{"json", tableJSON, "an array of rows"},
	})
	format.addTo(cmd, "format", `text, markdown, or json, an array of rows (default text)`, false)
	return cmd
}

func tableText(w io.Writer, t *mapping.Table) error {
	tab := columns(w)
	fmt.Fprintln(tab, strings.Join(mapping.Header(), "\t"))
	for _, cells := range t.Cells() {
		fmt.Fprintln(tab, strings.Join(cells, "\t"))
	}
	return tab.Flush()
}

func tableMarkdown(w io.Writer, t *mapping.Table) error {
	_, err := io.WriteString(w, t.Markdown())
	return err
}

func tableJSON(w io.Writer, t *mapping.Table) error { return printJSON(w, t) }

// columns returns a writer that aligns tab-separated cells.
func columns(w io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(w, 0, 0, 2, ' ', 0) }

// printRow prints cells as an indented, tab-separated line, without empty cells at its end.
func printRow(w io.Writer, cells ...string) {
	for len(cells) > 0 && cells[len(cells)-1] == "" {
		cells = cells[:len(cells)-1]
	}
	fmt.Fprintln(w, "  "+strings.Join(cells, "\t"))
}
