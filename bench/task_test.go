package bench

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A task is a benchmark that several implementations run.
type task struct {
	name  string // such as dialect=oxp/size=typical
	impls []implementation
}

// An implementation runs a task.
type implementation struct {
	impl string
	// do runs the task once. It returns the document if the task produces one.
	do func() []byte
	// check checks the result of do. Nil: do must return the same JSON as the first
	// implementation.
	check func(t *testing.T, got []byte)
}

// run benchmarks every implementation of every task.
func run(b *testing.B, tasks []task) {
	for _, w := range tasks {
		for _, s := range w.impls {
			b.Run(w.name+"/impl="+s.impl, func(b *testing.B) {
				s.do() // makes what is made once, such as tables and the functions of codecs
				b.ReportAllocs()
				for b.Loop() {
					s.do()
				}
			})
		}
	}
}

// once runs every implementation twice, because buffers are reused, and checks the results.
func once(t *testing.T, tasks []task) {
	for _, w := range tasks {
		first := string(w.impls[0].do())
		for _, s := range w.impls {
			t.Run(w.name+"/impl="+s.impl, func(t *testing.T) {
				for range 2 {
					got := s.do()
					if s.check != nil {
						s.check(t, got)
						continue
					}
					require.JSONEq(t, first, string(got))
				}
			})
		}
	}
}

// contains returns a check that the document contains texts.
func contains(texts ...string) func(*testing.T, []byte) {
	return func(t *testing.T, got []byte) {
		t.Helper()
		for _, text := range texts {
			require.Contains(t, string(got), text)
		}
	}
}

// containsAny reports whether s contains one of texts.
func containsAny(s string, texts ...string) bool {
	for _, text := range texts {
		if strings.Contains(s, text) {
			return true
		}
	}
	return false
}
