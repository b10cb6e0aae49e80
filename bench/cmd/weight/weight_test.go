package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A program links only what it uses. What is added to a package that each program imports counts
// here.
func TestWeight(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it builds programs")
	}
	t.Chdir("../..")
	dir := t.TempDir()
	tests := []struct {
		name, over string
		megabytes  float64
		modules    int
		why        string
	}{
		{"nethttp", "net/http", 2.5, 3, "errors over HTTP need no schemas, and nothing that decodes errors of others"},
		{"mcp", "MCP Go SDK", 4.5, 3, "the middleware of a server needs no schemas of tools"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var both [2]weight
			for _, p := range programs {
				var err error
				switch p.name {
				case tt.name:
					both[0], err = p.weigh(dir)
				case tt.over:
					both[1], err = p.weigh(dir)
				}
				require.NoError(t, err)
			}
			more := both[0].over(both[1])
			require.LessOrEqual(t, more.megabytes, tt.megabytes, tt.why)
			require.LessOrEqual(t, more.modules, tt.modules, tt.why)
			require.Greater(t, more.megabytes, 0.5, "the programs are not what they should be")
		})
	}
}
