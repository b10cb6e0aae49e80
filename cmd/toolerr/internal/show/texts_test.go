package show

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

// TestTexts checks that each value that an error may state has one text, and that no text is left over.
func TestTexts(t *testing.T) {
	want := map[string][]string{"reason": {string(dialect.Dropped), string(dialect.Narrowed), string(dialect.Invented),
		string(dialect.Folded), string(dialect.Ambiguous), string(dialect.Withheld)}}
	for r := errkit.Never; r <= errkit.AfterAction; r++ {
		want["retry"] = append(want["retry"], r.String())
	}
	for e := errkit.EffectNone; e <= errkit.EffectDone; e++ {
		want["effect"] = append(want["effect"], e.String())
	}
	for s := errkit.BeforeCall; s <= errkit.Execution; s++ {
		want["stage"] = append(want["stage"], s.String())
	}
	require.ElementsMatch(t, slices.Collect(maps.Keys(want)), slices.Collect(maps.Keys(texts)))
	for group, names := range want {
		require.ElementsMatch(t, names, slices.Collect(maps.Keys(texts[group])), group)
		for _, name := range names {
			require.Len(t, texts[group][name], 1)
			require.NotEmpty(t, textOf(group, name))
		}
	}
	require.Empty(t, textOf("retry", errkit.RetryUnspecified.String()))
	require.Empty(t, textOf("effect", errkit.Effect(9).String()))
}
