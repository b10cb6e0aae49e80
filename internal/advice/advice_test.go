package advice

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
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
		{"eleven seconds", errkit.Error{Retry: errkit.Allowed, RetryAfter: 11 * time.Second}, "Try again in 11 seconds."},
		{"rounded up", errkit.Error{RetryAfter: 1}, "Try again in 0.001 seconds."},
		{"zeros", errkit.Error{RetryAfter: 1250 * time.Millisecond}, "Try again in 1.25 seconds."},
		{"negative", errkit.Error{RetryAfter: -time.Second}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, "x"+tt.want, string(AppendRetry([]byte("x"), &tt.err)))
		})
	}
}

// Each kind has a row, which agrees with the default table.
func TestRows(t *testing.T) {
	require.Len(t, rows, len(errkit.Kinds()))
	for _, k := range errkit.Kinds() {
		r := rows[k]
		require.Equal(t, mapping.Default().Retry(k, 0), r.retry, k.String())
		require.Equal(t, r.retry == errkit.RetryUnspecified, r.sentence == "", k.String())
		e := &errkit.Error{Kind: k}
		text := string(k.Text())
		require.Equal(t, text, Trim(text, e, r.retry), k.String())
		if r.sentence != "" {
			require.Equal(t, text, Trim(text+"\n"+r.sentence, e, r.retry), k.String())
			require.Equal(t, text+"\n"+r.sentence, Trim(text+"\n"+r.sentence, &errkit.Error{Kind: k, Hint: "Rest."}, r.retry), "it would not be appended")
		}
		require.Equal(t, "Mine.\n"+r.sentence, Trim("Mine.\n"+r.sentence, e, r.retry), "words of an author")
	}
	require.Equal(t, "x (reference 7f3a9c)", TrimInternal("x (reference 7f3a9c)\n"+never))
}

func TestAppend(t *testing.T) {
	tests := []struct {
		name  string
		err   errkit.Error
		table errkit.Retry
		want  string
	}{
		{"a kind", errkit.Error{Kind: errkit.RateLimited}, errkit.Allowed, "Wait before you repeat the same call."},
		{"a table that differs", errkit.Error{Kind: errkit.RateLimited}, errkit.Never, never},
		{"a table that allows it", errkit.Error{Kind: errkit.Internal}, errkit.Allowed, again},
		{"a table that asks", errkit.Error{Kind: errkit.Internal}, errkit.AfterAction, askUser},
		{"an upstream that may recover", errkit.Error{Kind: errkit.UpstreamFailed, Upstream: 503}, errkit.Allowed, again},
		{"an upstream without a status", errkit.Error{Kind: errkit.UpstreamFailed}, 0, ""},
		{"the author's retry", errkit.Error{Kind: errkit.RateLimited, Retry: errkit.Never}, errkit.Allowed, never},
		{"the author's delay", errkit.Error{Kind: errkit.RateLimited, RetryAfter: time.Second}, errkit.Allowed, "Try again in 1 second."},
		{"the author's message", errkit.Error{Kind: errkit.RateLimited, Message: "Enough."}, errkit.Allowed, ""},
		{"the author's hint", errkit.Error{Kind: errkit.RateLimited, Hint: "Rest."}, errkit.Allowed, ""},
		{"fields", errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{{}}}, errkit.Never, ""},
		{"needs", errkit.Error{Kind: errkit.InputRequired, Needs: &errkit.Needs{Reason: "Two."}}, errkit.AfterAction, ""},
		{"an unknown kind", errkit.Error{Kind: 200}, errkit.Never, never},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, "x"+tt.want, string(Append([]byte("x"), &tt.err, tt.table)))
		})
	}
}
