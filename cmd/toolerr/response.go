package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/textproto"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// This file has the heads of HTTP responses in an input, as "curl -i" and "curl -v" print them. A
// head starts at a status line and is parsed by net/textproto. A body ends at its
// Content-Length, if another response, a command or the end of the input is there, and else
// at the next status line. curl has removed the chunks of a body, and with --compressed its
// compression.

// A head is the head of an HTTP response in an input.
type head struct {
	number int // of the line with the status
	status int
	tunnel bool // the response of a proxy to CONNECT
	header http.Header
}

// precedes reports whether a response with this head is not that of the request if another
// response follows it: it is informational (RFC 9110 §15.2), a redirection, or that of a proxy to
// CONNECT.
func (h *head) precedes() bool {
	return h.status < 200 || h.status >= 300 && h.status < 400 && h.status != http.StatusNotModified || h.tunnel
}

const (
	maxStatusLine = 1 << 10 // bytes
	maxHead       = 1 << 20 // of the head of a response, in bytes
	bufferSize    = 64 << 10
)

var (
	// statusLine has the status and the reason phrase, which HTTP/2 does not have.
	statusLine = regexp.MustCompile(`^HTTP/(?:1\.[01]|[23](?:\.0)?) +([1-9][0-9]{2})(?: ([^\n]*?))?\r?\n?$`)

	// field is the start of a header field (RFC 9110 §5.1).
	field = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+:")

	// quotes is the end of a text that quotes a status line, and notPhrase is what is in a
	// sentence or in code after it.
	quotes    = regexp.MustCompile("[ \t\"'`(,:;=]$")
	notPhrase = regexp.MustCompile(`[^A-Za-z '-]`)

	// shellCommand is a command in a terminal, before its output: a prompt and the name of a
	// client.
	shellCommand = regexp.MustCompile(`^[^{}\[\]<>"]{0,98}[$%#] +(?:curl|https?|xh|wget) `)
)

// cutAtHead removes from a line the status line of the next response, which ends it, and keeps it
// in s.next. A body may have no line end, so that the status line is behind it. A status line is
// followed by header fields or a blank line.
func (s *splitter) cutAtHead(l *line) error {
	at := bytes.LastIndex(l.text, []byte("HTTP/"))
	if at < 0 || l.large || len(l.text)-at > maxStatusLine {
		return nil
	}
	m := statusLine.FindSubmatch(l.text[at:])
	if m == nil || at > 0 && (quotes.Match(l.text[at-1:at]) || notPhrase.Match(m[2])) {
		return nil
	}
	after, err := s.peek()
	if err != nil {
		return err
	}
	after = s.unmarked(after)
	isBody := !s.begun && at == 0 && len(after) > 0 && strings.IndexByte("{[<", after[0]) >= 0
	if !isBody && len(bytes.TrimSpace(after)) > 0 && !field.Match(after) {
		return nil
	}
	s.next = &head{number: l.number, tunnel: string(m[1]) == "200" && strings.EqualFold(string(m[2]),
		"Connection established")}
	s.next.status, err = strconv.Atoi(string(m[1]))
	l.text = l.text[:at]
	return err
}

// peek returns the next line without reading it, or as much of it as the buffer has room for,
// nothing at the end of the input.
func (s *splitter) peek() ([]byte, error) {
	for seen := 0; ; seen = s.input.Buffered() {
		_, err := s.input.Peek(seen + 1)
		text, _ := s.input.Peek(s.input.Buffered())
		if n := bytes.IndexByte(text[min(seen, len(text)):], '\n'); n >= 0 {
			return text[:seen+n+1], nil
		}
		if err != nil {
			return text, ignoreEnd(err)
		}
	}
}

