package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/schemas"
)

// Package schemas stands on the standard library alone, so it spells the kinds out.
func TestKindsAreThoseOfErrkit(t *testing.T) {
	var want []any
	for _, k := range errkit.Kinds() {
		want = append(want, k.String())
	}
	require.Equal(t, want, schemas.Kind("").Enum())
}
