// Package attack measures, for tests, how the work of a function grows with its input.
package attack

import (
	"fmt"
	"math"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// Linear requires that the memory that work allocates for inputs of n, 2n and 4n grows no faster
// than the input does, and is at most factor times its size, beside a constant. make returns the
// input, whose size is that of its bytes, and work is called with it several times. It returns
// the results of work: how many bytes it put out.
//
// Bytes are counted, not time, so that the result is the same on a busy machine. Other goroutines
// allocate, too, and pools grow: the least of three measurements counts, of which the last two
// are only made if they are needed.
//
// With the race detector, work is called once: memory is measured without it, and a larger input has
// no other races.
func Linear[In any](t testing.TB, n, factor int, make func(n int) (in In, size int), work func(In) int) (out [3]int) {
	t.Helper()
	if race {
		in, _ := make(n)
		size := work(in)
		return [3]int{size, size, size}
	}
	var inputs [3]In
	var used, sizes [3]int
	for i := range inputs {
		inputs[i], sizes[i] = make(n << i)
		used[i] = math.MaxInt
	}
	work(inputs[0]) // makes what is made once
	var fault string
	for range 3 {
		for i, in := range inputs {
			used[i] = min(used[i], allocated(func() { out[i] = work(in) }))
		}
		if fault = check(used, sizes, factor); fault == "" {
			return out
		}
	}
	require.Fail(t, fault)
	return out
}

// check returns why the used bytes are not linear in the sizes, "" if they are.
func check(used, sizes [3]int, factor int) (fault string) {
	const constant = 512 << 10 // of buffers and pools that are made once, and of an output at its bound
	for i := range sizes {
		if used[i] > factor*sizes[i]+constant {
			return fmt.Sprintf("it allocates more than %d bytes for each byte: for %v bytes it allocates %v", factor,
				sizes, used)
		}
	}
	for i := range sizes[1:] {
		growth := float64(sizes[i+1]) / float64(sizes[i])
		if float64(used[i+1]) > 1.5*growth*float64(used[i])+constant {
			return fmt.Sprintf("not linear: for %v bytes it allocates %v", sizes, used)
		}
	}
	return ""
}

// allocated returns how many bytes f allocates.
func allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}
