package pointer

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// FuzzPointers holds that a JSON pointer round-trips as a key, as a fragment and token by token,
// and that what is appended to a JSON string is part of one.
func FuzzPointers(f *testing.F) {
	for _, s := range []string{"", "/", "//", "/a~0b/~1", "/~01", "/first name", "b", "~", "/日本", "/\x1b[31m\u202e",
		"/\xff", "/a%20b#c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		tokens := []string{s, Unescape(s)}
		p := FromTokens(tokens)
		if utf8.ValidString(s) {
			require.Equal(t, p, FromFragment(string(AppendFragment(nil, p))))
		}
		require.Equal(t, p, FromKey(keyText(p)))
		for _, body := range [][]byte{AppendKey([]byte{'"'}, s), AppendCleanKey([]byte{'"'}, s, 10)} {
			require.True(t, json.Valid(append(body, '"')), "%s", body)
		}
		FromReference(string(AppendReference(nil, s)))
		_, _ = FromFragment(s), FromPath(s)
	})
}
