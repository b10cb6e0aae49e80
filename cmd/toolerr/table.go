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
		Short:   "Print the table of kinds and what they are in every dialect",
		Example: "  toolerr table --format markdown",
		Args:    cobra.NoArgs,
		RunE: does(func(cmd *cobra.Command, _ []string) error {
			return write(cmd.OutOrStdout(), mapping.Default())
		}),
	}
	formats := map[string]func(io.Writer, *mapping.Table) error{"text": tableText, "markdown": tableMarkdown, "json": tableJSON}
	format := &choice[func(io.Writer, *mapping.Table) error]{
		to: &write, what: "format", names: []string{"text", "markdown", "json"},
		parse: func(name string) (func(io.Writer, *mapping.Table) error, bool) {
			f, ok := formats[name]
			return f, ok
		},
	}
	format.flag(cmd, "format", `text, markdown or json, an array of rows (default text)`, false)
	return cmd
}

func tableText(w io.Writer, t *mapping.Table) error {
	tab := newTab(w)
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

// newTab aligns the columns of lines whose cells a tab separates.
func newTab(w io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(w, 0, 0, 2, ' ', 0) }

// printRow prints cells in columns, indented, without those that are empty at its end.
func printRow(w io.Writer, cells ...string) {
	for len(cells) > 0 && cells[len(cells)-1] == "" {
		cells = cells[:len(cells)-1]
	}
	fmt.Fprintln(w, "  "+strings.Join(cells, "\t"))
}
