//go:build !race

package attack_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/lab/attack"
)

// recorder is a test that may fail.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.failed = true }
func (r *recorder) FailNow()              { r.failed = true; runtime.Goexit() }

var sink []byte

func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it measures how the time of functions grows")
	}
	tests := []struct {
		name   string
		bytes  func(n int) int // that are allocated for n bytes
		failed bool
	}{
		{"nothing", func(int) int { return 0 }, false},
		{"constant", func(int) int { return 300_000 }, false},
		{"linear", func(n int) int { return 3 * n }, false},
		{"linear, by too much", func(n int) int { return 20 * n }, true},
		{"quadratic", func(n int) int { return int(int64(n) * int64(n) >> 18) }, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := &recorder{TB: t}
			done := make(chan [3]int, 1)
			go func() {
				defer close(done)
				done <- attack.Linear(r, 1<<20, 10,
					func(n int) (string, int) { return strings.Repeat("x", n), n },
					func(s string) int { sink = make([]byte, tt.bytes(len(s))); return len(s) })
			}()
			out := <-done
			require.Equal(t, tt.failed, r.failed)
			if !tt.failed {
				require.Equal(t, [3]int{1 << 20, 2 << 20, 4 << 20}, out)
			}
		})
	}
}
