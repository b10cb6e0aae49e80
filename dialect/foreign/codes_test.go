package foreign

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect/foreign/internal/guess"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/allocs"
)

// spelled calls f with each code of a pattern, with filler for "*", and with the alternative of
// each word that the code has.
func spelled(pattern, filler string, f func(code string, texts []string)) {
	var spell func(words []string, code string, texts []string)
	spell = func(words []string, code string, texts []string) {
		if len(words) == 0 {
			f(code, texts)
			return
		}
		word, optional := strings.CutSuffix(words[0], "?")
		if optional {
			spell(words[1:], code, texts)
		}
		for text := range strings.SplitSeq(word, "|") {
			spell(words[1:], code+strings.ReplaceAll(text, "*", filler), append(texts[:len(texts):len(texts)], text))
		}
	}
	spell(strings.Fields(pattern), "", nil)
}

// Each row matches its codes, and each word of it counts: a code with the word is of the row, and
// would be of another kind, or of none, without it.
func TestAPICodes(t *testing.T) {
	patterns := codePatterns().patterns
	from := func(start int, code string, parts bool) int {
		for i := start; i < len(patterns); i++ {
			if patterns[i].matches(code, parts) {
				return i
			}
		}
		return -1
	}
	var all []string
	guess.Groups(codesText, func(head, patterns []string) {
		require.NoError(t, new(errkit.Kind).UnmarshalText([]byte(head[0])), head)
		if len(head) > 1 {
			require.Equal(t, []string{errkit.AfterAction.String()}, head[1:])
		}
		all = append(all, patterns...)
	})
	for i, pattern := range all {
		row := &patterns[i]
		counts := map[string]bool{}
		for _, filler := range []string{"", "bell", "ratelimit"} {
			parts := filler != ""
			spelled(pattern, filler, func(code string, texts []string) {
				require.Equal(t, code, normalCode(code))
				require.True(t, row.matches(code, parts), "%s: %s", pattern, code)
				needed := codePatterns().find(code, parts) == row
				if next := from(i+1, code, parts); next >= 0 {
					needed = needed && (patterns[next].kind != row.kind || patterns[next].retry != row.retry)
				}
				for _, text := range texts {
					counts[text] = counts[text] || needed
				}
			})
		}
		for text, needed := range counts {
			require.True(t, needed, "%q of %q changes nothing", text, pattern)
		}
	}
}

