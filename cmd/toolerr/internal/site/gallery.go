package site

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"github.com/toolerr/toolerr/cmd/toolerr/internal/explain"
)

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
