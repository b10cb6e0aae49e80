package middleware_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

func TestRepeatable(t *testing.T) {
	require.Equal(t, errkit.RepeatableUnstated, middleware.RepeatableFrom(t.Context()))
	ctx := middleware.WithRepeatable(t.Context(), errkit.RepeatableNo)
	require.Equal(t, errkit.RepeatableNo, middleware.RepeatableFrom(ctx))
	require.Equal(t, errkit.RepeatableYes, middleware.RepeatableFrom(middleware.WithRepeatable(ctx, errkit.RepeatableYes)))
}
