// Package rows reads tables that are text files, so that a new row is a line and no code. [All] is the
// function.
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
