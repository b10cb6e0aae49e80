package dialect_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// lossOf returns the loss of a field.
func lossOf(losses []dialect.Loss, field string) (dialect.Loss, bool) {
	for _, l := range losses {
		if l.Field == field {
			return l, true
		}
	}
	return dialect.Loss{}, false
}

func TestLosses(t *testing.T) {
	field := errkit.Field{Path: "/b", Message: "must be a number"}
	tests := []struct {
		name  string
		why   string
		err   errkit.Error
		to    dialect.Dialect
		call  dialect.Call
		field string
		want  dialect.Reason // "" for none
		saw   string         // what it became
	}{
		{name: "no place for a code", err: errkit.Error{Kind: errkit.ExecutionFailed, Code: "jammed"},
			to: oxp.Dialect{}, field: "code", want: dialect.Dropped},
		{name: "no place for a reference", err: errkit.Error{Kind: errkit.Internal, Message: "No.", Ref: "7f3a"},
			to: mcp.Dialect{}, field: "ref", want: dialect.Dropped},
		{name: "a reference after the default text", err: errkit.Error{Kind: errkit.Internal, Ref: "7f3a"},
			to: mcp.Dialect{}, field: "ref"},
		{name: "a problem's instance", err: errkit.Error{Kind: errkit.Conflict, Ref: "7f3a"}, to: problem.Dialect{},
			field: "ref"},
		{name: "details in a result", err: errkit.Error{Kind: errkit.Conflict, Details: []slog.Attr{slog.Int("n", 1)}},
			to: mcp.Dialect{}, field: "details", want: dialect.Dropped},
		{name: "details in toolError", err: errkit.Error{Kind: errkit.Conflict,
			Details: []slog.Attr{slog.Int("n", 1)}}, to: toolerror.Dialect{}, field: "details"},
		{name: "a detail whose name is taken",
			err: errkit.Error{Kind: errkit.Conflict, Details: []slog.Attr{slog.Int("status", 1), slog.Int("n", 2)}},
			to:  problem.Dialect{}, field: "details", want: dialect.Narrowed, saw: `{"n":2}`},
		{name: "a delay that the effect removes", why: "it would invite to repeat the call",
			err: errkit.Error{Kind: errkit.Unavailable, Effect: errkit.EffectUnknown, RetryAfter: time.Second},
			to:  problem.Dialect{}, field: "retry_after", want: dialect.Dropped},
		{name: "a delay of a call that may be repeated",
			err:  errkit.Error{Kind: errkit.Unavailable, Effect: errkit.EffectUnknown, RetryAfter: time.Second},
			call: dialect.Call{Repeatable: errkit.RepeatableYes}, to: problem.Dialect{}, field: "retry_after"},
		{name: "a kind among many in a result", err: errkit.Error{Kind: errkit.Conflict}, to: mcp.Dialect{},
			field: "kind", want: dialect.Narrowed, saw: "execution_failed"},
		{name: "a kind that isError says", err: errkit.Error{Kind: errkit.ExecutionFailed}, to: mcp.Dialect{},
			field: "kind"},
		{name: "a kind with a code of its own", err: errkit.Error{Kind: errkit.Timeout}, to: aai.Dialect{},
			field: "kind"},
		{name: "a kind that shares its code", err: errkit.Error{Kind: errkit.VersionNotFound}, to: aai.Dialect{},
			field: "kind", want: dialect.Narrowed, saw: "tool_not_found"},
		{name: "a kind that only this form says", err: errkit.Error{Kind: errkit.InvalidInput},
			to: mcp.Dialect{Revision: "2025-06-18", ProtocolValidation: true}, field: "kind", want: dialect.Ambiguous,
			saw: "invalid_input", why: "-32602 is said of unknown tools too"},
		{name: "a kind that a text tells",
			err: errkit.Error{Kind: errkit.RateLimited, Upstream: 429, Message: "The request failed with status 429."},
			to:  aai.Dialect{}, field: "kind", want: dialect.Ambiguous, saw: "rate_limited"},
		{name: "403", err: errkit.Error{Kind: errkit.PermissionDenied}, to: toolerror.Dialect{}, field: "kind",
			why: "statusCode tells it from 401"},
		{name: "a detail that tells a timeout", why: "details.errorType is no text",
			err: errkit.Error{Kind: errkit.Timeout, Details: []slog.Attr{slog.String("errorType", "timeout")}},
			to:  toolerror.Dialect{}, field: "kind"},
		{name: "a detail that tells of a timeout that was none",
			err: errkit.Error{Kind: errkit.Network, Details: []slog.Attr{slog.String("errorType", "timeout")}},
			to:  toolerror.Dialect{}, field: "kind", want: dialect.Narrowed, saw: "timeout"},
		{name: "a timeout that no detail tells", err: errkit.Error{Kind: errkit.Timeout, Message: "It timed out."},
			to: toolerror.Dialect{}, field: "kind", want: dialect.Narrowed, saw: "network"},
		{name: "a question that no code says",
			why: "it came back by its document, and the row says that its code does not",
			err: errkit.Error{Kind: errkit.InputRequired, Stage: errkit.BeforeCall,
				Needs: &errkit.Needs{Input: []errkit.Input{{Name: "b"}}}}, to: oxp.Dialect{}, field: "kind",
			want: dialect.Narrowed, saw: "invalid_input"},
		{name: "a kind by the data of AAI string", why: "SERVICE_UNAVAILABLE stands for four kinds",
			err: errkit.Error{Kind: errkit.Network}, to: aai.Strings{}, field: "kind", want: dialect.Narrowed,
			saw: "unavailable"},
		{name: "the URLs of a challenge in a text",
			err: errkit.Error{Kind: errkit.AuthRequired,
				Needs: &errkit.Needs{Challenges: []errkit.Challenge{{URL: "https://example.com/a"}}}},
			to: mcp.Dialect{}, field: "needs", want: dialect.Folded},
		{name: "the id of a challenge", err: errkit.Error{Kind: errkit.AuthRequired,
			Needs: &errkit.Needs{Challenges: []errkit.Challenge{{URL: "https://example.com/a"}}}}, to: oxp.Dialect{},
			field: "needs", want: dialect.Narrowed,
			saw: `{"authorization":[{"id":"1","url":"https://example.com/a"}]}`,
			why: "its position stands where it has none"},
		{name: "a challenge in OXP", err: errkit.Error{Kind: errkit.AuthRequired,
			Needs: &errkit.Needs{Challenges: []errkit.Challenge{{ID: "a", URL: "https://example.com/a",
				CheckURL: "https://example.com/c"}}}}, to: oxp.Dialect{}, field: "needs"},
		{name: "a missing secret", err: errkit.Error{Kind: errkit.RequirementMissing,
			Needs: &errkit.Needs{Secrets: []string{"TOKEN"}}}, to: oxp.Dialect{}, field: "needs",
			want: dialect.Dropped},
		{name: "fields in a text", err: errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{field}},
			to: mcp.Dialect{}, field: "fields", want: dialect.Folded},
		{name: "fields in OXP", err: errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{field}},
			to: oxp.Dialect{}, field: "fields"},
		{name: "the rule of a field", err: errkit.Error{Kind: errkit.InvalidInput,
			Fields: []errkit.Field{{Path: "/b", Message: "must be 1 or more", Rule: "min", Param: "1"}}},
			to: oxp.Dialect{}, field: "fields", want: dialect.Narrowed},
		{name: "a hint in a text", err: errkit.Error{Kind: errkit.NotFound, Hint: "Call list_bells."},
			to: toolerror.Dialect{}, field: "hint", want: dialect.Folded},
		{name: "a hint where there is no text for it",
			err: errkit.Error{Kind: errkit.ToolNotFound, Hint: "Call list_tools."}, to: oxp.Dialect{}, field: "hint",
			want: dialect.Dropped},
		{name: "a message that others join",
			err: errkit.Error{Kind: errkit.NotFound, Message: "No bell.", Hint: "Call list_bells."}, to: mcp.Dialect{},
			field: "message", want: dialect.Folded, saw: "No bell.\nCall list_bells."},
		{name: "a message alone", err: errkit.Error{Kind: errkit.NotFound, Message: "No bell."}, to: mcp.Dialect{},
			field: "message"},
		{name: "the default text", err: errkit.Error{Kind: errkit.ExecutionFailed}, to: mcp.Dialect{},
			field: "message", why: "equal in its normal form"},
		{name: "a delay in a text", err: errkit.Error{Kind: errkit.ExecutionFailed,
			RetryAfter: 500 * time.Millisecond}, to: mcp.Dialect{}, field: "retry_after", want: dialect.Folded},
		{name: "a delay in a member", err: errkit.Error{Kind: errkit.ExecutionFailed,
			RetryAfter: 500 * time.Millisecond}, to: oxp.Dialect{}, field: "retry_after"},
		{name: "a delay in a header", err: errkit.Error{Kind: errkit.RateLimited, RetryAfter: 2 * time.Second},
			to: aai.Strings{}, field: "retry_after"},
		{name: "a delay in a header, in whole seconds",
			err: errkit.Error{Kind: errkit.RateLimited, RetryAfter: 1500 * time.Millisecond}, to: aai.Strings{},
			field: "retry_after", want: dialect.Narrowed, saw: "2000"},
		{name: "a delay that nobody says", err: errkit.Error{Kind: errkit.RateLimited, RetryAfter: 2 * time.Second},
			to: aai.Dialect{}, field: "retry_after", want: dialect.Dropped},
		{name: "may be tried again", err: errkit.Error{Kind: errkit.ExecutionFailed, Retry: errkit.Allowed},
			to: oxp.Dialect{}, field: "retry"},
		{name: "nobody said", why: "absent is false: the protocol says what the author did not",
			err: errkit.Error{Kind: errkit.ExecutionFailed}, to: oxp.Dialect{}, field: "retry", want: dialect.Invented,
			saw: "never"},
		{name: "not twice, in a text", err: errkit.Error{Kind: errkit.ExecutionFailed, Retry: errkit.Never},
			to: mcp.Dialect{}, field: "retry", want: dialect.Folded},
		{name: "a stage of another form", err: errkit.Error{Kind: errkit.ExecutionFailed, Stage: errkit.BeforeCall},
			to: oxp.Dialect{}, field: "stage"},
		{name: "a stage in AAI", err: errkit.Error{Kind: errkit.ExecutionFailed, Stage: errkit.BeforeCall},
			to: aai.Dialect{}, field: "stage", want: dialect.Narrowed, saw: "execution"},
		{name: "an upstream status", err: errkit.Error{Kind: errkit.UpstreamFailed, Upstream: 500},
			to: toolerror.Dialect{}, field: "upstream"},
		{name: "an upstream status in a result", err: errkit.Error{Kind: errkit.UpstreamFailed, Upstream: 500},
			to: mcp.Dialect{}, field: "upstream", want: dialect.Dropped},
		{name: "an exact status", err: errkit.Error{Kind: errkit.NotFound, Status: 410}, to: problem.Dialect{},
			field: "status"},
		{name: "an exact status of another kind", err: errkit.Error{Kind: errkit.Conflict, Status: 410},
			to: problem.Dialect{Base: "https://example.com/"}, field: "status"},
		{name: "an exact status where HTTP's is not used", err: errkit.Error{Kind: errkit.NotFound, Status: 410},
			to: oxp.Dialect{}, field: "status", want: dialect.Dropped},
		{name: "an exact status in a result", err: errkit.Error{Kind: errkit.NotFound, Status: 410}, to: mcp.Dialect{},
			field: "status", want: dialect.Dropped},
		{name: "the status of the kind", err: errkit.Error{Kind: errkit.NotFound, Status: 404}, to: mcp.Dialect{},
			field: "status", why: "equal in its normal form"},
		{name: "no status of a failure", err: errkit.Error{Kind: errkit.NotFound, Status: 200}, to: problem.Dialect{},
			field: "status", why: "it is ignored"},
		{name: "developers' text", err: errkit.Error{Kind: errkit.NotFound, Dev: errkit.Dev("pq: no rows")},
			to: aai.Dialect{}, field: "dev", want: dialect.Withheld},
		{name: "developers' text in its slot",
			err: errkit.Error{Kind: errkit.NotFound, Dev: errkit.Dev("pq: no rows")}, to: oxp.Dialect{}, field: "dev"},
		{name: "developers' text, hidden", err: errkit.Error{Kind: errkit.NotFound, Dev: errkit.Dev("pq: no rows")},
			to: oxp.Dialect{HideDev: true}, field: "dev", want: dialect.Withheld},
		{name: "the URI of the call", why: "a fact of the call is nobody's invention",
			err: errkit.Error{Kind: errkit.NotFound}, to: mcp.Dialect{},
			call: dialect.Call{Method: "resources/read", URI: "bell:1"}, field: "details"},
		{name: "another URI", err: errkit.Error{Kind: errkit.NotFound,
			Details: []slog.Attr{slog.String("uri", "bell:2")}}, to: mcp.Dialect{},
			call: dialect.Call{Method: "resources/read", URI: "bell:1"}, field: "details", want: dialect.Narrowed,
			saw: `{"uri":"bell:1"}`},
		{name: "versions", err: errkit.Error{Kind: errkit.UnsupportedVersion,
			Details: []slog.Attr{slog.Any("supported", []string{"2026-07-28"}), slog.String("requested", "1.0")}},
			to: mcp.Dialect{}, field: "kind"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var codec dialect.Codec
			out, losses, err := codec.Measure(&tt.err, tt.to, tt.call)
			require.NoError(t, err)
			loss, lost := lossOf(losses, tt.field)
			require.Equal(t, tt.want, loss.Reason, "%s: %s: %+v", tt.why, out.Body, losses)
			require.Equal(t, tt.want != "", lost)
			if tt.saw != "" {
				require.Equal(t, tt.saw, loss.To)
			}
		})
	}
}

