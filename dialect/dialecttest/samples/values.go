// Package samples, for implementations of dialects, has errors, and generators of errors and
// calls, that tests of dialects share.
package samples

import (
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/toolerr/toolerr/errkit"
)

// A Value is an error that golden files, benchmarks and comparisons render.
type Value struct {
	Name  string
	Why   string
	Error *errkit.Error
}

// Secret must not be in any document, except Dev in OXP's developer_message.
const Secret = "CANARY"

// Values returns the errors.
func Values() []Value {
	return []Value{
		{"tiny", "code and message", &errkit.Error{
			Kind: errkit.NotFound, Code: "no_such_bell", Message: "There is no bell with this id.",
		}},
		{"default", "a kind without a message: the default text", &errkit.Error{Kind: errkit.Conflict}},
		{"typical", "validation with three fields", &errkit.Error{
			Kind: errkit.InvalidInput, Message: "Some input parameters are invalid.",
			Fields: []errkit.Field{
				{Path: "/departure", Message: "must be a date in the future", Rule: "future"},
				{Path: "/passengers/0/name", Message: "is required", Rule: "required"},
				{Path: "/seats", Message: "must be at least 1", Rule: "min", Param: "1"},
			},
		}},
		{"auth", "one challenge and a developer message", &errkit.Error{
			Kind: errkit.AuthRequired, Message: "Authorization required", Dev: errkit.Dev("token store is empty"),
			Needs: &errkit.Needs{Challenges: []errkit.Challenge{{
				ID: "challenge-123", URL: "https://oauth.example.com/oauth2/authorize",
				CheckURL: "https://agent.example.com/oauth2/check",
			}}},
		}},
		{"large", "100 fields with text beyond ASCII and characters to escape", Large()},
		{"bell", "hint, retry, delay and developers' text", &errkit.Error{
			Kind: errkit.NotFound, Stage: errkit.Execution, Message: "Doorbell ID not found",
			Hint: "ids: doorbell42,doorbell84", Retry: errkit.Allowed, RetryAfter: 500 * time.Millisecond,
			Dev: errkit.Dev("The doorbell with ID 'doorbell1' does not exist."),
		}},
		{"internal", "a panic: the reference alone is public", &errkit.Error{
			Kind: errkit.Internal, Ref: "7f3a9c", Err: errors.New(Secret),
		}},
		{"before", "internal, before the call", &errkit.Error{Kind: errkit.Internal, Stage: errkit.BeforeCall}},
		{"upstream", "an upstream status decides", &errkit.Error{
			Kind: errkit.UpstreamFailed, Upstream: 404, Message: "The calendar has no such event.",
		}},
		{"input", "a question, not an error", &errkit.Error{
			Kind: errkit.InputRequired, Message: "Which pattern do you want?",
			Needs: &errkit.Needs{
				Input: []errkit.Input{
					{Name: "category", Suggestions: []string{"streams", "services"}},
					{Name: "difficulty"},
				},
				Reason: "There are too many of them.",
				Options: []errkit.Option{{Label: "Streams", Value: "streams", Description: "about streams",
					Field: "category"}},
			},
		}},
		{"requirements", "a user id and a secret are missing", &errkit.Error{
			Kind:  errkit.RequirementMissing,
			Needs: &errkit.Needs{UserID: true, Secrets: []string{"API_KEY"}, Scopes: []string{"mail.send"}},
		}},
		{"version", "MCP has a code of its own for this", &errkit.Error{
			Kind: errkit.UnsupportedVersion, Message: "Unsupported protocol version",
			Details: []slog.Attr{slog.Any("supported", []string{"2026-07-28", "2025-11-25"}),
				slog.String("requested", "1900-01-01")},
		}},
		{"documented", "a page documents the failure", &errkit.Error{
			Kind: errkit.Conflict, Code: "sold_out", Message: "The show is sold out.", Hint: "Call list_shows.",
			DocURL: "https://tickets.example.com/errors#sold_out",
		}},
		{"hostile", "text that would break a terminal, a model or JSON", &errkit.Error{
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
		}},
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
