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
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/check"
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
	Tools  http.Handler           // the demo tools, whose answers the pages show
	Base   string                 // URL of the tools, without a trailing slash
	Static bool                   // no server is behind the pages: the playground runs in the browser, as WebAssembly
	Docs   []Doc                  // further pages, in their order
	Codes  func() ([]byte, error) // returns the output of `toolerr explain --json`

	Endpoints []demo.Endpoint // of the tools
}

// A Doc is a page of documentation.
type Doc struct {
	Slug, Title, Summary string
	Group                string // of pages, such as "guides"
	HTML                 template.HTML
	Sections             [][3]string // the anchor, the title and the text of each part, for the search
}

// A page is what the layout needs.
type page struct {
	template string

	Path    string // such as "matrix/"; "" is the front page
	Title   string
	Summary string
	Nav     string // the entry of the navigation that it belongs to
	Root    string // relative URL of the front page
	Static  bool
	Base    string
	Start   string // path of the first page of documentation, "" if there is none
	Data    any
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
	root := "/"
	if o.Static {
		at, _ := url.Parse(explain.Site) // a constant
		root = at.Path
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
		name := p.Path + "index.html"
		if p.Path == missing { // is at any path
			p.Root, name = root, missing+".html"
		}
		p.Static, p.Base = o.Static, o.Base
		if len(o.Docs) > 0 {
			p.Start = "docs/" + o.Docs[0].Slug + "/"
		}
		var b bytes.Buffer
		if err := t.ExecuteTemplate(&b, "layout", p); err != nil {
			return fmt.Errorf("site: %w", err)
		}
		files[name] = b.Bytes()
		return nil
	}
	problems, list := kindPages(), []page(nil)
	codes, err := codePages(o.Codes)
	if err != nil {
		return nil, err
	}
	groups := partition(o.Docs, func(d Doc) string { return d.Group })
	list = append(list,
		page{template: "playground.html", Title: "One tool failure, in every protocol", Nav: "playground",
			Summary: "Paste an error document, and see it in every protocol.", Data: newPlayground()},
		page{template: "failures.html", Path: "failures/", Title: "One failure, every protocol", Nav: "failures",
			Summary: "Calls of the demo tools that fail, with requests and answers.",
			Data:    map[string]any{"Failures": record(o.Tools, o.Base), "Endpoints": o.Endpoints}},
		page{template: "matrix.html", Path: "matrix/", Title: "What each format can carry", Nav: "matrix",
			Summary: "What comes back of each kind in each format, and the table of codes.",
			Data:    map[string]any{"Matrix": measured(), "Header": mapping.Header(), "Rows": mapping.Default().Cells()}},
		page{template: "problems.html", Path: "problems/", Title: "Kinds of failures", Nav: "problems",
			Summary: "The ten kinds that you need first, and all others.",
			Data:    map[string]any{"First": explain.First(), "Faults": byFault(problems)}},
		page{template: "codes.html", Path: "codes/", Title: "Codes", Nav: "codes",
			Summary: "What the codes of protocols and APIs mean.", Data: codes},
		page{template: "rules.html", Path: "rules/", Title: "Rules of check", Nav: "rules",
			Summary: "What toolerr check tests on a live server.", Data: partition(check.Rules(), category)})
	if len(o.Docs) > 0 {
		list = append(list, page{template: "docs.html", Path: "docs/", Title: "Documentation", Nav: "docs",
			Summary: "Get started, guides, reference and explanation.", Data: groups})
	}
	for i, d := range o.Docs {
		around := make([]*Doc, 2) // the pages before and after it
		if i > 0 {
			around[0] = &o.Docs[i-1]
		}
		if i+1 < len(o.Docs) {
			around[1] = &o.Docs[i+1]
		}
		list = append(list, page{template: "doc.html", Path: "docs/" + d.Slug + "/", Title: d.Title, Nav: "docs",
			Summary: d.Summary, Data: map[string]any{"Doc": d, "Groups": groups, "Around": around}})
	}
	for _, p := range problems {
		list = append(list, page{template: "problem.html", Path: "problems/" + p.Slug + "/", Title: p.Kind,
			Summary: p.Default, Nav: "problems", Data: p})
	}
	for _, r := range check.Rules() {
		list = append(list, page{template: "rule.html", Path: "rules/" + r.ID + "/", Title: r.ID, Summary: r.Text,
			Nav: "rules", Data: ruleOf(r)})
	}
	for _, c := range codes {
		list = append(list, page{template: "code.html", Path: c.path(), Title: c.Code, Summary: c.summary(),
			Nav: "codes", Data: c})
	}
	index := searchable(list)
	list = append(list, page{template: "search.html", Path: "search/", Title: "Search", Nav: "search", Data: list})
	for _, p := range list {
		if err := add(p); err != nil {
			return nil, err
		}
	}
	if err := add(page{template: "missing.html", Path: missing, Title: "No such page"}); err != nil {
		return nil, err
	}
	hits, err := json.Marshal(index)
	// a script, because a page that was opened from a disk cannot fetch a file
	files["assets/search.js"] = slices.Concat([]byte("window.searchIndex = "), hits, []byte(";\n"))
	return files, err
}

// partition returns the elements of a list in groups with the same key, in the order of the first of each.
func partition[T any](list []T, key func(T) string) (groups []group[T]) {
	for _, of := range lo.PartitionBy(list, key) {
		groups = append(groups, group[T]{key(of[0]), of})
	}
	return groups
}

// A group has a title.
type group[T any] struct {
	Title string
	List  []T
}

var functions = template.FuncMap{
	"join":   strings.Join,
	"label":  func(s string) string { return strings.ReplaceAll(s, "_", " ") },
	"has":    func(list []string, s string) bool { return slices.Contains(list, s) },
	"short":  show.Short,
	"isLink": func(s string) bool { return strings.HasPrefix(s, "https://") },
	"title":  func(s string) string { return strings.ToUpper(s[:1]) + s[1:] },
}

// missing is the path of the page for a path without a page. Servers of static sites know it by this name.
const missing = "404"

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

func byFault(pages []kindPage) []group[kindPage] {
	return partition(pages, func(p kindPage) string { return string(p.Text.Kind.Fault()) })
}

// A hit is a page, or a part of one, that the search may find.
type hit struct {
	Title string `json:"title"`
	Path  string `json:"path"`
	Text  string `json:"text"`
	Words string `json:"words,omitempty"` // further words; not shown
}

// searchable returns what the search may find in pages.
func searchable(pages []page) (hits []hit) {
	for _, p := range pages {
		h := hit{p.Title, p.Path, p.Summary, ""}
		switch data := p.Data.(type) {
		case playground:
			h.Words = "decode translate paste json curl share"
		case kindPage:
			h.Words = strings.Join([]string{data.Means, data.Client, data.Model, fmt.Sprint(data.Codes)}, " ")
		case map[string]any:
			d, ok := data["Doc"].(Doc)
			if !ok {
				break
			}
			for i, s := range d.Sections {
				h.Words = s[2]
				if i > 0 {
					h = hit{p.Title + ": " + s[1], p.Path + "#" + s[0], "", s[2]}
				} else if strings.HasPrefix(d.Slug, "start-") {
					h.Title, h.Words = "Get started: "+h.Title, h.Words+" getting started quick start tutorial install"
				}
				hits = append(hits, h)
			}
			continue
		}
		hits = append(hits, h)
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