// TestAmbiguousLoss checks that a kind which was decoded correctly although its code represents
// several is reported, too: other decoders may not use what distinguished it.
func TestAmbiguousLoss(t *testing.T) {
	var codec dialect.Codec
	e := &errkit.Error{Kind: errkit.InputRequired, Needs: &errkit.Needs{Input: []errkit.Input{{Name: "b"}}}}
	_, losses, err := codec.Measure(e, toolerror.Dialect{}, dialect.Call{})
	require.NoError(t, err)
	_, lost := lossOf(losses, "kind")
	require.False(t, lost, "a document of its own")

	for _, k := range errkit.Kinds() {
		for _, d := range all.Dialects() {
			_, losses, err := codec.Measure(&errkit.Error{Kind: k}, d, dialect.Call{})
			require.NoError(t, err)
			loss, lost := lossOf(losses, "kind")
			if lost && loss.Reason == dialect.Ambiguous {
				require.Equal(t, loss.From, loss.To)
				require.Equal(t, k.String(), loss.From)
				found := false
				for _, a := range mapping.Default().Ambiguous() {
					found = found || a.Kind == k
				}
				require.True(t, found, "%s in %s", k.String(), d.Name())
			}
		}
	}
}

func TestStrict(t *testing.T) {
	codec := dialect.Codec{Strict: true}
	in := dialect.Document{Dialect: oxp.Dialect{}, Status: 422,
		Body: []byte(`{"message":"Bad","parameter_errors":{"b":"must be a number"}}`)}
	out, losses, err := codec.Translate(in, mcp.Dialect{}, dialect.Call{})
	require.ErrorIs(t, err, dialect.ErrLoss)
	require.EqualError(t, err, "dialect: the translation loses something: kind")
	require.NotEmpty(t, losses)
	require.True(t, json.Valid(out.Body), "the document all the same")

	_, losses, err = codec.Translate(in, problem.Dialect{}, dialect.Call{})
	require.NoError(t, err)
	require.Empty(t, losses)

	in = dialect.Document{Dialect: oxp.Dialect{}, Status: 422,
		Body: []byte(`{"message":"Bad","developer_message":"` + samples.DevCanary +
			`","parameter_errors":{"b":"must be a number"}}`)}
	_, losses, err = codec.Translate(in, problem.Dialect{}, dialect.Call{})
	require.NoError(t, err, "what is withheld on purpose is no loss to fail for")
	require.Equal(t, []dialect.Loss{{Field: "dev", Reason: dialect.Withheld}}, losses)
}

