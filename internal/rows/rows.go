// Package rows reads tables that are text files, so that a new row is a line and no code. [All] is
// the function, [Cells] and [Table] those for tables with columns, and [Sentences] that for tables
// of texts.
package rows

import (
	"encoding"
	"fmt"
	"iter"
	"reflect"
	"strconv"
	"strings"
)

// All returns the rows of a table, the lines that start with a tab, each with the heading of its
// group, which is the last line before it that does not. Blank lines, and comments, which start
// with "#", are skipped.
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

// Cells returns the rows of a table as [All] does, each as its cells, which have " | " between
// them. One that is "-" is "".
func Cells(table string) iter.Seq2[string, []string] {
	return func(yield func(heading string, cells []string) bool) {
		for heading, row := range All(table) {
			if !yield(heading, cellsOf(row)) {
				return
			}
		}
	}
}

func cellsOf(row string) []string {
	cells := strings.Split(row, " | ")
	for i, cell := range cells {
		if cells[i] = strings.TrimSpace(cell); cells[i] == "-" {
			cells[i] = ""
		}
	}
	return cells
}

// Table returns the rows with a heading, whose cells are the fields of R in their order: texts,
// integers and what has UnmarshalText, or what read sets, which is false for other fields, and may
// be nil. A cell of another form panics, as [regexp.MustCompile] does.
func Table[R any](table, heading string, read func(field any, cell string) bool) (all []R) {
	appendRows(reflect.ValueOf(&all).Elem(), table, heading, read)
	return all
}

// appendRows appends the rows with a heading to a slice. It is no part of Table, so that programs
// have it once, and not for each type.
func appendRows(all reflect.Value, table, heading string, read func(field any, cell string) bool) {
	for name, row := range All(table) {
		if name == heading {
			all.Set(reflect.Append(all, reflect.Zero(all.Type().Elem())))
			fill(all.Index(all.Len()-1), cellsOf(row), read)
		}
	}
}

// fill sets the fields of a row.
func fill(row reflect.Value, cells []string, read func(field any, cell string) bool) {
	for i, cell := range cells {
		field := row.Field(i)
		if cell == "" || read != nil && read(field.Addr().Interface(), cell) {
			continue
		}
		var err error
		if u, ok := field.Addr().Interface().(encoding.TextUnmarshaler); ok {
			err = u.UnmarshalText([]byte(cell))
		} else if field.Kind() == reflect.String {
			field.SetString(cell)
		} else {
			var n int
			n, err = strconv.Atoi(cell)
			field.SetInt(int64(n))
		}
		if err != nil {
			panic(fmt.Sprintf("rows: %s, %q: %v", row.Type(), cells, err))
		}
	}
}

// Sentences returns the texts of a table by the heading and the first word of their row. " | " is
// between the texts of a row.
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
