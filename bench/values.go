package bench

import (
	"fmt"

	"github.com/toolerr/toolerr/errkit"
)

// A Value is an error of one of the four sizes.
type Value struct {
	Size string
	Err  *errkit.Error
}

// Values returns an error of each size: tiny has a code and a message, typical three invalid
// fields, auth a challenge and a developer message, and large 100 fields with non-ASCII text and
// characters that must be escaped. The tests of package dialect use the same errors.
func Values() []Value {
	large := &errkit.Error{Kind: errkit.InvalidInput, Message: "Einige Eingaben sind ungültig – bitte prüfen."}
	for i := range 100 {
		large.Fields = append(large.Fields, errkit.Field{
			Path:    fmt.Sprintf("/positionen/%d/menge", i),
			Message: errkit.Textf("muß „größer\" als %d sein\n(日本語 \\ 中文)", i),
			Rule:    "gt", Param: "0",
		})
	}
	return []Value{
		{"tiny", &errkit.Error{Kind: errkit.NotFound, Code: "no_such_bell",
			Message: "There is no bell with this id."}},
		{"typical", &errkit.Error{
			Kind: errkit.InvalidInput, Message: "Some input parameters are invalid.",
			Fields: []errkit.Field{
				{Path: "/departure", Message: "must be a date in the future", Rule: "future"},
				{Path: "/passengers/0/name", Message: "is required", Rule: "required"},
				{Path: "/seats", Message: "must be at least 1", Rule: "min", Param: "1"},
			},
		}},
		{"auth", &errkit.Error{
			Kind: errkit.AuthRequired, Message: "Authorization required", Dev: errkit.Dev("token store is empty"),
			Needs: &errkit.Needs{Challenges: []errkit.Challenge{{
				ID: "challenge-123", URL: "https://oauth.example.com/oauth2/authorize",
				CheckURL: "https://agent.example.com/oauth2/check",
			}}},
		}},
		{"large", large},
	}
}