// TestLostDelays checks that a value of Retry-After that does not count is evidence and a loss.
func TestLostDelays(t *testing.T) {
	for value, reason := range map[string]string{
		"soon": "neither a number of seconds nor a date, ignored", "-5": "negative, ignored",
		"99999999999999999999": "longer than a delay can be, the longest delay counts",
	} {
		in := dialect.Document{Dialect: problem.Dialect{}, Status: 429,
			Body: []byte(`{"title":"Slow down","status":429}`), Header: http.Header{"Retry-After": {value}}}
		var codec dialect.Codec
		e, err := codec.Decode(in)
		require.NoError(t, err)
		require.Contains(t, e.Peer.Evidence, fmt.Sprintf("the header Retry-After: %q is %s", value, reason))
		_, losses, err := codec.Translate(in, problem.Dialect{}, dialect.Call{})
		require.NoError(t, err)
		require.Contains(t, losses, dialect.Loss{Field: "retry_after", Reason: dialect.Dropped,
			From: "Retry-After: " + value})
	}
}

func TestNothingToTranslate(t *testing.T) {
	var codec dialect.Codec
	for _, body := range []string{`{"result":{"call_id":"1","success":true,"value":3}}`, `{"status":"pending"}`,
		`{"items":[]}`} {
		out, losses, err := codec.Translate(dialect.Document{Dialect: oxp.Dialect{}, Status: 200, Body: []byte(body)},
			mcp.Dialect{}, dialect.Call{})
		require.ErrorIs(t, err, dialect.ErrNoError)
		require.Empty(t, out.Body)
		require.Empty(t, losses)
	}
	_, _, err := codec.Measure(nil, mcp.Dialect{}, dialect.Call{})
	require.ErrorIs(t, err, dialect.ErrNoError)
}

