package dialect

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonr"
	"github.com/toolerr/toolerr/mapping"
)

// form is a way to read documents.
type form uint8

const (
	formOXP form = iota
	formMCP
	formAAI
	formProblem
)

// formOf returns how the documents of a dialect of ours are read.
func formOf(d Dialect) (f form, base string, ours bool) {
	switch d := d.(type) {
	case OXP:
		return formOXP, "", true
	case MCP, ToolError:
		return formMCP, "", true
	case AAI:
		return formAAI, "", true
	case Problem:
		return formProblem, d.Base, true
	}
	return 0, "", false
}

// decode reads a document in one of the forms; base is what problem types begin
// with.
func (c *Codec) decode(d Document, dialect string, f form, base string) (*errkit.Error, error) {
	var room jsonr.Room
	root, err := jsonr.ParseIn(&room, d.Body, jsonr.Limits{})
	if err != nil {
		return nil, notDocument(dialect, err)
	}
	return c.decodeRoot(d, root, dialect, f, base)
}

func (c *Codec) decodeRoot(d Document, root jsonr.Value, dialect string, f form, base string) (*errkit.Error, error) {
	var r reader
	r.c, r.doc, r.structural, r.peer.Dialect = c, d, c.structural, dialect
	found, err := r.read(root, f, base)
	switch {
	case err != nil:
		return nil, notDocument(dialect, err)
	case r.complain != nil:
		return nil, notDocument(dialect, r.complain)
	case !found:
		return nil, nil
	}
	r.finish()
	r.peer.Raw = []byte(root.Raw())
	both := new(struct {
		e    errkit.Error
		peer errkit.Peer
	})
	both.e, both.peer = r.e, r.peer
	both.e.Peer = &both.peer
	return &both.e, nil
}

// notDocument says why a document is none of a dialect.
func notDocument(dialect string, why error) error {
	return fmt.Errorf("%s: %w: %w", dialect, ErrNotDocument, why)
}

// read reads the root of a document and reports whether there is an error.
func (r *reader) read(root jsonr.Value, f form, base string) (found bool, err error) {
	switch f {
	case formOXP:
		return r.oxp(root)
	case formMCP:
		return r.mcp(root)
	case formAAI:
		return r.aai(root)
	}
	return r.problem(root, base)
}

// decodeAny reads a document of the dialect that it is found to be.
func (c *Codec) decodeAny(d Document) (*errkit.Error, error) {
	var room jsonr.Room
	root, err := jsonr.ParseIn(&room, d.Body, jsonr.Limits{})
	if err != nil {
		return nil, notDocument("dialect", err)
	}
	found, _, err := c.detect(d, root)
	if err != nil {
		return nil, err
	}
	d.Dialect = found[0]
	if f, base, ours := formOf(d.Dialect); ours {
		return c.decodeRoot(d, root, d.Dialect.Name(), f, base) // which was accepted
	}
	return c.Decode(d)
}

// finish fills in what the whole of the document says.
func (r *reader) finish() {
	if r.carried {
		return
	}
	if !r.structural && !r.exact {
		r.guess()
	}
	r.settle()
}

// settle writes down retry, stage and upstream status where the wire says
// something else than the table, and the delay of the HTTP header.
func (r *reader) settle() {
	if r.status != 0 && r.status != r.c.Table.ToolErrorStatus(r.e.Kind, 0) {
		r.e.Upstream = r.status
	}
	if r.retrySaid || r.retry != r.c.Table.Retry(r.e.Kind, r.e.Upstream) {
		r.e.Retry = r.retry
	}
	switch row := r.c.Table.Row(r.e.Kind); {
	case r.inResult && row.MCP != mapping.Result:
		r.stage = errkit.Execution
	case r.inFault && row.MCPBefore != 0:
		r.stage = errkit.BeforeCall
	}
	if r.stage != r.c.Table.Stage(r.e.Kind) {
		r.e.Stage = r.stage
	}
	if r.e.RetryAfter == 0 {
		r.e.RetryAfter = retryAfter(r.doc.Header, time.Now)
	}
}

// retryAfter reads the header Retry-After: seconds, or a date that counts from
// the answer's own Date (RFC 9110 §10.2.3). What a Duration cannot hold is the
// longest that it can.
func retryAfter(h http.Header, now func() time.Time) time.Duration {
	value := h.Get("Retry-After")
	if value == "" {
		return 0
	}
	if s, err := strconv.ParseUint(value, 10, 64); err == nil || errors.Is(err, strconv.ErrRange) { // digits alone
		return milliseconds(int64(min(s, math.MaxInt64/1000)) * 1000)
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	from, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		from = now()
	}
	return max(at.Sub(from), 0)
}
