package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/samber/lo"
	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

func newTable() *cobra.Command {
	write := tableText
	var asJSON bool
	var kind errkit.Kind
	cmd := newCommand("table", atMost(0), func(cmd *cobra.Command, _ []string) error {
		switch {
		case asJSON:
			write = tableJSON
		case cmd.Flags().Changed("kind"):
			return tableKind(cmd.OutOrStdout(), mapping.Default(), kind)
		}
		return write(cmd.OutOrStdout(), mapping.Default())
	})
	format := newChoice(&write, "format", []option[func(io.Writer, *mapping.Table) error]{
		{"text", tableText, "for a terminal"},
		{"markdown", tableMarkdown, "a table in Markdown"},
		{"json", tableJSON, "an array of rows"},
	})
	format.addTo(cmd, "format", `text, markdown, or json, an array of rows (default text)`, false)
	cmd.Flags().BoolVar(&asJSON, "json", false, "the same as --format json")
	kindChoice(&kind).addTo(cmd, "kind", "print only this kind, a line for each dialect", false)
	cmd.MarkFlagsMutuallyExclusive("format", "json", "kind")
	return cmd
}

// tableKind prints the row of a kind, a line for each column.
func tableKind(w io.Writer, t *mapping.Table, k errkit.Kind) error {
	tab := columns(w)
	cells := t.Cells()[slices.Index(errkit.Kinds(), k)]
	for i, name := range mapping.Header() {
		fmt.Fprintf(tab, "%s\t%s\n", name, cells[i])
	}
	return tab.Flush()
}

// tableWidth is the maximum width of a row, in characters.
const tableWidth = 100

func tableText(w io.Writer, t *mapping.Table) error {
	rows := append([][]string{mapping.Header()}, t.Cells()...)
	widths := make([]int, len(rows[0]))
	for _, cells := range rows {
		for i, cell := range cells {
			for _, value := range values(cell) {
				widths[i] = max(widths[i], utf8.RuneCountInString(value)+columnSpace)
			}
		}
	}
	for first := 1; first < len(widths); {
		last, width := first+1, widths[0]+widths[first]
		for ; last < len(widths) && width+widths[last] <= tableWidth; last++ {
			width += widths[last]
		}
		for _, cells := range rows {
			printFolded(w, append([]string{cells[0]}, cells[first:last]...), append([]int{widths[0]},
				widths[first:last]...))
		}
		fmt.Fprintln(w)
		first = last
	}
	for word := range strings.Lines(strings.TrimSpace(helpOf("$words"))) {
		if _, err := fmt.Fprintln(w, strings.TrimSpace(wrap(word, 2))); err != nil {
			return err
		}
	}
	return nil
}

// values returns the values of a cell.
func values(cell string) []string { return strings.Split(cell, "; ") }

// printFolded prints a row. A cell with several values has as many lines.
func printFolded(w io.Writer, cells []string, widths []int) {
	columns := lo.Map(cells, func(cell string, _ int) []string { return values(cell) })
	for i := range len(lo.MaxBy(columns, func(a, b []string) bool { return len(a) > len(b) })) {
		line := ""
		for j, column := range columns {
			line += fmt.Sprintf("%-*s", widths[j], lo.NthOrEmpty(column, i))
		}
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
}

func tableMarkdown(w io.Writer, t *mapping.Table) error {
	_, err := io.WriteString(w, t.Markdown())
	return err
}

func tableJSON(w io.Writer, t *mapping.Table) error { return printJSON(w, json.RawMessage(t.JSON())) }

// columnSpace is the space between columns, in characters.
const columnSpace = 2

// columns returns a writer that aligns tab-separated cells. A tab between two bytes 0xff is a part
// of the text.
func columns(w io.Writer) *tabwriter.Writer {
	return tabwriter.NewWriter(w, 0, 0, columnSpace, ' ', tabwriter.StripEscape)
}

// rowOf returns cells as an indented, tab-separated line, without empty cells at its end.
func rowOf(cells ...string) string {
	for len(cells) > 0 && cells[len(cells)-1] == "" {
		cells = cells[:len(cells)-1]
	}
	return "  " + strings.Join(cells, "\t") + "\n"
}
