package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/jsontree"
)

const (
	maxDocument = 8 << 20 // of a document, and of a line of an input, in bytes
	maxLine     = maxDocument + len("data: \r\n")
	maxBatch    = 1 << 20 // JSON values in a JSON-RPC batch
)

var errTooLarge = dataErrorf("the document is larger than %d MiB", maxDocument>>20)

// A splitter divides an input into documents. The input is one of
//
//   - JSON documents, in lines or after one another, or in JSON-RPC batches
//   - a stream of server-sent events whose data are documents
//   - any other text, which is one document, such as an HTML page, or the lines of a log, which
//     may have text before a JSON object
//
// each of them with or without the head of an HTTP response before it, several times. nextLine
// returns the lines of the response at hand (response.go finds where it ends), document and events
// find the documents in them, and report passes on each. A splitter keeps at most one document and
// the head of its response, and its work is linear in the size of the input.
type splitter struct {
	in     io.Reader
	given  dialect.Document // the status and the header from the command line
	lines  bool             // every line is a document, so that none waits for the next line
	arrays bool             // an array is a document, not a JSON-RPC batch

	// found receives the documents. Their input is the place, such as ":3", ":3:17" (with the
	// column) or ":3[0]". The failure is why a document could not be read.
	found func(d document, failure error)

	response   document // a document without a body, for those of the response
	head       *head    // of the response, if it has one
	event      string   // the name of the event that the document is the data of, "" if it is not in an event
	documents  int      // of the response
	unreadable error    // why its body cannot be read
	held       func()   // finds the document of a redirection, which counts if no response follows it

	live    bool // lines is set by the caller
	begun   bool // there was text
	verbose bool // the input is that of "curl -v"
	input   *bufio.Reader
	number  int    // of the last line of input that was read
	again   []byte // lines of the response to read before those of input
	before  int    // the number of the line before them
	next    *head  // of the response that follows
}

// A line of an input.
type line struct {
	number int
	column int    // of its first byte, from 0
	text   []byte // with its end
	large  bool   // it is larger than maxDocument, and cut
}

func (l line) blank() bool { return len(bytes.TrimSpace(l.text)) == 0 }

// nextLine returns the next line of the response, or io.EOF.
func (s *splitter) nextLine() (line, error) {
	if len(s.again) > 0 {
		s.before++
		l := line{number: s.before, text: s.again}
		if n := bytes.IndexByte(s.again, '\n') + 1; n > 0 {
			l.text = s.again[:n:n]
		}
		s.again = s.again[len(l.text):]
		return l, nil
	}
	for s.next == nil {
		l, err := s.read()
		if err != nil {
			return l, err
		}
		s.verbose = s.verbose || !s.begun && !s.live && verboseStart.Match(l.text)
		if s.verbose {
			l.text = clean(l.text)
		}
		if shellCommand.Match(l.text) {
			continue
		}
		if err := s.cutAtHead(&l); err != nil {
			return l, err
		}
		if len(l.text) > 0 {
			return l, nil
		}
	}
	return line{}, io.EOF
}

// read reads a line of the input, or returns an error, such as io.EOF.
func (s *splitter) read() (l line, err error) {
	s.number++
	l.number = s.number
	for more := true; more; {
		var part []byte
		part, err = s.input.ReadSlice('\n')
		room := maxLine - len(l.text)
		l.large = l.large || len(part) > room
		l.text = append(l.text, part[:min(len(part), room)]...)
		more = errors.Is(err, bufio.ErrBufferFull)
	}
	if bytes.IndexByte(l.text, '\x1b') >= 0 { // never in JSON
		l.text = colors.ReplaceAll(l.text, nil)
	}
	l.large = l.large || tooLarge(l.text)
	if errors.Is(err, io.EOF) && len(l.text) > 0 {
		err = nil
	}
	return l, err
}

// colors are the codes that programs write for a terminal: colors, and the rest of a line.
var colors = regexp.MustCompile("\x1b\\[[0-9;]*[mK]")

// reread makes nextLine return the lines of a text again, which are after the line before.
func (s *splitter) reread(text []byte, before int) {
	s.again, s.before = slices.Concat(text, s.again), before
}

// content returns the next line that is not blank, or io.EOF.
func (s *splitter) content() (line, error) {
	for {
		if l, err := s.nextLine(); err != nil || !l.blank() {
			return l, err
		}
	}
}

