// Package samples, for implementations of dialects, has errors, and generators of errors and
// calls, that tests of dialects share.
package samples

import (
	_ "embed"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rows"
)

// A Value is an error that golden files, benchmarks and comparisons render.
type Value struct {
	Name  string
	Why   string
	Error *errkit.Error
}

// Secret must not be in any document, except Dev in OXP's developer_message.
const Secret = "CANARY"

//go:embed values.txt
var valuesText string

// Values returns the errors.
func Values() (values []Value) {
	for _, cells := range rows.Cells(valuesText) {
		e := new(errkit.Error)
		if doc := cells[2]; doc != "" && e.UnmarshalJSON([]byte(doc)) != nil {
			panic("samples: not the canonical JSON of an error: " + doc)
		}
		switch cells[0] {
		case "auth":
			e.Dev = errkit.Dev("token store is empty")
		case "large":
			e = Large()
		case "bell":
			e.Dev = errkit.Dev("The doorbell with ID 'doorbell1' does not exist.")
		case "internal":
			e.Err = errors.New(Secret)
		case "version":
			e.Details = []slog.Attr{slog.Any("supported", []string{"2026-07-28", "2025-11-25"}),
				slog.String("requested", "1900-01-01")}
		case "hostile":
			e = hostile()
		}
		values = append(values, Value{cells[0], cells[1], e})
	}
	return values
}

// hostile returns an error with values of many types.
func hostile() *errkit.Error {
	return &errkit.Error{
		Kind: errkit.ExecutionFailed, Message: "a\x1b[31mred\x1b[0m \u202egnirts \"quoted\" \\ \x00 end\r\nline",
		Fields: []errkit.Field{
			{Path: "", Message: "the whole"}, {Path: "/a~1b", Message: "slash"},
			{Path: "/~1x", Message: "starts with a slash"},
			{Path: "/", Message: "empty name"}, {Path: "/b", Message: "one"}, {Path: "/b", Message: "two"},
			{Path: "/c"},
		},
		Details: []slog.Attr{
			slog.String("text", "<&>\u2028"), slog.Int("n", -1), slog.Float64("f", 1.5), slog.Bool("yes", true),
			slog.Duration("took", 1500*time.Microsecond),
			slog.Time("at", time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)),
			slog.Group("inner", slog.String("a", "b"), slog.Any("nothing", nil)),
			slog.Any("private", errkit.Dev(Secret)), slog.Any("error", errors.New(Secret)),
			slog.Any("list", []any{1, "x"}),
		},
		Dev: errkit.Dev(Secret), Err: errors.New(Secret),
	}
}

// Large returns an error with 100 fields.
func Large() *errkit.Error {
	e := &errkit.Error{Kind: errkit.InvalidInput, Message: "Einige Eingaben sind ungültig – bitte prüfen."}
	for i := range 100 {
		e.Fields = append(e.Fields, errkit.Field{
			Path:    fmt.Sprintf("/positionen/%d/menge", i),
			Message: errkit.Textf("muß „größer\" als %d sein\n(日本語 \\ 中文)", i),
			Rule:    "gt", Param: "0",
		})
	}
	return e
}
