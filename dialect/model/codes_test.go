package model

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
)

// TestServerToolCodes checks that each code is listed once, with a kind.
func TestServerToolCodes(t *testing.T) {
	require.NotEmpty(t, serverToolCodes)
	seen := map[string]bool{}
	for _, c := range serverToolCodes {
		require.False(t, seen[c.Code], c.Code)
		require.NotEqual(t, errkit.Internal, c.Kind, c.Code)
		seen[c.Code] = true
	}
}