// split calls found for every document of the input. It returns the first error of reading.
func (s *splitter) split() error {
	s.input, s.response, s.live = bufio.NewReaderSize(s.in, bufferSize), document{Document: s.given}, s.lines
	switch start, _ := s.input.Peek(3); {
	case isUTF16(start):
		return dataErrorf("the input is UTF-16; convert it to UTF-8, such as with iconv -f UTF-16 -t UTF-8")
	case bytes.HasPrefix(start, []byte("\x1f\x8b")):
		return dataErrorf("the input is compressed with gzip; decompress it, such as with gunzip -c")
	case string(start) == "\ufeff":
		_, _ = s.input.Discard(len(start)) // what was peeked
	}
	for {
		if err := s.body(); !errors.Is(err, io.EOF) {
			return err
		}
		s.end()
		if s.next == nil {
			return nil
		}
		s.lines = s.live
		if err := s.readHead(); err != nil {
			return err
		}
	}
}

// isUTF16 reports whether a text starts with a byte order mark of UTF-16, or with JSON in it.
func isUTF16(start []byte) bool {
	return len(start) > 1 && slices.Contains([]string{"\xff\xfe", "\xfe\xff", "{\x00", "\x00{", "[\x00", "\x00["},
		string(start[:2]))
}

// body reads the documents of the response, until io.EOF or another error.
func (s *splitter) body() error {
	first, err := s.content()
	if err != nil {
		return err
	}
	s.begun = true
	if s.checkCoding(first); s.unreadable != nil {
		for err == nil {
			_, err = s.nextLine()
		}
		return err
	}
	if s.isEvents(first) {
		s.reread(first.text, first.number-1)
		err := s.events()
		s.event = ""
		return err
	}
	for ; err == nil; first, err = s.content() {
		if err = s.document(first); err != nil {
			return err
		}
	}
	return err
}

// end ends a response. One without a document, such as 204, is a document without a body.
func (s *splitter) end() {
	d, follows := s.response, s.next != nil
	failed := d.Status >= http.StatusBadRequest || d.Header.Get("Grpc-Status") != ""
	s.begun = s.begun || follows
	held := s.held
	s.held = nil
	switch {
	case follows && s.head != nil && s.head.precedes() && (s.documents == 0 || held != nil):
	case held != nil:
		held()
	case s.documents > 0 || s.head == nil && (follows || !failed):
	case s.head == nil: // the status is that of an error, also in a header of gRPC, and there is no body
		s.found(d, nil)
	case s.verbose && follows && s.head.status == s.next.status: // with -i the head is printed twice
	default:
		if s.unreadable != nil && failed {
			d.notes, s.unreadable = append(d.notes, message(s.unreadable)), nil
		}
		d.input, d.place = fmt.Sprintf(":%d", s.head.number), line{number: s.head.number}
		s.found(d, s.unreadable)
	}
}

// report passes on a document that starts in a line, unless it may be that of a redirection.
func (s *splitter) report(l line, body []byte, index string, failure error) {
	d := s.response
	d.Body, d.event, d.place, d.input = body, s.event, l, fmt.Sprintf(":%d", l.number)
	if l.column > 0 {
		d.input += fmt.Sprintf(":%d", l.column+1)
	}
	d.input += index
	s.documents++
	if held := s.held; held != nil { // there is more than one: it is a page, or a stream
		s.held = nil
		held()
	}
	if s.head != nil && s.head.precedes() && s.documents == 1 && !s.live {
		s.held = func() { s.found(d, failure) }
		return
	}
	s.found(d, failure)
}

// document reads the document that starts in a line, and those that start in its last line.
func (s *splitter) document(first line) error {
	if !s.lines && !first.large {
		_, s.lines = s.objectIn(first.text)
	}
	if s.lines || first.large {
		s.emitLine(first)
		return nil
	}
	start, text := first, first.text
	// the end of the first line, the start of the last line that was read, and its column
	head, last, column := len(text), 0, first.column
	isJSON := bytes.IndexAny(bytes.TrimLeft(text, " \t"), "{[") == 0
	for scan := (jsontree.Scanner{}); len(text) <= maxDocument+len("\r\n"); {
		if n := scan.End(text[last:]); isJSON && n >= 0 {
			rest := bytes.TrimLeft(text[last+n:], " \t\r\n")
			if len(rest) == 0 || rest[0] != '{' && rest[0] != '[' {
				start.text = text
				s.emit(start)
				return nil
			}
			start.text = text[:last+n]
			s.emit(start)
			column += len(text) - len(rest) - last
			start = line{number: first.number, column: column}
			text, head, last, scan = rest, len(rest), 0, jsontree.Scanner{}
			continue
		}
		l, err := s.nextLine()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		first.number, column = l.number, 0
		last = len(text)
		text = append(text, l.text...)
	}
	// The document is not complete, or not JSON. If it has lines that are complete, every line is
	// a document of its own: one that is broken does not hide the others.
	if s.response.Status < http.StatusBadRequest && s.hasDocument(text[head:]) {
		s.lines = true
		s.reread(text[head:], start.number)
		text = text[:head]
	}
	start.text = text
	s.emit(start)
	return nil
}

