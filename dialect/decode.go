package dialect

import (
	"errors"
	"fmt"

	"github.com/toolerr/toolerr/errkit"
)

// decode decodes a document in its dialect.
func (c *Codec) decode(d Document) (*errkit.Error, error) {
	e, err := d.Dialect.Decode(c, d)
	if err != nil && !errors.Is(err, ErrNotDocument) { // a third-party dialect
		return nil, NotDocument(d.Dialect.Name(), err)
	}
	if e != nil {
		unquote(e)
	}
	return e, err
}

// NotDocument returns the error of a Decode method: the input is not a document of the named
// dialect, for a reason. It wraps [ErrNotDocument] and the reason, which must not quote the
// document.
func NotDocument(name string, reason error) error { return &notDocument{name, reason} }

type notDocument struct {
	name   string
	reason error
}

func (e *notDocument) Error() string {
	return fmt.Sprintf("%s: %v: %v", e.name, ErrNotDocument, e.reason)
}

func (e *notDocument) Unwrap() []error { return []error{ErrNotDocument, e.reason} }

// reason returns the reason inside a NotDocument error.
func reason(err error) error {
	var n *notDocument
	if errors.As(err, &n) {
		return n.reason
	}
	return err
}
