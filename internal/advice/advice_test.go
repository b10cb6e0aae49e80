package advice

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
