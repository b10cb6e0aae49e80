package rules

import (
	"bytes"

	"github.com/toolerr/toolerr/internal/check"
)

var a2aTask1 = check.Rule{
	ID: "a2a/task/1", Category: check.Spec, Level: check.Must,
	Text:     "A task that does not exist is a TaskNotFoundError, -32001.",
	Source:   "A2A 1.0 §3.3.2, §5.4; A2A 0.3 §8.2",
	Dialects: []string{"a2a"},
	Probes:   []check.Probe{check.Valid},
	Fault:    "answers an unknown task as an internal error",

	Judge: eachResponse(func(x *check.Exchange, m *message) string {
		if code, ok := m.code(); bytes.Contains(x.Request.Body, []byte(check.NoTask)) && (!ok || code != -32001) {
			return m.shown()
		}
		return ""
	}),
}
