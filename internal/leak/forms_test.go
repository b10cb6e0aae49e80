package leak

import (
	"maps"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/internal/rows"
)

// Every row of forms.txt and signs.txt has a class and a pattern.
func TestRows(t *testing.T) {
	classes := map[Class]bool{}
	for _, f := range forms() {
		classes[f.class] = true
		require.Contains(t, []string{"-", "rest", "digit", "opaque", "word"}, f.how)
		require.NotContains(t, f.literals, "")
		require.NotRegexp(t, `\{[a-z]\w*\}`, f.pattern().String(), "a part that is not defined")
	}
	for class, pattern := range rows.All(signsText) {
		classes[Class(class)] = true
		_, err := regexp.Compile(pattern)
		require.NoError(t, err)
	}
	require.ElementsMatch(t, []Class{DSN, Token, Stack, SQL, GoType, GoPanic, Path, Address, Verb, Exception,
		Environment}, slices.Collect(maps.Keys(classes)))
}
