package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/check/internal/probe"
	"github.com/toolerr/toolerr/internal/header"
)

// A Report is the result of a run.
type Report struct {
	Target   string   `json:"target"`
	Dialect  string   `json:"dialect"`
	Tools    int      `json:"tools"`      // that the server lists
	Probed   int      `json:"probed"`     // tools
	Refused  int      `json:"not_called"` // tools that were not called, because they are not declared read-only
	Requests int      `json:"requests"`
	Results  []Result `json:"-"` // one for each rule that applies to the dialect, in the order of the rules

	invalid bool // Options.CallInvalid
	run     *runner
	other   []string // lines about the tools that fail for another reason
}

// NotJudged returns sentences about the tools that were not called, with the options that have
// them called by their names for the reader, and about those that fail whatever the input is. It
// is "" if there are none.
func (r *Report) NotJudged(callInvalid, callAll string) string {
	lines, text := r.other, fmt.Sprintf("so that a call may change something. %s calls them with inputs that lack "+
		"something required, which run nothing if the server validates its inputs. %s calls them with all inputs.",
		callInvalid, callAll)
	if r.invalid {
		text = fmt.Sprintf("and for which no input without a required member was found. "+
			"%s calls them with all inputs, and may change something.", callAll)
	}
	if r.Refused > 0 {
		lines = append([]string{fmt.Sprintf("Not called and not judged: %d of %d tools, which are not declared "+
			"read-only (readOnlyHint of MCP, GET of HTTP), %s", r.Refused, r.Tools, text)}, lines...)
	}
	return strings.Join(lines, "\n")
}

// A Result is what a rule found.
type Result struct {
	Rule     *Rule
	Judged   int       // answers
	Found    int       // answers that break the rule
	Findings []Finding // the first ones
	Known    bool      // it is known to be broken, so that it does not count
}

// Status is "failed", "passed", or, if there was no answer to judge, "skipped".
func (r Result) Status() string {
	switch {
	case r.Found > 0:
		return "failed"
	case r.Judged == 0:
		return "skipped"
	}
	return "passed"
}

// Counts reports whether the result fails a run: the rule is broken, which is not known, and has
// the level MUST or strict is true.
func (r Result) Counts(strict bool) bool {
	return r.Found > 0 && !r.Known && (strict || r.Rule.Level == must)
}

// A Finding is an answer that breaks a rule. Its texts are for people: they have no credentials
// of the target, and all but the answer are in one line. Findings that are not about the answer
// of a server have a Text only.
type Finding struct {
	Text    string `json:"text"`             // what is wrong
	Probe   string `json:"probe"`            // the group of requests with one purpose
	Tool    string `json:"tool,omitempty"`   // that was called; "" if none was
	Command string `json:"command"`          // that sends the request again
	URL     string `json:"-"`                // of the request; "" for a program
	Status  int    `json:"status,omitempty"` // of HTTP
	Answer  string `json:"answer,omitempty"` // its start
	Cause   string `json:"cause,omitempty"`  // who can mend it: "this server", its SDK, or its router
	Remedy  string `json:"remedy,omitempty"` // what they change
}

const (
	maxFindings = 10      // of a rule with one cause that a report has
	maxShown    = 2 << 10 // runes of an answer that a finding has
)

func (r *runner) report() *Report {
	t := r.client.target
	safe := newRedactor(t)
	report := &Report{Target: safe.line(t.name()), Dialect: t.Dialect,
		Tools: r.listed, Probed: r.probed, Refused: r.refused,
		Requests: min(r.sent, r.client.options.Requests), invalid: r.client.options.CallInvalid, run: r}
	controls, causes := newControls(r.exchanges), newCauses(r.exchanges)
	report.other = lo.Map(controls.notJudged(r.exchanges), func(line string, _ int) string { return safe.line(line) })
	report.Dialect = r.profile()
	for _, rule := range r.rules {
		if !rule.applies(report.Dialect) {
			continue
		}
		result := Result{Rule: rule}
		xs := lo.Filter(r.exchanges, func(x *probe.Exchange, _ int) bool {
			return rule.hasProbe(x.Probe) && (rule.probes == nil || rule.Category == leaks || controls.fails(x) == "")
		})
		result.Judged = len(xs)
		rule.judge(xs, func(x *probe.Exchange, what string) {
			result.Found++
			cause := causes.of(rule, x)
			if lo.CountBy(result.Findings, func(f Finding) bool { return f.Cause == cause.Name }) < maxFindings {
				found := t.finding(x, what, safe)
				found.Cause, found.Remedy = cause.Name, rule.remedy(cause.Language)
				result.Findings = append(result.Findings, found)
			}
		})
		report.Results = append(report.Results, result)
	}
	return report
}

// profile returns the dialect whose rules apply: that of problem details for a server of any kind
// that has answered with one.
func (r *runner) profile() string {
	name := r.client.target.Dialect
	if name == plainHTTP && lo.SomeBy(r.exchanges, func(x *probe.Exchange) bool {
		return strings.HasPrefix(x.Header.Get("Content-Type"), "application/problem+json")
	}) {
		name = "problem"
	}
	for _, x := range r.exchanges {
		x.Dialect = name
	}
	return name
}

func (t *Target) finding(x *probe.Exchange, what string, safe *redactor) Finding {
	found := Finding{Text: safe.line(what), Probe: string(x.Probe), Tool: safe.line(x.Tool),
		Command: safe.line(command(x, t)), Status: x.Status,
		Answer: safe.text(probe.Shortened(string(x.Body), maxShown))}
	if x.Request.URL != "" && t.overHTTP() {
		found.URL = safe.line(header.PublicURL(x.Request.URL))
	}
	return found
}

// Failed returns the results that fail a run, see [Result.Counts].
func (r *Report) Failed(strict bool) []Result {
	return slices.DeleteFunc(slices.Clone(r.Results), func(x Result) bool { return !x.Counts(strict) })
}

// Count returns the number of results with a status.
func (r *Report) Count(status string) int {
	return lo.CountBy(r.Results, func(x Result) bool { return x.Status() == status })
}

func (t *Target) name() string {
	switch {
	case t.Conn != nil:
		return "a connection"
	case t.Command != nil:
		return strings.Join(t.Command, " ")
	}
	return header.PublicURL(t.URL)
}
