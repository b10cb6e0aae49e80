// Package docpages renders the doors of README.md and docs/ for the static site that `make site`
// writes.
package docpages

import (
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
	Group                string // of pages, such as "Guides"
	HTML                 template.HTML
	Sections             [][3]string // the fragment, the title and the text of each part, for the search
}

// source is where the files are that the site does not have.
const source = "https://github.com/toolerr/toolerr/blob/main/"

// The parts of README.md that are the first pages: how to try it, and a section for each sort of
// reader.
const first, doors = "Try it", "Which is yours?"

// Read returns the pages of a tree: those parts of README.md, and those in docs/, in the order in
// which the table at the end of README.md lists them. A page that it does not list comes last.
func Read(tree string) (docs []Page, err error) {
	readme, err := os.ReadFile(filepath.Join(tree, "README.md"))
	if err != nil {
		return nil, err
	}
	listed := Listed(string(readme))
	sections := []string{first + "\n" + part(string(readme), first)}
	for _, door := range append(sections, strings.Split(part(string(readme), doors), "\n### ")[1:]...) {
		title, _, _ := strings.Cut(door, "\n")
		p := newPage("start-"+strings.TrimPrefix(anchor(title), "you-have-"), "/", []byte("# "+door))
		p.Group = listed[0].Group
		p.Sections[0][1] = "Get started: " + p.Title
		p.Sections[0][2] += "getting started quick start tutorial install"
		docs = append(docs, p)
	}
	files, err := filepath.Glob(filepath.Join(tree, "docs", "*.md"))
	if err != nil {
		return nil, err
	}
	place := func(file string) int {
		slug := strings.TrimSuffix(filepath.Base(file), ".md")
		i := slices.IndexFunc(listed, func(p Page) bool { return p.Slug == slug })
		return (i + len(listed) + 1) % (len(listed) + 1)
	}
	slices.SortStableFunc(files, func(a, b string) int { return place(a) - place(b) })
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		p := newPage(strings.TrimSuffix(filepath.Base(file), ".md"), "/docs", text)
		p.Group = "More"
		if i := place(file); i < len(listed) {
			p.Group = listed[i].Group
		}
		docs = append(docs, p)
	}
	titles := map[string]string{}
	for _, p := range docs {
		titles[p.Slug] = p.Title
	}
	for i, p := range docs { // a link to docs/faq.md has the title of that page
		docs[i].HTML = template.HTML(fileName.ReplaceAllStringFunc(string(p.HTML), func(link string) string {
			if title := titles[fileName.FindStringSubmatch(link)[1]]; title != "" {
				return ">" + template.HTMLEscapeString(title) + "</a>"
			}
			return link
		}))
	}
	return docs, nil
}

// fileName is the text of a link that is the path of a page.
var fileName = regexp.MustCompile(`>(?:docs/)?([\w-]+)\.md</a>`)

// part returns the text below a heading of the second level.
func part(text, heading string) string {
	_, text, _ = strings.Cut(text, "\n## "+heading+"\n")
	text, _, _ = strings.Cut(text, "\n## ")
	return text
}

// page is a link to a page.
var page = regexp.MustCompile(`\]\(docs/([\w-]+)\.md`)

// Listed returns the slugs and groups of the pages in the table at the end of README.md.
func Listed(readme string) (pages []Page) {
	_, table, _ := strings.Cut(readme, "\n## Documentation\n")
	for row := range strings.Lines(table) {
		cells := strings.SplitN(row, "|", 3)
		if len(cells) < 3 {
			continue
		}
		for _, m := range page.FindAllStringSubmatch(row, -1) {
			pages = append(pages, Page{Slug: m[1], Group: strings.TrimSpace(cells[1])})
		}
	}
	return pages
}

var (
	newlines    = regexp.MustCompile(`\s+`)
	emptyHeader = regexp.MustCompile(`<th( align="\w+")?></th>`)
	tables      = strings.NewReplacer("<table>",
		`<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>`, "</table>", "</table></div>",
		"<pre>", `<pre tabindex="0" role="group" aria-label="Code">`)
)

// newPage renders a page of a folder. Markup in it is left out.
func newPage(slug, folder string, markdown []byte) Page {
	parser := blackfriday.New(blackfriday.WithExtensions(blackfriday.CommonExtensions))
	renderer := blackfriday.NewHTMLRenderer(blackfriday.HTMLRendererParameters{
		Flags: blackfriday.SkipHTML | blackfriday.SkipImages,
	})
	var html strings.Builder
	d := Page{Slug: slug, Title: slug, Sections: [][3]string{{}}}
	root := parser.Parse(markdown)
	root.Walk(func(n *blackfriday.Node, entering bool) blackfriday.WalkStatus {
		last := &d.Sections[len(d.Sections)-1]
		switch {
		case !entering:
		case n.Type == blackfriday.Heading:
			title := textOf(n)
			n.HeadingData.HeadingID = anchor(title)
			if n.HeadingData.Level == 1 {
				d.Title = title
			} else {
				d.Sections = append(d.Sections, [3]string{"#" + anchor(title), title})
			}
		case n.Type == blackfriday.Link:
			n.LinkData.Destination = []byte(destination(folder, string(n.LinkData.Destination)))
		case n.Type == blackfriday.Text, n.Type == blackfriday.Code, n.Type == blackfriday.CodeBlock:
			last[2] += string(n.Literal) + " "
		case n.Type == blackfriday.Paragraph && d.Summary == "":
			d.Summary = textOf(n)
		}
		return blackfriday.GoToNext
	})
	root.Walk(func(n *blackfriday.Node, entering bool) blackfriday.WalkStatus {
		return renderer.RenderNode(&html, n, entering)
	})
	// pages of this tree, without markup; a header without text becomes a cell
	d.HTML = template.HTML(emptyHeader.ReplaceAllString(tables.Replace(html.String()), "<td$1></td>"))
	for i, s := range d.Sections {
		d.Sections[i][2] = newlines.ReplaceAllString(s[2], " ")
	}
	d.Sections[0][1] = d.Title
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

// destination returns where a link of a page in a folder leads on the site: to another page, or to
// a file of the source.
func destination(folder, link string) string {
	to, fragment, _ := strings.Cut(link, "#")
	if fragment != "" {
		fragment = "#" + fragment
	}
	if to == "" || strings.Contains(to, ":") {
		return link
	}
	to = strings.TrimPrefix(path.Join(folder, to), "/")
	if dir, name := path.Split(to); dir == "docs/" && path.Ext(name) == ".md" {
		return "../" + strings.TrimSuffix(name, ".md") + "/" + fragment
	}
	return source + to + fragment
}
