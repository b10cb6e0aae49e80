package leak_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/internal/leak"
)

// Of 305 texts with a planted secret, which were listed before they were measured, nearly all are
// removed, and so are those of five lists of other sorts.
func TestPlanted(t *testing.T) {
	t.Run("first", func(t *testing.T) { testPlanted(t, "testdata/planted.txt", 305, 303) })
	t.Run("second", func(t *testing.T) { testPlanted(t, "testdata/planted2.txt", 140, 139) })
	t.Run("third", func(t *testing.T) { testPlanted(t, "testdata/planted3.txt", 45, 43) })
	t.Run("fourth", func(t *testing.T) { testPlanted(t, "testdata/planted4.txt", 96, 87) })
	t.Run("fifth", func(t *testing.T) { testPlanted(t, "testdata/planted5.txt", 50, 47) })
	t.Run("sixth", func(t *testing.T) { testPlanted(t, "testdata/planted6.txt", 51, 51) })
}

func testPlanted(t *testing.T, name string, count, least int) {
	list, err := os.ReadFile(name)
	require.NoError(t, err)
	all, removed := map[string]int{}, map[string]int{}
	for line := range strings.Lines(string(list)) {
		class, quoted, ok := strings.Cut(line, " ")
		if !ok || class == "#" {
			continue
		}
		var text string
		require.NoError(t, json.Unmarshal([]byte(quoted), &text), line)
		before, rest, _ := strings.Cut(text, "⟦")
		secret, after, ok := strings.Cut(rest, "⟧")
		require.True(t, ok, line)
		all[class]++
		all["all"]++
		if shown := leak.Remove(before + secret + after); strings.Contains(shown, secret) {
			t.Logf("%s left: %s", class, shown)
			continue
		}
		removed[class]++
		removed["all"]++
	}
	t.Log("removed", removed, "of", all)
	require.Equal(t, count, all["all"])
	require.GreaterOrEqual(t, removed["all"], least)
}

// What is said about secrets, and has none, stays.
func TestHarmless(t *testing.T) {
	list, err := os.ReadFile("testdata/harmless.txt")
	require.NoError(t, err)
	count := 0
	for line := range strings.Lines(string(list)) {
		if line[0] == '#' {
			continue
		}
		var text string
		require.NoError(t, json.Unmarshal([]byte(line), &text), line)
		assert.Equal(t, text, leak.Remove(text), line)
		count++
	}
	require.Equal(t, 253, count)
}
