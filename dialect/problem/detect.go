package problem

import (
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httphead"
	"github.com/toolerr/toolerr/jsontree"
)

// Detect rates a document: its media type, and how many members of RFC 9457 §3.1 it has.
func (Dialect) Detect(doc dialect.Document, v jsontree.Value) (score int, why string) {
	if httphead.MediaType(doc.Header) == MediaType {
		return 98, "Content-Type " + MediaType
	}
	if !v.Member("jsonrpc").IsNull() {
		return 0, ""
	}
	count := 0
	for _, name := range [...]string{"type", "title", "status", "detail", "instance"} {
		if kind := v.Member(name).Kind(); kind == jsontree.String || name == "status" && kind == jsontree.Number {
			count++
		}
	}
	kind, _ := v.Member("kind").Text()
	_, known := errkit.LookupKind(kind)
	switch {
	case known && count > 0:
		return 92, "kind"
	case count >= 3:
		return 90, "type, title, status"
	case count == 2:
		return 80, "two members of RFC 9457"
	case count == 1 && v.Member("detail").Kind() == jsontree.String:
		return 22, "detail"
	case count == 1:
		return 20, "a member of RFC 9457"
	case httphead.IsError(doc.Status):
		return 10, "the HTTP status"
	}
	return 0, ""
}
