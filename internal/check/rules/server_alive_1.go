package rules

import (
	"fmt"
	"net/http"

	"github.com/toolerr/toolerr/internal/check"
)

var serverAlive1 = check.Rule{
	ID: "server/alive/1", Category: check.Hygiene, Level: check.Must,
	Text:   "The server still answers after a body that is not JSON, and a deep, a large, a slow and a cancelled request.",
	Source: "CWE-400",
	Probes: []check.Probe{check.Alive},
	Fault:  "ends with a deep input",

	Judge: check.Each(func(x *check.Exchange) string {
		if x.Failure != nil || x.Status >= http.StatusInternalServerError {
			return fmt.Sprintf("after the probe %q: %s", x.After, x.Summary())
		}
		return ""
	}),
}
