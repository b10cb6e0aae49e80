package leak

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every row of forms.txt has a class and a pattern, and a literal that each match has.
func TestRows(t *testing.T) {
	classes := map[Class]bool{}
	for _, f := range forms() {
		classes[f.class] = true
		require.Contains(t, []string{"-", "rest", "digit", "opaque", "word", "column", "pair", "sign"}, f.how)
		for _, literal := range f.literals {
			require.Greater(t, len(literal), 1, "%q", literal)
		}
		require.NotRegexp(t, `\{[a-z]\w*\}`, f.pattern().String(), "a part that is not defined")
	}
	require.LessOrEqual(t, len(forms()), maxForms)
	require.ElementsMatch(t, []Class{DSN, Token, Stack, SQL, GoType, GoPanic, Path, Address, Verb, Exception,
		Environment}, slices.Collect(maps.Keys(classes)))
}
