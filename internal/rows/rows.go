// Package rows reads tables that are text files, so that a new row is a line and no code. [All] is the
// function, [Cells] that for tables with columns, and [Sentences] that for tables of texts.
package rows

import (
	"iter"
	"strings"
)

// All returns the rows of a table, the lines that start with a tab, each with the heading of its group, which is
// the last line before it that does not. Blank lines, and comments, which start with "#", are skipped.
func All(table string) iter.Seq2[string, string] {
	return func(yield func(heading, row string) bool) {
		heading := ""
		for line := range strings.Lines(table) {
			line = strings.TrimRight(line, "\r\n")
			switch row, isRow := strings.CutPrefix(line, "\t"); {
			case line == "", line[0] == '#':
			case !isRow:
				heading = line
			case !yield(heading, row):
				return
			}
		}
	}
}

// Cells returns the rows of a table as [All] does, each as its cells, which have " | " between them. One that is "-" is "".
func Cells(table string) iter.Seq2[string, []string] {
	return func(yield func(heading string, cells []string) bool) {
		for heading, row := range All(table) {
			cells := strings.Split(row, " | ")
			for i, cell := range cells {
				if cells[i] = strings.TrimSpace(cell); cells[i] == "-" {
					cells[i] = ""
				}
			}
			if !yield(heading, cells) {
				return
			}
		}
	}
}

// Sentences returns the texts of a table by the heading and the first word of their row. " | " is between the
// texts of a row.
func Sentences[T ~string](table string) map[string]map[string][]T {
	all := map[string]map[string][]T{}
	for group, row := range All(table) {
		name, texts, _ := strings.Cut(row, " ")
		if all[group] == nil {
			all[group] = map[string][]T{}
		}
		for text := range strings.SplitSeq(texts, " | ") {
			all[group][name] = append(all[group][name], T(text))
		}
	}
	return all
}
