package oxp

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
)

// Repeated paths are found, and none that is not repeated.
func TestRepeatedFields(t *testing.T) {
	e := distinctFields(300)
	require.False(t, repeated(e[:8]))
	require.False(t, repeated(e))
	require.False(t, repeated(distinctFields(1000)))
	for _, n := range []int{2, 8, 9, 64, 300, 1000} {
		list := append(distinctFields(n), distinctFields(n)[n-1])
		require.True(t, repeated(list), "%d fields", n)
	}
}

func distinctFields(n int) []errkit.Field {
	list := make([]errkit.Field, n)
	for i := range list {
		list[i].Path = "/f" + strconv.Itoa(i)
	}
	return list
}