// A dialect that does not read what it wrote is a mistake of its author.
func TestDialectsThatDoNotReadTheirOwn(t *testing.T) {
	var codec dialect.Codec
	e := &errkit.Error{Kind: errkit.Conflict}
	_, _, err := codec.Measure(e, deaf{mute{"mmm"}}, dialect.Call{})
	require.ErrorIs(t, err, dialect.ErrNotDocument)
	require.ErrorContains(t, err, "dialect: deaf does not decode its own output: ")
	_, _, err = codec.Measure(e, blind{mute{"mmm"}}, dialect.Call{})
	require.EqualError(t, err, "dialect: blind decodes its own output as a success")
}

type deaf struct{ mute }

func (deaf) Name() string { return "deaf" }
func (deaf) Decode(*dialect.Codec, dialect.Document) (*errkit.Error, error) {
	return nil, dialect.ErrNotDocument
}

type blind struct{ mute }

func (blind) Name() string { return "blind" }
func (blind) Decode(*dialect.Codec, dialect.Document) (*errkit.Error, error) {
	return nil, nil
}

func TestTranslateSetsHeaders(t *testing.T) {
	var codec dialect.Codec
	tests := []struct {
		name  string
		to    dialect.Dialect
		delay time.Duration
		media string
		after string
	}{
		{"a problem", problem.Dialect{}, 1500 * time.Millisecond, "application/problem+json", "2"},
		{"a whole second", problem.Dialect{}, time.Second, "application/problem+json", "1"},
		{"less than a millisecond", problem.Dialect{}, time.Nanosecond, "application/problem+json", "1"},
		{"no delay", problem.Dialect{}, 0, "application/problem+json", ""},
		{"below zero", problem.Dialect{}, -time.Second, "application/problem+json", ""},
		{"AAI string", aai.Strings{}, time.Minute, "application/json", "60"},
		{"OXP before the call", oxp.Dialect{}, time.Minute, "application/json", "60"},
		{"MCP has a text for it", mcp.Dialect{}, time.Minute, "application/json", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, _, err := codec.Measure(&errkit.Error{Kind: errkit.RateLimited, Stage: errkit.BeforeCall,
				RetryAfter: tt.delay}, tt.to, dialect.Call{})
			require.NoError(t, err)
			require.Equal(t, tt.media, out.Header.Get("Content-Type"))
			require.Equal(t, tt.after, out.Header.Get("Retry-After"))
			if tt.after == "" {
				require.NotContains(t, out.Header, http.CanonicalHeaderKey("Retry-After"))
			}
		})
	}
}