func tooLarge(text []byte) bool { return len(bytes.TrimRight(text, "\r\n")) > maxDocument }

// emitLine passes on the document of a line, which may be behind other text.
func (s *splitter) emitLine(l line) {
	at, whole := 0, false
	if !l.large {
		at, whole = s.objectIn(l.text)
	}
	switch {
	case whole:
		l.column, l.text = l.column+at, l.text[at:]
		l.text = l.text[:(&jsontree.Scanner{}).End(l.text)]
	case at > 0 && !json.Valid(l.text):
		s.report(l, nil, "", dataErrorf("the line has text before a JSON object, but not one object up to its end"))
		return
	}
	s.emit(l)
}

// emit passes on a document, or the documents of a JSON-RPC batch.
func (s *splitter) emit(l line) {
	if l.large || tooLarge(l.text) {
		s.report(l, l.text, "", errTooLarge)
		return
	}
	members := batch(l.text)
	if members == nil || s.arrays {
		s.report(l, l.text, "", nil)
		return
	}
	for i, body := range members {
		s.report(l, body, fmt.Sprintf("[%d]", i), nil)
	}
}

// batch returns the documents in a JSON-RPC batch (JSON-RPC 2.0 §6), an array of objects; nil for
// any other document.
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

// hasDocument reports whether a line of text is a JSON object, or text before one.
func (s *splitter) hasDocument(text []byte) bool {
	for l := range bytes.Lines(text) {
		if _, inLog := s.objectIn(l); inLog || l[0] == '{' && json.Valid(l) {
			return true
		}
	}
	return false
}

// inArray reports whether a line starts as a JSON array of objects or arrays does.
func inArray(text []byte) bool {
	if text[0] != '[' {
		return false
	}
	text = bytes.TrimLeft(text[1:], " \t")
	return len(text) == 0 || text[0] == '{' || text[0] == '['
}

// behind is what may follow the JSON object of a line: what a console prints of an object that is
// not JSON, as in the log of Claude Desktop.
//
//	[shop] Message from server: {"jsonrpc":"2.0","id":7,"result":{}} { metadata: undefined }
var behind = regexp.MustCompile(`^\s*(?:\{ [^"{}]*\}\s*)?$`)

// objectIn returns where a JSON object starts after other text of a line. It is whole if only what
// behind matches follows it. Without such text, or without an object, at is 0. Markup and JSON are
// not such text, and the body of a failed response is not a log.
func (s *splitter) objectIn(text []byte) (at int, whole bool) {
	start := bytes.TrimSpace(text)
	isLog := len(start) > 0 && start[0] != '{' && start[0] != '<' && !inArray(start)
	if !isLog || s.response.Status >= http.StatusBadRequest {
		return 0, false
	}
	for {
		n := bytes.IndexByte(text[at:], '{')
		if n < 0 {
			return 0, false
		}
		if at += n; bytes.HasPrefix(bytes.TrimLeft(text[at+1:], " \t"), []byte(`"`)) {
			end := at + (&jsontree.Scanner{}).End(text[at:])
			return at, end > at && behind.Match(text[end:]) && json.Valid(text[at:end]) && !json.Valid(text[:at])
		}
		at++
	}
}

// isEvents reports whether the body of a response with this first line is a stream of server-sent
// events.
func (s *splitter) isEvents(first line) bool {
	if header.MediaType(s.response.Header) == "text/event-stream" {
		return true
	}
	name, _, colon := bytes.Cut(bytes.TrimRight(first.text, "\r\n"), []byte(":"))
	switch string(name) {
	case "":
		return colon // a comment
	case "data", "event", "id", "retry":
		return true
	}
	return false
}

// events reads server-sent events (HTML, server-sent events: interpreting an event stream). An
// event at the end of the input counts without the blank line after it, so that nothing is lost.
func (s *splitter) events() error {
	for {
		var (
			data     []byte
			start, l line
			err      error
		)
		s.event = "message"
		for l, err = s.nextLine(); err == nil && !l.blank(); l, err = s.nextLine() {
			name, value := rpc.Field(bytes.TrimRight(l.text, "\r\n"))
			switch {
			case string(name) == "event" && len(value) <= maxStatusLine:
				s.event = string(value)
				continue
			case string(name) != "data":
				continue
			case start.number == 0:
				start = line{number: l.number}
			default:
				data = append(data, '\n')
			}
			start.large = start.large || l.large || len(data)+len(value) > maxDocument+1
			if !start.large {
				data = append(data, value...)
			}
		}
		start.text = data
		// [DONE] is the end of a stream of OpenAI.
		if text := string(bytes.TrimSpace(data)); start.large || text != "" && text != "[DONE]" {
			s.emit(start)
		}
		if err != nil {
			return err
		}
	}
}
