package errkit_test

import (
	"encoding/json"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/lab/allocs"
)

// full has every public field.
func full() *errkit.Error {
	return &errkit.Error{
		Kind: errkit.RateLimited, Code: "quota", Message: "Too \"many\".", Hint: "Wait.",
		Fields: []errkit.Field{{Path: "/a", Message: "is wrong", Rule: "r", Param: "p"}, {Path: "/b"}},
		Needs: &errkit.Needs{
			Challenges: []errkit.Challenge{{ID: "1", URL: "https://example.com", CheckURL: "https://example.com/check",
				Message: "Go."}},
			UserID: true, Secrets: []string{"TOKEN"}, Scopes: []string{"ring"}, Reason: "Because.",
			Input:   []errkit.Input{{Name: "bell", Suggestions: []string{"front", "back"}}, {Name: "other"}},
			Options: []errkit.Option{{Label: "Front", Value: "front", Description: "at the door", Field: "bell"}},
		},
		Retry: errkit.Allowed, RetryAfter: 500 * time.Millisecond, Effect: errkit.EffectNone, Stage: errkit.Execution,
		Upstream: 429,
		Details:  []slog.Attr{slog.String("s", "x"), slog.Int64("n", -1), slog.Group("g", slog.Bool("b", true))},
		Ref:      "7f3a9c",
	}
}

func TestCanonicalJSONRoundTrips(t *testing.T) {
	e := full()
	var back errkit.Error
	require.NoError(t, json.Unmarshal(e.AppendJSON(nil), &back))
	require.Equal(t, *e, back)
	require.Equal(t, `x{"kind":"internal"}`, string((*errkit.Error)(nil).AppendJSON([]byte("x"))))
}

func TestReadJSONKeepsPrivateFields(t *testing.T) {
	cause := errors.New("cause")
	e := errkit.Error{Kind: errkit.Conflict, Message: "old", Dev: errkit.Dev("dev"), Err: cause,
		Peer: &errkit.Peer{Dialect: "oxp"}}
	require.NoError(t, e.UnmarshalJSON([]byte(`{"kind":"not_found","unknown":1}`)))
	require.Equal(t, errkit.Error{Kind: errkit.NotFound, Dev: errkit.Dev("dev"), Err: cause,
		Peer: &errkit.Peer{Dialect: "oxp"}}, e)
}

func TestReadJSONRejects(t *testing.T) {
	for _, doc := range []string{
		`{}`, `{"kind":"none"}`, `{"kind":7}`, `[]`, `{"kind":"internal"`,
		`{"kind":"internal","message":null}`, `{"kind":"internal","fields":{}}`,
		`{"kind":"internal","fields":[{"path":1}]}`,
		`{"kind":"internal","needs":[]}`, `{"kind":"internal","needs":{"secrets":[1]}}`,
		`{"kind":"internal","needs":{"input":{"options":[1]}}}`,
		`{"kind":"internal","retry":"maybe"}`, `{"kind":"internal","stage":"late"}`,
		`{"kind":"internal","effect":"some"}`, `{"kind":"internal","effect":1}`,
		`{"kind":"internal","upstream":"503"}`, `{"kind":"internal","retry_after_ms":1.5}`,
	} {
		e := full()
		require.Error(t, e.UnmarshalJSON([]byte(doc)), doc)
		require.Equal(t, full(), e, doc)
	}
}

// TestNeedsInDocuments has the parts of the needs that other documents contain.
func TestNeedsInDocuments(t *testing.T) {
	n := full().Needs
	upper := func(dst []byte, s string) []byte { return text.AppendString(dst, "<"+s+">") }
	require.Equal(t, `{"fields":["bell","other"],"reason":"<Because.>","suggestions":{"bell":["<front>","<back>"]}}`,
		string(n.AppendInput(nil, upper)))
	require.Equal(t, `[{"label":"<Front>","value":"front","description":"<at the door>","field":"bell"}]`,
		string(n.AppendOptions(nil, upper)))
	require.Equal(t, `{"reason":"<>"}`, string((&errkit.Needs{}).AppendInput(nil, upper)))
	same := errkit.Needs{Input: []errkit.Input{ // U+FFFD stands for both names
		{Name: "\x80", Suggestions: []string{"first"}}, {Name: "\x81", Suggestions: []string{"last"}}}}
	require.Equal(t, `{"fields":["`+"\ufffd"+`","`+"\ufffd"+`"],"reason":"<>","suggestions":{"`+"\ufffd"+`":["<last>"]}}`,
		string(same.AppendInput(nil, upper)))

	var back errkit.Needs
	read := func(doc string) jsontree.Value {
		v, err := jsontree.ParseText(doc, jsontree.Limits{})
		require.NoError(t, err)
		return v
	}
	require.True(t, back.ReadInput(read(string(n.AppendInput(nil, text.AppendString)))))
	require.True(t, back.ReadOptions(read(string(n.AppendOptions(nil, text.AppendString)))))
	require.Equal(t, errkit.Needs{Input: n.Input, Reason: n.Reason, Options: n.Options}, back)
	require.False(t, back.ReadInput(read(`{"fields":[1]}`)))
	require.False(t, back.ReadOptions(read(`{}`)))
	back = errkit.Needs{}
	require.True(t, back.ReadJSON(read(string(n.AppendJSON(nil, text.AppendString)))))
	require.Equal(t, *n, back)
	require.False(t, back.ReadJSON(read(`[]`)))
}

func TestAppendJSONAllocatesNothing(t *testing.T) {
	e, buf := full(), make([]byte, 0, 4096)
	require.Zero(t, allocs.Of(func() { e.AppendJSON(buf) }))
}

// By the convention of encoding/json, null changes nothing.
func TestNullChangesNothing(t *testing.T) {
	e := errkit.Error{Kind: errkit.NotFound, Message: "x"}
	require.NoError(t, json.Unmarshal([]byte("null"), &e))
	require.Equal(t, errkit.NotFound, e.Kind)
	require.Equal(t, errkit.Text("x"), e.Message)
	require.Error(t, json.Unmarshal([]byte("7"), &e))
}
