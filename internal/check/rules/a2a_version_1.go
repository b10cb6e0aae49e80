package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var a2aVersion1 = check.Rule{
	ID: "a2a/version/1", Category: check.Spec, Level: check.Must,
	Text:     "An A2A-Version that the agent does not support is a VersionNotSupportedError, -32009.",
	Source:   "A2A 1.0 §3.6.2, §5.4",
	Dialects: []string{"a2a"},
	Probes:   []check.Probe{check.WrongRevision},
	Fault:    "ignores the header A2A-Version",

	Judge: eachResponse(func(_ *check.Exchange, m *message) string {
		if code, ok := m.code(); !ok || code != -32009 {
			return m.shown()
		}
		return ""
	}),
}
