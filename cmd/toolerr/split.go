package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/toolerr/toolerr/dialect"
)

const (
	maxDocument = 8 << 20 // of a document, and of a line of an input, in bytes
	maxLine     = maxDocument + len("data: \r\n")
	maxHead     = 1 << 20 // of the head of a response, in bytes
	maxBatch    = 1 << 20 // JSON values in a JSON-RPC batch
	maxWaste    = 4       // how often each byte of an input may be read to no end
)

var errTooLarge = dataErrorf("the document is larger than %d MiB", maxDocument>>20)

// A splitter divides an input into documents. The input is one of
//
//   - JSON documents, in lines or after one another, or in JSON-RPC batches
//   - a stream of server-sent events whose data are documents
//   - any other text, which is one document, such as an HTML page, or the lines of a log, which may have text before a JSON object
//
// each of them with or without the head of an HTTP response before it, several times, as "curl -i" and "curl -v" print them. A splitter keeps
// at most one document and the head of its response, and its work is linear in the size of the input.
type splitter struct {
	in     *bufio.Reader
	given  dialect.Document // the status and the header from the command line
	lines  bool             // every line is a document, so that none waits for the next line
	arrays bool             // an array is a document, not a JSON-RPC batch

	// found receives the documents, with their places in the input, such as ":3", ":3:17" (with the column) or ":3[0]". The failure is why a
	// document could not be read. While it runs, response, head, notes, place and event describe the document.
	found func(d dialect.Document, at string, failure error) error

	response   dialect.Document // the status and the header of the documents
	head       head             // of the response, if it has one
	notes      []string         // evidence about the response
	place      line             // where the document starts
	event      string           // the name of the event that the document is the data of, "" if it is not in an event
	documents  int              // of the response
	unreadable error            // why its body cannot be read
	held       []heldDocument   // of a redirection, which counts if no response follows it

	live    bool // lines is set by the caller
	begun   bool // there was text
	all     int  // documents of the input
	verbose bool // the input is that of "curl -v"
	input   rereader
	body    *rereader // the rest of the body if its end is known
	after   int       // number, after body
	next    head      // of the response that follows
	wasted  int       // bytes that were read to no end
	number  int       // of the last line that was read to its end
}

