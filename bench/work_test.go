package bench

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A work is one piece of work, as several do it.
type work struct {
	name     string // such as dialect=oxp/size=typical
	subjects []subject
}

// A subject is one implementation of a work.
type subject struct {
	impl string
	// do does the work once. The bytes that it answers with are those of a
	// document, if the work is to make one.
	do func() []byte
	// check looks at what do answers with. Nil: the same JSON as the first
	// subject's.
	check func(t *testing.T, got []byte)
}

// run measures every subject of every work.
func run(b *testing.B, works []work) {
	for _, w := range works {
		for _, s := range w.subjects {
			b.Run(w.name+"/impl="+s.impl, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					s.do()
				}
			})
		}
	}
}

// once does every work once, twice in fact, since buffers are used again, and
// looks at what came of it.
func once(t *testing.T, works []work) {
	for _, w := range works {
		first := string(w.subjects[0].do())
		for _, s := range w.subjects {
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

// contains checks a document in a format of the peer's own, which says at least
// this.
func contains(texts ...string) func(*testing.T, []byte) {
	return func(t *testing.T, got []byte) {
		t.Helper()
		for _, text := range texts {
			require.Contains(t, string(got), text)
		}
	}
}

// containsAny reports whether s has one of these in it.
func containsAny(s string, texts ...string) bool {
	for _, text := range texts {
		if strings.Contains(s, text) {
			return true
		}
	}
	return false
}
