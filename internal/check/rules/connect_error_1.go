package rules

import (
	"fmt"

	"github.com/toolerr/toolerr/internal/check"
)

var connectError1 = check.Rule{
	ID: "connect/error/1", Category: check.Spec, Level: check.Must,
	Text:     "The code of an error is one of the protocol, and its status that of the code.",
	Source:   "Connect Protocol, Error Codes",
	Dialects: []string{"connect"},
	Probes: []check.Probe{
		check.Valid, check.UnknownTool, check.Missing, check.WrongType, check.OutOfBounds, check.Extra, check.NoInput, check.NotJSON, check.NotRequest,
	},
	Fault: `has the code "oops"`,

	Judge: eachDocument(func(x *check.Exchange, doc map[string]any) string {
		code, _ := doc["code"].(string)
		if want, ok := connectStatus[code]; !ok || want != x.Status {
			return fmt.Sprintf("the code is %q, the status of the response %d", code, x.Status)
		}
		return ""
	}),
}

// connectStatus are the codes with their HTTP statuses: https://connectrpc.com/docs/protocol, "Error Codes".
var connectStatus = map[string]int{
	"canceled": 499, "unknown": 500, "invalid_argument": 400, "deadline_exceeded": 504, "not_found": 404, "already_exists": 409,
	"permission_denied": 403, "resource_exhausted": 429, "failed_precondition": 400, "aborted": 409, "out_of_range": 400,
	"unimplemented": 501, "internal": 500, "unavailable": 503, "data_loss": 500, "unauthenticated": 401,
}
