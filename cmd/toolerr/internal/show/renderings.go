package show

import (
	"embed"
	"html/template"
	"net/http"
	"strings"
	"sync"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
)

//go:embed *.html
var sources embed.FS

var functions = template.FuncMap{"label": func(field string) string { return strings.ReplaceAll(field, "_", " ") }}

// The program of the static site has another html/template, in which values are in texts and
// quoted attributes, and which calls two methods: lab/sitebuild.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(functions).ParseFS(sources, "*.html"))
})

func execute(name string, data any) template.HTML {
	var b strings.Builder
	_ = templates().ExecuteTemplate(&b, name, data) // the templates and their data are of this package
	return template.HTML(b.String())                // escaped by the template
}

// A rendering is an error in one dialect.
type rendering struct {
	Name, Short, Title string
	Status             int
	StatusText         string
	Headers            []string
	Body               string // as it is sent
	Segments           []*segment
	Losses             []loss
	Kept               bool // nothing is lost
	Size               int
}

// A loss is what a person reads about a dialect.Loss.
type loss struct {
	Field, From, To string
	Reason          dialect.Reason
	Means           string
}

func renderings(codec *dialect.Codec, e *errkit.Error, call dialect.Call, names []string) (list []rendering) {
	for _, to := range known(names) {
		list = append(list, render(codec, e, call, to))
	}
	return list
}

// render renders an error in a dialect. An error that does not survive the way has no document.
func render(codec *dialect.Codec, e *errkit.Error, call dialect.Call, to dialect.Dialect) rendering {
	r := rendering{Name: to.Name(), Short: Short(to.Name()), Title: titleOf(to.Name())}
	out, losses, err := codec.Measure(e, to, call)
	if err != nil {
		return r
	}
	r.Status, r.StatusText, r.Body, r.Size = out.Status, http.StatusText(out.Status), string(out.Body), len(out.Body)
	for _, h := range []string{"Content-Type", "Retry-After"} {
		if value := out.Header.Get(h); value != "" {
			r.Headers = append(r.Headers, h+": "+value)
		}
	}
	r.Segments = mark(codec, e, to, call, out.Body, losses)
	for _, l := range losses {
		means := textOf("reason", string(l.Reason))
		r.Losses = append(r.Losses, loss{l.Field, brief(l, l.From), brief(l, l.To), l.Reason, means})
	}
	r.Kept = len(losses) == 0
	return r
}

// brief returns a value of a loss if it helps: not what the document shows anyway, and no long
// text.
func brief(l dialect.Loss, value string) string {
	const most = 60
	if l.Reason == dialect.Folded || len(value) > most || strings.HasPrefix(value, "[") ||
		strings.HasPrefix(value, "{") {
		return ""
	}
	return value
}

// quote returns a text as a JSON string.
func quote(s string) string { return string(text.AppendString(nil, s)) }
