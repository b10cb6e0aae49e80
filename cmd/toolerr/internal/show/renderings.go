package show

import (
	"embed"
	"html/template"
	"net/http"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonw"
)

//go:embed *.html
var sources embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"lower": strings.ToLower,
	"label": func(field string) string { return strings.ReplaceAll(field, "_", " ") },
}).ParseFS(sources, "*.html"))

func execute(name string, data any) template.HTML {
	var b strings.Builder
	if err := templates.ExecuteTemplate(&b, name, data); err != nil {
		return "" // unreachable: the templates and their data are of this package, and a Builder does not fail
	}
	return template.HTML(b.String()) // escaped by the template
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

// meanings explains the reasons.
var meanings = map[dialect.Reason]string{
	dialect.Dropped:   "is not in the document",
	dialect.Narrowed:  "is less exact",
	dialect.Invented:  "was added, because the format requires it",
	dialect.Folded:    "is only a part of a text",
	dialect.Ambiguous: "has a code that several kinds share",
	dialect.Withheld:  "has no place in the format, and stays private",
}

func renderings(codec *dialect.Codec, e *errkit.Error, call dialect.Call, names []string) (all []rendering) {
	for _, name := range known(names) {
		all = append(all, render(codec, e, call, name))
	}
	return all
}

// render renders an error in the dialect with a name. An error that does not survive the way has no document.
func render(codec *dialect.Codec, e *errkit.Error, call dialect.Call, name string) rendering {
	r := rendering{Name: name, Short: Short(name), Title: titleOf(name)}
	to, err := all.Parse(name)
	if err != nil {
		return r
	}
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
		r.Losses = append(r.Losses, loss{l.Field, brief(l, l.From), brief(l, l.To), l.Reason, meanings[l.Reason]})
	}
	r.Kept = len(losses) == 0
	return r
}

// Body returns e in a dialect, as it is sent.
func Body(e *errkit.Error, to dialect.Dialect) ([]byte, dialect.Head) {
	return new(dialect.Codec).Append(nil, to, dialect.Call{ID: []byte("1")}, e)
}

// brief returns a value of a loss if it helps: not what the document shows anyway, and no long text.
func brief(l dialect.Loss, value string) string {
	const most = 60
	if l.Reason == dialect.Folded || len(value) > most || strings.HasPrefix(value, "[") || strings.HasPrefix(value, "{") {
		return ""
	}
	return value
}

// quote returns a text as a JSON string.
func quote(text string) string { return string(jsonw.AppendString(nil, text)) }
