package bench

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/lab/allocs"
)

// TestAllocations checks the allocations of toolerr, which do not depend on the machine.
func TestAllocations(t *testing.T) {
	tests := []struct {
		tasks  []task
		prefix string // selects tasks by name
		impl   string
		max    float64
	}{
		{renderTasks(), "", "toolerr", 0},
		{httpTasks(), "size=typical", "toolerr", 0}, // API.WriteError without a handler of nethttp around it
		{httpTasks(), "size=tiny", "toolerr", 0},
		{httpTasks(), "size=typical", "toolerr-handler", 2}, // the exchange and the copy of the request
		{httpTasks(), "size=tiny", "toolerr-handler", 2},
		{recoverTasks(), "path=success", "toolerr", 2}, // the exchange of the request and the link to it
		{recoverTasks(), "path=success", "toolerr-Boundary", 0},
		{mcpTasks(), "stage=result/size=tiny", "toolerr", 5}, // two of them for the goroutine of the handler, which may call Goexit
		{mcpTasks(), "stage=result/size=typical", "toolerr", 5},
		{mcpTasks(), "stage=result/size=typical", "toolerr-parts", 6},
		{decodeTasks(), "dialect=oxp/size=tiny", "toolerr", 4},     // the error, the document, and the evidence of a guess
		{decodeTasks(), "dialect=oxp/size=typical", "toolerr", 5},  // two of them for the fields
		{decodeTasks(), "dialect=mcp/size=typical", "toolerr", 5},  // one of them for a text with escapes
		{decodeTasks(), "dialect=problem/size=tiny", "toolerr", 3}, // one of them for the rule
		{errorTasks(), "work=construct", "toolerr", 1},
		{errorTasks(), "work=wrap", "toolerr", 1},
		{errorTasks(), "work=find", "toolerr", 0},
		{errorTasks(), "work=classify", "toolerr", 0},
	}
	for _, tt := range tests {
		found := false
		for _, w := range tt.tasks {
			for _, s := range w.impls {
				if s.impl == tt.impl && strings.HasPrefix(w.name, tt.prefix) {
					found = true
					require.LessOrEqual(t, allocs.Of(func() { s.do() }), tt.max, "%s by %s", w.name,
						s.impl)
				}
			}
		}
		require.True(t, found, "%s by %s", tt.prefix, tt.impl)
	}
}
