package grpc

import (
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/jsontree"
)

// Detect rates a document: the header grpc-status, or a block of trailers with it.
func (Dialect) Detect(doc dialect.Document, v jsontree.Value) (score int, why string) {
	if valueOf(doc.Header, statusField) != "" {
		return 96, "the header grpc-status"
	}
	if v.Kind() != jsontree.Absent {
		return 0, ""
	}
	if _, ok := parseBlock(lastFrame(doc.Body)); ok {
		return 95, "trailers with grpc-status"
	}
	return 0, ""
}
