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
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/check"
	"github.com/toolerr/toolerr/cmd/toolerr/internal/demo"
	"github.com/toolerr/toolerr/cmd/toolerr/internal/explain"
	"github.com/toolerr/toolerr/cmd/toolerr/internal/show"
	"github.com/toolerr/toolerr/dialect/all"
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
	Sections             [][3]string // the fragment, the title and the text of each part, for the search
}

// A page is what the layout needs.
type page struct {
	template string

	Path           string // such as "matrix/"; "" is the front page
	Title, Summary string
	Data           any

	Nav    string // the entry of the navigation that it belongs to: the first part of the path
	Root   string // relative URL of the front page
	Static bool
	Base   string
	Start  string // path of the first page of documentation, "" if there is none
}

// Files returns all files of the site by their paths.
func Files(o Options) (map[string][]byte, error) {
	codes, err := codePages(o.Codes)
	if err != nil {
		return nil, err
	}
	var list []page
	add := func(template, path, title, summary string, data any) {
		nav, _, _ := strings.Cut(path, "/")
		list = append(list, page{template: template, Path: path, Title: title, Summary: summary, Data: data, Nav: nav})
	}
	add("playground.html", "", "Playground",
		"Paste an error document: decode, translate and share it.", newPlayground())
	add("failures.html", "failures/", "Live failures", "Calls of demo tools that fail, with all answers.",
		map[string]any{"Failures": record(o.Tools, o.Base), "Endpoints": o.Endpoints})
	add("matrix.html", "matrix/", "Matrix of kinds and formats", "What a client decodes of each kind, and the table of codes.",
		map[string]any{"Matrix": measured(), "Header": mapping.Header(), "Rows": mapping.Default().Cells()})
	add("problems.html", "problems/", "Kinds of failures", "The ten kinds that you need first, and all others.",
		map[string]any{"First": explain.First(), "Faults": byFault()})
	add("codes.html", "codes/", "Codes", "What the codes of protocols and APIs mean.", codes)
	add("rules.html", "rules/", "Rules of check", "What toolerr check tests on a live server.",
		partition(check.Rules(), func(r *check.Rule) string { return r.Category }))
	groups := partition(o.Docs, func(d Doc) string { return d.Group })
	if len(o.Docs) > 0 {
		add("docs.html", "docs/", "Documentation", "Get started, guides, reference and explanation.", groups)
	}
	for i, d := range o.Docs {
		add("doc.html", "docs/"+d.Slug+"/", d.Title, d.Summary, map[string]any{"Docs": o.Docs, "At": i, "Groups": groups})
	}
	for _, p := range kindPages() {
		add("problem.html", "problems/"+p.Slug+"/", p.Kind, p.Default, p)
	}
	for _, r := range check.Rules() {
		add("rule.html", "rules/"+r.ID+"/", r.ID, r.Text, r)
	}
	for _, c := range codes {
		add("code.html", c.Path(), c.Code, c.summary(), c)
	}
	hits := lo.Must(json.Marshal(searchable(list, o.Docs)))
	add("search.html", "search/", "Search", "", list)
	add("missing.html", missing, "No such page", "", nil)
	// a script, because a page that was opened from a disk cannot fetch a file
	files := map[string][]byte{"assets/search.js": slices.Concat([]byte("window.searchIndex = "), hits, []byte(";\n"))}
	for _, name := range lo.Must(fs.Glob(embedded, "assets/*")) {
		files[name] = lo.Must(embedded.ReadFile(name))
	}
	for _, p := range list {
		p.write(files, o)
	}
	return files, nil
}

// write adds the file of a page. It panics for a template that is wrong.
func (p page) write(files map[string][]byte, o Options) {
	name := p.Path + "index.html"
	p.Root = cmp.Or(strings.Repeat("../", strings.Count(p.Path, "/")), "./")
	if p.Path == missing { // is at any path
		name, p.Root = missing+".html", "/"
		if o.Static {
			p.Root = "/" + path.Base(explain.Site) + "/"
		}
	}
	p.Static, p.Base = o.Static, o.Base
	if len(o.Docs) > 0 {
		p.Start = "docs/" + o.Docs[0].Slug + "/"
	}
	t := lo.Must(template.New("").Funcs(functions).ParseFS(embedded, "pages/layout.html", "pages/"+p.template))
	var b bytes.Buffer
	lo.Must0(t.ExecuteTemplate(&b, "layout", p))
	files[name] = b.Bytes()
}

