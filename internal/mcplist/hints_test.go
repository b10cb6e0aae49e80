package mcplist_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcplist"
)

func TestHints(t *testing.T) {
	yes, no := new(true), new(false)
	for _, tt := range []struct {
		name  string
		hints mcplist.Hints
		want  errkit.Repeatable
	}{
		{"nothing", mcplist.Hints{}, errkit.RepeatableUnstated},
		{"it only reads", mcplist.Hints{ReadOnly: yes}, errkit.RepeatableYes},
		{"idempotent", mcplist.Hints{Idempotent: yes, Destructive: yes}, errkit.RepeatableYes},
		{"destructive", mcplist.Hints{Destructive: yes}, errkit.RepeatableNo},
		{"not idempotent", mcplist.Hints{Idempotent: no}, errkit.RepeatableNo},
		{"not destructive", mcplist.Hints{Destructive: no}, errkit.RepeatableUnstated},
		{"the defaults of MCP, which mcp-go states for every tool",
			mcplist.Hints{ReadOnly: no, Destructive: yes, Idempotent: no, OpenWorld: yes}, errkit.RepeatableUnstated},
	} {
		require.Equal(t, tt.want, tt.hints.Repeatable(), tt.name)
	}
}
