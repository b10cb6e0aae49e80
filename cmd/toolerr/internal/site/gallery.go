package site

import (
	_ "embed"
	"iter"
	"strconv"
	"strings"
	"sync"
)

// An example is a document of the gallery.
type example struct {
	Title    string
	Status   int
	Input    string // of the call
	Document string
}

// galleryText has documents in the shape that servers of each sort send: after the status and the title, the
// input of the call, if it is known, and the document. The first one is shown before a person does anything.
//
//go:embed gallery.txt
var galleryText string

var gallery = sync.OnceValue(func() (all []example) {
	for head, document := range sections(galleryText) {
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

// sections returns the sections of a text, each with the line that it starts with after "## ".
func sections(text string) iter.Seq2[string, string] {
	return func(yield func(head, body string) bool) {
		for section := range strings.SplitSeq(strings.TrimPrefix(text, "## "), "\n## ") {
			head, body, _ := strings.Cut(section, "\n")
			if !yield(head, strings.TrimSpace(body)) {
				return
			}
		}
	}
}
