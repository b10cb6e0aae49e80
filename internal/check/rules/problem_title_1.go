package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var problemTitle1 = check.Rule{
	ID: "problem/title/1", Category: check.Model, Level: check.Should,
	Text:     "A problem has a title or a detail that says what is wrong.",
	Source:   "RFC 9457 §3.1.3",
	Dialects: []string{"problem"},
	Fault:    "has neither a title nor a detail",

	Judge: eachDocument(func(_ *check.Exchange, doc map[string]any) string {
		for _, name := range []string{"title", "detail"} {
			if text, _ := doc[name].(string); text != "" {
				return ""
			}
		}
		return "there is neither"
	}),
}
