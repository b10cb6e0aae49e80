package problem

import (
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/jsontree"
)

// Detect rates a document: its media type, and how many members of RFC 9457 §3.1 it has.
func (Dialect) Detect(doc dialect.Document, v jsontree.Value) (score int, why string) {
	if header.MediaType(doc.Header) == MediaType {
		return 98, "Content-Type " + MediaType
	}
	if !v.Member("jsonrpc").IsNull() {
		return 0, ""
	}
	texts, strong := 0, 0 // members that other documents have too, and those that few have
	for _, name := range [...]string{"title", "detail", "instance"} {
		if v.Member(name).Kind() == jsontree.String {
			texts++
		}
	}
	if isURI(v.Member("type")) {
		strong++
	}
	if status, ok := v.Member("status").Int(); ok && status >= 400 && status <= 599 {
		strong++
	}
	kind, _ := v.Member("kind").Text()
	_, known := errkit.LookupKind(kind)
	detailText, detail := v.Member("detail").Text()
	switch {
	case known && texts+strong > 0:
		return 92, "kind and a member of RFC 9457"
	case strong == 2:
		return 90, "type and status"
	case strong == 1 && header.IsSuccess(doc.Status) && v.Member("type").Kind() == jsontree.String &&
		!isURI(v.Member("type")):
		return 40, "status and another member of RFC 9457, but a type of its own" // such as a rule for alerts
	case strong == 1 && texts > 0:
		return 80, "type or status, and another member of RFC 9457"
	case detail && texts > 1 && v.Len() == texts+strong:
		return 60, "only members of RFC 9457"
	case detail && v.Len() == 1 && foreign.PhraseStatus(detailText) != 0: // the default of FastAPI
		return 60, "only the reason phrase of an HTTP status"
	case detail:
		return 11, "detail"
	case texts+strong > 0:
		return 11, "a member of RFC 9457"
	case header.IsError(doc.Status):
		return 10, "the HTTP status"
	}
	return 0, ""
}

// isURI reports whether a value is a problem type that is a URI.
func isURI(v jsontree.Value) bool {
	text, _ := v.Text()
	return text == "about:blank" || strings.Contains(text, ":/")
}
