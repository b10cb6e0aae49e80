package mcpserver

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

func TestRepeatableOfCalls(t *testing.T) {
	in := func(ctx context.Context, c *Call) (of errkit.Repeatable) {
		_, err := Serve(ctx, c, Handler[int]{
			Run:    func(ctx context.Context) (int, error) { of = middleware.RepeatableFrom(ctx); return 0, nil },
			Finish: func(_ context.Context, n int) (int, error) { return n, nil },
		})
		require.NoError(t, err)
		return of
	}
	for method, want := range map[string]errkit.Repeatable{
		CallTool: errkit.RepeatableNo, GetPrompt: errkit.RepeatableYes, ReadResource: errkit.RepeatableYes,
		Complete: errkit.RepeatableYes, ListTools: errkit.RepeatableYes, "logging/setLevel": errkit.RepeatableYes,
		"tasks/update": errkit.RepeatableNo, "initialize": errkit.RepeatableYes,
	} {
		c := &Call{Server: &Server{}, Method: method, Repeatable: errkit.RepeatableNo}
		require.Equal(t, want, c.repeatable(), method)
		require.Equal(t, want, in(t.Context(), c), method)
	}
	c := &Call{Server: &Server{}, Method: CallTool}
	outside := middleware.WithRepeatable(t.Context(), errkit.RepeatableYes)
	require.Equal(t, errkit.RepeatableYes, in(outside, c), "what is known outside counts")
}
