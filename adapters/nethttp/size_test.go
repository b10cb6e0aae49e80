package nethttp

import (
	"net/http"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Every request allocates an exchange and the link to it, or one with a copy of a request that has
// a body: 160 or 576 bytes, which are classes of the runtime; one of more than 512 bytes has a
// header of 8.
func TestSizes(t *testing.T) {
	require.LessOrEqual(t, unsafe.Sizeof(exchange{}), uintptr(144))
	require.LessOrEqual(t, unsafe.Sizeof(exchange{})+unsafe.Sizeof(http.Request{})+unsafe.Sizeof(body{}), uintptr(568))
}

// A body keeps its first bytes, and knows its last ones, however it is divided.
func TestKeep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := body{limit: int32(rapid.IntRange(1, 3*lastBytes).Draw(t, "limit"))}
		var all []byte
		for _, n := range rapid.SliceOf(rapid.IntRange(0, 2*lastBytes)).Draw(t, "sizes") {
			part := make([]byte, n)
			for i := range part {
				part[i] = byte(len(all) + i)
			}
			before, _ := b.raw()
			same := slices.Clone(before)
			b.keep(part)
			require.Equal(t, same, before[:len(before):len(before)], "what was returned is changed")
			all = append(all, part...)
		}
		b.end = true
		kept, whole := b.raw()
		limit := min(len(all), int(b.limit))
		require.Equal(t, string(all[:limit]), string(kept))
		require.Equal(t, len(all) <= limit, whole)
		require.EqualValues(t, len(all), b.size)
		if end := all[max(0, len(all)-lastBytes):]; len(end) > 0 {
			require.False(t, b.endsWithout(string(end)), "the last bytes are known")
			require.True(t, b.endsWithout(string(end)+"x"))
		}
	})
}
