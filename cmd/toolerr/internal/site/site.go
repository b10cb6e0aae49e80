// Package site has the pages of `toolerr serve`, which are also those of the static site that
// `make site` writes: a playground for error documents, one failure in every protocol, a matrix of
// kinds and dialects, and a page for every kind.
//
// All pages are plain HTML that can be read without JavaScript. One script makes them interactive.
// They load nothing from elsewhere.
package site

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/cmd/toolerr/internal/demo"
	"github.com/toolerr/toolerr/cmd/toolerr/internal/explain"
	"github.com/toolerr/toolerr/cmd/toolerr/internal/show"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

//go:embed pages assets
var embedded embed.FS

// Options are what distinguishes the static site from the pages of a server.
type Options struct {
	Tools  http.Handler // the demo tools, whose answers the pages show
	Base   string       // URL of the tools, without a trailing slash
	Static bool         // no server is behind the pages: the playground runs in the browser, as WebAssembly
	Docs   []Doc        // further pages

	Endpoints []demo.Endpoint // of the tools
}

// A Doc is a page of documentation.
type Doc struct {
	Slug, Title, Summary string
	HTML                 template.HTML
	Text                 string // for the search
}

// A page is what the layout needs.
type page struct {
	template string

	Path   string // such as "matrix/"; "" is the front page
	Title  string
	Nav    string // the entry of the navigation that it belongs to
	Root   string // relative URL of the front page
	Static bool
	Base   string
	HasDoc bool
	Data   any
}

// Files returns all files of the site by their paths.
func Files(o Options) (map[string][]byte, error) {
	files := map[string][]byte{}
	entries, err := embedded.ReadDir("assets")
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		if files["assets/"+entry.Name()], err = embedded.ReadFile("assets/" + entry.Name()); err != nil {
			return nil, err
		}
	}
	layout, err := template.New("").Funcs(functions).ParseFS(embedded, "pages/layout.html")
	if err != nil {
		return nil, err
	}
	add := func(p page) error {
		t, err := template.Must(layout.Clone()).ParseFS(embedded, "pages/"+p.template)
		if err != nil {
			return err
		}
		p.Root = cmp.Or(strings.Repeat("../", strings.Count(p.Path, "/")), "./")
		p.Static, p.Base, p.HasDoc = o.Static, o.Base, len(o.Docs) > 0
		var b bytes.Buffer
		if err := t.ExecuteTemplate(&b, "layout", p); err != nil {
			return fmt.Errorf("site: %w", err)
		}
		files[p.Path+"index.html"] = b.Bytes()
		return nil
	}
	problems := kindPages()
	index := searchable(problems, o.Docs)
	list := []page{
		{template: "playground.html", Title: "One tool failure, in every protocol", Nav: "playground",
			Data: newPlayground()},
		{template: "failures.html", Path: "failures/", Title: "One failure, every protocol", Nav: "failures",
			Data: map[string]any{"Failures": record(o.Tools, o.Base), "Endpoints": o.Endpoints}},
		{template: "matrix.html", Path: "matrix/", Title: "What each format can carry", Nav: "matrix",
			Data: map[string]any{"Matrix": measured(), "Header": mapping.Header(), "Rows": mapping.Default().Cells()}},
		{template: "problems.html", Path: "problems/", Title: "Kinds of failures", Nav: "problems",
			Data: byFault(problems)},
		{template: "search.html", Path: "search/", Title: "Search", Nav: "search", Data: index},
	}
	for _, p := range problems {
		list = append(list,
			page{template: "problem.html", Path: "problems/" + p.Slug + "/", Title: p.Kind, Nav: "problems", Data: p})
	}
	if len(o.Docs) > 0 {
		list = append(list, page{template: "docs.html", Path: "docs/", Title: "Documentation", Nav: "docs",
			Data: o.Docs})
	}
	for _, d := range o.Docs {
		list = append(list, page{template: "doc.html", Path: "docs/" + d.Slug + "/", Title: d.Title, Nav: "docs",
			Data: d})
	}
	for _, p := range list {
		if err := add(p); err != nil {
			return nil, err
		}
	}
	hits, err := json.Marshal(index)
	// a script, because a page that was opened from a disk cannot fetch a file
	files["assets/search.js"] = slices.Concat([]byte("window.searchIndex = "), hits, []byte(";\n"))
	return files, err
}

