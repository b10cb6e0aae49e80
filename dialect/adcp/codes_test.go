package adcp

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
)

// Every kind has a code, and every code is in the form of the protocol and in one list.
func TestCodes(t *testing.T) {
	require.NoError(t, codes.Check())
	for _, row := range codes {
		require.True(t, isCode(row.Code) && len(row.Code) <= maxCode, row.Code)
	}
	for _, o := range others {
		_, general, ok := lookup(o.code)
		require.True(t, ok, o.code)
		require.False(t, general, "%s is in both lists", o.code)
		require.Contains(t, errkit.Kinds(), o.kind)
	}
	for _, c := range Codes() {
		k, _, ok := lookup(c.Code)
		require.True(t, ok && k == c.Kind, c.Code)
	}
	require.Len(t, Codes(), len(codes)+len(others)-1, "all but the end of a code")
	for _, k := range errkit.Kinds() {
		decoded, _, ok := lookup(codes.Code(k))
		require.True(t, ok)
		require.Equal(t, codes.RoundTrips(k), decoded == k, k.String())
	}
}
