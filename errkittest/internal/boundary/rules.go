package boundary

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/errkittest/internal/judge"
	"github.com/toolerr/toolerr/mapping"
)

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
var rules = judge.Rules(rulesText, map[string]judge.Rule[*outcome]{
	"boundary/time/1": {Wrong: func(o *outcome) string { return judge.When(o.late, "there is no error in time") }},
	"boundary/panic/1": {About: of(panics, hostile), Wrong: func(o *outcome) string {
		return judge.When(o.repanic != nil, "the panic is not recovered")
	}},
	"boundary/panic/2": {About: of(foreign, lookup, canceled, timedOut, panics, application, peer), Wrong: func(o *outcome) string {
		return judge.When(len(o.panics) > 0, "%s panics", strings.Join(o.panics, ", "))
	}},
	"boundary/error/1": {Wrong: func(o *outcome) string {
		return judge.When(o.result() == nil && !o.late && o.repanic == nil, "the result is a %T", o.err)
	}},
	"boundary/error/2": {About: of(application), Wrong: func(o *outcome) string { return judge.When(o.changed, "it changed") }},
	"boundary/leak/1":  {About: of(foreign, lookup, canceled, timedOut, hostile), Wrong: coded(leaks)},
	"boundary/leak/2":  {About: of(panics), Wrong: coded(leaks)},
	"boundary/leak/3":  {About: of(application), Wrong: coded(leaks)},
	"boundary/kind/1":  {About: of(foreign, panics), Wrong: kind(callersFault)},
	"boundary/kind/2": {About: of(canceled, timedOut), Wrong: kind(func(e *errkit.Error) bool {
		return e.Kind != errkit.Timeout && e.Kind != errkit.Canceled
	})},
	"boundary/kind/3": {About: of(peer), Wrong: kind(func(e *errkit.Error) bool { return e.Kind != errkit.UpstreamFailed })},
	"boundary/retry/1": {About: of(foreign, lookup, application), Wrong: coded(func(e *errkit.Error) string {
		repeats := mapping.Default().RetryOf(e) == errkit.Allowed || e.RetryAfter > 0
		return judge.When(callersFault(e) && repeats, "its kind is %s, and it may be repeated", e.Kind.String())
	})},
	"boundary/report/1": {Wrong: func(o *outcome) string {
		return judge.When(o.result() != nil && o.reports != 1, "it was reported %d times", o.reports)
	}},
	"boundary/ref/1": {Wrong: func(o *outcome) string {
		for _, other := range o.before {
			if e, f := o.result(), other.result(); e != nil && f != nil && e.Ref != "" && e.Ref == f.Ref {
				return fmt.Sprintf("its reference %q is that of another one, %s", e.Ref, other.name)
			}
		}
		return ""
	}},
	"boundary/ref/2": {Wrong: coded(func(e *errkit.Error) string {
		return judge.When(e.Ref != "" && !reference.MatchString(e.Ref), "its reference is %.200q", e.Ref)
	})},
	"boundary/text/1": {Wrong: coded(func(e *errkit.Error) string {
		return judge.When(strings.TrimSpace(e.Error()) == "", "its text is empty")
	})},
})

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
	return coded(func(e *errkit.Error) string { return judge.When(wrong(e), "its kind is %s", e.Kind.String()) })
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
