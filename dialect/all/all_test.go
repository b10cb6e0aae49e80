package all_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/mcp"
)

func TestParse(t *testing.T) {
	for _, name := range all.Names() {
		d, err := all.Parse(name)
		require.NoError(t, err)
		require.Equal(t, name, d.Name())
	}
	d, err := all.Parse("mcp-2027-01-01")
	require.NoError(t, err)
	require.Equal(t, mcp.Dialect{Revision: "2027-01-01"}, d)
	for _, name := range []string{"", "MCP", "mcp-", "mcp-newest", "mcp-2025-13-01", "oxp ", "soap"} {
		_, err := all.Parse(name)
		require.ErrorContains(t, err, `dialect: unknown dialect "`+name+`", want one of mcp, mcp-2026-07-28,`)
	}
	for _, d := range all.Dialects() {
		parsed, err := all.Parse(d.Name())
		require.NoError(t, err)
		require.Equal(t, d, parsed)
	}
}

func TestTitles(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range all.Rows() {
		require.NotEmpty(t, row.Title, row.Dialect.Name())
		require.False(t, seen[row.Title], "%s is like another one", row.Dialect.Name())
		seen[row.Title] = true
	}
	require.Len(t, seen, len(all.Names()))
}
