package check

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/check/internal/probe"
	"github.com/toolerr/toolerr/internal/leak"
	"github.com/toolerr/toolerr/internal/rows"
)

// A Rule is a sentence about the answers of a server, and the function that finds the answers
// which break it.
//
// The sentences are lines of rules.txt. The tables in the files rules_*.go, one for each subject,
// have the functions, which are below the table or in this file: most of them judge one answer,
// and return what is wrong with it, or "".
type Rule struct {
	ID       string `json:"id"`       // protocol/section/number, such as mcp/tools-error-handling/2
	Category string `json:"category"` // what it is about: SPEC, MODEL, LEAK, RETRY, AUTH or HYGIENE
	Level    string `json:"level"`    // MUST or SHOULD, RFC 2119
	Text     string `json:"text"`     // one sentence
	Source   string `json:"source"`   // the specification with its section
	DocURL   string `json:"doc_url"`  // its page
	Fault    string `json:"-"`        // what a server does that breaks it

	dialects string       // the names of the dialects that it applies to, or "all"
	probes   []probe.Name // the exchanges that it judges; nil: all
	judge    judge
}

// A test is what a rule judges, and how.
type test struct {
	id     string
	probes []probe.Name
	judge  judge
}

// ruleText has a line for each rule: ID, dialects, category, level, what it requires, what a
// server does that breaks it, and its source.
//
//go:embed rules.txt
var ruleText string

const (
	must  = "MUST"
	leaks = "LEAK"
	docs  = "https://toolerr.github.io/toolerr/rules/" // the URL of the pages of rules, before an ID
)

// The probes of several rules.
var (
	wrongMember = only(probe.Missing, probe.WrongType, probe.OutOfBounds)
	wrongInput  = with(wrongMember, probe.NoInput)
	calls       = with(with(wrongInput, wrongBody...), probe.UnknownTool, probe.Extra) // that fail
	wrongBody   = only(probe.NotJSON, probe.NotRequest)
)

func only(names ...probe.Name) []probe.Name { return names }

func with(names []probe.Name, more ...probe.Name) []probe.Name { return slices.Concat(names, more) }

// Rules returns the rules, in the order of reports.
func Rules() (all []*Rule) {
	tests := lo.KeyBy(slices.Concat(toolRules, jsonrpcRules, mcpRules, a2aRules, httpRules, documentRules,
		leakRules, retryRules, authRules, serverRules, textRules), func(t test) string { return t.id })
	for _, f := range rows.Cells(ruleText) {
		t := tests[f[0]]
		if class, isLeak := strings.CutPrefix(f[0], "leak/"); isLeak && t.judge == nil {
			t.judge = has(leak.Class(strings.TrimSuffix(class, "/1")))
		}
		all = append(all, &Rule{f[0], f[2], f[3], f[4], f[6], docs + f[0] + "/", f[5], f[1], t.probes, t.judge})
	}
	return all
}

// applies reports whether a rule is about a dialect.
func (r *Rule) applies(dialect string) bool {
	return r.dialects == "all" || slices.Contains(strings.Split(r.dialects, ", "), dialect)
}

func (r *Rule) hasProbe(name probe.Name) bool {
	return r.probes == nil || slices.Contains(r.probes, name)
}

// Explain returns what the rule requires, where that is written, what is sent, an example of a
// server that breaks it, and what its author changes.
func (r *Rule) Explain() string {
	text := fmt.Sprintf("%s (%s, %s)\n\n%s\n\nSource:   %s\nDialects: %s\nFault:    a server that %s\nRequests:\n",
		r.ID, r.Category, r.Level, r.Text, r.Source, r.dialects, r.Fault)
	for _, request := range r.Requests() {
		text += fmt.Sprintf("  %-15s  %s\n", request[0], request[1])
	}
	text += "Remedy:\n"
	for _, remedy := range r.Remedies() {
		text += fmt.Sprintf("  %-15s  %s\n", remedy[0], remedy[1])
	}
	return text + "Page:     " + r.DocURL + "\n"
}

// Requests returns the names of the requests that the rule is about, and what each sends.
func (r *Rule) Requests() [][2]string {
	return lo.FilterMap(probe.All, func(p probe.Probe, _ int) ([2]string, bool) {
		return [2]string{string(p.Name), p.Text}, r.hasProbe(p.Name)
	})
}

// Remedies returns languages, the last of which is "other", and what the author of a server
// changes in each.
func (r *Rule) Remedies() [][2]string {
	return lo.Map(languages, func(name string, _ int) [2]string { return [2]string{name, r.remedy(name)} })
}

// A judge calls found for each exchange that breaks a rule, with what is wrong with it.
type judge func(xs []*probe.Exchange, found func(x *probe.Exchange, what string))

// each judges every exchange apart.
func each(wrong func(x *probe.Exchange) string) judge {
	return func(xs []*probe.Exchange, found func(*probe.Exchange, string)) {
		for _, x := range xs {
			if what := wrong(x); what != "" {
				found(x, what)
			}
		}
	}
}

// eachAnswer judges the exchanges that were answered.
func eachAnswer(wrong func(x *probe.Exchange) string) judge {
	return each(func(x *probe.Exchange) string {
		if x.Failure != nil {
			return ""
		}
		return wrong(x)
	})
}

// eachError judges the answers that are errors.
func eachError(wrong func(x *probe.Exchange) string) judge {
	return eachAnswer(func(x *probe.Exchange) string {
		if x.Err == nil {
			return ""
		}
		return wrong(x)
	})
}

// eachDocument judges the answers with 4xx and 5xx that are JSON objects.
func eachDocument(wrong func(x *probe.Exchange, doc map[string]any) string) judge {
	return eachAnswer(func(x *probe.Exchange) string {
		var doc map[string]any
		if x.Status < http.StatusBadRequest || json.Unmarshal(x.Message, &doc) != nil {
			return ""
		}
		return wrong(x, doc)
	})
}

// hasStatus judges the status of answers, which must be one of several.
func hasStatus(wants ...int) judge {
	return eachAnswer(func(x *probe.Exchange) string {
		return when(!slices.Contains(wants, x.Status), "the status is %d although %s", x.Status, x.Why)
	})
}

// isServerFailure judges answers whose status must not be 5xx.
func isServerFailure(x *probe.Exchange) string {
	return when(x.Status >= http.StatusInternalServerError, "%s", statusOf(x))
}

func statusOf(x *probe.Exchange) string { return fmt.Sprintf("the status is %d", x.Status) }

// when returns what is wrong, in the format of package fmt, if something is, and "" if not.
func when(wrong bool, format string, args ...any) string {
	if !wrong {
		return ""
	}
	return fmt.Sprintf(format, args...)
}

// quote quotes the start of a text.
func quote(s string) string { return strconv.Quote(probe.Shortened(s, 160)) }
