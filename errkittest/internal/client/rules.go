package client

import (
	"context"
	_ "embed"
	"errors"
	"slices"

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

// rulesText has for each rule its id, category, level and source, then the rule, and what a program that
// breaks it does.
//
//go:embed rules.txt
var rulesText string

// rules are about every answer, or about the answers of some classes.
var rules = judge.Rules(rulesText, map[string]judge.Rule[*outcome]{
	"client/time/1": {Wrong: func(o *outcome) string { return judge.When(o.late, "the call did not return") }},
	"client/panic/1": {Wrong: func(o *outcome) string {
		return judge.When(o.panicked != nil, "the client panics: %v", o.panicked)
	}},
	"client/size/1": {About: returned(unlimited), Wrong: func(o *outcome) string {
		return judge.When(o.written > maxRead, "the client has read about %d bytes", o.written)
	}},
	"client/success/1": {About: returned(right), Wrong: func(o *outcome) string {
		return judge.When(o.err != nil, "the call failed: %.200v", o.err)
	}},
	"client/error/1": {About: returned(failed), Wrong: func(o *outcome) string {
		return judge.When(o.wants != nil && o.err == nil, "the call succeeded")
	}},
	"client/error/2": {About: returned(broken, unanswered), Wrong: func(o *outcome) string {
		return judge.When(o.err == nil, "the call succeeded")
	}},
	"client/kind/1": {About: func(o *outcome) bool {
		_, coded := errors.AsType[*errkit.Error](o.err)
		return decoded(o) && coded && !errors.Is(o.err, context.DeadlineExceeded)
	}, Wrong: func(o *outcome) string {
		got := errkit.KindOf(o.err)
		return judge.When(got != o.wants.Kind, "the kind is %s, and that of the answer %s", got.String(),
			o.wants.Kind.String())
	}},
	"client/retry/1": {About: func(o *outcome) bool {
		return decoded(o) && mapping.Default().RetryOf(o.wants) != errkit.Allowed
	}, Wrong: repeated(1)},
	"client/retry/2": {About: func(o *outcome) bool { return decoded(o) && o.wants.RetryAfter > 0 }, Wrong: repeated(1)},
	"client/retry/3": {Wrong: repeated(maxCalls)},
	"client/text/1": {About: returned(), Wrong: func(o *outcome) string {
		if o.err == nil {
			return ""
		}
		size := len(o.err.Error())
		return judge.When(size > maxText, "the text has %d bytes", size)
	}},
})

// repeated judges the number of calls.
func repeated(most int) func(*outcome) string {
	return func(o *outcome) string { return judge.When(o.calls > most, "the tool was called %d times", o.calls) }
}
