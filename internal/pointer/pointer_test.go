package pointer

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/internal/text"
)

// keyText is the key of a pointer, unescaped.
func keyText(pointer string) string {
	key, escaped := keyOf(pointer)
	if escaped {
		return Unescape(key)
	}
	return key
}

func TestKeys(t *testing.T) {
	tests := []struct {
		name    string
		pointer string
		key     string
	}{
		{"the whole input", "", ""},
		{"one token", "/b", "b"},
		{"one token with a space", "/first name", "first name"},
		{"an escaped tilde", "/a~0b", "a~b"},
		{"an escaped slash inside", "/a~1b", "a/b"},
		{"an escape of an escape", "/~01", "~1"},
		{"a number", "/0", "0"},
		{"the empty token", "/", "/"},
		{"a token that starts with a slash", "/~1b", "/~1b"},
		{"two tokens", "/items/0", "/items/0"},
		{"two empty tokens", "//", "//"},
		{"a key of no pointer", "b", "b"},
		{"an escape of no pointer", "~0", "~"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.key, keyText(tt.pointer))
			require.Equal(t, string(text.AppendBody(nil, tt.key)), string(AppendKey(nil, tt.pointer)))
			var appended string
			require.NoError(t, json.Unmarshal(append(AppendKey([]byte{'"'}, tt.pointer), '"'), &appended))
			require.Equal(t, tt.key, appended)
			if tt.pointer == "" || tt.pointer[0] == '/' {
				require.Equal(t, tt.pointer, FromKey(tt.key))
			}
		})
	}
}

// TestPointersRoundTrip checks that every pointer round-trips as a key and as a fragment.
func TestPointersRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tokens := rapid.SliceOfN(rapid.OneOf(rapid.StringOf(rapid.SampledFrom([]rune("/~01#%ab \u00e9\""))),
			rapid.String()), 0, 3).Draw(t, "tokens")
		pointer := FromTokens(tokens)
		for i, token := range strings.Split(pointer, "/")[1:] {
			require.Equal(t, tokens[i], Unescape(token))
		}
		require.Equal(t, pointer, FromKey(keyText(pointer)))
		fragment := string(AppendFragment(nil, pointer))
		require.Equal(t, pointer, FromFragment(fragment))
		for _, c := range []byte(fragment[1:]) {
			require.True(t, c == '%' || fragmentBytes[c] != 0, "%q in %q", c, fragment)
		}
	})
}

// TestAppendKey checks that a key is appended as if it were unescaped completely before it is
// escaped, cleaned and cut.
func TestAppendKey(t *testing.T) {
	parts := rapid.OneOf(
		rapid.SampledFrom([]string{"~0", "~1", "~", "a", "/", "\x1b", "\x1b]", "\x1b[3", "\x07", "\u009b", "\u009d",
			"\u009c", "\u00a0", "\u202e", "\xc2", "\x9b", "\"", "\r", "\n", "m", "日本語"}),
		rapid.String(),
	)
	rapid.Check(t, func(t *rapid.T) {
		pointer := "/" + strings.Join(rapid.SliceOfN(parts, 0, 6).Draw(t, "parts"), "")
		limit := rapid.SampledFrom([]int{-1, 1, 3, 100}).Draw(t, "limit")
		require.Equal(t, string(text.AppendBody(nil, keyText(pointer))), string(AppendKey(nil, pointer)))
		require.Equal(t, string(text.AppendCleanBody(nil, keyText(pointer), limit)),
			string(AppendCleanKey(nil, pointer, limit)))
	})
}

func TestFragments(t *testing.T) {
	tests := []struct {
		name, fragment, pointer string
	}{
		{"the whole", "#", ""},
		{"plain", "#/b", "/b"},
		{"percent", "#/a%20b", "/a b"},
		{"no fragment", "/b", "/b"},
		{"broken percent", "#/%zz", "/%zz"},
		{"nothing", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.pointer, FromFragment(tt.fragment))
		})
	}
}

func TestCompareTokens(t *testing.T) {
	sorted := []string{"0", "2", "10", "999999999999999999", "", "-1", "1a", "9999999999999999999", "a", "b"}
	for i, a := range sorted {
		for j, b := range sorted {
			require.Equal(t, i < j, CompareTokens(a, b) < 0, "%q and %q", a, b)
			require.Equal(t, i == j, CompareTokens(a, b) == 0, "%q and %q", a, b)
		}
	}
	require.Zero(t, testing.AllocsPerRun(10, func() { CompareTokens("name", "other") }), "each fault of an input is compared")
}
