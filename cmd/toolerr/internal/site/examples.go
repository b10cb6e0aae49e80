package site

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/toolerr/toolerr/cmd/toolerr/internal/demo"
	"github.com/toolerr/toolerr/cmd/toolerr/internal/explain"
)

// A failure is a call of a demo tool that fails, in every protocol.
type failure struct {
	ID, Title string
	Why       string // what a reader sees in the answers
	Go        string // the source of what runs; "" if no tool does
	Tool      string // id of the tool
	Input     string
	Broken    bool // the request is cut off

	Answers []exchange
}

// failuresText lists the calls: after the id and the title, the tool with its input, the reason,
// and the first words of the declaration that fails.
//
//go:embed failures.txt
var failuresText string

var failures = sync.OnceValue(func() (all []failure) {
	for head, body := range explain.Sections(failuresText) {
		var f failure
		f.ID, f.Title, _ = strings.Cut(head, " ")
		call, rest, _ := strings.Cut(body, "\n")
		f.Tool, f.Input, _ = strings.Cut(call, " ")
		f.Input, f.Broken = strings.CutSuffix(f.Input, " (cut off)")
		why, declaration, fails := strings.Cut(rest, "\n")
		if f.Why = why; fails {
			f.Go = demo.Source(declaration)
		}
		all = append(all, f)
	}
	return all
})

// An exchange is a request and its answer.
type exchange struct {
	Protocol string
	Path     string
	Headers  string // of the request, JSON
	Request  string
	Status   int
	Answer   string // indented
}

// record calls the demo tools in every protocol.
func record(tools http.Handler, base string) []failure {
	list := slices.Clone(failures())
	for i, f := range list {
		for _, p := range demo.Protocols {
			x := exchange{Protocol: p.Name}
			x.Path, x.Request = p.Request(f.Tool, f.Input)
			if f.Broken {
				x.Request = x.Request[:len(x.Request)-3]
			}
			x.call(tools, base, append([][2]string{{"Content-Type", "application/json"}}, p.Header...))
			list[i].Answers = append(list[i].Answers, x)
		}
	}
	return list
}

// call sets the answer to that of the tools, and the headers.
func (x *exchange) call(tools http.Handler, base string, headers [][2]string) {
	r := httptest.NewRequest(http.MethodPost, base+x.Path, strings.NewReader(x.Request))
	r.RemoteAddr = "127.0.0.1:1"
	names := map[string]string{}
	for _, h := range headers {
		r.Header.Set(h[0], h[1])
		names[h[0]] = h[1]
	}
	doc, _ := json.Marshal(names) // strings
	w := httptest.NewRecorder()
	tools.ServeHTTP(w, r)
	x.Headers, x.Status, x.Answer = string(doc), w.Code, strings.TrimSpace(w.Body.String())
	var b bytes.Buffer
	if json.Indent(&b, []byte(x.Answer), "", "  ") == nil {
		x.Answer = b.String()
	}
}

// An example is a document of the gallery.
type example struct {
	Title    string
	Status   int
	Input    string // of the call
	Document string
}

// galleryText has documents in the shape that servers of each sort send: after the status and the
// title, the input of the call, if it is known, and the document. The first one is shown before a
// person does anything.
//
//go:embed gallery.txt
var galleryText string

var gallery = sync.OnceValue(func() (all []example) {
	for head, document := range explain.Sections(galleryText) {
		status, title, _ := strings.Cut(head, " ")
		e := example{Title: title, Document: document}
		e.Status, _ = strconv.Atoi(status)
		if input, ok := strings.CutPrefix(document, "input: "); ok {
			e.Input, e.Document, _ = strings.Cut(input, "\n")
		}
		all = append(all, e)
	}
	return all
})
