package aai_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/errkit"
)

// The text states the effect, and no code invites to repeat a call that may have taken effect.
func TestEffect(t *testing.T) {
	const mayHave = `This call may have taken effect. If it only reads data, you may repeat it. Otherwise check first; ` +
		`if you cannot, ask the user.`
	unknown := errkit.Error{Kind: errkit.Unavailable, Effect: errkit.EffectUnknown, RetryAfter: time.Second}
	own := unknown
	own.Message, own.Retry = "The shop is closed.", errkit.Allowed
	limit := unknown
	limit.Kind, limit.Message = errkit.RateLimited, "Too many orders."
	tests := []struct {
		name       string
		err        errkit.Error
		repeatable errkit.Repeatable
		detail     string // at the end of a document of Dialect
		message    string // the same of Strings
	}{
		{"unknown", unknown, errkit.RepeatableUnstated, `"API_REQUEST_FAILED","detail":"` + mayHave + `"}`,
			`"EXECUTION_ERROR","message":"The tool is unavailable for now.\n` + mayHave + `"}`},
		{"a limit", limit, errkit.RepeatableUnstated, `"detail":"Too many orders.\n` + mayHave + `"}`,
			`"EXECUTION_ERROR","message":"Too many orders.\n` + mayHave + `"}`},
		{"repeatable", unknown, errkit.RepeatableYes, `"API_REQUEST_FAILED"}`,
			`"SERVICE_UNAVAILABLE","message":"The tool is unavailable for now."}`},
		{"the author allows it", own, errkit.RepeatableUnstated, `"detail":"The shop is closed."}`,
			`"SERVICE_UNAVAILABLE","message":"The shop is closed."}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var codec dialect.Codec
			for d, want := range map[dialect.Dialect]string{aai.Dialect{}: tt.detail, aai.Strings{}: tt.message} {
				body, head := codec.Append(nil, d, dialect.Call{Repeatable: tt.repeatable}, &tt.err)
				require.Contains(t, string(body), want)
				got, err := codec.Decode(dialect.Document{Dialect: d, Body: body, Status: head.Status})
				require.NoError(t, err)
				require.NotContains(t, string(got.Message), mayHave)
				require.Equal(t, strings.Contains(want, mayHave), got.Effect == errkit.EffectUnknown)
			}
		})
	}
}
