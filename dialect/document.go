package dialect

import (
	"net/http"

	"github.com/toolerr/toolerr/jsontree"
)

// Document is a document as it was received, or as Translate returns it.
type Document struct {
	Dialect Dialect     // nil: the Codec detects it
	Status  int         // HTTP status, 0 if there was none
	Header  http.Header // HTTP headers; may be nil
	Body    []byte

	root   jsontree.Value // the parsed body, set while the Codec decodes a document whose dialect it detects
	parsed []byte         // the body that root was parsed from

	detecting bool
}

// Detecting reports whether the Codec is looking for the dialect of the document. Then a decoder must not accept a body that
// is not of its dialect only because the HTTP status is that of an error.
func (d *Document) Detecting() bool { return d.detecting }

// Root returns the parsed body if the Codec already parsed it to detect the dialect. It is valid until Decode returns.
func (d *Document) Root() (root jsontree.Value, ok bool) {
	if len(d.parsed) == 0 || len(d.parsed) != len(d.Body) || &d.parsed[0] != &d.Body[0] {
		return jsontree.Value{}, false
	}
	return d.root, true
}
