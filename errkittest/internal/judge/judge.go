// Package judge compares what a test has observed with rules, as package check compares the
// answers of a server.
package judge

import (
	"fmt"
	"strings"
	"time"

	"github.com/toolerr/toolerr/check"
	"github.com/toolerr/toolerr/internal/rows"
)

// A Rule is a sentence about outcomes, whose names are their strings.
type Rule[T fmt.Stringer] struct {
	check.Rule
	About func(o T) bool   // whether the rule judges an outcome; nil: it judges all
	Wrong func(o T) string // what breaks the rule; "" if nothing does
}

// Rules returns the rules of a text in their order, with the functions that judge by them. In the text a
// rule has a line with its ID, category, level and source, and below it its sentence and its fault.
func Rules[T fmt.Stringer](text string, judges map[string]Rule[T]) (all []Rule[T]) {
	id := ""
	for heading, row := range rows.All(text) {
		parts := strings.SplitN(heading, " ", 4)
		if parts[0] == id {
			all[len(all)-1].Fault = row
			continue
		}
		id = parts[0]
		rule := judges[id]
		rule.Rule = check.Rule{ID: id, Category: parts[1], Level: parts[2], Source: parts[3], Text: row}
		all = append(all, rule)
	}
	return all
}

// Results returns the result of each rule, in their order.
func Results[T fmt.Stringer](rules []Rule[T], outcomes []T) (all []check.Result) {
	for i := range rules {
		rule := &rules[i]
		result := check.Result{Rule: &rule.Rule}
		for _, o := range outcomes {
			if rule.About != nil && !rule.About(o) {
				continue
			}
			result.Judged++
			if wrong := rule.Wrong(o); wrong != "" {
				result.Found++
				result.Findings = append(result.Findings, check.Finding{Text: o.String() + ": " + wrong})
			}
		}
		all = append(all, result)
	}
	return all
}

// When returns what breaks a rule, in the format of package fmt, if it is broken, and "" if not.
func When(broken bool, format string, args ...any) string {
	if !broken {
		return ""
	}
	return fmt.Sprintf(format, args...)
}

// Await calls f, and reports whether it has returned in time. It returns the value with which f
// panicked. A call that is late goes on: what it writes must not be read.
func Await(patience time.Duration, f func()) (panicked any, inTime bool) {
	finished := make(chan any, 1)
	go func() {
		defer func() { finished <- recover() }()
		f()
	}()
	select {
	case panicked = <-finished:
		return panicked, true
	case <-time.After(patience):
		return nil, false
	}
}
