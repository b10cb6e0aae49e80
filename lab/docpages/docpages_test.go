package docpages_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/lab/docpages"
)

// TestRead checks what happens to the links and the markup of a page.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	_, err := docpages.Read(dir)
	require.ErrorContains(t, err, "no pages")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "bells.md"), []byte("# All `bells`\n\nHow to *ring*\nthem.\n\n"+
		"[a](faq.md#b) [b](../README.md) [c](../bench/RESULTS.md#x) [d](#e) [e](https://example.com/) <img src=x "+
		"onerror=alert(1)> ![f](https://example.com/f.png)\n\n"+
		"| a |\n|---|\n| `<b>` |\n"), 0o600))
	docs, err := docpages.Read(dir)
	require.NoError(t, err)
	require.Len(t, docs, 1)
	d := docs[0]
	require.Equal(t, []string{"bells", "All bells", "How to ring them."}, []string{d.Slug, d.Title, d.Summary})
	for _, want := range []string{
		`href="../faq/#b"`, `href="https://github.com/toolerr/toolerr/blob/main/README.md"`,
		`href="https://github.com/toolerr/toolerr/blob/main/bench/RESULTS.md#x"`,
		`href="#e"`, `href="https://example.com/"`, `<code>&lt;b&gt;</code>`, `role="group" aria-label="Table"`,
	} {
		require.Contains(t, string(d.HTML), want)
	}
	require.NotContains(t, string(d.HTML), "<img")
	require.Contains(t, d.Text, "How to ring them.")
}
