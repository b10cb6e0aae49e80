package hostile

import (
	"context"
	"errors"
	"fmt"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/check"
	"github.com/toolerr/toolerr/mapping"
)

// A rule is a sentence about a client, and the function that returns what breaks it, "" if nothing does.
type rule struct {
	check.Rule
	about func(o *outcome) bool
	wrong func(o *outcome) string
}

// judge judges the outcomes.
func (r *rule) judge(outcomes []*outcome) check.Result {
	result := check.Result{Rule: &r.Rule, Status: check.Skipped}
	for _, o := range outcomes {
		if !r.about(o) {
			continue
		}
		result.Judged++
		if wrong := r.wrong(o); wrong != "" {
			result.Status = check.Failed
			result.Found++
			result.Findings = append(result.Findings, check.Finding{Text: o.name + ": " + wrong})
		} else if result.Status == check.Skipped {
			result.Status = check.Passed
		}
	}
	return result
}

// Rules returns the rules, in the order of reports.
func Rules() (all []*check.Rule) {
	for i := range rules {
		all = append(all, &rules[i].Rule)
	}
	return all
}

func every(*outcome) bool { return true }

// returned is for calls that returned, to scenarios of the classes; all without one.
func returned(classes ...class) func(*outcome) bool {
	return func(o *outcome) bool {
		if o.late || o.panicked != nil {
			return false
		}
		for _, c := range classes {
			if o.class == c {
				return true
			}
		}
		return len(classes) == 0
	}
}

var rules = []rule{
	{check.Rule{
		ID: "client/time/1", Category: check.Hygiene, Level: check.Must,
		Text: "A call ends with its context.", Source: "package context", Fault: "waits for an answer although the context has ended",
	}, every, func(o *outcome) string {
		if o.late {
			return "the call did not return"
		}
		return ""
	}},
	{check.Rule{
		ID: "client/panic/1", Category: check.Hygiene, Level: check.Must,
		Text: "No answer makes a client panic.", Source: "CWE-248", Fault: "reads the first item of a list that is empty",
	}, every, func(o *outcome) string {
		if o.panicked != nil {
			return fmt.Sprintf("the client panics: %v", o.panicked)
		}
		return ""
	}},
	{check.Rule{
		ID: "client/size/1", Category: check.Hygiene, Level: check.Must,
		Text: "A client does not read an answer without an end.", Source: "CWE-770", Fault: "reads every body to its end",
	}, returned(unlimited), func(o *outcome) string {
		if o.written > maxRead {
			return fmt.Sprintf("the client has read about %d bytes", o.written)
		}
		return ""
	}},
	{check.Rule{
		ID: "client/success/1", Category: check.Spec, Level: check.Must,
		Text: "A success is not an error.", Source: "the specification of the dialect", Fault: "takes a success that it does not know for an error",
	}, returned(right), func(o *outcome) string {
		if o.err != nil {
			return fmt.Sprintf("the call failed: %.200v", o.err)
		}
		return ""
	}},
	{check.Rule{
		ID: "client/error/1", Category: check.Spec, Level: check.Must,
		Text: "An error of the dialect is an error of the call.", Source: "the specification of the dialect", Fault: "does not look at the status, or at the member that says whether the tool failed",
	}, returned(failed), func(o *outcome) string {
		if o.wants != nil && o.err == nil {
			return "the call succeeded"
		}
		return ""
	}},
	{check.Rule{
		ID: "client/error/2", Category: check.Spec, Level: check.Must,
		Text: "An answer that is not one of the protocol, or not complete, is not a success.", Source: "RFC 9110 §3.7, §8", Fault: "takes what it cannot read for an empty result",
	}, returned(broken, unanswered), func(o *outcome) string {
		if o.err == nil {
			return "the call succeeded"
		}
		return ""
	}},
	{check.Rule{
		ID: "client/kind/1", Category: check.Model, Level: check.Should,
		Text: "An error of package errkit has the kind that the server has sent.", Source: "package dialect", Fault: "has one kind for all errors",
	}, func(o *outcome) bool {
		_, coded := errors.AsType[*errkit.Error](o.err)
		return returned(failed)(o) && o.wants != nil && coded && !errors.Is(o.err, context.DeadlineExceeded)
	}, func(o *outcome) string {
		if got := errkit.KindOf(o.err); got != o.wants.Kind {
			return fmt.Sprintf("the kind is %s, and that of the answer %s", got, o.wants.Kind)
		}
		return ""
	}},
	{check.Rule{
		ID: "client/retry/1", Category: check.Retry, Level: check.Must,
		Text: "A call is not repeated if its error does not permit it.", Source: "RFC 9110 §15.5", Fault: "repeats every call that failed",
	}, func(o *outcome) bool {
		return returned(failed)(o) && o.wants != nil && mapping.Default().RetryOf(o.wants) != errkit.Allowed
	}, repeated(1)},
	{check.Rule{
		ID: "client/retry/2", Category: check.Retry, Level: check.Must,
		Text: "A call is not repeated before the time that its error names.", Source: "RFC 9110 §10.2.3", Fault: "repeats a call that was refused for its rate at once",
	}, func(o *outcome) bool { return returned(failed)(o) && o.wants != nil && o.wants.RetryAfter > 0 }, repeated(1)},
	{check.Rule{
		ID: "client/retry/3", Category: check.Retry, Level: check.Must,
		Text: "A client waits before it repeats a call again.", Source: "RFC 9110 §9.2.2", Fault: "repeats a call until it succeeds",
	}, every, repeated(maxCalls)},
	{check.Rule{
		ID: "client/text/1", Category: check.Hygiene, Level: check.Should,
		Text: "The text of an error has at most 64 KiB.", Source: "CWE-770", Fault: "has all of a long message in the text of the error",
	}, returned(), func(o *outcome) string {
		if o.err != nil && len(o.err.Error()) > maxText {
			return fmt.Sprintf("the text has %d bytes", len(o.err.Error()))
		}
		return ""
	}},
}

// repeated judges the number of calls.
func repeated(most int) func(*outcome) string {
	return func(o *outcome) string {
		if o.calls > most {
			return fmt.Sprintf("the tool was called %d times", o.calls)
		}
		return ""
	}
}
