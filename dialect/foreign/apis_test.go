package foreign

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Every line of the table has a meaning, every API its documentation, and no code two meanings.
func TestAPITable(t *testing.T) {
	list, faults := parseAPIs(apiTable)
	require.Empty(t, faults)
	names, documented := map[string]bool{}, 0
	for _, a := range list {
		require.False(t, names[a.name], a.name)
		names[a.name] = true
		if docs := a.places["docs"]; len(docs) > 0 {
			documented++
			require.Regexp(t, `^https?://[^ ]+$`, docs[0], a.name)
		} else {
			require.Regexp(t, `^(a|an|errors?) `, a.name, "the documentation of an API")
			require.Empty(t, a.codes, a.name)
		}
		for part, places := range a.places {
			for _, place := range places {
				require.True(t, part == "docs" || place[0] == '/' || place[0] >= 'A' && place[0] <= 'Z', "%s: %s", a.name, place)
			}
		}
		if _, any := a.codes[anyCode]; len(a.codes) > 0 && a.name != arcadeName && !any {
			require.NotEmpty(t, a.places["code"], a.name)
		}
	}
	require.GreaterOrEqual(t, documented, 70)
	require.True(t, names[oauthName])
	require.True(t, names[arcadeName])
}

// A line that is wrong is left out, and nothing else.
func TestAPITableFaults(t *testing.T) {
	list, faults := parseAPIs("docs x\n= 70 a\nsigns /a:text\nno_kind x\nnot_found/often y\n" +
		"not_found z\nconflict z\ncode\n")
	require.Len(t, list, 1)
	require.Equal(t, []string{"docs x\n", "no_kind x\n", "not_found/often y\n", "conflict z\n", "code\n"}, faults)
}
