package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

// measured are the dialects of the page; oxp-flat loses what oxp does, and every
// revision of MCP the same.
var measured = []string{"oxp", "mcp", "aai", "aai-string", "toolerror", "problem"}

func dialects() ([]dialect.Dialect, error) {
	all := make([]dialect.Dialect, len(measured))
	for i, name := range measured {
		d, err := dialect.Parse(name)
		if err != nil {
			return nil, err
		}
		all[i] = d
	}
	return all, nil
}

// readBack writes a row for each kind: what each dialect's document is read as.
func readBack(b *bytes.Buffer) error {
	all, err := dialects()
	if err != nil {
		return err
	}
	var codec dialect.Codec
	var rows [][]string
	for _, k := range errkit.Kinds() {
		row := []string{k.String()}
		for _, d := range all {
			_, losses, err := codec.Measure(&errkit.Error{Kind: k, Message: "The bell did not ring."}, d, dialect.Call{})
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
	table(b, append([]string{"kind"}, measured...), rows)
	return nil
}

// full is an error of a kind with everything filled in.
func full(k errkit.Kind) *errkit.Error {
	e := &errkit.Error{
		Kind: k, Code: "bell_jammed", Message: "The bell did not ring.", Hint: "Call list_bells.", Ref: "7f3a9c",
		Retry: errkit.Allowed, RetryAfter: 1500 * time.Millisecond, Stage: errkit.Execution, Upstream: 503,
		Fields:  []errkit.Field{{Path: "/bells/0", Message: "must be a name", Rule: "type", Param: "string"}},
		Details: []slog.Attr{slog.String("bell", "front"), slog.Int("times", 3)},
		Needs: &errkit.Needs{
			Challenges: []errkit.Challenge{{ID: "c1", URL: "https://example.com/authorize", CheckURL: "https://example.com/check", Message: "Let the tool ring."}},
			UserID:     true, Secrets: []string{"BELL_TOKEN"}, Scopes: []string{"bells:ring"},
		},
		Dev: errkit.Dev("clapper stuck"),
	}
	if k == errkit.InputRequired { // which other kinds do not ask for
		e.Needs.Reason, e.Needs.Input = "Several bells match.", []errkit.Input{{Name: "bell", Suggestions: []string{"front", "back"}}}
	}
	return e
}

// fields are the parts of an error, as losses name them.
var fields = []string{"message", "code", "hint", "fields", "needs", "retry", "retry_after", "stage", "upstream", "details", "ref", "dev"}

// lost writes a row for each field: what becomes of it in each dialect.
func lost(b *bytes.Buffer) error {
	all, err := dialects()
	if err != nil {
		return err
	}
	var codec dialect.Codec
	rows := make([][]string, len(fields))
	for i, field := range fields {
		rows[i] = []string{field}
	}
	for _, d := range all {
		counts := make([]map[string]int, len(fields))
		for i := range fields {
			counts[i] = map[string]int{}
		}
		for _, k := range errkit.Kinds() {
			_, losses, err := codec.Measure(full(k), d, dialect.Call{})
			if err != nil {
				return err
			}
			for i, field := range fields {
				counts[i][fate(losses, field)]++
			}
		}
		for i := range fields {
			rows[i] = append(rows[i], counted(counts[i]))
		}
	}
	table(b, append([]string{"field"}, measured...), rows)
	return nil
}

const kept = "kept"

// fate is what became of a field.
func fate(losses []dialect.Loss, field string) string {
	for _, l := range losses {
		if l.Field == field {
			return string(l.Why)
		}
	}
	return kept
}

// fates in the order in which a cell tells them.
var fates = []string{kept, string(dialect.Folded), string(dialect.Narrowed), string(dialect.Invented), string(dialect.Dropped), string(dialect.Withheld)}

// counted tells one fate alone, and several with the number of their kinds.
func counted(counts map[string]int) string {
	var told []string
	for _, f := range fates {
		if n := counts[f]; n > 0 {
			told = append(told, fmt.Sprintf("%s %d", f, n))
		}
	}
	if len(told) == 1 {
		return strings.TrimRight(told[0], " 0123456789")
	}
	slices.SortStableFunc(told, func(a, b string) int { return number(counts, b) - number(counts, a) })
	return strings.Join(told, ", ")
}

func number(counts map[string]int, cell string) int {
	name, _, _ := strings.Cut(cell, " ")
	return counts[name]
}
