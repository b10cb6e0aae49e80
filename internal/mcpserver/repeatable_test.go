package mcpserver

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

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
