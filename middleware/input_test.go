package middleware_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/middleware"
)

func TestInput(t *testing.T) {
	_, ok := middleware.InputFrom(t.Context())
	require.False(t, ok, "no adapter recorded one")
	_, ok = middleware.InputFrom(middleware.WithInput(t.Context(), nil))
	require.False(t, ok, "nil records none")

	asked := 0
	outer := func() middleware.Input { return middleware.Input{Body: []byte(`{}`)} }
	inner := func() middleware.Input {
		asked++
		return middleware.Input{Body: []byte(`{"a`), Truncated: true, Values: parameters("a")}
	}
	ctx, cancel := context.WithCancel(middleware.WithInput(middleware.WithInput(t.Context(), outer), inner))
	defer cancel()
	require.Zero(t, asked, "get is called only when a classifier asks")
	in, ok := middleware.InputFrom(ctx)
	require.True(t, ok)
	require.Equal(t, middleware.Input{Body: []byte(`{"a`), Truncated: true, Values: parameters("a")}, in,
		"the innermost call's input")
	require.Equal(t, 1, asked)
}
