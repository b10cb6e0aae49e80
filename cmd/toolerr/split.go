package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"regexp"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/jsontree"
)

const (
	maxDocument = 8 << 20 // of a document, and of a line of an input, in bytes
	maxHead     = 1 << 20 // of the head of a response, in bytes
	maxBatch    = 1 << 20 // JSON values in a JSON-RPC batch
)

var errTooLarge = dataErrorf("the document is larger than %d MiB", maxDocument>>20)

// A splitter divides an input into documents. The input is one of
//
//   - JSON documents, in lines or after one another, or in JSON-RPC batches
//   - a stream of server-sent events whose data are documents
//   - any other text, which is one document, such as an HTML page
//
// each of them with or without the head of an HTTP response before it. A splitter keeps at most one document, and its
// work is linear in the size of the input.
type splitter struct {
	in       *bufio.Reader
	given    dialect.Document // the status and the header from the command line
	response dialect.Document // the status and the header of the documents
	lines    bool             // every line is a document, so that none waits for the next line
	arrays   bool             // an array is a document, not a JSON-RPC batch

	// found receives the documents, with their places in the input, such as ":3" or ":3[0]". The failure is why a document
	// could not be read.
	found func(d dialect.Document, at string, failure error) error

	number int    // of the last line that was read
	unread []byte // text to read again, before in
}

// A line of an input.
type line struct {
	number int
	text   []byte // with its end
	large  bool   // it is larger than maxDocument, and cut
}

func (l line) blank() bool { return len(bytes.TrimSpace(l.text)) == 0 }

