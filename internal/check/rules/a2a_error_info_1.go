package rules

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/internal/check"
	"github.com/toolerr/toolerr/mapping"
)

var a2aErrorInfo1 = check.Rule{
	ID: "a2a/error-info/1", Category: check.Spec, Level: check.Should,
	Text:     "The data of an error with a code of A2A 1.0 has an ErrorInfo with its reason and domain.",
	Source:   "A2A 1.0 §9.5",
	Dialects: []string{"a2a"},
	Fault:    "answers an unknown task without data",

	Judge: eachResponse(func(x *check.Exchange, m *message) string {
		n, _ := m.code()
		code, known := mapping.LookupA2ACode(int64(n))
		if !known || code.Reason == "" || strings.HasPrefix(x.Request.Header.Get("A2A-Version"), "0.") {
			return ""
		}
		var e struct{ Data json.RawMessage }
		var details []struct{ Reason, Domain string }
		if json.Unmarshal(m.Error, &e) == nil && json.Unmarshal(e.Data, &details) == nil {
			for _, d := range details {
				if d.Reason == code.Reason && d.Domain == rpcdetails.A2ADomain {
					return ""
				}
			}
		}
		return fmt.Sprintf("the code is %d, and no ErrorInfo has the reason %s and the domain %s", n, code.Reason, rpcdetails.A2ADomain)
	}),
}
