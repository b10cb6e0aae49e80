package limit_test

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/internal/limit"
)

// FuzzCuts holds that a text which is cut has its bound, that a text within it stays, and that no character is divided.
func FuzzCuts(f *testing.F) {
	for _, s := range []string{"", "größe", "日本語日本語日本語日本語", "a\x80\x80\x80\x80\x80\x80z", "/a~0~0~0~1", "\U0001f600\U0001f600\U0001f600", "\x00\x01\x02"} {
		f.Add(s, uint8(7))
		f.Add(s, uint8(0))
	}
	f.Fuzz(func(t *testing.T, s string, n uint8) {
		most := int(n)
		runes, middle, ends := limit.Runes(s, most), limit.Middle(s, most), limit.Ends(s, most)
		if most >= 1 {
			require.LessOrEqual(t, utf8.RuneCountInString(runes), max(most, 1))
		}
		require.LessOrEqual(t, len(middle), max(most, len("…")))
		require.LessOrEqual(t, len(limit.ShortPath(s)), max(limit.Path, len("…")))
		if utf8.ValidString(s) {
			require.True(t, utf8.ValidString(runes+middle+ends))
		}
		if len(s) <= most {
			require.Equal(t, s, runes)
			require.Equal(t, s, middle)
		}
	})
}
