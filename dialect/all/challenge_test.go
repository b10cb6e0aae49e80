package all_test

import (
	"encoding/json"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/lab/allocs"
)

// asking are the dialects that render the id of a challenge.
var asking = []dialect.Dialect{
	oxp.Dialect{}, mcp.Dialect{URLElicitation: true}, mcp.Dialect{Revision: "2025-11-25", URLElicitation: true},
}

func challenged(ids ...string) *errkit.Error {
	e := &errkit.Error{Kind: errkit.AuthRequired, Needs: &errkit.Needs{}}
	for i, id := range ids {
		e.Needs.Challenges = append(e.Needs.Challenges,
			errkit.Challenge{ID: id, URL: "https://example.com/" + strconv.Itoa(i)})
	}
	return e
}

// saidIDs renders challenges and reads their ids back.
func saidIDs(t require.TestingT, d dialect.Dialect, e *errkit.Error) (ids []string) {
	var codec dialect.Codec
	body, head := codec.Append(nil, d, dialect.Call{}, e)
	require.True(t, json.Valid(body), "%s", body)
	back, err := codec.Decode(dialect.Document{Dialect: d, Status: head.Status, Body: body})
	require.NoError(t, err)
	for i, ch := range back.Needs.Challenges {
		require.Equal(t, e.Needs.Challenges[i].URL, ch.URL)
		ids = append(ids, ch.ID)
	}
	again, _ := codec.Append(nil, d, dialect.Call{}, back)
	require.JSONEq(t, string(body), string(again), "what was read is said the same way")
	return ids
}

func TestChallengeIDs(t *testing.T) {
	tests := []struct {
		name string
		ids  []string
		want []string
	}{
		{"own ids", []string{"a", "b"}, []string{"a", "b"}},
		{"positions", []string{"", ""}, []string{"1", "2"}},
		{"a position that another has", []string{"2", ""}, []string{"2", "3"}},
		{"a position that a later one has", []string{"", "1"}, []string{"2", "1"}},
		{"one that is free is another's position", []string{"", "1", "", ""}, []string{"2", "1", "3", "4"}},
		{"several that are taken", []string{"", "", "1", "2", "3", "5"}, []string{"4", "6", "1", "2", "3", "5"}},
		{"the same id twice", []string{"a", "a", "2"}, []string{"a", "3", "2"}},
		{"numbers that read as others", []string{"01", "", "+2"}, []string{"01", "2", "+2"}},
		{"ids that would read the same", []string{"a\xff", "a\ufffd", "a\xfe"}, []string{"1", "a\ufffd", "3"}},
		{"control characters", []string{"a\x00", "a\x01"}, []string{"a\x00", "a\x01"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, d := range asking {
				require.Equal(t, tt.want, saidIDs(t, d, challenged(tt.ids...)), d.Name())
			}
		})
	}
}

func TestChallengeIDsAreDistinct(t *testing.T) {
	id := rapid.SampledFrom([]string{"", "", "1", "2", "3", "4", "5", "a", "\xff", "\xfe", "\ufffd"})
	rapid.Check(t, func(t *rapid.T) {
		e := challenged(rapid.SliceOfN(id, 1, 8).Draw(t, "ids")...)
		for _, d := range asking {
			seen := map[string]bool{}
			for _, id := range saidIDs(t, d, e) {
				require.False(t, seen[id], "%q twice in %s", id, d.Name())
				seen[id] = true
			}
		}
	})
}

// As many challenges as there may be get their ids, without allocating.
func TestManyChallenges(t *testing.T) {
	buf := make([]byte, 0, 1<<20)
	var codec dialect.Codec
	const n = text.MaxFields
	ids := make([]string, n)
	for i := range ids {
		if i >= n/2 {
			ids[i] = strconv.Itoa(i - n/2 + 1) // those that the first half would have
		}
	}
	e := challenged(ids...)
	for _, d := range asking {
		said := saidIDs(t, d, e)
		require.Equal(t, ids[n/2:], said[n/2:])
		require.Equal(t, strconv.Itoa(n-n/2+1), said[0])
		require.Zero(t, allocs.Of(func() { codec.Append(buf, d, dialect.Call{}, e) }), d.Name())
	}
}
