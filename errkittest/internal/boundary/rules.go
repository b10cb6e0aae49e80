package boundary

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/check"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rows"
	"github.com/toolerr/toolerr/mapping"
)

// A rule is a sentence about outcomes, with what judges them.
type rule struct {
	check.Rule
	about func(o *outcome) bool   // whether the rule judges an outcome; nil: it judges all
	wrong func(o *outcome) string // what breaks the rule; "" if nothing does
}

// of is for failures of the classes.
func of(classes ...class) func(*outcome) bool {
	return func(o *outcome) bool { return slices.Contains(classes, o.class) }
}

// rulesText has for each rule its id, category, level and source, then the rule, and what a program that
// breaks it does.
//
//go:embed rules.txt
var rulesText string

// rules are about every failure, or about those of some classes.
var rules = readRules(map[string]rule{
	"boundary/time/1": {wrong: func(o *outcome) string { return when(o.late, "there is no error in time") }},
	"boundary/panic/1": {about: of(panics, hostile), wrong: func(o *outcome) string {
		return when(o.repanic != nil, "the panic is not recovered")
	}},
	"boundary/panic/2": {about: of(foreign, lookup, canceled, timedOut, panics, application, peer), wrong: func(o *outcome) string {
		return when(len(o.panics) > 0, "%s panics", strings.Join(o.panics, ", "))
	}},
	"boundary/error/1": {wrong: func(o *outcome) string {
		return when(o.result() == nil && !o.late && o.repanic == nil, "the result is a %T", o.err)
	}},
	"boundary/error/2": {about: of(application), wrong: func(o *outcome) string { return when(o.changed, "it changed") }},
	"boundary/leak/1":  {about: of(foreign, lookup, canceled, timedOut, hostile), wrong: coded(leaks)},
	"boundary/leak/2":  {about: of(panics), wrong: coded(leaks)},
	"boundary/leak/3":  {about: of(application), wrong: coded(leaks)},
	"boundary/kind/1":  {about: of(foreign, panics), wrong: kind(callersFault)},
	"boundary/kind/2": {about: of(canceled, timedOut), wrong: kind(func(e *errkit.Error) bool {
		return e.Kind != errkit.Timeout && e.Kind != errkit.Canceled
	})},
	"boundary/kind/3": {about: of(peer), wrong: kind(func(e *errkit.Error) bool { return e.Kind != errkit.UpstreamFailed })},
	"boundary/retry/1": {about: of(foreign, lookup, application), wrong: coded(func(e *errkit.Error) string {
		repeats := mapping.Default().RetryOf(e) == errkit.Allowed || e.RetryAfter > 0
		return when(callersFault(e) && repeats, "its kind is %s, and it may be repeated", e.Kind.String())
	})},
	"boundary/report/1": {wrong: func(o *outcome) string {
		return when(o.result() != nil && o.reports != 1, "it was reported %d times", o.reports)
	}},
	"boundary/ref/1": {wrong: func(o *outcome) string {
		for _, other := range o.before {
			if e, f := o.result(), other.result(); e != nil && f != nil && e.Ref != "" && e.Ref == f.Ref {
				return fmt.Sprintf("its reference %q is that of another one, %s", e.Ref, other.name)
			}
		}
		return ""
	}},
	"boundary/ref/2": {wrong: coded(func(e *errkit.Error) string {
		return when(e.Ref != "" && !reference.MatchString(e.Ref), "its reference is %.200q", e.Ref)
	})},
	"boundary/text/1": {wrong: coded(func(e *errkit.Error) string {
		return when(strings.TrimSpace(e.Error()) == "", "its text is empty")
	})},
})

// readRules returns the rules of rules.txt in their order, with the functions that judge by them.
func readRules(judges map[string]rule) (all []rule) {
	id := ""
	for heading, row := range rows.All(rulesText) {
		parts := strings.SplitN(heading, " ", 4)
		if parts[0] == id {
			all[len(all)-1].Fault = row
			continue
		}
		id = parts[0]
		r := judges[id]
		r.Rule = check.Rule{ID: id, Category: parts[1], Level: parts[2], Source: parts[3], Text: row}
		all = append(all, r)
	}
	return all
}

// result returns what outcomes break of the rule.
func (r *rule) result(outcomes []*outcome) check.Result {
	result := check.Result{Rule: &r.Rule}
	for _, o := range outcomes {
		if r.about != nil && !r.about(o) {
			continue
		}
		result.Judged++
		if wrong := r.wrong(o); wrong != "" {
			result.Found++
			result.Findings = append(result.Findings, check.Finding{Text: o.name + ": " + wrong})
		}
	}
	return result
}

// when returns what breaks a rule, in the format of package fmt, if it is broken, and "" if not.
func when(broken bool, format string, args ...any) string {
	if !broken {
		return ""
	}
	return fmt.Sprintf(format, args...)
}

var reference = regexp.MustCompile(`^[!-~]{1,128}$`)

// coded judges the outcomes that are errors of package errkit.
func coded(wrong func(e *errkit.Error) string) func(*outcome) string {
	return func(o *outcome) string {
		if e := o.result(); e != nil {
			return wrong(e)
		}
		return ""
	}
}

// kind judges the kinds of errors.
func kind(wrong func(e *errkit.Error) bool) func(*outcome) string {
	return coded(func(e *errkit.Error) string { return when(wrong(e), "its kind is %s", e.Kind.String()) })
}

// callersFault reports whether a request with another input, or other credentials, may succeed.
func callersFault(e *errkit.Error) bool {
	switch e.Kind {
	case errkit.Canceled, errkit.RateLimited, errkit.Timeout:
		return false
	}
	return mapping.Default().Status(e)/100 == 4
}

// leaks judges what is public: the text of an error, its canonical JSON, and its documents in all
// dialects.
func leaks(e *errkit.Error) string {
	shown := *e
	shown.Dev = errkit.Private{} // which is for the developers among the clients
	if strings.Contains(shown.Error(), secret) {
		return fmt.Sprintf("its text is %q", shown.Error())
	}
	if doc := shown.AppendJSON(nil); strings.Contains(string(doc), secret) {
		return "its JSON is " + string(doc)
	}
	codec := dialect.Codec{Carry: true}
	for _, d := range all.Dialects() {
		doc, _ := codec.Append(nil, d, dialect.Call{ID: []byte(`1`)}, &shown)
		if strings.Contains(string(doc), secret) {
			return fmt.Sprintf("its document in %s is %s", d.Name(), doc)
		}
	}
	return ""
}