func TestNormal(t *testing.T) {
	var codec dialect.Codec
	e := &errkit.Error{Kind: errkit.RateLimited, RetryAfter: 1500 * time.Microsecond,
		Fields: []errkit.Field{{Path: "/b"}}}
	n := codec.Normalize(e)
	require.Equal(t, errkit.RateLimited.Text(), n.Message)
	require.Equal(t, errkit.Allowed, n.Retry)
	require.Equal(t, errkit.Execution, n.Stage)
	require.Equal(t, 2*time.Millisecond, n.RetryAfter)
	require.Empty(t, e.Message, "a copy")
	n.Fields[0].Path = "/c"
	require.Equal(t, "/b", e.Fields[0].Path)

	table, err := mapping.Default().With(mapping.Row{Kind: errkit.RateLimited, Retry: errkit.Never,
		OXP: mapping.OXPServer})
	require.NoError(t, err)
	codec.Table = table
	require.Equal(t, errkit.Never, codec.Normalize(e).Retry)
	require.Equal(t, errkit.BeforeCall, codec.Normalize(e).Stage)
	require.True(t, strings.HasPrefix(string(codec.Normalize(&errkit.Error{}).Message), "Something went wrong"))
}

// TestDeveloperMessageIsWithheldFromOthers checks that only OXP renders it, and that any other
// dialect reports its loss.
func TestDeveloperMessageIsWithheldFromOthers(t *testing.T) {
	in := dialect.Document{Dialect: oxp.Dialect{}, Status: 400,
		Body: []byte(`{"message":"No.","developer_message":"` + samples.DevCanary + `"}`)}
	for _, d := range append(all.Dialects(), oxp.Dialect{HideDev: true}) {
		for _, carry := range []bool{false, true} {
			codec := dialect.Codec{Carry: carry}
			out, losses, err := codec.Translate(in, d, dialect.Call{})
			require.NoError(t, err)
			if oxp, ok := d.(oxp.Dialect); ok && !oxp.HideDev {
				require.Contains(t, string(out.Body), samples.DevCanary)
				continue
			}
			require.NotContains(t, string(out.Body), samples.DevCanary, d.Name())
			require.Contains(t, losses, dialect.Loss{Field: "dev", Reason: dialect.Withheld})
		}
	}
}
