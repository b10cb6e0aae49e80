package header

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
		"ada:secret@example.com:80":                       "…",
		"https:ada:secret@example.com":                    "…",
		"https:/ada:secret@example.com":                   "…",
		"ada@example.com":                                 "…",
		"ada%40secret@example.com":                        "…",
		"mailto:ada%40example.com?subject=secret":         "…",
		"urn:example:bells":                               "urn:example:bells",
		"https://example.com/@ada":                        "https://example.com/@ada",
	} {
		require.Equal(t, want, PublicURL(in))
	}
}
