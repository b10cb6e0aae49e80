package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/dialect"
)

// responseFlags adds the flags for the status and the header of the response that contained a document.
func responseFlags(cmd *cobra.Command, d *dialect.Document) {
	f := cmd.Flags()
	f.Func("status", "HTTP `STATUS` of the response that contained the document; it replaces that of a head", statusFlag(&d.Status))
	f.Func("header", "a `HEADER` of that response, such as 'Retry-After: 3'; repeatable", func(line string) error {
		name, value, ok := strings.Cut(line, ":")
		if name = strings.TrimSpace(name); !ok || name == "" {
			return errors.New("want a name, a colon and a value, such as 'Retry-After: 3'")
		}
		if d.Header == nil {
			d.Header = http.Header{}
		}
		d.Header.Add(name, strings.TrimSpace(value))
		return nil
	})
	complete(cmd, "status")
	complete(cmd, "header")
}

// A head is the head of an HTTP response in an input.
type head struct {
	line   line // with the status; its text is nil if there is no head
	status int
	tunnel bool // the response of a proxy to CONNECT
	header http.Header
}

// precedes reports whether a response with this head is not that of the request if another response follows it:
// it is informational (RFC 9110 §15.2), a redirection, or that of a proxy to CONNECT.
func (h *head) precedes() bool {
	return h.status < 200 || h.status >= 300 && h.status < 400 && h.status != http.StatusNotModified || h.tunnel
}

// parseStatus parses the first line of a response, as "curl -i" prints it. The reason phrase may be absent (HTTP/2).
func parseStatus(text []byte) (status int, phrase string, ok bool) {
	line := string(bytes.TrimRight(text[:min(len(text), maxStatusLine)], "\r\n"))
	version, rest, _ := strings.Cut(line, " ")
	switch version {
	case "HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/2.0", "HTTP/3", "HTTP/3.0":
	default:
		return 0, "", false
	}
	number, phrase, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
	status, err := strconv.Atoi(number)
	return status, phrase, err == nil && len(number) == 3 && status >= 100
}

// isPhrase reports whether a text behind a body whose last line has no end is a reason phrase, not the end of a sentence or of code.
func isPhrase(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool {
		return (r|0x20 < 'a' || r|0x20 > 'z') && r != ' ' && r != '-' && r != '\''
	}) < 0
}

