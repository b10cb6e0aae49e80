package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/mapping"
)

// TestTableText checks that the table fits into its width, and that every part has all kinds and
// every value of a cell.
func TestTableText(t *testing.T) {
	var b strings.Builder
	require.NoError(t, tableText(&b, mapping.Default()))
	for line := range strings.Lines(b.String()) {
		require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), tableWidth, line)
	}
	parts := strings.Count(b.String(), "kind  ")
	for _, cells := range mapping.Default().Cells() {
		require.Equal(t, parts, strings.Count(b.String(), "\n"+cells[0]+" "), cells[0])
		for _, cell := range cells {
			for _, value := range values(cell) {
				require.Contains(t, b.String(), value)
			}
		}
	}
	for _, title := range mapping.Header() {
		require.Contains(t, b.String(), title)
	}
}
