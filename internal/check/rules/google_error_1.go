package rules

import (
	"fmt"

	"github.com/toolerr/toolerr/internal/check"
)

var googleError1 = check.Rule{
	ID: "google/error/1", Category: check.Spec, Level: check.Must,
	Text:     "The member code of an error is the status of the response.",
	Source:   "AIP-193",
	Dialects: []string{"google"},
	Probes: []check.Probe{
		check.Valid, check.UnknownTool, check.Missing, check.WrongType, check.OutOfBounds, check.Extra, check.NoInput, check.NotJSON, check.NotRequest,
	},
	Fault: "has another code in the body",

	Judge: eachDocument(func(x *check.Exchange, doc map[string]any) string {
		e, _ := doc["error"].(map[string]any)
		if code, ok := e["code"].(float64); !ok || int(code) != x.Status {
			return fmt.Sprintf("the member is %v, the status of the response %d", e["code"], x.Status)
		}
		return ""
	}),
}
