package rules

import (
	"fmt"
	"net/http"

	"github.com/toolerr/toolerr/internal/check"
)

var oxpCallTool1 = check.Rule{
	ID: "oxp/call-tool/1", Category: check.Spec, Level: check.Must,
	Text:     "A wrong input is answered with 422 or 400.",
	Source:   "OXP 1.0, Call Tool, Server Errors",
	Dialects: []string{"oxp"},
	Probes:   []check.Probe{check.Missing, check.WrongType, check.OutOfBounds, check.NoInput},
	Fault:    "answers a wrong input with 200 and an error in the text",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		if x.Status != http.StatusUnprocessableEntity && x.Status != http.StatusBadRequest {
			return fmt.Sprintf("the status is %d although %s", x.Status, x.Why)
		}
		return ""
	}),
}
