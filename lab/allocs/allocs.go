// Package allocs counts allocations, such that a test of them fails only if the code allocates
// more.
package allocs

import "testing"

// Of returns the allocations of f in the best of several runs: a garbage collection, and the race
// detector at random, empty the pools (sync.Pool) that f takes its memory from, so that the other
// runs count what fills them again.
func Of(f func()) float64 {
	best := testing.AllocsPerRun(1, f)
	for range 30 {
		if best == 0 {
			break
		}
		best = min(best, testing.AllocsPerRun(1, f))
	}
	return best
}