func TestLookupCode(t *testing.T) {
	tests := []struct {
		code string
		want errkit.Kind
		ok   bool
	}{
		{"NOT_FOUND", errkit.NotFound, true},
		{"not_found_error", errkit.NotFound, true},
		{"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException", errkit.NotFound, true},
		{"ThrottlingException:http://internal.amazon.com/coral/", errkit.RateLimited, true},
		{"policies.ratelimit.TooManyRequests", errkit.RateLimited, true},
		{"UserNotFoundException", errkit.NotFound, true},
		{"MethodNotFound", errkit.MethodNotFound, true},
		{"ERR_BELL_NOT_FOUND", errkit.NotFound, true},
		{"ERROR_RING_INSUFFICIENT_FUNDS", errkit.FailedPrecondition, true},
		{"authentication_token_expired", errkit.AuthExpired, true},
		{"duplicate_bell", errkit.Conflict, true},
		{"invalid_pitch", errkit.InvalidInput, true},
		{"INVALID_REQUEST_BODY", errkit.InvalidRequest, true},
		{"INVALID_RATE_LIMIT", errkit.InvalidInput, true}, // a setting
		{"invalid_timeout", errkit.InvalidInput, true},
		{"invalid_state_transition", errkit.FailedPrecondition, true},
		{"invalid_bell_credentials", errkit.Unauthenticated, true},
		{"INVALID_SECURITY_USER", errkit.Unauthenticated, true}, // NAV
		{"INVALID_SECURITY_CODE", errkit.InvalidInput, true},    // of a card
		{"INVALID_REQUEST_SIGNATURE", errkit.Unauthenticated, true},
		{"bell.balance_too_low", errkit.FailedPrecondition, true}, // Tezos
		{"pitch_too_low", 0, false},
		{"too_many_writes_in_flight", errkit.RateLimited, true},
		{"too_many_bells", 0, false}, // too large, or too often
		{"invalid_bell", errkit.InvalidInput, true},
		{"InvalidBellInstanceState", errkit.FailedPrecondition, true},
		{"BELL_ALREADY_RUNG", errkit.Conflict, true},
		{"EMAIL_EXISTS", errkit.Conflict, true},
		{"bell_does_not_exist", errkit.NotFound, true},
		{"missing_bell_scope", errkit.PermissionDenied, true},
		{"missing_bell_field", errkit.InvalidInput, true},
		{"bell_missing", 0, false}, // a resource or a part of the input
		{"ExpiredBellTokenException", errkit.AuthExpired, true},
		{"card_expired", 0, false},
		{"InvalidAccessKey", errkit.Unauthenticated, true},
		{"ENOTFOUND", errkit.Network, true}, // of Node.js, for a host
		{"ENOENT", errkit.NotFound, true},
		{"extra_forbidden", errkit.InvalidInput, true},
		{"UniqueViolation", errkit.Conflict, true},
		{"unique_bell_violation", errkit.Conflict, true},
		{"bell_login_failed", errkit.Unauthenticated, true},
		{"invalid_status_transition", errkit.FailedPrecondition, true},
		{"BAD_GATEWAY", errkit.UpstreamFailed, true},
		{"MAINTENANCE_MODE", errkit.Unavailable, true},
		{"concurrent_requests_exceeded", errkit.RateLimited, true},
		{"type_error", 0, false}, // of an input, or a bug
		{"BELL.PITCH.INVALID", errkit.InvalidInput, true},
		{"NOT.AUTHORIZED.ERROR", 0, false}, // 401 or 403
		{"bell_invalid_pitch", errkit.InvalidInput, true},
		{"Request_UnsupportedBell", errkit.Unsupported, true},
		{"BellDoesNotExistWithName", errkit.NotFound, true},
		{"user_lacks_permissions", errkit.PermissionDenied, true},
		{"optimistic_locking_error", errkit.Conflict, true},
		{"name_invalid", errkit.InvalidInput, true},
		{"bell_limit_reached", errkit.RateLimited, true},
		{"bell_restricted", 0, false},
		{"unsupported_bell", errkit.Unsupported, true},
		{"NotAuthorizedException", errkit.Unauthenticated, true},
		{"NotAuthorized", errkit.PermissionDenied, true},
		{"INVALID_SESSION", errkit.Unauthenticated, true},
		{"invalid_session_token", errkit.Unauthenticated, true},
		{"invalid session id", errkit.InvalidRequest, true}, // of WebDriver, where nobody logs in
		{"INVALID_SESSION_LENGTH", errkit.InvalidInput, true},
		{"parameter_not_found", errkit.InvalidInput, true},
		{"ParameterNotFound", errkit.NotFound, true},
		{"FST_ERR_VALIDATION", errkit.InvalidInput, true},
		{"OutputValidationError", errkit.OutputInvalid, true},
		{"bell_unavailable", 0, false}, // may be sold out
		{"Throttling.User", errkit.RateLimited, true},
		{"AuthFailure.SecretIdNotFound", errkit.Unauthenticated, true},
		{"InvalidInstanceID.NotFound", errkit.NotFound, true},
		{"bells.throttling.User", 0, false}, // a package
		{"Missing parameter", errkit.InvalidInput, true},
		{"Too Many Requests", errkit.RateLimited, true},
		{"The bell was not found", 0, false},
		{"invalid bell", 0, false},
		{"BELL_STUCK", 0, false},
		{"", 0, false},
		{"error", 0, false},
		{strings.Repeat("x", 65) + "NotFound", 0, false},
		{"größe_not_found", errkit.NotFound, true},
	}
	for _, tt := range tests {
		k, _, ok := lookupCode(tt.code)
		require.Equal(t, tt.ok, ok, tt.code)
		require.Equal(t, tt.want.String(), k.String(), tt.code)
	}
}

func TestLookupAllocatesNothing(t *testing.T) {
	for _, code := range []string{"BELL_NOT_FOUND", "com.example#ThrottlingException", "InvalidBell.Rang"} {
		require.Zero(t, allocs.Of(func() { lookupCode(code) }), code)
		require.Zero(t, allocs.Of(func() { sharedCode(code) }), code)
	}
	require.Zero(t, allocs.Of(func() { isState("ALREADY_RUNG") }))
}

func TestCodeRetry(t *testing.T) {
	for code, want := range map[string]errkit.Retry{"insufficient_quota": errkit.AfterAction,
		"rate_limit_exceeded": errkit.RetryUnspecified} {
		k, retry, ok := lookupCode(code)
		require.True(t, ok)
		require.Equal(t, errkit.RateLimited, k)
		require.Equal(t, want, retry, code)
	}
}
