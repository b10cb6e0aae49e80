package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/httperr"
	"github.com/toolerr/toolerr/errkit"
)

// alike has the dialects whose losses are those of another one, which has a column on the page.
var alike = map[string][]string{
	"mcp":              {"mcp-2026-07-28", "mcp-2025-11-25", "mcp-2025-06-18"},
	"oxp":              {"oxp-flat"},
	"anthropic":        {"acp", "gemini", "gemini-interactions", "bedrock"},
	"openai-responses": {"openai-chat", "ai-sdk", "langchain"},
}

// measured returns the dialects on the page: all but http, which is only for reading, and those
// that are like another one.
func measured() []dialect.Dialect {
	return slices.DeleteFunc(all.Dialects(), func(d dialect.Dialect) bool {
		for _, names := range alike {
			if slices.Contains(names, d.Name()) {
				return true
			}
		}
		return d == httperr.Dialect{}
	})
}

// A column has what becomes of each row of a table in a dialect.
type column struct {
	name  string
	cells []string
}

// columns writes a table with the columns in which a cell is not the one for no loss, and returns
// the names of the other dialects.
func columns(b *bytes.Buffer, title string, rows []string, all []column, kept func(row int, cell string) bool) string {
	var names []string
	all = slices.DeleteFunc(all, func(c column) bool {
		lossless := true
		for i, cell := range c.cells {
			lossless = lossless && kept(i, cell)
		}
		if lossless {
			names = append(names, "`"+c.name+"`")
		}
		return lossless
	})
	header, body := []string{title}, make([][]string, len(rows))
	for _, c := range all {
		header = append(header, c.name)
	}
	for i, row := range rows {
		body[i] = []string{row}
		for _, c := range all {
			body[i] = append(body[i], c.cells[i])
		}
	}
	table(b, header, body)
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// codecOf returns the codec of a server with the middleware: that of MCP carries errors by
// default.
func codecOf(d dialect.Dialect) *dialect.Codec {
	return &dialect.Codec{Carry: d.Name() == "mcp" || d.Name() == "toolerror"}
}

// kindLosses writes a table with a row for each kind: the kind to which the document of each
// dialect decodes. It returns the names of the dialects without a column, which have all kinds.
func kindLosses(b *bytes.Buffer) (kept string, err error) {
	var rows []string
	for _, k := range errkit.Kinds() {
		rows = append(rows, k.String())
	}
	var all []column
	for _, d := range measured() {
		c := column{name: d.Name()}
		for _, k := range errkit.Kinds() {
			_, losses, err := codecOf(d).Measure(&errkit.Error{Kind: k, Message: "The bell did not ring."}, d,
				dialect.Call{})
			if err != nil {
				return "", err
			}
			cell := "·"
			for _, l := range losses {
				if l.Field == "kind" && l.From != l.To {
					cell = l.To
				}
			}
			c.cells = append(c.cells, cell)
		}
		all = append(all, c)
	}
	return columns(b, "kind", rows, all, func(_ int, cell string) bool { return cell == "·" }), nil
}

// fullError returns an error of kind k in which every field is set.
func fullError(k errkit.Kind) *errkit.Error {
	e := &errkit.Error{
		Kind: k, Code: "bell_jammed", Message: "The bell did not ring.", Hint: "Call list_bells.", Ref: "7f3a9c",
		DocURL: "https://bells.example.com/errors#bell_jammed",
		Retry:  errkit.Allowed, RetryAfter: 1500 * time.Millisecond, Stage: errkit.Execution, Upstream: 503,
		Fields:  []errkit.Field{{Path: "/bells/0", Message: "must be a name", Rule: "type", Param: "string"}},
		Details: []slog.Attr{slog.String("bell", "front"), slog.Int("times", 3)},
		Needs: &errkit.Needs{
			Challenges: []errkit.Challenge{{ID: "c1", URL: "https://example.com/authorize",
				CheckURL: "https://example.com/check", Message: "Let the tool ring."}},
			UserID: true, Secrets: []string{"BELL_TOKEN"}, Scopes: []string{"bells:ring"},
		},
		Dev: errkit.Dev("clapper stuck"),
	}
	if k == errkit.InputRequired { // only this kind has Input
		e.Needs.Reason, e.Needs.Input = "Several bells match.", []errkit.Input{{Name: "bell",
			Suggestions: []string{"front", "back"}}}
	}
	return e
}

// fields lists the fields of an error, as named in dialect.Loss.
var fields = []string{"message", "code", "hint", "doc_url", "fields", "needs", "retry", "retry_after", "stage", "upstream",
	"details", "ref", "dev"}

// fieldLosses writes a table with a row for each field: what each dialect preserves of it. It
// returns the names of the dialects without a column, which keep every field but dev.
func fieldLosses(b *bytes.Buffer) (all string, err error) {
	var list []column
	for _, d := range measured() {
		counts := make([]map[string]int, len(fields))
		for i := range fields {
			counts[i] = map[string]int{}
		}
		for _, k := range errkit.Kinds() {
			_, losses, err := codecOf(d).Measure(fullError(k), d, dialect.Call{})
			if err != nil {
				return "", err
			}
			for i, field := range fields {
				counts[i][outcome(losses, field)]++
			}
		}
		c := column{name: d.Name()}
		for i := range fields {
			c.cells = append(c.cells, cell(counts[i]))
		}
		list = append(list, c)
	}
	return columns(b, "field", fields, list, func(i int, cell string) bool {
		return cell == kept || fields[i] == "dev"
	}), nil
}

const kept = "kept"

// outcome returns the reason of the loss of a field, or kept.
func outcome(losses []dialect.Loss, field string) string {
	for _, l := range losses {
		if l.Field == field {
			return string(l.Reason)
		}
	}
	return kept
}

// outcomes lists all outcomes, in the order of preference in a cell.
var outcomes = []string{kept, string(dialect.Folded), string(dialect.Narrowed), string(dialect.Invented),
	string(dialect.Dropped), string(dialect.Withheld)}

// cell formats the number of kinds by outcome, the most frequent first. A single outcome has no
// number.
func cell(counts map[string]int) string {
	found := slices.DeleteFunc(slices.Clone(outcomes), func(o string) bool { return counts[o] == 0 })
	if len(found) == 1 {
		return found[0]
	}
	slices.SortStableFunc(found, func(a, b string) int { return counts[b] - counts[a] })
	for i, o := range found {
		found[i] = fmt.Sprintf("%s %d", o, counts[o])
	}
	return strings.Join(found, ", ")
}
