package rules

import (
	"fmt"
	"net/url"

	"github.com/toolerr/toolerr/internal/check"
)

var problemType1 = check.Rule{
	ID: "problem/type/1", Category: check.Spec, Level: check.Must,
	Text:     "The member type is a URI reference, and title and detail are texts.",
	Source:   "RFC 9457 §3.1.1, §3.1.3, §3.1.4",
	Dialects: []string{"problem"},
	Fault:    "has a number as its type",

	Judge: eachDocument(func(x *check.Exchange, doc map[string]any) string {
		for _, name := range []string{"type", "title", "detail"} {
			v, ok := doc[name]
			text, isText := v.(string)
			if ok && !isText {
				return fmt.Sprintf("%s is %v", name, v)
			}
			if _, err := url.Parse(text); name == "type" && err != nil {
				return fmt.Sprintf("type is %q", text)
			}
		}
		return ""
	}),
}