// next returns the next line, or io.EOF.
func (s *splitter) next() (l line, err error) {
	for len(s.unread) == 0 {
		part, err := s.in.ReadSlice('\n')
		if room := maxDocument + len("data: \r\n") - len(l.text); len(part) > room {
			l.text, l.large = append(l.text, part[:room]...), true
		} else {
			l.text = append(l.text, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (!errors.Is(err, io.EOF) || len(l.text) == 0):
			return l, err
		}
		return s.numbered(l), nil
	}
	n := bytes.IndexByte(s.unread, '\n') + 1
	if n == 0 {
		n = len(s.unread)
	}
	l.text, s.unread = s.unread[:n:n], s.unread[n:]
	return s.numbered(l), nil
}

func (s *splitter) numbered(l line) line {
	s.number++
	l.number, l.large = s.number, l.large || tooLarge(l.text)
	return l
}

// again makes next read text again, which is of the lines after number.
func (s *splitter) again(text []byte, number int) {
	s.unread, s.number = append(text, s.unread...), number
}

// content returns the next line that is not blank, or io.EOF.
func (s *splitter) content() (line, error) {
	for {
		if l, err := s.next(); err != nil || !l.blank() {
			return l, err
		}
	}
}

// split calls found for every document of the input. It returns the first error of found, or of reading.
func (s *splitter) split() error {
	s.response = s.given
	first, err := s.content()
	for err == nil && bytes.HasPrefix(first.text, []byte("HTTP/")) { // of several heads, as after "100 Continue", the last one counts
		ok := false
		if ok, err = s.head(first); !ok {
			break
		}
		first, err = s.content()
	}
	switch {
	case errors.Is(err, io.EOF) && (s.response.Status >= http.StatusBadRequest || s.response.Header.Get("Grpc-Status") != ""):
		return s.found(s.response, "", nil) // the status is that of an error, also in a header of gRPC, and there is no body
	case err != nil:
		return ignoreEOF(err)
	}
	first.text = bytes.TrimPrefix(first.text, []byte("\ufeff"))
	if s.isEvents(first) {
		s.again(first.text, first.number-1)
		return ignoreEOF(s.events())
	}
	for ; err == nil; first, err = s.content() {
		if err = s.document(first); err != nil {
			return err
		}
	}
	return ignoreEOF(err)
}

// head reads the head of a response. If it is not a valid head, the lines after its first one are read again.
func (s *splitter) head(first line) (ok bool, err error) {
	text := bytes.Clone(first.text)
	for len(text) <= maxHead {
		var l line
		if l, err = s.next(); err != nil {
			break
		}
		if text = append(text, l.text...); l.blank() {
			break
		}
	}
	if err := ignoreEOF(err); err != nil {
		return false, err
	}
	h, ok := parseHead(text)
	if !ok || len(text) > maxHead {
		s.again(text[len(first.text):], first.number)
		return false, nil
	}
	s.response = s.given
	h.over(&s.response)
	return true, nil
}

var eventField = regexp.MustCompile(`^((data|event|id|retry)?:|(data|event|id|retry)\r?\n?$)`)

// isEvents reports whether the body of a response with this first line is a stream of server-sent events.
func (s *splitter) isEvents(first line) bool {
	media, _, _ := mime.ParseMediaType(s.response.Header.Get("Content-Type"))
	return media == "text/event-stream" || eventField.Match(first.text)
}

// events reads server-sent events (HTML, server-sent events: interpreting an event stream). An event at the end of the input
// counts without the blank line after it, so that nothing is lost.
func (s *splitter) events() error {
	for {
		var (
			data  []byte
			start line
			l     line
			err   error
		)
		for l, err = s.next(); err == nil && !l.blank(); l, err = s.next() {
			name, value, _ := bytes.Cut(bytes.TrimRight(l.text, "\r\n"), []byte(":"))
			switch {
			case string(name) != "data":
				continue
			case start.number == 0:
				start = line{number: l.number}
			default:
				data = append(data, '\n')
			}
			start.large = start.large || l.large || len(data)+len(value) > maxDocument+1
			if !start.large {
				data = append(data, bytes.TrimPrefix(value, []byte(" "))...)
			}
		}
		start.text = data
		if text := string(bytes.TrimSpace(data)); start.large || text != "" && text != "[DONE]" { // the end of a stream of OpenAI
			if failure := s.emit(start); failure != nil {
				return failure
			}
		}
		if err != nil {
			return err
		}
	}
}

// document reads the document that starts in a line, and those that start in its last line.
func (s *splitter) document(first line) error {
	if s.lines || first.large {
		return s.emit(first)
	}
	text, number := first.text, first.number
	head, last := len(text), 0 // the end of the first line, and the start of the last line that was read
	for end := (jsonEnd{}); len(text) <= maxDocument+len("\r\n"); {
		if n := end.find(text[last:]); n >= 0 {
			rest := bytes.TrimLeft(text[last+n:], " \t\r\n")
			if len(rest) == 0 || rest[0] != '{' && rest[0] != '[' {
				return s.emit(line{number: number, text: text})
			}
			if err := s.emit(line{number: number, text: text[:last+n]}); err != nil {
				return err
			}
			text, number, head, last, end = rest, s.number, len(rest), 0, jsonEnd{}
			continue
		}
		l, err := s.next()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		last = len(text)
		text = append(text, l.text...)
	}
	// The document is not complete, or not JSON. If it has lines that are complete, every line is a document of its own:
	// one that is broken does not hide the others.
	if s.response.Status < http.StatusBadRequest && hasDocument(text[head:]) {
		s.lines = true
		s.again(text[head:], number)
		text = text[:head]
	}
	return s.emit(line{number: number, text: text})
}

func tooLarge(text []byte) bool { return len(bytes.TrimRight(text, "\r\n")) > maxDocument }

// hasDocument reports whether a line of text is a JSON object.
func hasDocument(text []byte) bool {
	for l := range bytes.Lines(text) {
		if l[0] == '{' && json.Valid(l) {
			return true
		}
	}
	return false
}

// emit passes on a document, or the documents of a JSON-RPC batch.
func (s *splitter) emit(l line) error {
	d, at := s.response, fmt.Sprintf(":%d", l.number)
	if d.Body = l.text; l.large || tooLarge(l.text) {
		return s.found(d, at, errTooLarge)
	}
	members := batch(d.Body)
	if members == nil || s.arrays {
		return s.found(d, at, nil)
	}
	for i, body := range members {
		d.Body = body
		if err := s.found(d, fmt.Sprintf("%s[%d]", at, i), nil); err != nil {
			return err
		}
	}
	return nil
}

// batch returns the documents in a JSON-RPC batch (JSON-RPC 2.0 §6), an array of objects; nil for any other document.
func batch(body []byte) [][]byte {
	if text := bytes.TrimSpace(body); len(text) == 0 || text[0] != '[' {
		return nil
	}
	root, err := jsontree.Parse(body, jsontree.Limits{Bytes: maxDocument + len("\r\n"), Nodes: maxBatch})
	if err != nil {
		return nil
	}
	var members [][]byte
	for v := range root.Elements() {
		if v.Kind() != jsontree.Object {
			return nil
		}
		members = append(members, []byte(v.Raw()))
	}
	return members
}

// A jsonEnd finds the end of a JSON array or object whose text arrives in lines, without parsing it.
type jsonEnd struct {
	depth             int
	inString, escaped bool
	other             bool // the text is not an array or object
}

// find returns the offset after the end of the value in the next line, or -1.
func (e *jsonEnd) find(text []byte) int {
	for i := 0; i < len(text) && !e.other; i++ {
		switch c := text[i]; {
		case e.escaped:
			e.escaped = false
		case e.inString:
			e.escaped, e.inString = c == '\\', c != '"'
		case c == '{' || c == '[':
			e.depth++
		case e.depth == 0:
			e.other = c != ' ' && c != '\t'
		case c == '"':
			e.inString = true
		case c == '}' || c == ']':
			if e.depth--; e.depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

func ignoreEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
