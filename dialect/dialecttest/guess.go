package dialecttest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// guesses are texts from which a kind is guessed whose errors may be retried, if they are known to
// be of that kind.
var guesses = []struct {
	text string
	kind errkit.Kind
}{
	{"Request timed out", errkit.Timeout},
	{"connect ECONNREFUSED 10.0.0.1:80", errkit.Network},
	{"API rate limit exceeded", errkit.RateLimited},
	{"The service is unavailable", errkit.Unavailable},
}

// shapes are documents with a text and a weak sign of a dialect of this module, which another one
// may take, too.
var shapes = documents("shapes")

func checkGuess(t *testing.T, d dialect.Dialect) {
	call := dialect.Call{ID: json.RawMessage("1")}
	for _, k := range errkit.Kinds() {
		for _, e := range []*errkit.Error{{Kind: k}, {Kind: k, Retry: errkit.Allowed}, {Kind: k, Ref: "r-1"}} {
			got := requireMarked(t, render(new(dialect.Codec), d, call, e))
			require.False(t, got.Peer.Guessed, "%s: a text that the dialect writes itself is evidence: %s", k.String(),
				got.Peer.Rule)
		}
		for _, g := range guesses {
			requireMarked(t, render(new(dialect.Codec), d, call, &errkit.Error{Kind: k, Message: errkit.Text(g.text)}))
		}
	}
	for _, g := range guesses {
		for _, shape := range shapes {
			doc := dialect.Document{Dialect: d, Status: 500, Body: []byte(strings.Replace(shape, "@", g.text, 1))}
			if e, err := new(dialect.Codec).Decode(doc); err == nil && e != nil {
				requireMarked(t, doc)
			}
		}
		in := dialect.Document{Dialect: mcp.Dialect{},
			Body: []byte(`{"content":[{"type":"text","text":"` + g.text + `"}],"isError":true}`)}
		requireGuess(t, d, in, call, g.kind)
	}
}

// requireMarked checks that a kind which is decoded from a text only is marked as a guess.
func requireMarked(t *testing.T, doc dialect.Document) *errkit.Error {
	got, want := decode(t, new(dialect.Codec), doc), decode(t, &dialect.Codec{NoGuess: true}, doc)
	require.False(t, want.Peer.Guessed, "a guess with NoGuess: %s", doc.Body)
	if got.Kind != want.Kind {
		require.True(t, got.Peer.Guessed, "%s is a guess that is not marked: %s", got.Kind.String(), doc.Body)
		require.Equal(t, want.Kind.String(), got.Peer.Coarse.String(), "%s", doc.Body)
	}
	return got
}

// requireGuess checks that a kind that was guessed of a document is not rendered as if it were
// known: it invites to no retry, neither in words nor for the next program, and is reported.
func requireGuess(t *testing.T, to dialect.Dialect, in dialect.Document, call dialect.Call, k errkit.Kind) {
	table := mapping.Default()
	e := decode(t, new(dialect.Codec), in)
	require.Equal(t, k.String(), e.Kind.String())
	require.True(t, e.Peer.Guessed)
	require.NotEqual(t, errkit.Allowed, table.RetryOf(e))
	require.NotEqual(t, errkit.Allowed, new(dialect.Codec).Normalize(e).Retry)
	for _, carry := range []bool{false, true} {
		codec := dialect.Codec{Carry: carry}
		out, losses, err := codec.Translate(in, to, call)
		require.NoError(t, err)
		require.NotEmpty(t, losses)
		require.Equal(t, dialect.Loss{Field: "kind", Reason: dialect.Ambiguous, From: e.Peer.Coarse.String(),
			To: k.String()}, losses[0])
		for _, invitation := range []string{"gain", `"retryable":true`, `"can_retry":true`, `"retry":"allowed"`} {
			require.NotContains(t, string(out.Body), invitation, "a guess invites to a retry")
		}
		require.NotEqual(t, errkit.Allowed, table.RetryOf(decode(t, new(dialect.Codec), out)),
			"a guess is rendered as if it were known: %s", out.Body)
	}
}