// isField reports whether a line is a header field: a token and a colon (RFC 9110 §5.6.2).
func isField(line []byte) bool {
	name, _, ok := bytes.Cut(line, []byte(":"))
	for _, c := range name {
		if (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') && strings.IndexByte("!#$%&'*+.^_`|~-", c) < 0 {
			return false
		}
	}
	return ok && len(name) > 0
}

// maxStatusLine is the length of a status line in bytes.
const maxStatusLine = 1 << 10

// cutAtHead removes from a line the status line of the next response, which ends it, and keeps it in s.next. A body may
// have no line end, so that the status line is behind it. A status line is followed by header fields or a blank line.
func (s *splitter) cutAtHead(l *line) error {
	at := bytes.LastIndex(l.text, []byte("HTTP/"))
	if at < 0 || l.large || len(l.text)-at > maxStatusLine {
		return nil
	}
	status, phrase, ok := parseStatus(l.text[at:])
	if !ok || at > 0 && (strings.IndexByte(" \t\"'`(,:;=", l.text[at-1]) >= 0 || !isPhrase(phrase)) {
		return nil
	}
	first := !s.begun && at == 0
	text, _, err := s.input.line(maxLine)
	switch {
	case errors.Is(err, io.EOF):
	case err != nil:
		return err
	default:
		s.input.unread(text)
		if s.verbose {
			text = unmarked(text)
		}
		if len(bytes.TrimSpace(text)) > 0 && !isField(text) && (!first || strings.IndexByte("{[<", text[0]) < 0) {
			return nil
		}
	}
	s.next = head{line: line{number: l.number, text: bytes.Clone(l.text[at:])}, header: http.Header{}}
	s.next.status, s.next.tunnel = status, status == http.StatusOK && strings.EqualFold(phrase, "Connection established")
	l.text = l.text[:at]
	return nil
}

// readHead reads the header of the next response, which becomes the current one.
func (s *splitter) readHead() error {
	s.head, s.next = s.next, head{}
	h := s.head.header
	for size, last := 0, ""; ; {
		l, err := s.read(&s.input)
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		text := l.text
		if s.verbose {
			if remarks.Match(text) {
				continue
			}
			text = unmarked(text)
		}
		if text = bytes.TrimRight(text, "\r\n"); len(text) == 0 {
			break
		}
		folded := text[0] == ' ' || text[0] == '\t'
		if !folded && !isField(text) || folded && last == "" { // the blank line is missing
			s.input.unread(l.text)
			s.number = l.number - 1
			break
		}
		if size += len(text); size > maxHead {
			continue
		}
		if folded { // RFC 9112 §5.2
			if values := h[last]; len(values[len(values)-1]) < maxStatusLine {
				values[len(values)-1] += " " + string(bytes.TrimSpace(text))
			}
			continue
		}
		name, value, _ := strings.Cut(string(text), ":")
		last = http.CanonicalHeaderKey(name)
		h[last] = append(h[last], strings.TrimSpace(value))
	}
	s.over()
	return nil
}

// over makes the head, and what the command line has in place of it, the response of the documents.
func (s *splitter) over() {
	s.response, s.notes, s.documents, s.unreadable = s.given, nil, 0, nil
	if given := s.given.Status; given == 0 {
		s.response.Status = s.head.status
	} else if given != s.head.status {
		s.notes = append(s.notes, fmt.Sprintf("conflict: --status %d replaces the HTTP status %d of the response", given, s.head.status))
	}
	s.response.Header = maps.Clone(s.head.header)
	for _, name := range slices.Sorted(maps.Keys(s.given.Header)) {
		key := http.CanonicalHeaderKey(name)
		if own := s.head.header[key]; own != nil && !slices.Equal(own, s.given.Header[name]) {
			s.notes = append(s.notes, fmt.Sprintf("conflict: --header %s replaces that of the response", key))
		}
		s.response.Header[key] = s.given.Header[name]
	}
}

// frame finds the end of the body of the response by its length, if the header has it, or by chunks that are still there. Else the lines
// of the body decide. It decompresses gzip.
func (s *splitter) frame() error {
	if s.live || s.input.total*maxWaste < s.wasted {
		return nil
	}
	var (
		header = s.head.header
		src    = &s.input
		before = s.number
	)
	if chunked := header.Values("Transfer-Encoding"); len(chunked) > 0 && strings.EqualFold(chunked[len(chunked)-1], "chunked") {
		body, lines, err := s.chunks()
		if err != nil {
			return err
		}
		if body != nil {
			src = &rereader{}
			src.unread(body)
			s.bounded(src, before+lines)
		}
	}
	if coding := contentCoding(header); coding == "gzip" || coding == "x-gzip" {
		magic, err := src.take(2)
		src.unread(magic)
		if string(magic) == "\x1f\x8b" {
			src.ends = 0
			text, err := gunzip(src)
			if src == &s.input {
				before += src.ends
			} else {
				before = s.after
			}
			src = &rereader{}
			src.unread(text)
			s.bounded(src, before)
			s.unreadable = err
			return nil
		}
		if err := ignoreEOF(err); err != nil {
			return err
		}
	}
	if n, err := strconv.Atoi(header.Get("Content-Length")); err == nil && n > 0 && n <= maxDocument && s.body == nil && !s.verbose {
		return s.byLength(n)
	}
	return nil
}

// bounded makes src the rest of the body of the response; number is that of the last line before what follows it.
func (s *splitter) bounded(src *rereader, number int) { s.body, s.after = src, number }

// byLength reads a body of n bytes. In a dump the length may be that of another text: of a body that is not there, as after HEAD,
// or had other line ends. So the end of the input, a blank line or another response must follow.
func (s *splitter) byLength(n int) error {
	body, err := s.input.take(n)
	if err == nil && s.atEnd() {
		src := &rereader{}
		src.unread(body)
		s.bounded(src, s.number+bytes.Count(body, []byte("\n")))
		return nil
	}
	s.wasted += len(body)
	s.input.unread(body)
	return ignoreEOF(err)
}

// atEnd reports whether there is no more text before the end of the input or another response.
func (s *splitter) atEnd() bool {
	for range 3 {
		text, _, err := s.input.line(maxLine)
		if err != nil {
			return errors.Is(err, io.EOF)
		}
		defer s.input.unread(text)
		switch _, _, isStatus := parseStatus(text); {
		case isStatus || isCommand(text):
			return true
		case len(bytes.TrimSpace(text)) > 0:
			return false
		}
	}
	return true
}

// parseChunk parses the line before a chunk: its size, of seven digits at most, and extensions.
func parseChunk(line []byte) (size int, ok bool) {
	digits, _, _ := bytes.Cut(bytes.TrimRight(line, "\r\n"), []byte(";"))
	digits = bytes.TrimRight(digits, " \t")
	if len(digits) == 0 || len(digits) > 7 || digits[0] == '+' || digits[0] == '-' || !bytes.HasSuffix(line, []byte("\n")) {
		return 0, false
	}
	n, err := strconv.ParseInt(string(digits), 16, 64)
	return int(n), err == nil
}

// chunks reads a body in chunks (RFC 9112 §7.1) and returns it with the number of its lines. It is nil if the body is not in
// chunks, because curl removed them.
func (s *splitter) chunks() (body []byte, lines int, err error) {
	var raw []byte
	line := func() []byte {
		text, _, failed := s.input.line(maxLine)
		err = ignoreEOF(failed)
		raw = append(raw, text...)
		return text
	}
	body = []byte{}
	for {
		n, ok := parseChunk(line())
		if !ok {
			break
		}
		if n == 0 {
			for text := line(); len(bytes.TrimSpace(text)) > 0 && isField(text); { // trailers
				text = line()
			}
			return body, bytes.Count(raw, []byte("\n")), err
		}
		if len(body)+n > maxDocument {
			break
		}
		data, failed := s.input.take(n)
		raw, body = append(raw, data...), append(body, data...)
		if failed != nil {
			err = ignoreEOF(failed)
			break
		}
		if end := line(); len(bytes.TrimSpace(end)) > 0 {
			break
		}
	}
	s.wasted += len(raw)
	s.input.unread(raw)
	return nil, 0, err
}

// gunzip reads one member of gzip (RFC 1952).
func gunzip(src *rereader) ([]byte, error) {
	z, err := gzip.NewReader(src)
	if err == nil {
		z.Multistream(false)
		var text []byte
		if text, err = io.ReadAll(io.LimitReader(z, maxDocument+1)); err == nil {
			if len(text) > maxDocument {
				return nil, errTooLarge
			}
			return text, nil
		}
	}
	return nil, dataErrorf("the body is compressed (gzip) and cannot be read: %w", err)
}

// contentCoding returns the Content-Encoding in small letters, "" if there is none.
func contentCoding(h http.Header) string {
	coding := strings.ToLower(strings.Join(h.Values("Content-Encoding"), ", "))
	if coding == "identity" {
		return ""
	}
	return coding
}

// checkCoding sets why the body of the response cannot be read if it is compressed in another way than gzip.
func (s *splitter) checkCoding(first line) {
	coding, start := contentCoding(s.head.header), first.text
	if len(start) > maxStatusLine {
		start = start[:maxStatusLine]
		for range utf8.UTFMax - 1 { // the last character may be cut
			if !utf8.Valid(start) {
				start = start[:len(start)-1]
			}
		}
	}
	if coding != "" && s.body == nil && !utf8.Valid(start) {
		s.unreadable = dataErrorf("the body is compressed (Content-Encoding: %s): call curl with --compressed", oneLine(coding))
	}
}

var (
	// remarks are lines that "curl -v" prints beside those of the head, and its progress meter.
	remarks = regexp.MustCompile(`^(?:\* |> |>\r?\n|[{}] \[[0-9]+ bytes data\]|  % Total |\s+Dload |\s*[0-9]+ +[0-9.]+[kMG]? +[0-9]+ +[0-9.]+.*[0-9-]+:[0-9-]+:[0-9-]+)`)

	// marked are lines of a head, or of trailers, as "curl -v" prints them.
	marked = regexp.MustCompile("^<(?: [!#$%&'*+.^_`|~0-9A-Za-z-]+:|\\s*$)")

	// verboseStart is the first line of "curl -v".
	verboseStart = regexp.MustCompile(`^(?:\* |> [A-Z]+ |< HTTP/|  % Total )`)

	// lastRemark is a remark behind a body whose last line has no end.
	lastRemark = regexp.MustCompile(`[\]}>](\* [A-Z][^"{}]*)$|\* (?:Connection #[0-9]+ to host [^"]* left intact|[Cc]losing connection[^"]*|shutting down connection[^"]*)\r?\n?$`)
)

// unmarked returns a line of a head without the mark of "curl -v".
func unmarked(text []byte) []byte {
	if bytes.HasPrefix(text, []byte("< ")) {
		return text[2:]
	}
	if len(bytes.TrimSpace(text)) == 1 && text[0] == '<' {
		return text[1:]
	}
	return text
}

// clean removes from a line of the body what "curl -v" printed, and reports whether there is anything else in it.
func clean(l *line) bool {
	end := bytes.TrimRight(l.text, "\r\n")
	if meter := bytes.LastIndexByte(end, '\r'); meter >= 0 {
		l.text = l.text[meter+1:]
	}
	if len(l.text) == 0 || strings.IndexByte("*>{} \t0123456789", l.text[0]) >= 0 && remarks.Match(l.text) || l.text[0] == '<' && marked.Match(l.text) {
		return false
	}
	if bytes.HasPrefix(l.text, []byte("< HTTP/")) {
		l.text = l.text[2:]
	}
	if bytes.Contains(l.text, []byte("* ")) {
		if at := lastRemark.FindSubmatchIndex(l.text); at != nil {
			l.text = l.text[:max(at[0], at[2])]
		}
	}
	return len(l.text) > 0
}

const (
	maxPrompt = 100 // bytes
	prompts   = "$%#"
)

// isCommand reports whether a line is a command in a terminal, before its output: a prompt and the name of a client.
func isCommand(line []byte) bool {
	for i := 0; i+1 < min(len(line), maxPrompt); i++ {
		switch c := line[i]; {
		case strings.IndexByte(prompts, c) >= 0 && line[i+1] == ' ':
			name, _, ok := bytes.Cut(bytes.TrimLeft(line[i+1:min(len(line), i+maxPrompt)], " "), []byte(" "))
			switch string(name) {
			case "curl", "http", "https", "xh", "wget":
				return ok
			}
		case strings.IndexByte("{}[]<>\"", c) >= 0:
			return false
		}
	}
	return false
}
