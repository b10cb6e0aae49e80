package rules

import (
	"github.com/toolerr/toolerr/internal/check"
)

var a2aParams1 = check.Rule{
	ID: "a2a/params/1", Category: check.Spec, Level: check.Should,
	Text:     "Wrong params of a method are the error -32602, or HTTP 400.",
	Source:   "A2A 1.0 §9.5; A2A 0.3 §8.1; JSON-RPC 2.0 §5.1",
	Dialects: []string{"a2a"},
	Probes:   []check.Probe{check.Missing, check.WrongType},
	Fault:    "answers an id that is not a string as an invalid request",

	Judge: notCode(-32602),
}