// ignoreEnd returns an error of reading, nil for the end of the input or of the buffer.
func ignoreEnd(err error) error {
	if errors.Is(err, bufio.ErrBufferFull) || errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// readHead reads the header of the next response, which becomes the current one, and its body if
// its length is known.
func (s *splitter) readHead() error {
	s.head, s.next = s.next, nil
	var text []byte
	for {
		next, err := s.peek()
		if err != nil {
			return err
		}
		if s.verbose && remarks.Match(next) {
			if _, err := s.read(); err != nil {
				return err
			}
			continue
		}
		next = s.unmarked(next)
		blank := len(bytes.TrimRight(next, "\r\n")) == 0
		if !blank && !field.Match(next) && (len(text) == 0 || next[0] != ' ' && next[0] != '\t') {
			break // the blank line is missing
		}
		l, err := s.read()
		if err := ignoreEnd(err); err != nil {
			return err
		}
		if blank {
			break
		}
		if len(text)+len(l.text) <= maxHead {
			text = append(text, s.unmarked(l.text)...)
		}
	}
	// The end of a head may be missing, which is an error, but what it has is returned.
	header, _ := textproto.NewReader(bufio.NewReader(io.MultiReader(bytes.NewReader(text),
		strings.NewReader("\r\n\r\n")))).ReadMIMEHeader()
	s.head.header = http.Header(header)
	s.replace()
	if n, err := strconv.Atoi(s.head.header.Get("Content-Length")); err == nil && n > 0 && !s.live && !s.verbose {
		return s.readBody(n)
	}
	return nil
}

// replace makes the head, and what the command line has in place of it, the response of the
// documents.
func (s *splitter) replace() {
	s.response, s.documents, s.unreadable = document{Document: s.given, head: true}, 0, nil
	r := &s.response
	if given := s.given.Status; given == 0 {
		r.Status = s.head.status
	} else if given != s.head.status {
		r.notes = append(r.notes, fmt.Sprintf("conflict: --status %d replaces the HTTP status %d of the response",
			given, s.head.status))
	}
	r.Header = s.head.header.Clone()
	for _, name := range slices.Sorted(maps.Keys(s.given.Header)) {
		if own := r.Header[name]; own != nil && !slices.Equal(own, s.given.Header[name]) {
			r.notes = append(r.notes, fmt.Sprintf("conflict: --header %s replaces that of the response", name))
		}
		r.Header[name] = s.given.Header[name]
	}
}

// readBody reads a body of n bytes, in which no head is looked for. In a dump the length may be
// that of another text: of a body that is not there, as after HEAD, or had other line ends. So the
// end of the input, a command or another response must follow.
func (s *splitter) readBody(n int) error {
	text, err := s.input.Peek(min(n+maxStatusLine, bufferSize))
	if n > len(text) {
		return ignoreEnd(err)
	}
	after := bytes.TrimLeft(text[n:], " \t\r\n")
	end := cmp.Or(bytes.IndexByte(after, '\n')+1, len(after))
	if after = after[:end]; end == 0 || statusLine.Match(after) || shellCommand.Match(after) {
		s.again, s.before = bytes.Clone(text[:n]), s.number
		s.number += bytes.Count(s.again, []byte("\n"))
		_, err := s.input.Discard(n)
		return err
	}
	return nil
}

// checkCoding sets why the body of the response cannot be read if it is compressed.
func (s *splitter) checkCoding(first line) {
	if s.head == nil {
		return
	}
	coding := strings.ToLower(strings.Join(s.head.header.Values("Content-Encoding"), ", "))
	if coding != "" && coding != "identity" && !utf8.Valid(first.text) {
		s.unreadable = dataErrorf("the body is compressed (Content-Encoding: %s): call curl with --compressed",
			oneLine(coding))
	}
}

var (
	// verboseStart is the first line of "curl -v".
	verboseStart = regexp.MustCompile(`^(?:\* |> [A-Z]+ |< HTTP/|  % Total )`)

	// remarks are lines that "curl -v" prints beside those of the head, and its progress meter.
	remarks = regexp.MustCompile(`^(?:\* |> |>\r?\n|[{}] \[[0-9]+ bytes data\]|  % Total |\s+Dload |\s*[0-9]+ +[0-9.]+[kMG]? +[0-9]+ +[0-9.]+.*[0-9-]+:[0-9-]+:[0-9-]+)`)

	// marked are lines of a head, or of trailers, as "curl -v" prints them.
	marked = regexp.MustCompile("^<(?: [!#$%&'*+.^_`|~0-9A-Za-z-]+:|\\s*$)")

	// lastRemark is a remark behind a body whose last line has no end.
	lastRemark = regexp.MustCompile(`[\]}>](\* [A-Z][^"{}]*)$|\* (?:Connection #[0-9]+ to host [^"]* left intact|[Cc]losing connection[^"]*|shutting down connection[^"]*)\r?\n?$`)
)

// unmarked returns a line of a head without the mark of "curl -v", and without colors.
func (s *splitter) unmarked(text []byte) []byte {
	text = colors.ReplaceAll(text, nil)
	rest, ok := bytes.CutPrefix(text, []byte("<"))
	if !s.verbose || !ok || len(bytes.TrimSpace(rest)) > 0 && rest[0] != ' ' {
		return text
	}
	return bytes.TrimPrefix(rest, []byte(" "))
}

// clean returns what is in a line of the body without what "curl -v" printed.
func clean(text []byte) []byte {
	if meter := bytes.LastIndexByte(bytes.TrimRight(text, "\r\n"), '\r'); meter >= 0 {
		text = text[meter+1:]
	}
	if remarks.Match(text) || marked.Match(text) {
		return nil
	}
	if bytes.HasPrefix(text, []byte("< HTTP/")) {
		text = text[2:]
	}
	if at := lastRemark.FindSubmatchIndex(text); at != nil {
		text = text[:max(at[0], at[2])]
	}
	return text
}