type heldDocument struct {
	document dialect.Document
	at       string
	failure  error
	place    line
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
	if s.body != nil {
		return s.read(s.body)
	}
	for s.next.line.text == nil {
		l, err := s.read(&s.input)
		if err != nil {
			return l, err
		}
		if s.verbose && !clean(&l) || isCommand(l.text) {
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

// read reads a line.
func (s *splitter) read(src *rereader) (l line, err error) {
	l.text, l.large, err = src.line(maxLine)
	l.number, l.large = s.number+1, l.large || tooLarge(l.text)
	if err == nil && (l.large || bytes.HasSuffix(l.text, []byte("\n"))) {
		s.number++
	}
	return l, err
}

// again makes nextLine read text again, which is of the lines after number.
func (s *splitter) again(text []byte, number int) {
	switch {
	case s.body == nil && s.next.line.text == nil:
		s.input.unread(text)
	case s.body == nil:
		s.bounded(&rereader{}, s.number)
		fallthrough
	default:
		s.body.unread(text)
	}
	s.number = number
}

// content returns the next line that is not blank, or io.EOF.
func (s *splitter) content() (line, error) {
	for {
		if l, err := s.nextLine(); err != nil || !l.blank() {
			return l, err
		}
	}
}

// split calls found for every document of the input. It returns the first error of found, or of reading.
func (s *splitter) split() error {
	s.response, s.input.in, s.live = s.given, s.in, s.lines
	if start, _ := s.in.Peek(2); isUTF16(start) {
		return dataErrorf("the input is UTF-16; convert it to UTF-8, such as with iconv -f UTF-16 -t UTF-8")
	}
	for {
		err := s.part()
		switch {
		case err != nil:
			return err
		case s.body != nil:
			s.body, s.number = nil, s.after
			continue
		}
		if err := s.end(); err != nil || s.next.line.text == nil {
			return err
		}
		s.lines = s.live
		if err := s.readHead(); err != nil {
			return err
		}
		if err := s.frame(); err != nil {
			return err
		}
	}
}

// isUTF16 reports whether a text starts with a byte order mark of UTF-16, or with JSON in it.
func isUTF16(start []byte) bool {
	switch string(start) {
	case "\xff\xfe", "\xfe\xff", "{\x00", "\x00{", "[\x00", "\x00[":
		return true
	}
	return false
}

// part reads the documents of the response, or of its body if that has a known end.
func (s *splitter) part() error {
	first, err := s.content()
	for ; err == nil && !s.begun && !s.live && verboseStart.Match(first.text) && !s.verbose; first, err = s.content() {
		s.verbose = true
		s.input.unread(first.text)
		s.number = first.number - 1
	}
	if err != nil {
		return ignoreEOF(err)
	}
	if !s.begun {
		s.begun, first.text = true, bytes.TrimPrefix(first.text, []byte("\ufeff"))
	}
	if s.checkCoding(first); s.unreadable != nil {
		for err == nil {
			_, err = s.nextLine()
		}
		return ignoreEOF(err)
	}
	if s.documents == 0 && s.isEvents(first) {
		s.again(first.text, first.number-1)
		err := s.events()
		s.event = ""
		return ignoreEOF(err)
	}
	for ; err == nil; first, err = s.content() {
		if err = s.document(first); err != nil {
			return err
		}
	}
	return ignoreEOF(err)
}

// end ends a response. One without a document, such as 204, is a document without a body.
func (s *splitter) end() error {
	follows, hasHead := s.next.line.text != nil, s.head.line.text != nil
	s.begun = s.begun || follows
	held := s.held
	s.held = nil
	if follows && hasHead && s.head.precedes() && (s.documents == 0 || held != nil) {
		return nil
	}
	for _, h := range held {
		s.place = h.place
		if err := s.found(h.document, h.at, h.failure); err != nil {
			return err
		}
	}
	d := s.response
	switch failed := d.Status >= http.StatusBadRequest || d.Header.Get("Grpc-Status") != ""; {
	case s.documents > 0:
		return nil
	case hasHead && s.verbose && follows && s.head.status == s.next.status: // with -i the head is printed twice
		return nil
	case s.unreadable != nil && failed:
		s.notes = append(s.notes, message(s.unreadable))
		return s.withoutBody(nil)
	case s.unreadable != nil || hasHead:
		return s.withoutBody(s.unreadable)
	case failed && s.all == 0 && !follows: // the status is that of an error, also in a header of gRPC, and there is no body
		return s.found(d, "", nil)
	}
	return nil
}

// withoutBody passes on a response that has no body, or whose body cannot be read.
func (s *splitter) withoutBody(failure error) error {
	s.all++
	s.place = line{number: s.head.line.number}
	return s.found(s.response, fmt.Sprintf(":%d", s.head.line.number), failure)
}

// report passes on a document that starts in a line, unless it may be that of a redirection.
func (s *splitter) report(d dialect.Document, l line, index string, failure error) error {
	at := fmt.Sprintf(":%d", l.number)
	if l.column > 0 {
		at += fmt.Sprintf(":%d", l.column+1)
	}
	at += index
	s.place = line{number: l.number, column: l.column}
	s.documents++
	s.all++
	if s.head.line.text != nil && s.head.precedes() && s.documents == 1 && !s.live {
		d.Body = bytes.Clone(d.Body)
		s.held = append(s.held, heldDocument{d, at, failure, s.place})
		return nil
	}
	for _, h := range s.held { // there is more than one: it is a page, or a stream
		s.place = h.place
		if err := s.found(h.document, h.at, h.failure); err != nil {
			return err
		}
	}
	s.held, s.place = nil, line{number: l.number, column: l.column}
	return s.found(d, at, failure)
}

// document reads the document that starts in a line, and those that start in its last line.
func (s *splitter) document(first line) error {
	if s.lines || first.large {
		return s.emitLine(first)
	}
	if s.hasObject(first.text) {
		s.lines = true
		return s.emitLine(first)
	}
	start, text := first, first.text
	head, last, column := len(text), 0, first.column // the end of the first line, the start of the last line that was read, and its column
	for end := (jsonEnd{}); len(text) <= maxDocument+len("\r\n"); {
		if n := end.find(text[last:]); n >= 0 {
			rest := bytes.TrimLeft(text[last+n:], " \t\r\n")
			if len(rest) == 0 || rest[0] != '{' && rest[0] != '[' {
				start.text = text
				return s.emit(start)
			}
			start.text = text[:last+n]
			if err := s.emit(start); err != nil {
				return err
			}
			column += len(text) - len(rest) - last
			start = line{number: first.number, column: column}
			text, head, last, end = rest, len(rest), 0, jsonEnd{}
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
	// The document is not complete, or not JSON. If it has lines that are complete, every line is a document of its own:
	// one that is broken does not hide the others.
	if s.response.Status < http.StatusBadRequest && s.hasDocument(text[head:]) {
		s.lines = true
		s.again(text[head:], start.number)
		text = text[:head]
	}
	start.text = text
	return s.emit(start)
}

func tooLarge(text []byte) bool { return len(bytes.TrimRight(text, "\r\n")) > maxDocument }

// emitLine passes on the document of a line, which may be behind other text.
func (s *splitter) emitLine(l line) error {
	at, whole := 0, false
	if s.response.Status < http.StatusBadRequest && !l.large {
		at, whole = objectIn(l.text)
	}
	switch {
	case whole:
		l.column, l.text = l.column+at, l.text[at:]
	case at > 0 && !json.Valid(l.text):
		return s.report(s.response, l, "", dataErrorf("the line has text before a JSON object, but not one object up to its end"))
	}
	return s.emit(l)
}

// emit passes on a document, or the documents of a JSON-RPC batch.
func (s *splitter) emit(l line) error {
	d := s.response
	if d.Body = l.text; l.large || tooLarge(l.text) {
		return s.report(d, l, "", errTooLarge)
	}
	members := batch(d.Body)
	if members == nil || s.arrays {
		return s.report(d, l, "", nil)
	}
	for i, body := range members {
		d.Body = body
		if err := s.report(d, l, fmt.Sprintf("[%d]", i), nil); err != nil {
			return err
		}
	}
	return nil
}

func ignoreEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
