package bench

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What ours allocates does not depend on the machine, so it is held here.
func TestAllocations(t *testing.T) {
	tests := []struct {
		works  []work
		prefix string // of the works
		impl   string
		most   float64
	}{
		{rendering(), "", "toolerr", 0},
		{answering(), "size=typical", "toolerr", 0},
		{answering(), "size=tiny", "toolerr", 0},
		{recovering(), "path=success", "toolerr", 0},
		{recovering(), "path=success", "toolerr-Boundary", 0},
		{valuing(), "work=construct", "toolerr", 1},
		{valuing(), "work=wrap", "toolerr", 1},
		{valuing(), "work=find", "toolerr", 0},
		{valuing(), "work=classify", "toolerr", 0},
	}
	for _, tt := range tests {
		found := false
		for _, w := range tt.works {
			for _, s := range w.subjects {
				if s.impl == tt.impl && strings.HasPrefix(w.name, tt.prefix) {
					found = true
					require.LessOrEqual(t, testing.AllocsPerRun(50, func() { s.do() }), tt.most, "%s by %s", w.name, s.impl)
				}
			}
		}
		require.True(t, found, "%s by %s", tt.prefix, tt.impl)
	}
}
