// Package judge compares what a test has observed with rules, as package check compares the
// answers of a server: [New] returns a report by the rules of a text, and [Note] adds what an
// outcome is to it.
package judge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/check"
	"github.com/toolerr/toolerr/internal/rows"
)

// New returns a report that has judged nothing. In the text a rule has a line with its ID,
// category, level and source, and below it its sentence, and what a program does that breaks it.
func New(target, dialect, rules string) *check.Report {
	r := &check.Report{Target: target, Dialect: dialect}
	var last *check.Rule
	for heading, row := range rows.All(rules) {
		f := strings.SplitN(heading, " ", 4)
		if last != nil && last.ID == f[0] {
			last.Fault = row
			continue
		}
		last = &check.Rule{ID: f[0], Category: f[1], Level: f[2], Source: f[3], Text: row}
		r.Results = append(r.Results, check.Result{Rule: last})
	}
	return r
}

// Note adds an outcome to the result of the rule with an ID, if the rule is about it. If the
// outcome breaks the rule, the format of package fmt says how.
func Note(r *check.Report, id, outcome string, about, broken bool, format string, args ...any) {
	if !about {
		return
	}
	result := &r.Results[slices.IndexFunc(r.Results, func(x check.Result) bool { return x.Rule.ID == id })]
	result.Judged++
	if broken {
		result.Found++
		result.Findings = append(result.Findings, check.Finding{Text: outcome + ": " + fmt.Sprintf(format, args...)})
	}
}

// Go calls f in a goroutine. When f has ended, it sends the value with which f panicked, nil for
// none.
func Go(f func()) <-chan any {
	ended := make(chan any, 1)
	go func() {
		defer func() { ended <- recover() }()
		f()
	}()
	return ended
}
