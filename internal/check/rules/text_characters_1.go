package rules

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"github.com/toolerr/toolerr/internal/check"
)

var textCharacters1 = check.Rule{
	ID: "text/characters/1", Category: check.Hygiene, Level: check.Must,
	Text:   "An error is UTF-8 without control characters.",
	Source: "RFC 8259 §8.1; CWE-150",
	Fault:  "answers with the color codes of a terminal",

	Judge: check.EachError(func(x *check.Exchange) string {
		text := x.Text()
		if !utf8.Valid(x.Body) {
			return "the answer is not UTF-8"
		}
		for _, c := range text {
			if unicode.IsControl(c) && c != '\n' && c != '\t' && c != '\r' || unicode.Is(unicode.Bidi_Control, c) {
				return fmt.Sprintf("the text has the character %U", c)
			}
		}
		return ""
	}),
}
