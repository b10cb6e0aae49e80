package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/internal/publicurl"
)

// A Report is the result of a run.
type Report struct {
	Target   string
	Dialect  string
	Tools    int // that the server lists
	Probed   int // tools
	Refused  int // tools that were not called, because they are not declared read-only
	Requests int
	Results  []Result // one for each rule that applies to the dialect, in the order of the rules

	invalid bool // Options.CallInvalid
}

// NotJudged returns a sentence about the tools that were not called: how many, why, and the
// options that have them called, by their names for the reader. It is "" if there are none.
func (r *Report) NotJudged(callInvalid, callAll string) string {
	switch {
	case r.Refused == 0:
		return ""
	case r.invalid:
		return fmt.Sprintf("Not called and not judged: %d of %d tools, which are not declared read-only "+
			"(readOnlyHint of MCP), and for which no input without a required member was found. "+
			"%s calls them with all inputs, and may change something.", r.Refused, r.Tools, callAll)
	}
	return fmt.Sprintf("Not called and not judged: %d of %d tools, which are not declared read-only "+
		"(readOnlyHint of MCP), so that a call may change something. %s calls them with inputs that lack "+
		"something required, which run nothing if the server validates its inputs. %s calls them with all inputs.",
		r.Refused, r.Tools, callInvalid, callAll)
}

// A Status is the result of a rule.
type Status string

// The statuses.
const (
	Passed  Status = "passed"
	Failed  Status = "failed"
	Skipped Status = "skipped" // there was no exchange to judge
)

// A Result is what a rule found.
type Result struct {
	Rule     *Rule
	Status   Status
	Judged   int       // exchanges
	Found    int       // exchanges that break the rule
	Findings []Finding // the first ones
}

// A Finding is an exchange that breaks a rule. Its texts are for people: they have no credentials of the target, and all but the
// answer are in one line.
type Finding struct {
	Text     string // what is wrong
	Tool     string // that was called; "" if none was
	Command  string // that sends the request again
	URL      string // of the request; "" for a program
	Answer   string // its start
	Exchange *Exchange
}

const (
	maxFindings = 10      // of a rule that a report has
	maxShown    = 2 << 10 // runes of an answer that a finding has
)

func (r *runner) report() *Report {
	t := r.client.target
	safe := newRedactor(t)
	report := &Report{Target: safe.line(t.name()), Dialect: t.Dialect,
		Tools: r.listed, Probed: r.probed, Refused: r.refused,
		Requests: min(r.requests, r.client.options.requests()), invalid: r.client.options.CallInvalid}
	for _, rule := range r.rules {
		report.Results = append(report.Results, judge(rule, r.exchanges, t, safe))
	}
	return report
}

func judge(rule *Rule, all []*Exchange, t *Target, safe *redactor) Result {
	result := Result{Rule: rule, Status: Skipped}
	var xs []*Exchange
	for _, x := range all {
		if rule.probes(x.Probe) {
			xs = append(xs, x)
		}
	}
	if result.Judged = len(xs); len(xs) == 0 {
		return result
	}
	result.Status = Passed
	rule.Judge(xs, func(x *Exchange, format string, args ...any) {
		result.Status = Failed
		result.Found++
		if len(result.Findings) < maxFindings {
			found := Finding{Text: safe.line(fmt.Sprintf(format, args...)), Tool: safe.line(x.Tool), Exchange: x,
				Command: safe.line(x.command(t)), Answer: safe.text(shortened(string(x.Body), maxShown))}
			if x.Request.URL != "" && t.overHTTP() {
				found.URL = safe.line(publicurl.Of(x.Request.URL))
			}
			result.Findings = append(result.Findings, found)
		}
	})
	return result
}

// Failed returns the results of the rules that are broken, of both levels if strict.
func (r *Report) Failed(strict bool) []Result {
	return slices.DeleteFunc(slices.Clone(r.Results), func(x Result) bool {
		return x.Status != Failed || !strict && x.Rule.Level != Must
	})
}

// Count returns the number of results with a status.
func (r *Report) Count(s Status) (n int) {
	for i := range r.Results {
		if r.Results[i].Status == s {
			n++
		}
	}
	return n
}

func (t *Target) name() string {
	switch {
	case t.Conn != nil:
		return "a connection"
	case t.Command != nil:
		return strings.Join(t.Command, " ")
	}
	return publicurl.Of(t.URL)
}

// Summary describes an answer in one line.
func (x *Exchange) Summary() string {
	switch {
	case x.Failure != nil:
		return x.Failure.Error()
	case x.Status != 0:
		return fmt.Sprintf("HTTP %d, %q", x.Status, shortened(string(x.Body), 120))
	}
	return fmt.Sprintf("%q", shortened(string(x.Body), 120))
}
