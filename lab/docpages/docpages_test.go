package docpages_test

import (
	"io/fs"
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
	require.ErrorIs(t, err, fs.ErrNotExist)
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	require.NoError(t, os.Mkdir(filepath.Join(dir, "docs"), 0o700))
	write("README.md", "# R\n\n## Try it\n\nDing.\n\n## Which is yours?\n\n### You have a bell\n\nRing [it](docs/bells.md), [docs/zebra.md](docs/zebra.md).\n\n### You have none\n\nBuy.\n"+
		"\n## Documentation\n\n| | |\n|---|---|\n| start | [b](docs/zebra.md) |\n| guides | [a](docs/bells.md), [x](other.md) |\n")
	write("docs/zebra.md", "# Zebra\n")
	write("docs/unlisted.md", "# Unlisted\n")
	write("docs/bells.md", "# All `bells`\n\nHow to *ring*\nthem.\n\n"+
		"## Ringing\n\n[a](faq.md#b) [b](../README.md) [c](../bench/RESULTS.md#x) [d](#e) [e](https://example.com/) <img src=x "+
		"onerror=alert(1)> ![f](https://example.com/f.png)\n\n"+
		"| a |\n|---|\n| `<b>` |\n")
	docs, err := docpages.Read(dir)
	require.NoError(t, err)
	var order []string
	for _, p := range docs {
		order = append(order, p.Group+"/"+p.Slug)
	}
	require.Equal(t, []string{"start/start-try-it", "start/start-a-bell", "start/start-none", "start/zebra", "guides/bells", "More/unlisted"},
		order)
	require.Contains(t, string(docs[1].HTML), `<a href="../bells/">it</a>, <a href="../zebra/">Zebra</a>`)
	d := docs[4]
	require.Equal(t, []string{"bells", "All bells", "How to ring them."}, []string{d.Slug, d.Title, d.Summary})
	for _, want := range []string{
		`href="../faq/#b"`, `href="https://github.com/toolerr/toolerr/blob/main/README.md"`,
		`href="https://github.com/toolerr/toolerr/blob/main/bench/RESULTS.md#x"`,
		`href="#e"`, `href="https://example.com/"`, `<code>&lt;b&gt;</code>`, `role="group" aria-label="Table"`,
	} {
		require.Contains(t, string(d.HTML), want)
	}
	require.NotContains(t, string(d.HTML), "<img")
	require.Contains(t, d.Sections[0][2], "How to ring them.")
	require.Equal(t, [2]string{"#ringing", "Ringing"}, [2]string(d.Sections[1][:2]))
}

// TestEveryPageIsListed holds the table of README.md: a page that it does not list has no place.
func TestEveryPageIsListed(t *testing.T) {
	docs, err := docpages.Read("../..")
	require.NoError(t, err)
	require.Greater(t, len(docs), 20)
	for _, p := range docs {
		require.NotEqual(t, "More", p.Group, "docs/%s.md is not in the table of README.md", p.Slug)
	}
}
