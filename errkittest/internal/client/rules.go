package client

import (
	"context"
	"errors"
	"slices"

	"github.com/toolerr/toolerr/check"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/errkittest/internal/judge"
	"github.com/toolerr/toolerr/mapping"
)

// returned is for calls that returned, to scenarios of the classes; all without one.
func returned(classes ...class) func(*outcome) bool {
	return func(o *outcome) bool {
		return !o.late && o.panicked == nil && (len(classes) == 0 || slices.Contains(classes, o.class))
	}
}

// decoded is for calls that returned, to answers that are errors in the dialect.
func decoded(o *outcome) bool { return returned(failed)(o) && o.wants != nil }

const specification = "the specification of the dialect"

// rules are about every answer, or about the answers of some classes.
var rules = []judge.Rule[*outcome]{
	{Rule: check.Rule{ID: "client/time/1", Category: "HYGIENE", Level: "MUST", Source: "package context",
		Text:  "A call ends with its context.",
		Fault: "waits for an answer although the context has ended",
	}, Wrong: func(o *outcome) string { return judge.When(o.late, "the call did not return") }},
	{Rule: check.Rule{ID: "client/panic/1", Category: "HYGIENE", Level: "MUST", Source: "CWE-248",
		Text:  "No answer makes a client panic.",
		Fault: "reads the first item of a list that is empty",
	}, Wrong: func(o *outcome) string {
		return judge.When(o.panicked != nil, "the client panics: %v", o.panicked)
	}},
	{Rule: check.Rule{ID: "client/size/1", Category: "HYGIENE", Level: "MUST", Source: "CWE-770",
		Text:  "A client does not read an answer without an end.",
		Fault: "reads every body to its end",
	}, About: returned(unlimited), Wrong: func(o *outcome) string {
		return judge.When(o.written > maxRead, "the client has read about %d bytes", o.written)
	}},
	{Rule: check.Rule{ID: "client/success/1", Category: "SPEC", Level: "MUST", Source: specification,
		Text:  "A success is not an error.",
		Fault: "takes a success that it does not know for an error",
	}, About: returned(right), Wrong: func(o *outcome) string {
		return judge.When(o.err != nil, "the call failed: %.200v", o.err)
	}},
	{Rule: check.Rule{ID: "client/error/1", Category: "SPEC", Level: "MUST", Source: specification,
		Text:  "An error of the dialect is an error of the call.",
		Fault: "does not look at the status, or at the member that says whether the tool failed",
	}, About: returned(failed), Wrong: func(o *outcome) string {
		return judge.When(o.wants != nil && o.err == nil, "the call succeeded")
	}},
	{Rule: check.Rule{ID: "client/error/2", Category: "SPEC", Level: "MUST", Source: "RFC 9110 §3.7, §8",
		Text:  "An answer that is not one of the protocol, or not complete, is not a success.",
		Fault: "takes what it cannot read for an empty result",
	}, About: returned(broken, unanswered), Wrong: func(o *outcome) string {
		return judge.When(o.err == nil, "the call succeeded")
	}},
	{Rule: check.Rule{ID: "client/kind/1", Category: "MODEL", Level: "SHOULD", Source: "package dialect",
		Text:  "An error of package errkit has the kind that the server has sent.",
		Fault: "has one kind for all errors",
	}, About: func(o *outcome) bool {
		_, coded := errors.AsType[*errkit.Error](o.err)
		return decoded(o) && coded && !errors.Is(o.err, context.DeadlineExceeded)
	}, Wrong: func(o *outcome) string {
		got := errkit.KindOf(o.err)
		return judge.When(got != o.wants.Kind, "the kind is %s, and that of the answer %s", got.String(),
			o.wants.Kind.String())
	}},
	{Rule: check.Rule{ID: "client/retry/1", Category: "RETRY", Level: "MUST", Source: "RFC 9110 §15.5",
		Text:  "A call is not repeated if its error does not permit it.",
		Fault: "repeats every call that failed",
	}, About: func(o *outcome) bool {
		return decoded(o) && mapping.Default().RetryOf(o.wants) != errkit.Allowed
	}, Wrong: repeated(1)},
	{Rule: check.Rule{ID: "client/retry/2", Category: "RETRY", Level: "MUST", Source: "RFC 9110 §10.2.3",
		Text:  "A call is not repeated before the time that its error names.",
		Fault: "repeats a call that was refused for its rate at once",
	}, About: func(o *outcome) bool { return decoded(o) && o.wants.RetryAfter > 0 }, Wrong: repeated(1)},
	{Rule: check.Rule{ID: "client/retry/3", Category: "RETRY", Level: "MUST", Source: "RFC 9110 §9.2.2",
		Text:  "A client waits before it repeats a call again.",
		Fault: "repeats a call until it succeeds",
	}, Wrong: repeated(maxCalls)},
	{Rule: check.Rule{ID: "client/text/1", Category: "HYGIENE", Level: "SHOULD", Source: "CWE-770",
		Text:  "The text of an error has at most 64 KiB.",
		Fault: "has all of a long message in the text of the error",
	}, About: returned(), Wrong: func(o *outcome) string {
		if o.err == nil {
			return ""
		}
		size := len(o.err.Error())
		return judge.When(size > maxText, "the text has %d bytes", size)
	}},
}

// repeated judges the number of calls.
func repeated(most int) func(*outcome) string {
	return func(o *outcome) string { return judge.When(o.calls > most, "the tool was called %d times", o.calls) }
}
