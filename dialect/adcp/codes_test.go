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
		k, general, ok := lookup(o.Code)
		require.True(t, ok && isCode(o.Code) && k == o.Kind, o.Code)
		require.False(t, general, "%s is in both lists", o.Code)
	}
	for _, c := range (Dialect{}).Codes() {
		k, _, ok := lookup(c.Code)
		require.True(t, ok && k == c.Kind, c.Code)
	}
	require.Len(t, Dialect{}.Codes(), len(codes)+len(others))
	for _, k := range errkit.Kinds() {
		decoded, _, ok := lookup(codes.Code(k))
		require.True(t, ok)
		require.Equal(t, codes.RoundTrips(k), decoded == k, k.String())
	}
}
