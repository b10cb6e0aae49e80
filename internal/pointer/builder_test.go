package pointer

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/internal/text"
)

// A Builder returns what text.ShortPath returns for the whole pointer.
func TestBuilder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tokens := rapid.SliceOf(rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "~", "/", "ö", "long name ",
			"\x80"}), 0, 300),
			func(parts []string) string { return strings.Join(parts, "") })).Draw(t, "tokens")
		var p Builder
		whole := ""
		for _, token := range tokens {
			p.Add(token)
			whole += "/" + Escape(token)
		}
		require.Equal(t, text.ShortPath(whole), p.String())
		require.LessOrEqual(t, len(p.String()), text.MaxPath)
		if utf8.ValidString(whole) {
			require.True(t, utf8.ValidString(p.String()), "no character is divided")
		}
	})
}
