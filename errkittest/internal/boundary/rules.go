package boundary

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/check"
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

const doc = "package middleware, Boundary"

// rules are about every failure, or about those of some classes.
var rules = []judge.Rule[*outcome]{
	{Rule: check.Rule{ID: "boundary/time/1", Category: "HYGIENE", Level: "MUST", Source: "CWE-833",
		Text:  "A failure has its error in time.",
		Fault: "has a Report that waits for a reader which is gone",
	}, Wrong: func(o *outcome) string { return judge.When(o.late, "there is no error in time") }},
	{Rule: check.Rule{ID: "boundary/panic/1", Category: "HYGIENE", Level: "SHOULD", Source: "CWE-248",
		Text:  "A panic becomes an error, and the program goes on.",
		Fault: "has Repanic",
	}, About: of(panics, hostile), Wrong: func(o *outcome) string {
		return judge.When(o.repanic != nil, "the panic is not recovered")
	}},
	{Rule: check.Rule{ID: "boundary/panic/2", Category: "HYGIENE", Level: "MUST", Source: doc,
		Text:  "No function of a Boundary panics.",
		Fault: "has a Report that reads the first field of every error",
	}, About: of(foreign, lookup, canceled, timedOut, panics, application, peer), Wrong: func(o *outcome) string {
		return judge.When(len(o.panics) > 0, "%s panics", strings.Join(o.panics, ", "))
	}},
	{Rule: check.Rule{ID: "boundary/error/1", Category: "SPEC", Level: "MUST", Source: doc,
		Text:  "Every failure becomes an *errkit.Error.",
		Fault: "has a PassThrough that is true for an error of the database",
	}, Wrong: func(o *outcome) string {
		return judge.When(o.result() == nil && !o.late && o.repanic == nil, "the result is a %T", o.err)
	}},
	{Rule: check.Rule{ID: "boundary/error/2", Category: "SPEC", Level: "MUST", Source: "package errkit, Error",
		Text:  "An error of the application does not change.",
		Fault: "has a Report that shortens the fields of errors",
	}, About: of(application), Wrong: func(o *outcome) string { return judge.When(o.changed, "it changed") }},
	{Rule: check.Rule{ID: "boundary/leak/1", Category: "LEAK", Level: "MUST", Source: "CWE-209",
		Text:  "No text of a foreign error is public.",
		Fault: "has a Classifier whose message is the text of the error",
	}, About: of(foreign, lookup, canceled, timedOut, hostile), Wrong: coded(leaks)},
	{Rule: check.Rule{ID: "boundary/leak/2", Category: "LEAK", Level: "MUST", Source: "CWE-209",
		Text:  "No value of a panic is public.",
		Fault: "has a Localize that adds the cause of a panic to its message",
	}, About: of(panics), Wrong: coded(leaks)},
	{Rule: check.Rule{ID: "boundary/leak/3", Category: "LEAK", Level: "MUST", Source: "CWE-209",
		Text:  "No cause of an error of the application is public.",
		Fault: "has a Localize that adds the cause of a coded error to its message",
	}, About: of(application), Wrong: coded(leaks)},
	{Rule: check.Rule{ID: "boundary/kind/1", Category: "MODEL", Level: "MUST", Source: "RFC 9110 §15.6",
		Text:  "A failure of the program is not the caller's fault.",
		Fault: "has a Classifier that calls every error an invalid input",
	}, About: of(foreign, panics), Wrong: kind(callersFault)},
	{Rule: check.Rule{ID: "boundary/kind/2", Category: "MODEL", Level: "MUST", Source: doc,
		Text:  "The end of a call's context is a timeout, or a cancellation.",
		Fault: "has a Classifier that calls the end of a context unavailable",
	}, About: of(canceled, timedOut), Wrong: kind(func(e *errkit.Error) bool {
		return e.Kind != errkit.Timeout && e.Kind != errkit.Canceled
	})},
	{Rule: check.Rule{ID: "boundary/kind/3", Category: "AUTH", Level: "SHOULD", Source: "RFC 9110 §15.6.3",
		Text:  "The status of another server is not that of this one.",
		Fault: "has RelayPeers",
	}, About: of(peer), Wrong: kind(func(e *errkit.Error) bool { return e.Kind != errkit.UpstreamFailed })},
	{Rule: check.Rule{ID: "boundary/retry/1", Category: "RETRY", Level: "MUST", Source: "RFC 9110 §15.5.1",
		Text:  "An error that is the caller's fault does not invite to repeat the call as it is.",
		Fault: "has a Classifier that permits to repeat the call for a missing row",
	}, About: of(foreign, lookup, application), Wrong: coded(func(e *errkit.Error) string {
		repeats := mapping.Default().RetryOf(e) == errkit.Allowed || e.RetryAfter > 0
		return judge.When(callersFault(e) && repeats, "its kind is %s, and it may be repeated", e.Kind.String())
	})},
	{Rule: check.Rule{ID: "boundary/report/1", Category: "HYGIENE", Level: "MUST", Source: doc,
		Text:  "Every failure is reported, once.",
		Fault: "has no Report",
	}, Wrong: func(o *outcome) string {
		return judge.When(o.result() != nil && o.reports != 1, "it was reported %d times", o.reports)
	}},
	{Rule: check.Rule{ID: "boundary/ref/1", Category: "HYGIENE", Level: "MUST", Source: doc,
		Text:  "Failures of different calls have different references.",
		Fault: "has a Ref that is always the same",
	}, Wrong: func(o *outcome) string {
		for _, other := range o.before {
			if e, f := o.result(), other.result(); e != nil && f != nil && e.Ref != "" && e.Ref == f.Ref {
				return fmt.Sprintf("its reference %q is that of another one, %s", e.Ref, other.name)
			}
		}
		return ""
	}},
	{Rule: check.Rule{ID: "boundary/ref/2", Category: "HYGIENE", Level: "SHOULD", Source: "CWE-117",
		Text:  "A reference is a word of at most 128 visible characters.",
		Fault: "has a Ref with a line end",
	}, Wrong: coded(func(e *errkit.Error) string {
		return judge.When(e.Ref != "" && !reference.MatchString(e.Ref), "its reference is %.200q", e.Ref)
	})},
	{Rule: check.Rule{ID: "boundary/text/1", Category: "MODEL", Level: "MUST", Source: doc,
		Text:  "An error has a text that says something.",
		Fault: "has a Localize without a text for some kinds",
	}, Wrong: coded(func(e *errkit.Error) string {
		return judge.When(strings.TrimSpace(e.Error()) == "", "its text is empty")
	})},
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
