package errkit_test

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
)

// The expected kinds, in their order, with their names and severities.
var allKinds = []struct {
	kind     errkit.Kind
	name     string
	severity int // 2: a fault of the server, 1: access, 0: the rest
}{
	{errkit.Internal, "internal", 2},
	{errkit.Unknown, "unknown", 2},
	{errkit.ExecutionFailed, "execution_failed", 2},
	{errkit.UpstreamFailed, "upstream_failed", 2},
	{errkit.OutputInvalid, "output_invalid", 2},
	{errkit.ScriptInvalid, "script_invalid", 2},
	{errkit.Malformed, "malformed", 0},
	{errkit.InvalidRequest, "invalid_request", 0},
	{errkit.MethodNotFound, "method_not_found", 0},
	{errkit.MethodNotAllowed, "method_not_allowed", 0},
	{errkit.InvalidInput, "invalid_input", 0},
	{errkit.InputRequired, "input_required", 0},
	{errkit.TooLarge, "too_large", 0},
	{errkit.ToolNotFound, "tool_not_found", 0},
	{errkit.VersionNotFound, "version_not_found", 0},
	{errkit.AppNotFound, "app_not_found", 0},
	{errkit.NotFound, "not_found", 0},
	{errkit.Unauthenticated, "unauthenticated", 1},
	{errkit.AuthRequired, "auth_required", 1},
	{errkit.AuthExpired, "auth_expired", 1},
	{errkit.PermissionDenied, "permission_denied", 1},
	{errkit.RequirementMissing, "requirement_missing", 0},
	{errkit.Conflict, "conflict", 0},
	{errkit.FailedPrecondition, "failed_precondition", 0},
	{errkit.Unsupported, "unsupported", 2},
	{errkit.UnsupportedVersion, "unsupported_version", 0},
	{errkit.AppNotRunning, "app_not_running", 2},
	{errkit.RateLimited, "rate_limited", 0},
	{errkit.Timeout, "timeout", 2},
	{errkit.Canceled, "canceled", 0},
	{errkit.Network, "network", 2},
	{errkit.Unavailable, "unavailable", 2},
	{errkit.ConfigInvalid, "config_invalid", 2},
	{errkit.AuthConfigInvalid, "auth_config_invalid", 2},
}

func TestKinds(t *testing.T) {
	require.Equal(t, errkit.Kind(0), errkit.Internal, "the zero Kind discloses nothing")
	require.Len(t, errkit.Kinds(), len(allKinds))

	// A default text has no number, quote or colon: nothing that depends on the failure.
	sentence := regexp.MustCompile(`^[A-Z][a-z]*( [a-z]+('s)?| JSON)+\.$`)
	names, texts := map[string]bool{}, map[string]bool{}
	for i, k := range errkit.Kinds() {
		row := allKinds[i]
		t.Run(row.name, func(t *testing.T) {
			require.Equal(t, row.kind, k)
			require.Equal(t, row.name, k.String())
			require.Regexp(t, `^[a-z]+(_[a-z]+)*$`, k.String())
			require.Regexp(t, sentence, string(k.Text()))
			require.EqualError(t, k, string(k.Text()))
			require.False(t, names[k.String()], "names are unique")
			require.False(t, texts[k.Error()], "texts are unique")
			names[k.String()], texts[k.Error()] = true, true

			text, err := k.MarshalText()
			require.NoError(t, err)
			require.Equal(t, row.name, string(text))
			back := errkit.Kind(200)
			require.NoError(t, back.UnmarshalText(text))
			require.Equal(t, k, back)
		})
	}
}

// TestSeverities checks that the more severe kind of two joined errors counts, the first if they
// are equal.
func TestSeverities(t *testing.T) {
	for _, a := range allKinds {
		for _, b := range allKinds {
			want := a.kind
			if b.severity > a.severity {
				want = b.kind
			}
			require.Equal(t, want, errkit.KindOf(errors.Join(a.kind, b.kind)), "%s before %s", a.name, b.name)
		}
	}
}

func TestUnknownKind(t *testing.T) {
	k := errkit.Kind(200)
	require.Equal(t, "kind(200)", k.String())
	require.Equal(t, errkit.Internal.Text(), k.Text())
	require.EqualError(t, k, internalText)
	_, err := k.MarshalText()
	require.EqualError(t, err, "errkit: unknown kind 200")
	_, err = json.Marshal(k)
	require.ErrorContains(t, err, "errkit: unknown kind 200")

	for _, text := range []string{"", "kind(200)", "Not_found", "not_found "} {
		require.EqualError(t, k.UnmarshalText([]byte(text)), `errkit: unknown kind "`+text+`"`)
	}
	require.Equal(t, errkit.Kind(200), k, "k is unchanged after an error")
}

