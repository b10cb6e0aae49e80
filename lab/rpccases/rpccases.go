// Package rpccases has the errors with which the adapters of gRPC and Connect are tested.
package rpccases

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/mapping"
)

// Errors returns an error with every public field, and one of each kind.
func Errors() []*errkit.Error {
	list := []*errkit.Error{{
		Kind: errkit.Conflict, Code: "bell_jammed", Message: "The bell did not ring – «42».", Hint: "Call list_bells.",
		Ref:   "7f3a9c",
		Retry: errkit.Allowed, RetryAfter: 1500 * time.Millisecond, Stage: errkit.BeforeCall, Upstream: 503,
		Status: 423,
		Fields: []errkit.Field{{Path: "/bells/0", Message: "must be a name", Rule: "min", Param: "1"},
			{Path: "/a.b"}},
		Details: []slog.Attr{slog.String("bell", "front"), slog.Int("times", 3)},
		Needs: &errkit.Needs{
			Challenges: []errkit.Challenge{{ID: "c1", URL: "https://example.com/authorize",
				CheckURL: "https://example.com/check", Message: "Let the tool ring."}},
			UserID: true, Secrets: []string{"BELL_TOKEN"}, Scopes: []string{"bells:ring"},
			Input: []errkit.Input{{Name: "bell", Suggestions: []string{"front"}}}, Reason: "Several bells match.",
		},
	}}
	for _, k := range errkit.Kinds() {
		list = append(list, &errkit.Error{Kind: k, Message: "There is no bell."})
	}
	return list
}

// Sent returns e as a client gets it from a handler that failed with it: with its effect, and with
// the retry that follows, of a call of which nothing else is stated.
func Sent(e *errkit.Error) *errkit.Error {
	sent := *e
	ownWords := e.Kind == errkit.ExecutionFailed && e.Message != "" // whose author knows what the call did
	if e.Retry == errkit.RetryUnspecified && e.Effect == errkit.EffectUnspecified && !ownWords {
		sent.Effect = e.Kind.Effect()
	}
	sent.Retry, _ = mapping.Default().Narrow(&sent, errkit.RepeatableUnstated)
	if e.Retry == errkit.RetryUnspecified && sent.Retry == mapping.Default().Retry(e.Kind, e.Upstream) {
		sent.Retry = errkit.RetryUnspecified // which a reader infers from the kind
	}
	return &sent
}

// A Failure is a handler that fails with a text that must not be sent: samples.Secret.
type Failure struct {
	Name string
	Fail func(context.Context) error
	Want errkit.Kind
}

// Failures returns handlers that fail in each way that does not need a library.
func Failures() []Failure {
	secret := errors.New(samples.Secret)
	return []Failure{
		{"coded", func(context.Context) error { return samples.Canaries(errkit.NotFound) }, errkit.NotFound},
		{"uncoded", func(context.Context) error { return secret }, errkit.Internal},
		{"a panic", func(context.Context) error { panic(samples.Secret) }, errkit.Internal},
		{"a nil pointer", func(context.Context) error { var e *errkit.Error; return e }, errkit.Internal},
		{"a deadline", func(context.Context) error { return errors.Join(secret, context.DeadlineExceeded) },
			errkit.Timeout},
	}
}

// A Limit is a limit for the details in trailers, and what a client gets of the error that Large
// returns.
type Limit struct {
	Name   string
	Max    int  // MaxDetails
	Fields int  // the last one reports that there are more
	Hint   bool // whether the client gets it
	Why    string
}

// Limits returns limits.
func Limits() []Limit {
	return []Limit{
		{"no limit", -1, 100, true, "everything is sent"},
		{"default", 0, 11, true, "6,144 bytes, 1,024 of which are for the message"},
		{"little", 2000, 2, true, "one field and most of the message"},
		{"less", 700, 0, false, "the kind and the start of the message"},
		{"one byte", 1, 0, false, "no details: the code and the message"},
	}
}

// Large returns an error whose message and fields are too long for the headers of a response.
func Large() *errkit.Error {
	e := samples.Large()
	e.Message, e.Hint = errkit.Text(strings.Repeat("Bim. ", 2000)), "Call list_bells."
	return e
}

// RequireLimit requires that e is what a client gets of Large.
func RequireLimit(t *testing.T, want Limit, e *errkit.Error) {
	t.Helper()
	require.Equal(t, errkit.InvalidInput, e.Kind)
	require.Len(t, e.Fields, want.Fields, want.Why)
	if want.Fields > 0 && want.Fields < 100 {
		require.Equal(t, text.MoreRule, e.Fields[want.Fields-1].Rule)
	}
	require.Equal(t, want.Hint, e.Hint != "", want.Why)
	message := string(e.Message)
	require.Equal(t, want.Max >= 0, strings.HasSuffix(message, "…"), message)
	require.True(t, strings.HasPrefix(string(Large().Message), strings.TrimSuffix(message, "…")))
}
