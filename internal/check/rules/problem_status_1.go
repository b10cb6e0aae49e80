package rules

import (
	"fmt"

	"github.com/toolerr/toolerr/internal/check"
)

var problemStatus1 = check.Rule{
	ID: "problem/status/1", Category: check.Spec, Level: check.Must,
	Text:     "The member status is the status of the response.",
	Source:   "RFC 9457 §3.1.2",
	Dialects: []string{"problem"},
	Fault:    "has another status in the body",

	Judge: eachDocument(func(x *check.Exchange, doc map[string]any) string {
		if status, ok := doc["status"].(float64); ok && int(status) != x.Status {
			return fmt.Sprintf("the member is %v, the status of the response %d", status, x.Status)
		}
		return ""
	}),
}
