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
		{"it only reads", mcplist.Hints{ReadOnlyHint: yes}, errkit.RepeatableYes},
		{"idempotent", mcplist.Hints{IdempotentHint: yes, DestructiveHint: yes}, errkit.RepeatableYes},
		{"destructive", mcplist.Hints{DestructiveHint: yes}, errkit.RepeatableNo},
		{"not idempotent", mcplist.Hints{IdempotentHint: no}, errkit.RepeatableNo},
		{"not destructive", mcplist.Hints{DestructiveHint: no}, errkit.RepeatableUnstated},
		{"the defaults of MCP, which mcp-go states for every tool",
			mcplist.Hints{ReadOnlyHint: no, DestructiveHint: yes, IdempotentHint: no, OpenWorldHint: yes},
			errkit.RepeatableUnstated},
	} {
		require.Equal(t, tt.want, tt.hints.Repeatable(), tt.name)
	}
}