// A name is a number with a name in documents.
type name interface {
	~uint8
	fmt.Stringer
	encoding.TextMarshaler
}

// requireNames requires that the numbers 0, 1, ... have these names, and that no other has one.
func requireNames[T name, P interface {
	*T
	encoding.TextUnmarshaler
}](t *testing.T, what string, names ...string) {
	t.Helper()
	for i, name := range names {
		v, back := T(i), T(len(names))
		require.Equal(t, name, v.String())
		text, err := v.MarshalText()
		require.NoError(t, err)
		require.NoError(t, P(&back).UnmarshalText(text))
		require.Equal(t, v, back)
	}
	v := T(len(names))
	require.Equal(t, fmt.Sprintf("%s(%d)", what, len(names)), v.String())
	_, err := v.MarshalText()
	require.EqualError(t, err, fmt.Sprintf("errkit: unknown %s %d", what, len(names)))
	require.EqualError(t, P(&v).UnmarshalText([]byte("often")), `errkit: unknown `+what+` "often"`)
	require.Equal(t, T(len(names)), v, "a text that is no name changes nothing")
}

func TestNames(t *testing.T) {
	requireNames[errkit.Retry](t, "retry", "", "never", "allowed", "after_action")
	require.Equal(t, []any{errkit.Never, errkit.Allowed, errkit.AfterAction},
		[]any{errkit.Retry(1), errkit.Retry(2), errkit.Retry(3)})
	requireNames[errkit.Effect](t, "effect", "", "none", "unknown", "partial", "done")
	require.Equal(t, []any{errkit.EffectNone, errkit.EffectUnknown, errkit.EffectPartial, errkit.EffectDone},
		[]any{errkit.Effect(1), errkit.Effect(2), errkit.Effect(3), errkit.Effect(4)})
	requireNames[errkit.Stage](t, "stage", "", "before_call", "execution")
	require.Equal(t, []any{errkit.BeforeCall, errkit.Execution}, []any{errkit.Stage(1), errkit.Stage(2)})
	require.Equal(t, []string{"", "yes", "no", "repeatable(3)"}, []string{errkit.RepeatableUnstated.String(),
		errkit.RepeatableYes.String(), errkit.RepeatableNo.String(), errkit.Repeatable(3).String()})
	var e errkit.Error
	require.True(t, e.Retry == errkit.RetryUnspecified && e.Effect == errkit.EffectUnspecified &&
		e.Stage == errkit.StageUnspecified)
}

func TestNeeds(t *testing.T) {
	for _, c := range []struct {
		name        string
		needs       *errkit.Needs
		zero, input bool
	}{
		{"nil", nil, true, false},
		{"empty", &errkit.Needs{}, true, false},
		{"empty lists", &errkit.Needs{Challenges: []errkit.Challenge{}, Input: []errkit.Input{}}, true, false},
		{"challenge", &errkit.Needs{Challenges: []errkit.Challenge{{}}}, false, false},
		{"user id", &errkit.Needs{UserID: true}, false, false},
		{"secrets", &errkit.Needs{Secrets: []string{"KEY"}}, false, false},
		{"scopes", &errkit.Needs{Scopes: []string{"ring"}}, false, false},
		{"input", &errkit.Needs{Input: []errkit.Input{{Name: "bell"}}}, false, true},
		{"reason", &errkit.Needs{Reason: "Which bell?"}, false, true},
		{"options", &errkit.Needs{Options: []errkit.Option{{Label: "Front"}}}, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.zero, c.needs.IsZero())
			require.Equal(t, c.input, c.needs.WantsInput())
		})
	}
}

// A Kind in a log is its name, in every handler.
func TestKindInALog(t *testing.T) {
	var b bytes.Buffer
	for _, h := range []slog.Handler{slog.NewJSONHandler(&b, nil), slog.NewTextHandler(&b, nil)} {
		b.Reset()
		slog.New(h).Info("x", "kind", errkit.NotFound)
		require.Contains(t, b.String(), "not_found")
		require.NotContains(t, b.String(), string(errkit.NotFound.Text()))
	}
}
