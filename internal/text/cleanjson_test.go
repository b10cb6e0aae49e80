package text_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/lab/allocs"
)

func TestCleanJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.SampledFrom([]string{"a", `"`, `\`, "\n", "\r\n", "\x00", "\x1b[31m", "\u0085", "\u202e",
			"\u2066", "\u2028", "\u2029", "\x7f", "é", "\u202a", "\ufffd", "\xff", "{", ":"})
		texts := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) (s string) {
			for _, p := range rapid.SliceOfN(part, 0, 6).Draw(t, "parts") {
				s += p
			}
			return s
		}), 1, 4).Draw(t, "texts")
		doc, want := []byte("x["), make([]string, len(texts))
		for i, s := range texts {
			want[i] = text.Clean(s, 0)
			doc = text.AppendString(text.AppendComma(doc, i), s)
		}
		doc = append(doc, ']')
		got := text.CleanJSON(doc, 1)
		require.Equal(t, byte('x'), got[0])
		var back []string
		require.NoError(t, json.Unmarshal(got[1:], &back), "%q", got)
		require.Equal(t, want, back)
	})
}

func TestCleanJSONAllocatesNothing(t *testing.T) {
	doc := text.AppendString(nil, "größer \"als\" \\ \n 0 – “zitiert”")
	require.Zero(t, allocs.Of(func() { text.CleanJSON(doc, 0) }))
}

func TestCleanJSONNames(t *testing.T) {
	doc := []byte(`{"":1`)
	doc = append(text.AppendString(append(doc, ','), "\x00"), `:{`...)
	doc = append(text.AppendString(doc, "a\u202e\""), `:"`...)
	doc = append(text.AppendBody(doc, "b\u202e"), `"}}`...)
	require.Equal(t, `{"":1,"\\x00":{"a\\u202e\\\"":"b"}}`, string(text.CleanJSON(doc, 0)))
}
