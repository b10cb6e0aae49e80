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

// header returns a title, and the names of the dialects on the page.
func header(title string) []string {
	cells := []string{title}
	for _, d := range measured() {
		cells = append(cells, d.Name())
	}
	return cells
}

// kindLosses writes a table with a row for each kind: the kind to which the document of each
// dialect decodes.
func kindLosses(b *bytes.Buffer) error {
	var codec dialect.Codec
	var rows [][]string
	for _, k := range errkit.Kinds() {
		row := []string{k.String()}
		for _, d := range measured() {
			_, losses, err := codec.Measure(&errkit.Error{Kind: k, Message: "The bell did not ring."}, d,
				dialect.Call{})
			if err != nil {
				return err
			}
			cell := "·"
			for _, l := range losses {
				if l.Field == "kind" && l.From != l.To {
					cell = l.To
				}
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	table(b, header("kind"), rows)
	return nil
}

// fullError returns an error of kind k in which every field is set.
func fullError(k errkit.Kind) *errkit.Error {
	e := &errkit.Error{
		Kind: k, Code: "bell_jammed", Message: "The bell did not ring.", Hint: "Call list_bells.", Ref: "7f3a9c",
		Retry: errkit.Allowed, RetryAfter: 1500 * time.Millisecond, Stage: errkit.Execution, Upstream: 503,
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
var fields = []string{"message", "code", "hint", "fields", "needs", "retry", "retry_after", "stage", "upstream",
	"details", "ref", "dev"}

// fieldLosses writes a table with a row for each field: what each dialect preserves of it.
func fieldLosses(b *bytes.Buffer) error {
	var codec dialect.Codec
	rows := make([][]string, len(fields))
	for i, field := range fields {
		rows[i] = []string{field}
	}
	for _, d := range measured() {
		counts := make([]map[string]int, len(fields))
		for i := range fields {
			counts[i] = map[string]int{}
		}
		for _, k := range errkit.Kinds() {
			_, losses, err := codec.Measure(fullError(k), d, dialect.Call{})
			if err != nil {
				return err
			}
			for i, field := range fields {
				counts[i][outcome(losses, field)]++
			}
		}
		for i := range fields {
			rows[i] = append(rows[i], cell(counts[i]))
		}
	}
	table(b, header("field"), rows)
	return nil
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
