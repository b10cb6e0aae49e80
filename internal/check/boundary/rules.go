package boundary

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/check"
	"github.com/toolerr/toolerr/mapping"
)

// A rule is a sentence about the errors of a Boundary, and the function that returns what breaks it, "" if nothing does.
type rule struct {
	check.Rule
	classes []class // of the failures that it is about; nil: all
	wrong   func(o *outcome, before []*outcome) string
}

// judge judges the outcomes.
func (r *rule) judge(outcomes []*outcome) check.Result {
	result := check.Result{Rule: &r.Rule, Status: check.Skipped}
	for i, o := range outcomes {
		if r.classes != nil && !slices.Contains(r.classes, o.class) {
			continue
		}
		result.Judged++
		if wrong := r.wrong(o, outcomes[:i]); wrong != "" {
			result.Status = check.Failed
			result.Found++
			result.Findings = append(result.Findings, check.Finding{Text: o.name + ": " + wrong})
		} else if result.Status == check.Skipped {
			result.Status = check.Passed
		}
	}
	return result
}

const doc = "package middleware, Boundary"

var rules = []rule{
	{check.Rule{
		ID: "boundary/time/1", Category: check.Hygiene, Level: check.Must,
		Text: "A failure has its error in time.", Source: "CWE-833", Fault: "has a Report that waits for a reader which is gone",
	}, nil, func(o *outcome, _ []*outcome) string {
		if o.late {
			return "there is no error in time"
		}
		return ""
	}},
	{check.Rule{
		ID: "boundary/panic/1", Category: check.Hygiene, Level: check.Should,
		Text: "A panic becomes an error, and the program goes on.", Source: "CWE-248", Fault: "has Repanic",
	}, []class{panics, hostile}, func(o *outcome, _ []*outcome) string {
		if o.repanic != nil {
			return "the panic is not recovered"
		}
		return ""
	}},
	{check.Rule{
		ID: "boundary/panic/2", Category: check.Hygiene, Level: check.Must,
		Text: "No function of a Boundary panics.", Source: doc, Fault: "has a Report that reads the first field of every error",
	}, []class{foreign, lookup, canceled, timedOut, panics, application, peer}, func(o *outcome, _ []*outcome) string {
		if len(o.panics) > 0 {
			return strings.Join(o.panics, ", ") + " panics"
		}
		return ""
	}},
	{check.Rule{
		ID: "boundary/error/1", Category: check.Spec, Level: check.Must,
		Text: "Every failure becomes an *errkit.Error.", Source: doc, Fault: "has a PassThrough that is true for an error of the database",
	}, nil, func(o *outcome, _ []*outcome) string {
		if o.result() == nil && !o.late && o.repanic == nil {
			return fmt.Sprintf("the result is a %T", o.err)
		}
		return ""
	}},
	{check.Rule{
		ID: "boundary/error/2", Category: check.Spec, Level: check.Must,
		Text: "An error of the application does not change.", Source: "package errkit, Error", Fault: "has a Report that shortens the fields of errors",
	}, []class{application}, func(o *outcome, _ []*outcome) string {
		if o.changed {
			return "it changed"
		}
		return ""
	}},
	{check.Rule{
		ID: "boundary/leak/1", Category: check.Leak, Level: check.Must,
		Text: "No text of a foreign error is public.", Source: "CWE-209", Fault: "has a Classifier whose message is the text of the error",
	}, []class{foreign, lookup, canceled, timedOut, hostile}, leaks},
	{check.Rule{
		ID: "boundary/leak/2", Category: check.Leak, Level: check.Must,
		Text: "No value of a panic is public.", Source: "CWE-209", Fault: "has a Localize that adds the cause of a panic to its message",
	}, []class{panics}, leaks},
	{check.Rule{
		ID: "boundary/leak/3", Category: check.Leak, Level: check.Must,
		Text: "No cause of an error of the application is public.", Source: "CWE-209", Fault: "has a Localize that adds the cause of a coded error to its message",
	}, []class{application}, leaks},
	{check.Rule{
		ID: "boundary/kind/1", Category: check.Model, Level: check.Must,
		Text: "A failure of the program is not the caller's fault.", Source: "RFC 9110 §15.6", Fault: "has a Classifier that calls every error an invalid input",
	}, []class{foreign, panics}, func(o *outcome, _ []*outcome) string {
		if e := o.result(); e != nil && callersFault(e) {
			return "its kind is " + e.Kind.String()
		}
		return ""
	}},
	{check.Rule{
		ID: "boundary/kind/2", Category: check.Model, Level: check.Must,
		Text: "The end of a call's context is a timeout, or a cancellation.", Source: doc, Fault: "has a Classifier that calls the end of a context unavailable",
	}, []class{canceled, timedOut}, func(o *outcome, _ []*outcome) string {
		if e := o.result(); e != nil && e.Kind != errkit.Timeout && e.Kind != errkit.Canceled {
			return "its kind is " + e.Kind.String()
		}
		return ""
	}},
	{check.Rule{
		ID: "boundary/kind/3", Category: check.Auth, Level: check.Should,
		Text: "The status of another server is not that of this one.", Source: "RFC 9110 §15.6.3", Fault: "has RelayPeers",
	}, []class{peer}, func(o *outcome, _ []*outcome) string {
		if e := o.result(); e != nil && e.Kind != errkit.UpstreamFailed {
			return "its kind is " + e.Kind.String()
		}
		return ""
	}},
	{check.Rule{
		ID: "boundary/retry/1", Category: check.Retry, Level: check.Must,
		Text: "An error that is the caller's fault does not invite to repeat the call as it is.", Source: "RFC 9110 §15.5.1", Fault: "has a Classifier that permits to repeat the call for a missing row",
	}, []class{foreign, lookup, application}, func(o *outcome, _ []*outcome) string {
		if e := o.result(); e != nil && callersFault(e) && (mapping.Default().RetryOf(e) == errkit.Allowed || e.RetryAfter > 0) {
			return "its kind is " + e.Kind.String() + ", and it may be repeated"
		}
		return ""
	}},
	{check.Rule{
		ID: "boundary/report/1", Category: check.Hygiene, Level: check.Must,
		Text: "Every failure is reported, once.", Source: doc, Fault: "has no Report",
	}, nil, func(o *outcome, _ []*outcome) string {
		if o.result() != nil && o.reports != 1 {
			return fmt.Sprintf("it was reported %d times", o.reports)
		}
		return ""
	}},
	{check.Rule{
		ID: "boundary/ref/1", Category: check.Hygiene, Level: check.Must,
		Text: "Failures of different calls have different references.", Source: doc, Fault: "has a Ref that is always the same",
	}, nil, func(o *outcome, before []*outcome) string {
		for _, other := range before {
			if e, f := o.result(), other.result(); e != nil && f != nil && e.Ref != "" && e.Ref == f.Ref {
				return fmt.Sprintf("its reference %q is that of another one, %s", e.Ref, other.name)
			}
		}
		return ""
	}},
	{check.Rule{
		ID: "boundary/ref/2", Category: check.Hygiene, Level: check.Should,
		Text: "A reference is a word of at most 128 visible characters.", Source: "CWE-117", Fault: "has a Ref with a line end",
	}, nil, func(o *outcome, _ []*outcome) string {
		if e := o.result(); e != nil && e.Ref != "" && !reference.MatchString(e.Ref) {
			return fmt.Sprintf("its reference is %.200q", e.Ref)
		}
		return ""
	}},
	{check.Rule{
		ID: "boundary/text/1", Category: check.Model, Level: check.Must,
		Text: "An error has a text that says something.", Source: doc, Fault: "has a Localize without a text for some kinds",
	}, nil, func(o *outcome, _ []*outcome) string {
		if e := o.result(); e != nil && strings.TrimSpace(e.Error()) == "" {
			return "its text is empty"
		}
		return ""
	}},
}

var reference = regexp.MustCompile(`^[!-~]{1,128}$`)

// callersFault reports whether a request with another input, or other credentials, may succeed.
func callersFault(e *errkit.Error) bool {
	switch e.Kind {
	case errkit.Canceled, errkit.RateLimited, errkit.Timeout:
		return false
	}
	return mapping.Default().Status(e)/100 == 4
}

// leaks judges what is public: the text of an error, its canonical JSON, and its documents in all dialects.
func leaks(o *outcome, _ []*outcome) string {
	e := o.result()
	if e == nil {
		return ""
	}
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
		if doc, _ := codec.Append(nil, d, dialect.Call{ID: []byte(`1`)}, &shown); strings.Contains(string(doc), secret) {
			return fmt.Sprintf("its document in %s is %s", d.Name(), doc)
		}
	}
	return ""
}
