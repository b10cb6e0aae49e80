package mapping

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
)

func TestAppendRetry(t *testing.T) {
	tests := []struct {
		name string
		err  errkit.Error
		want string
	}{
		{"nothing", errkit.Error{Kind: errkit.RateLimited}, ""},
		{"allowed", errkit.Error{Retry: errkit.Allowed}, "The same call may be tried again."},
		{"never", errkit.Error{Retry: errkit.Never, RetryAfter: time.Second}, "Do not repeat the same call."},
		{"after action", errkit.Error{Retry: errkit.AfterAction, RetryAfter: time.Second}, "Try again after that."},
		{"half a second", errkit.Error{RetryAfter: 500 * time.Millisecond}, "Try again in 0.5 seconds."},
		{"a second", errkit.Error{RetryAfter: time.Second}, "Try again in 1 second."},
		{"eleven seconds", errkit.Error{Retry: errkit.Allowed, RetryAfter: 11 * time.Second},
			"Try again in 11 seconds."},
		{"rounded up", errkit.Error{RetryAfter: 1}, "Try again in 0.001 seconds."},
		{"zeros", errkit.Error{RetryAfter: 1250 * time.Millisecond}, "Try again in 1.25 seconds."},
		{"negative", errkit.Error{RetryAfter: -time.Second}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, "x"+tt.want, string(AppendRetryAdvice([]byte("x"), &tt.err)))
		})
	}
}

// The advice of each kind agrees with its retry in the default table.
func TestRows(t *testing.T) {
	agrees := map[errkit.Retry]string{
		errkit.RetryUnspecified: "^$",
		errkit.Never:            "^(Do not repeat|Change|Check|Make|Use) ",
		errkit.Allowed:          "^(Wait before you repeat the same call|The same call may be tried again)",
		errkit.AfterAction:      "^Ask the user ",
	}
	for _, k := range errkit.Kinds() {
		retry, sentence := Default().Retry(k, 0), k.Advice()
		require.Regexp(t, agrees[retry], sentence, k.String())
		text := string(k.Text())
		trimmed := func(e errkit.Error) errkit.Error {
			TrimAdvice(&e, retry)
			return e
		}
		alone := errkit.Error{Kind: k, Message: errkit.Text(text)}
		require.Equal(t, alone, trimmed(alone), k.String())
		with := errkit.Error{Kind: k, Message: errkit.Text(text + "\n" + sentence)}
		if sentence != "" {
			require.Equal(t, alone, trimmed(with), k.String())
			with.Hint = "Rest."
			require.Equal(t, with, trimmed(with), "it would not be appended")
		}
		with = errkit.Error{Kind: k, Message: errkit.Text("Mine.\n" + sentence)}
		require.Equal(t, with, trimmed(with), "words of an author")
	}
	text, effect := TrimEffect("x (reference 7f3a9c)\nThis call may have taken effect: check that first. "+doNotRepeat, errkit.Never)
	require.Equal(t, "x (reference 7f3a9c)\n"+doNotRepeat, text)
	require.Equal(t, errkit.EffectUnknown, effect)
}

func TestAppend(t *testing.T) {
	tests := []struct {
		name  string
		err   errkit.Error
		table errkit.Retry
		want  string
	}{
		{"a kind", errkit.Error{Kind: errkit.RateLimited}, errkit.Allowed, "Wait before you repeat the same call."},
		{"a table that differs", errkit.Error{Kind: errkit.RateLimited}, errkit.Never, doNotRepeat},
		{"a table that allows it", errkit.Error{Kind: errkit.Internal}, errkit.Allowed, mayRepeat},
		{"a table that asks", errkit.Error{Kind: errkit.Internal}, errkit.AfterAction, askFirst},
		{"an upstream that may recover", errkit.Error{Kind: errkit.UpstreamFailed, Upstream: 503}, errkit.Allowed,
			mayRepeat},
		{"an upstream without a status", errkit.Error{Kind: errkit.UpstreamFailed}, 0, ""},
		{"the author's retry", errkit.Error{Kind: errkit.RateLimited, Retry: errkit.Never}, errkit.Allowed,
			doNotRepeat},
		{"the author's delay", errkit.Error{Kind: errkit.RateLimited, RetryAfter: time.Second}, errkit.Allowed,
			"Try again in 1 second."},
		{"the author's message", errkit.Error{Kind: errkit.RateLimited, Message: "Enough."}, errkit.Allowed, ""},
		{"the author's hint", errkit.Error{Kind: errkit.RateLimited, Hint: "Rest."}, errkit.Allowed, ""},
		{"fields", errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{{}}}, errkit.Never, ""},
		{"needs", errkit.Error{Kind: errkit.InputRequired, Needs: &errkit.Needs{Reason: "Two."}}, errkit.AfterAction,
			""},
		{"an unknown kind", errkit.Error{Kind: 200}, errkit.Never, doNotRepeat},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, "x"+tt.want, string(appendAdvice([]byte("x"), &tt.err, tt.table)))
		})
	}
}
