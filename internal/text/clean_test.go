package text

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestClean(t *testing.T) {
	tests := []struct {
		name, in string
		max      int
		want     string
	}{
		{"plain", "There is no bell.", 0, "There is no bell."},
		{"line feed and tab stay", "a\n\tb", 0, "a\n\tb"},
		{"line ends", "a\r\nb\rc\r\r\n", 0, "a\nb\nc\n\n"},
		{"C0 and DEL", "a\x00b\ac\x7fd\v", 0, "abcd"},
		{"C1", "a\u0080b\u0085c\u009cd\u00a0", 0, "abcd\u00a0"},
		{"not UTF-8", "a\xffb\xc2", 0, "a\ufffdb\ufffd"},
		{"a real replacement character", "a\ufffdb", 0, "a\ufffdb"},
		{"bidi", "a\u202a\u202b\u202c\u202d\u202eb\u2066\u2067\u2068\u2069c\u200f", 0, "abc\u200f"},
		{"separators stay", "a\u2028b\u2029", 0, "a\u2028b\u2029"},
		{"colour", "\x1b[1;31mred\x1b[0m.", 0, "red."},
		{"private mode", "\x1b[?25lx\x1b[ qy", 0, "xy"},
		{"C1 colour", "\u009b31mred\u009b0m.", 0, "red."},
		{"CSI cut short", "a\x1b[31", 0, "a"},
		{"CSI with something else inside", "a\x1b[3\nb", 0, "a\nb"},
		{"title, BEL", "a\x1b]0;title\ab", 0, "ab"},
		{"title, ST", "a\x1b]0;title\x1b\\b", 0, "ab"},
		{"title, C1 forms", "a\u009d0;title\u009cb", 0, "ab"},
		{"hyperlink", "\x1b]8;;https://example.com\x1b\\link\x1b]8;;\x1b\\", 0, "link"},
		{"DCS, SOS, PM, APC", "a\x1bPq\x1b\\b\x1bXq\x1b\\c\x1b^q\ad\x1b_q\u009ce\u0090q\u009cf", 0, "abcdef"},
		{"string without end", "a\x1b]the rest stays", 0, "athe rest stays"},
		{"string ended by another sequence", "a\x1b]0;t\x1b[31mb\u009dx\u009b0mc", 0, "abc"},
		{"two bytes", "a\x1bcb\x1b7c\x1b=d", 0, "abcd"},
		{"character set", "a\x1b(Bb\x1b$)Cc", 0, "abc"},
		{"ESC before what is no sequence", "a\x1b\nb\x1bé\x1b", 0, "a\nbé"},
		{"ESC ESC", "\x1b\x1b[31mx", 0, "x"},
		{"just fits", "12345", 5, "12345"},
		{"one too long", "123456", 5, "1234…"},
		{"characters, not bytes", "äöü世界", 5, "äöü世界"},
		{"wide and too long", "äöü世界!", 5, "äöü世…"},
		{"plain run past the limit", "ä1234567890", 5, "ä123…"},
		{"ends in a character to escape", "1234\n5", 5, "1234…"},
		{"fits once cleaned", "\x1b[31m12345\x1b[0m\a", 5, "12345"},
		{"one", "12", 1, "…"},
		{"one wide", "ää", 1, "…"},
		{"one, and it fits", "ä", 1, "ä"},
		{"negative is no limit", "123", -1, "123"},
		{"empty", "", 3, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, Clean(tt.in, tt.max))
			checkClean(t, tt.in, tt.max)
		})
	}
}

func TestCleanAmongPlainText(t *testing.T) {
	for _, s := range samples {
		for n := range 17 {
			pad := strings.Repeat("x", n)
			checkClean(t, pad+s+pad+s+pad, 0)
			checkClean(t, pad+s+pad+s+pad, 12)
		}
	}
}

// checkClean checks the properties of every cleaned text.
func checkClean(t testing.TB, s string, max int) {
	t.Helper()
	got := Clean(s, max)
	require.Equal(t, got, Clean(got, max), "cleaning %q twice", s)
	require.True(t, utf8.ValidString(got))
	if max > 0 {
		require.LessOrEqual(t, utf8.RuneCountInString(got), max)
	}
	for _, r := range got {
		require.True(t, r == '\n' || r == '\t' || r >= 0x20 && r < 0x7f || r >= 0xa0, "%q holds %q", got, r)
		require.False(t, r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069, "%q holds %q", got, r)
	}
	whole := []rune(Clean(s, 0))
	if max > 0 && len(whole) > max {
		require.Equal(t, string(whole[:max-1])+ellipsis, got)
	} else {
		require.Equal(t, string(whole), got)
	}
	require.Equal(t, string(AppendString(nil, got)), string(AppendClean(nil, s, max)))
	require.Equal(t, "x"+string(AppendBody(nil, got)), string(AppendCleanBody([]byte("x"), s, max)))
	require.Equal(t, "x"+body(t, body(t, got)), string(AppendCleanNested([]byte("x"), s, max)))
	roomy := make([]byte, 0, 8*len(s)) // room for transfer
	require.Equal(t, string(AppendBody(nil, got)), string(AppendCleanBody(roomy, s, max)))
}

func FuzzClean(f *testing.F) {
	for _, s := range samples {
		f.Add(s, 0)
		f.Add(s+s, 7)
	}
	f.Add("a\x1b]0;t\x1b[31mb\u009dx\u009b0mc", 3)
	f.Fuzz(func(t *testing.T, s string, max int) { checkClean(t, s, max) })
}

func TestCleanIsLinear(t *testing.T) {
	// The search for the end of each sequence stops at the next one. Otherwise this takes minutes.
	for _, intro := range []string{"\x1b]", "\u009d", "\x1bP", "\x1b[", "\x1b"} {
		require.Empty(t, Clean(strings.Repeat(intro, 500_000), 0))
	}
}
