package fieldtext

import (
	_ "embed"
	"strings"

	"github.com/toolerr/toolerr/internal/lazy"
)

// row is a form of rows.txt: that of a text about one part of an input, or about several names in
// it. That of a whole text (heads) has other parts, which rows.txt describes.
type row struct {
	source        string // who writes such texts
	form          string
	message, rule string // of the field, if the form has none; <param> and <rule> are those of the form
	below         bool   // the path is the line before
	signs         signs  // of the literal text of form
}

//go:embed rows.txt
var rowText string

var parsed lazy.Value[[]row]

func parseRows() (all []row) {
	for line := range strings.Lines(rowText) {
		if part := strings.Split(strings.TrimSuffix(line, "\n")+" ||  || ", " || "); line[0] != '#' && len(part) > 3 {
			all = append(all, row{part[0], part[1], strings.TrimPrefix(part[2], "^"), part[3], part[2] == "^", literals(part[1])})
		}
	}
	return all
}

// literals returns the signs of the literal text of a form.
func literals(form string) signs {
	var literal strings.Builder
	for more := true; more; {
		var text string
		text, form, more = strings.Cut(form, "<")
		literal.WriteString(text)
		_, form, _ = strings.Cut(form, ">")
	}
	return signsOf(literal.String())
}

// maxRows is as many rows as there are.
const maxRows = 70

// heads is the number of the first rows: their forms are those of a whole text.
const heads = 11

// unspecific is the number of the last rows that are read only in a text whose author is known.
const unspecific = 9

// prefixes are written before the text of a fault. The tool's name follows those that end with a
// space.
var prefixes = [...]string{
	"MCP error -32602: ", "Input validation error: ", "Invalid arguments: ", "Invalid argument: ",
	"input schema validation failed: ", "failed to bind arguments: ", "Error: ", "McpError: ",
	"tool execution failed: ", `validating "arguments": `, "Error executing tool ", "Error calling tool ",
}

// prefixStarts are the first bytes of prefixes.
const prefixStarts = "MIiftvE"
