package mcpserver

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

func TestHints(t *testing.T) {
	yes, no := new(true), new(false)
	for _, tt := range []struct {
		name  string
		hints Hints
		want  errkit.Repeatable
	}{
		{"nothing", Hints{}, errkit.RepeatableUnstated},
		{"it only reads", Hints{ReadOnly: yes}, errkit.RepeatableYes},
		{"idempotent", Hints{Idempotent: yes, Destructive: yes}, errkit.RepeatableYes},
		{"destructive", Hints{Destructive: yes}, errkit.RepeatableNo},
		{"not idempotent", Hints{Idempotent: no}, errkit.RepeatableNo},
		{"not destructive", Hints{Destructive: no}, errkit.RepeatableUnstated},
		{"the defaults of MCP, which mcp-go states for every tool",
			Hints{ReadOnly: no, Destructive: yes, Idempotent: no, OpenWorld: yes}, errkit.RepeatableUnstated},
	} {
		require.Equal(t, tt.want, tt.hints.Repeatable(), tt.name)
	}
}

func TestRepeatableOfCalls(t *testing.T) {
	for method, want := range map[string]errkit.Repeatable{
		CallTool: errkit.RepeatableNo, GetPrompt: errkit.RepeatableYes, ReadResource: errkit.RepeatableYes,
		Complete: errkit.RepeatableYes, ListTools: errkit.RepeatableYes, "logging/setLevel": errkit.RepeatableNo,
	} {
		c := &Call{Method: method, Repeatable: errkit.RepeatableNo}
		require.Equal(t, want, c.repeatable(), method)
		require.Equal(t, want, middleware.RepeatableFrom(c.withRepeatable(t.Context())), method)
	}
	c := &Call{Method: CallTool}
	outside := middleware.WithRepeatable(t.Context(), errkit.RepeatableYes)
	require.Equal(t, errkit.RepeatableYes, middleware.RepeatableFrom(c.withRepeatable(outside)), "what is known outside counts")
}
