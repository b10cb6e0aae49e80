// Package show makes the parts of a page that explain one failure to people: what a document was
// recognized as, the error in it as a card, and the same error in every dialect, with what each of
// them loses marked in place.
//
// It is what the pages of `toolerr serve` and, compiled to WebAssembly, those of `make site` have
// in common. It reads no files, opens no connections and keeps no state. Its output depends only
// on the request.
package show

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// MaxRequest is the maximum size of a request in JSON, in bytes.
const MaxRequest = 256 << 10

// A Request has a document or, if a person edited it, an error.
type Request struct {
	Document string          `json:"document,omitempty"` // a body, or a response as "curl -i" prints it
	Status   int             `json:"status,omitempty"`   // HTTP status, if the document has no head; 0: unknown
	Error    json.RawMessage `json:"error,omitempty"`    // canonical JSON, instead of a document
	Input    string          `json:"input,omitempty"`    // of the call, JSON, beside which the fields are shown
	Dialects []string        `json:"dialects,omitempty"` // the names of the dialects to render; empty: those of Main
	Carry    bool            `json:"carry,omitempty"`    // the canonical JSON where extension members are allowed
}

// An Answer is a page's view of a request. Problem is set if there is no error to show, and
// everything else is empty then.
type Answer struct {
	Problem    string          `json:"problem,omitempty"`
	Dialect    string          `json:"dialect,omitempty"` // of the document
	Error      json.RawMessage `json:"error,omitempty"`   // canonical JSON
	Go         string          `json:"go,omitempty"`      // the expression that makes the error
	Card       template.HTML   `json:"card,omitempty"`
	Renderings template.HTML   `json:"renderings,omitempty"`
}

// JSON answers a request in JSON. A request that cannot be read has an Answer with a Problem.
// After a panic, which would end the program of a static page, so has any other.
func JSON(request []byte) (answered []byte) {
	defer func() {
		if recover() != nil {
			answered = []byte(`{"problem":"This document cannot be shown, because of a bug in this page."}`)
		}
	}()
	var r Request
	answer := Answer{Problem: "The request is not valid JSON, or a member of it has the wrong type."}
	if len(request) > MaxRequest {
		answer.Problem = fmt.Sprintf("The document is too large for this page: the limit is %d KiB.", MaxRequest>>10)
	} else if json.Unmarshal(request, &r) == nil {
		answer = Show(r)
	}
	body, _ := json.Marshal(answer) // the error is canonical JSON, and the rest is text
	return body
}

// Show answers a request.
func Show(r Request) Answer {
	e, from, problem := read(r)
	if problem != "" {
		return Answer{Problem: problem}
	}
	codec := dialect.Codec{Carry: r.Carry}
	stated := wire.WithRetry(table, e) // no reader of the kind infers the retry of a guess
	call := dialect.Call{ID: CallID([]byte(r.Document))}
	if call.ID == nil {
		call.ID = json.RawMessage("1")
	}
	return Answer{
		Dialect:    from.Name,
		Error:      errkit.Bounded(stated, 0).AppendJSON(nil),
		Go:         goSource(stated),
		Card:       execute("card", newCard(stated, from, r.Input)),
		Renderings: execute("renderings", renderings(&codec, e, call, r.Dialects)),
	}
}

// An origin is what a document was recognized as.
type origin struct {
	Name     string
	Title    string
	Evidence []string
}

// read returns the error of a request, or the reason why it has none.
func read(r Request) (e *errkit.Error, from origin, problem string) {
	if len(r.Error) > 0 {
		e = new(errkit.Error)
		if e.UnmarshalJSON(r.Error) != nil {
			return nil, from, "This is not the canonical JSON of an error."
		}
		return e, from, ""
	}
	d := document(r)
	if len(bytes.TrimSpace(d.Body)) == 0 && d.Status == 0 {
		return nil, from, "Paste a document, or pick one of the examples."
	}
	codec := dialect.Codec{Dialects: all.Dialects(), Unread: true}
	found, evidence, err := codec.Detect(d)
	if err != nil {
		return nil, from, unrecognized(d.Body)
	}
	d.Dialect = found
	from = origin{found.Name(), titleOf(found.Name()), evidence}
	if r.Status != 0 && r.Status != d.Status {
		from.Evidence = append(from.Evidence,
			fmt.Sprintf("the head of the document has the HTTP status %d, which replaces %d", d.Status, r.Status))
	}
	e, err = codec.Decode(d)
	switch {
	case errors.Is(err, dialect.ErrNotDocument):
		return nil, from, unrecognized(d.Body)
	case e == nil:
		return nil, from, "This is a success in the format " + from.Title + ". It has no error."
	}
	from.Evidence = append(from.Evidence, Evidence(e)...)
	return e, from, ""
}

