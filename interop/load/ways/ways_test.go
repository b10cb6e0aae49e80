package ways

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The list has a name once, no response that passes is broken, and each token is known.
func TestGroups(t *testing.T) {
	paths, n := map[string]bool{}, 0
	for _, g := range Groups() {
		for i := range g.Ways {
			w := &g.Ways[i]
			assert.False(t, paths[g.Path(i)], "%s: %s", g.Title, w.Name)
			paths[g.Path(i)] = true
			n++
			r, err := w.Request.HTTP("http://127.0.0.1"+g.Path(i), "1000001")
			require.NoError(t, err)
			text := w.Raw("1000001")
			require.NotContains(t, token.ReplaceAllString(text, ""), "await")
			resp, err := Parse(text, r)
			switch w.Want {
			case Same, Early:
				require.NoError(t, err, w.Name)
				require.NoError(t, resp.Err, w.Name)
				require.Equal(t, w.Want == Early, strings.Contains(text, Await) || w.Name == "arrives in parts", w.Name)
			case Cut, Stops:
				require.NoError(t, err, w.Name)
				require.Error(t, resp.Err, w.Name)
				require.Equal(t, http.StatusOK, resp.StatusCode, w.Name)
			}
		}
	}
	require.GreaterOrEqual(t, n, 200)
	t.Logf("%d ways", n)
}
