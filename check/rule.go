package check

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/check/internal/probe"
)

// A Rule is a sentence about the answers of a server, and the function that finds the answers
// which break it.
//
// The rules are rows of the tables in the files rules_*.go, one for each subject. A row refers to
// its function, which is below the table, or to one of this file, from which most of them are
// made: it judges one answer, and returns what is wrong with it, or "".
type Rule struct {
	ID       string `json:"id"`       // protocol/section/number, such as mcp/tools-error-handling/2
	Category string `json:"category"` // what it is about: SPEC, MODEL, LEAK, RETRY, AUTH or HYGIENE
	Level    string `json:"level"`    // MUST or SHOULD, RFC 2119
	Text     string `json:"text"`     // one sentence
	Source   string `json:"source"`   // the specification with its section
	Fault    string `json:"-"`        // what a server does that breaks it

	dialects []string     // the names of the dialects that it applies to; nil: all
	probes   []probe.Name // the exchanges that it judges; nil: all
	judge    judge
}

// The categories.
const (
	spec    = "SPEC"    // what a specification requires
	model   = "MODEL"   // what a model needs to take the right next step
	leaks   = "LEAK"    // what must stay private
	retry   = "RETRY"   // whether a repetition helps
	auth    = "AUTH"    // credentials
	hygiene = "HYGIENE" // robustness
)

// The levels.
const (
	must   = "MUST"
	should = "SHOULD"
)

// The dialects of rules.
var (
	onMCP  = []string{"mcp"}
	onA2A  = []string{"a2a"}
	onOXP  = []string{"oxp"}
	onRPC  = []string{"mcp", "aai", "a2a"}
	onREST = []string{"problem", "google", "connect"}
	onHTTP = []string{"problem", "google", "connect", "oxp"}
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
	for _, table := range [][]Rule{
		toolRules, jsonrpcRules, mcpRules, a2aRules, httpRules, documentRules,
		leakRules, retryRules, authRules, serverRules, textRules,
	} {
		for _, rule := range table {
			all = append(all, &rule)
		}
	}
	return all
}

func (r *Rule) hasProbe(name probe.Name) bool {
	return r.probes == nil || slices.Contains(r.probes, name)
}

// Explain returns what the rule requires, where that is written, what is sent, and an example of
// a server that breaks it.
func (r *Rule) Explain() string {
	dialects := r.dialects
	if dialects == nil {
		dialects = Dialects()
	}
	text := fmt.Sprintf("%s (%s, %s)\n\n%s\n\nSource:   %s\nDialects: %s\nFault:    a server that %s\nRequests:\n",
		r.ID, r.Category, r.Level, r.Text, r.Source, strings.Join(dialects, ", "), r.Fault)
	for _, p := range probe.All {
		if r.hasProbe(p.Name) {
			text += fmt.Sprintf("  %-15s  %s\n", p.Name, p.Text)
		}
	}
	return text
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

// hasStatus judges the status of answers, which must be one of several. of returns of what it is
// the status; nil: of the answer.
func hasStatus(of func(x *probe.Exchange) string, wants ...int) judge {
	return eachAnswer(func(x *probe.Exchange) string {
		switch {
		case slices.Contains(wants, x.Status):
			return ""
		case of == nil:
			return statusOf(x)
		}
		return fmt.Sprintf("the status %s is %d", of(x), x.Status)
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