// Evidence returns why an error of a peer was decoded as it was.
func Evidence(e *errkit.Error) []string {
	if e.Peer == nil {
		return nil
	}
	return slices.DeleteFunc(append([]string{e.Peer.Rule}, e.Peer.Evidence...), func(s string) bool { return s == "" })
}

// unrecognized returns why a body has no error. The place of a syntax error describes only what
// the caller sent.
func unrecognized(body []byte) string {
	var syntax *jsontree.Error
	trimmed := bytes.TrimSpace(body)
	if _, err := jsontree.Parse(body, jsontree.Limits{}); errors.As(err, &syntax) && len(trimmed) > 0 &&
		strings.IndexByte("{[", trimmed[0]) >= 0 {
		return fmt.Sprintf("This is not valid JSON: line %d, column %d.", syntax.Line, syntax.Column)
	}
	return "This is in no format, or not an error. Many bodies need their HTTP status; for a line of a log, run toolerr explain."
}

// statusLine is that of HTTP, up to the status.
var statusLine = regexp.MustCompile(`^HTTP/\S*[ \t]+([0-9]{3})(?:\s|$)`)

// document returns the document of a request. A text that starts with the status line of HTTP is a
// response, and its head decides the status. Of the heads that "curl -iL" prints, the last one
// counts.
func document(r Request) dialect.Document {
	d := dialect.Document{Status: r.Status, Body: []byte(r.Document)}
	text := strings.ReplaceAll(r.Document, "\r\n", "\n")
	for m := statusLine.FindStringSubmatch(text); m != nil; m = statusLine.FindStringSubmatch(text) {
		head, body, _ := strings.Cut(text, "\n\n")
		_, lines, _ := strings.Cut(head, "\n")
		d.Status, _ = strconv.Atoi(m[1])
		d.Header, d.Body, text = http.Header{}, []byte(body), body
		for line := range strings.Lines(lines) {
			name, value, _ := strings.Cut(line, ":")
			d.Header.Add(strings.TrimSpace(name), strings.TrimSpace(value))
		}
	}
	return d
}

// CallID returns the id of the call that a document responds to: that of JSON-RPC, or the call_id
// of OXP; nil if it has none.
func CallID(body []byte) json.RawMessage {
	root, err := jsontree.Parse(body, jsontree.Limits{})
	if err != nil {
		return nil
	}
	id := root.Member("result").Member("call_id")
	if root.Member("jsonrpc").Kind() == jsontree.String {
		id = root.Member("id")
	}
	if text, _ := id.Text(); text != "" || id.Kind() == jsontree.Number {
		return json.RawMessage(id.Raw())
	}
	return nil
}

// Main returns the names of the dialects that a page shows first.
func Main() []string { return names((*all.Row).Main) }

// Names returns the names of all dialects for people.
func Names() []string { return names(func(*all.Row) bool { return true }) }

func names(of func(*all.Row) bool) (list []string) {
	for _, row := range all.ForPeople() {
		if of(&row) {
			list = append(list, row.Dialect.Name())
		}
	}
	return list
}

// Short returns a short name of a dialect for people.
func Short(name string) string {
	row, _ := all.Find(name)
	return cmp.Or(row.Short, name)
}

// titleOf returns what the documents of a dialect are.
func titleOf(name string) string {
	row, _ := all.Find(name)
	return cmp.Or(row.Title, name)
}

// known returns the dialects with the names, or those of Main if there are none.
func known(names []string) (dialects []dialect.Dialect) {
	for _, name := range names {
		if d, err := all.Parse(name); err == nil && len(dialects) < len(all.Names()) {
			dialects = append(dialects, d)
		}
	}
	if len(dialects) == 0 {
		return known(Main())
	}
	return dialects
}
