// Package attack measures, for tests, how the work of a function grows with its input.
package attack

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// Linear requires that the memory that work allocates for inputs of n, 2n and 4n grows no faster than the input does, and is
// at most factor times its size, beside a constant. make returns the input, whose size is that of its bytes, and work is
// called with it several times. It returns the results of work: how many bytes it put out.
//
// Bytes are counted, not time, so that the result is the same on a busy machine.
func Linear[In any](t testing.TB, n, factor int, make func(n int) (in In, size int), work func(In) int) (out [3]int) {
	t.Helper()
	const constant = 512 << 10 // of buffers and pools that are made once, and of an output at its bound
	var used, sizes [3]int
	for i := range out {
		in, size := make(n << i)
		sizes[i] = size
		out[i] = work(in) // what is made once is made here
		used[i] = allocated(func() { work(in) })
	}
	for i := range out {
		require.LessOrEqualf(t, used[i], factor*sizes[i]+constant, "bytes allocated for %d bytes; for %v they are %v", sizes[i], sizes, used)
	}
	for i := range out[1:] {
		growth := float64(sizes[i+1]) / float64(sizes[i])
		require.LessOrEqualf(t, float64(used[i+1]), 1.5*growth*float64(used[i])+constant, "not linear: for %v bytes it allocates %v", sizes, used)
	}
	return out
}

// allocated returns how many bytes f allocates: the least of a few runs, since other goroutines allocate too.
func allocated(f func()) int {
	least := -1
	for range 3 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		if n := int(after.TotalAlloc - before.TotalAlloc); least < 0 || n < least {
			least = n
		}
	}
	return least
}