// partition returns the elements of a list in groups with the same key, in the order of the first
// of each.
func partition[T any](list []T, key func(T) string) []group[T] {
	return lo.Map(lo.PartitionBy(list, key), func(of []T, _ int) group[T] { return group[T]{key(of[0]), of} })
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
	"plus":   func(a, b int) int { return a + b },
	"title":  func(s string) string { return strings.ToUpper(s[:1]) + s[1:] },
}

// missing is the path of the page for a path without a page. Servers of static sites know it by
// this name.
const missing = "404"

// newPlayground returns the data of the front page. It shows the answer for the first example of
// the gallery.
func newPlayground() map[string]any {
	first := gallery()[0]
	return map[string]any{
		"First":   show.Show(show.Request{Document: first.Document, Status: first.Status, Input: first.Input}),
		"Gallery": gallery(), "Faults": byFault(), "Groups": groupsOf(all.ForPeople()), "Main": show.Main(),
		"Formats": len(show.Names()),
	}
}

// groupsOf returns the groups of dialects.
func groupsOf(rows []all.Row) []group[all.Row] {
	return partition(rows, func(row all.Row) string { return row.Group.String() })
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

func byFault() []group[kindPage] {
	return partition(kindPages(), func(p kindPage) string { return string(p.Text.Kind.Fault()) })
}

// A hit is a page, or a part of one, that the search may find.
type hit struct {
	Title string `json:"title"`
	Path  string `json:"path"`
	Text  string `json:"text"`
	Words string `json:"words,omitempty"` // further words; not shown
}

// searchable returns what the search may find: each part of the documentation, and the other
// pages.
func searchable(pages []page, docs []Doc) (hits []hit) {
	for _, d := range docs {
		for _, part := range d.Sections {
			hits = append(hits, hit{part[1], "docs/" + d.Slug + "/" + part[0], "", part[2]})
		}
	}
	for _, p := range pages {
		h := hit{p.Title, p.Path, p.Summary, ""}
		if k, ok := p.Data.(kindPage); ok {
			h.Words = strings.Join([]string{k.Means, k.Client, k.Model, fmt.Sprint(k.Codes)}, " ")
		}
		if p.template != "doc.html" {
			hits = append(hits, h)
		}
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

// A codePage is what `toolerr explain --json` has about a code.
type codePage struct {
	Code, Name, Note string
	URL              string `json:"doc_url"`
	Meanings         []struct{ In, Name, Kind, Note string }
	Kinds            []struct{ Kind, Means, Client, Model string } // of the meanings
	Renderings       []struct {
		Dialect, When string
		Kinds         []string
	}
	Collisions []struct{ Who, Meaning string }
}

// codePages returns the pages of codes. One that differs from another one only in its case has the
// page of the first.
func codePages(read func() ([]byte, error)) (pages []codePage, err error) {
	if read == nil {
		return nil, nil
	}
	text, err := read()
	if err != nil {
		return nil, err
	}
	var all []codePage
	known := map[string]bool{}
	err = json.Unmarshal(text, &all)
	for _, c := range all {
		if !known[c.URL] && len(c.Meanings) > 0 {
			pages = append(pages, c)
		}
		known[c.URL] = true
	}
	return pages, err
}

// Path returns the path of its page.
func (c codePage) Path() string { return strings.TrimPrefix(c.URL, explain.Site) }

// Protocol reports whether it is a code of a protocol, not only of APIs.
func (c codePage) Protocol() bool { return len(c.Renderings) > 0 }

// summary returns the first kind that it decodes to, and who sends it.
func (c codePage) summary() string { return c.Meanings[0].Kind + " (" + c.Meanings[0].In + ")" }