var functions = template.FuncMap{
	"join":  strings.Join,
	"label": func(s string) string { return strings.ReplaceAll(s, "_", " ") },
	"has":   func(list []string, s string) bool { return slices.Contains(list, s) },
	"short": show.Short,
}

// A playground is the data of the front page. It shows the answer for the first example of the
// gallery.
type playground struct {
	Gallery  []example
	First    show.Answer
	Faults   []show.Fault
	Groups   []show.Group
	Main     []string
	Formats  int
	Kinds    int
	Selected example
}

func newPlayground() playground {
	examples := gallery()
	first := examples[0]
	return playground{
		Gallery: examples, Selected: first,
		First:  show.Show(show.Request{Document: first.Document, Status: first.Status, Input: first.Input}),
		Faults: show.Faults(), Groups: show.Groups, Main: show.Main, Formats: len(show.Names()),
		Kinds: len(errkit.Kinds()),
	}
}

// A kindPage is the data of the page of a kind.
type kindPage struct {
	explain.Text
	Kind, Slug, Default string
	Go                  string
	Codes               [][2]string // the column of the table and the code
	Renderings          template.HTML
}

// kindPages returns the pages of all kinds.
var kindPages = sync.OnceValue(func() (pages []kindPage) {
	table, header := mapping.Default(), mapping.Header()
	for i, k := range errkit.Kinds() {
		text := explain.Kind(k)
		p := kindPage{Text: text, Kind: k.String(), Slug: table.Row(k).Problem, Default: string(k.Text()),
			Go: text.Example()}
		for c, code := range table.Cells()[i] {
			if c > 0 {
				p.Codes = append(p.Codes, [2]string{header[c], code})
			}
		}
		doc := explain.Sample(k).AppendJSON(nil)
		p.Renderings = show.Show(show.Request{Error: doc, Dialects: show.Names()}).Renderings
		pages = append(pages, p)
	}
	return pages
})

// A faultGroup has the kinds with one cause.
type faultGroup struct {
	Fault errkit.Fault
	Kinds []kindPage
}

func byFault(pages []kindPage) []faultGroup {
	faults := lo.PartitionBy(pages, func(p kindPage) errkit.Fault { return p.Text.Kind.Fault() })
	return lo.Map(faults, func(of []kindPage, _ int) faultGroup { return faultGroup{of[0].Text.Kind.Fault(), of} })
}

// A hit is a page that the search may find.
type hit struct {
	Title string `json:"title"`
	Path  string `json:"path"`
	Text  string `json:"text"`
	Words string `json:"words"` // further words; not shown
}

func searchable(problems []kindPage, docs []Doc) []hit {
	hits := []hit{
		{"Playground", "", "Paste an error document, and see it in every protocol.",
			"decode translate paste json curl share"},
		{"One failure, every protocol", "failures/", "Calls of the demo tools that fail, with requests and answers.",
			"demo serve oxp mcp aai a2a connect google panic"},
		{"What each format can carry", "matrix/", "Kinds and formats, and the table of codes.",
			"loss mapping table codes folded dropped"},
	}
	for _, p := range problems {
		words := []string{p.Means, p.Client, p.Model}
		for _, c := range p.Codes {
			words = append(words, c[1])
		}
		hits = append(hits, hit{p.Kind, "problems/" + p.Slug + "/", p.Default, strings.Join(words, " ")})
	}
	for _, d := range docs {
		hits = append(hits, hit{d.Title, "docs/" + d.Slug + "/", d.Summary, d.Text})
	}
	return hits
}

// contentType returns the media type of a file of the site.
func contentType(name string) string {
	return map[string]string{
		".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
		".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
	}[path.Ext(name)]
}
