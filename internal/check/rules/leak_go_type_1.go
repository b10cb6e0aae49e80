package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var leakGoType1 = check.Rule{
	ID: "leak/go-type/1", Category: check.Leak, Level: check.Must,
	Text:   "No answer has the name of a Go type or a Go address.",
	Source: "CWE-209",
	Fault:  "answers a failed connection as *net.OpError",

	Judge: noText(
		`\*(net|os|fs|url|http|json|sql|errors|exec|strconv|pgconn|mysql|redis|status|smithy|fmt|tls|x509|context)\.[A-Z]\w+`,
		`Go (struct field|value of type)`,
		`\binterface conversion: `,
		`\b0xc0[0-9a-f]{8}\b`,
	),
}
