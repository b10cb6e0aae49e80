package publicurl

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOf(t *testing.T) {
	for in, want := range map[string]string{
		"https://example.com/mcp":                         "https://example.com/mcp",
		"https://ada:secret@example.com/mcp?key=secret&b": "https://example.com/mcp?key=…&…",
		"http://example.com/mcp#secret":                   "http://example.com/mcp",
		"http://ada:secret@%zz/":                          "…",
	} {
		require.Equal(t, want, Of(in))
	}
}
