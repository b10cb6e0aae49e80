// Package docpages renders docs/ for the static site that `make site` writes.
package docpages

import (
	"fmt"
	"html/template"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/russross/blackfriday/v2"
)

// A Page is a page of documentation.
type Page struct {
	Slug, Title, Summary string
	HTML                 template.HTML
	Text                 string // for the search
}

// source is where the files are that the site does not have.
const source = "https://github.com/toolerr/toolerr/blob/main/"

// Read returns the pages in a folder of Markdown files, sorted by their names.
func Read(dir string) ([]Page, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	var docs []Page
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		docs = append(docs, newPage(strings.TrimSuffix(filepath.Base(file), ".md"), text))
	}
	if len(docs) == 0 {
		return nil, fmt.Errorf("no pages in %s", dir)
	}
	return docs, nil
}

var (
	newlines = regexp.MustCompile(`\s+`)
	tables   = strings.NewReplacer("<table>",
		`<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>`, "</table>", "</table></div>",
		"<pre>", `<pre tabindex="0" role="group" aria-label="Code">`)
)

// newPage renders a page. Markup in it is left out.
func newPage(slug string, markdown []byte) Page {
	parser := blackfriday.New(blackfriday.WithExtensions(blackfriday.CommonExtensions))
	renderer := blackfriday.NewHTMLRenderer(blackfriday.HTMLRendererParameters{
		Flags: blackfriday.SkipHTML | blackfriday.SkipImages,
	})
	var html, words strings.Builder
	d := Page{Slug: slug, Title: slug}
	root := parser.Parse(markdown)
	root.Walk(func(n *blackfriday.Node, entering bool) blackfriday.WalkStatus {
		if entering && n.Type == blackfriday.Heading {
			n.HeadingData.HeadingID = anchor(textOf(n))
		}
		switch {
		case !entering:
		case n.Type == blackfriday.Link:
			n.LinkData.Destination = []byte(destination(string(n.LinkData.Destination)))
		case n.Type == blackfriday.Text, n.Type == blackfriday.Code, n.Type == blackfriday.CodeBlock:
			words.Write(n.Literal)
			words.WriteByte(' ')
		case n.Type == blackfriday.Heading && n.HeadingData.Level == 1:
			d.Title = textOf(n)
		case n.Type == blackfriday.Paragraph && d.Summary == "":
			d.Summary = textOf(n)
		}
		return blackfriday.GoToNext
	})
	root.Walk(func(n *blackfriday.Node, entering bool) blackfriday.WalkStatus {
		return renderer.RenderNode(&html, n, entering)
	})
	d.HTML = template.HTML(tables.Replace(html.String())) // pages of this tree, without markup
	d.Text = newlines.ReplaceAllString(words.String(), " ")
	return d
}

func textOf(n *blackfriday.Node) string {
	var b strings.Builder
	n.Walk(func(n *blackfriday.Node, entering bool) blackfriday.WalkStatus {
		if entering {
			b.Write(n.Literal)
		}
		return blackfriday.GoToNext
	})
	return strings.TrimSpace(newlines.ReplaceAllString(b.String(), " "))
}

// anchor returns the id that GitHub gives a heading: its letters and digits, in lower case.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-', r == '_', unicode.IsLetter(r), unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

// destination returns where a link of a page in docs/ leads on the site: to another page, or to a
// file of the source.
func destination(link string) string {
	to, fragment, _ := strings.Cut(link, "#")
	if fragment != "" {
		fragment = "#" + fragment
	}
	switch {
	case to == "" || strings.Contains(to, ":"):
		return link
	case path.Ext(to) == ".md" && !strings.Contains(to, "/"):
		return "../" + strings.TrimSuffix(to, ".md") + "/" + fragment
	}
	return source + strings.TrimPrefix(path.Join("/docs", to), "/") + fragment
}
