package text_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/internal/text"
)

func TestCuts(t *testing.T) {
	a := strings.Repeat
	tests := []struct {
		name, got, want string
		why             string
	}{
		{"runes, short", text.Runes("größe", 5), "größe", "characters count, not bytes"},
		{"runes, long", text.Runes("größen", 5), "größ…", "the ellipsis is one of the characters"},
		{"runes, no limit", text.Runes("größen", 0), "größen", "below 1 there is none"},
		{"middle, short", text.Middle("abcdefghij", 10), "abcdefghij", "it fits"},
		{"middle, long", text.Middle("abcdefghijk", 9), "abc…ijk", "three bytes are for the ellipsis"},
		{"middle, in a character", text.Middle("aößßßßßßößa", 8), "a…a", "no character is divided"},
		{"middle, not UTF-8", text.Middle("a"+strings.Repeat("\x80", 20)+"z", 15), "a\x80\x80…\x80\x80z",
			"at most three bytes are left out for a character"},
		{"path, short", text.ShortPath("/" + a("k", 511)), "/" + a("k", 511), "it fits"},
		{"path, long", text.ShortPath("/m/" + a("k", 600) + "/7"), "/m/" + a("k", 251) + "…" + a("k", 252) + "/7",
			"what is around a long name stays"},
		{"path, escapes", text.ShortPath("/" + a("~0", 400)), "/" + a("~0", 126) + "…" + a("~0", 127),
			"no escape is divided"},
		{"ends, short", text.Ends(a("\x00", 100), 600), a("\x00", 100), "it fits"},
		{"ends, long", text.Ends(a("a", 50)+a("b", 60), 100), a("a", 30) + "…(50 bytes are left out)…" + a("b", 30),
			"start and end stay"},
		{"ends, escapes", text.Ends(a("\x00", 100), 160), a("\x00", 10) + "…(80 bytes are left out)…" + a("\x00", 10),
			"a control character has six bytes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { require.Equal(t, tt.want, tt.got, tt.why) })
	}
}

// FuzzCuts holds that a text which is cut has its bound, that a text within it stays, and that
// no character is divided.
func FuzzCuts(f *testing.F) {
	for _, s := range []string{"", "größe", "日本語日本語日本語日本語", "a\x80\x80\x80\x80\x80\x80z", "/a~0~0~0~1",
		"\U0001f600\U0001f600\U0001f600", "\x00\x01\x02"} {
		f.Add(s, uint8(7))
		f.Add(s, uint8(0))
	}
	f.Fuzz(func(t *testing.T, s string, n uint8) {
		most := int(n)
		runes, middle, ends := text.Runes(s, most), text.Middle(s, most), text.Ends(s, most)
		if most >= 1 {
			require.LessOrEqual(t, utf8.RuneCountInString(runes), max(most, 1))
		}
		require.LessOrEqual(t, len(middle), max(most, len("…")))
		require.LessOrEqual(t, len(text.ShortPath(s)), max(text.MaxPath, len("…")))
		if utf8.ValidString(s) {
			require.True(t, utf8.ValidString(runes+middle+ends))
		}
		if len(s) <= most {
			require.Equal(t, s, runes)
			require.Equal(t, s, middle)
		}
	})
}
