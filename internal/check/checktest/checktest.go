// Package checktest runs the results of rules as subtests.
package checktest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolerr/toolerr/internal/check"
)

// Run runs a subtest for each rule. One of level SHOULD fails only if strict; known are the IDs of the rules that are broken.
func Run(t *testing.T, r *check.Report, strict bool, known []string) {
	if text := r.NotJudged("Options.CallInvalid", "Options.CallAll"); text != "" {
		t.Log(text)
	}
	for i := range r.Results {
		x := &r.Results[i]
		t.Run(x.Rule.ID, func(t *testing.T) {
			known := slices.Contains(known, x.Rule.ID)
			switch {
			case x.Status == check.Skipped:
				t.Log("there was no answer to judge")
			case x.Status == check.Passed && known:
				t.Error("this rule is not broken any more: remove it from Options.Known")
			case x.Status == check.Failed && (known || x.Rule.Level == check.Should && !strict):
				t.Log(describe(x))
			case x.Status == check.Failed:
				t.Error(describe(x))
			}
		})
	}
}

// describe returns the sentence of a rule with its source, and what breaks it.
func describe(x *check.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s, %s)\nSource: %s", x.Rule.Text, x.Rule.Category, x.Rule.Level, x.Rule.Source)
	for _, f := range x.Findings {
		b.WriteByte('\n')
		if f.Exchange != nil {
			b.WriteString(string(f.Exchange.Probe) + ": ")
		}
		b.WriteString(f.Text)
		if f.Command != "" {
			b.WriteString("\n  " + f.Command)
		}
	}
	return b.String()
}
